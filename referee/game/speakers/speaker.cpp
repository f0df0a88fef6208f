#include "referee/game/speakers/speaker.hpp"

#include "referee/game/speakers/native_speaker.hpp"
#include "referee/game/speakers/uai_speaker.hpp"

#include <fmt/format.h>

namespace referee {

std::optional<OnlyMove> due_move(const Board& board, const AgentFault& fault) {
    return fault.is_before_question ? std::nullopt : only_move(board);
}

std::string due_text(const OnlyMove& due, std::string_view answer) {
    return due.kind.empty() ? fmt::format("; {} was the only move", answer)
                            : fmt::format("; a {} was due ({})", due.kind, answer);
}

std::unique_ptr<Speaker> make_speaker(const Job& job, Side side, const Agents& agents) {
    if (agents.manner(side).protocol == Protocol::Uai) {
        return std::make_unique<UaiSpeaker>(job, side, agents);
    }
    return std::make_unique<NativeSpeaker>(job, side, agents);
}

} // namespace referee
