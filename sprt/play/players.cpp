#include "sprt/play/players.hpp"

#include <memory>

namespace sprt {

MakePlayer process_player(const referee::PlayerKit& kit, const referee::Placement& placement,
                          referee::Orphans& orphans) {
    return [&](const referee::StopToken& stop, int worker) -> PlayGame {
        auto player = std::make_shared<referee::ProcessPlayer>(kit, placement.game(worker), stop, orphans);
        return [player](const Job& job) { return player->play(job); };
    };
}

} // namespace sprt
