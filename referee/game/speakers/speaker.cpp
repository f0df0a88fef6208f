#include "referee/game/speakers/speaker.hpp"

#include "referee/game/speakers/native_speaker.hpp"
#include "referee/game/speakers/uai_speaker.hpp"

namespace referee {

std::unique_ptr<Speaker> make_speaker(const Job& job, Side side, const Agents& agents) {
    if (agents.manner(side).protocol == Protocol::Uai) {
        return std::make_unique<UaiSpeaker>(job, side, agents);
    }
    return std::make_unique<NativeSpeaker>(job, side, agents);
}

} // namespace referee
