#include "sprt/play/tournament_players.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace sprt {
namespace {

/// The player of a worker for the agents of its last game.
struct Seat {
    std::optional<std::array<std::size_t, 2>> agents;
    std::optional<referee::PlayerKit> kit;
    std::optional<referee::ProcessPlayer> player; ///< refers to `kit`
};

} // namespace

referee::PlayerKit TournamentKit::of(std::size_t a, std::size_t b) const {
    return {.settings = settings,
            .programs = {programs[a], programs[b]},
            .manners = {manners[a], manners[b]},
            .files = {files[a], files[b]},
            .sandboxes = {.of = {sandboxes.of[a], sandboxes.of[b]},
                          .groups = sandboxes.groups,
                          .missing = {sandboxes.missing[a], sandboxes.missing[b]}},
            .logs_pv = logs_pv,
            .trace = trace,
            .trace_faults = trace_faults};
}

MakePlayer tournament_player(const TournamentKit& kit, const referee::Placement& placement,
                             referee::Orphans& orphans) {
    return [&](const referee::StopToken& stop, int worker) -> PlayGame {
        auto seat = std::make_shared<Seat>();
        return [&kit, &placement, &orphans, stop, worker, seat](const Job& job) {
            const auto& agents = job.place.value().agents;
            if (seat->agents != agents) {
                seat->player.reset();
                seat->kit = kit.of(agents[0], agents[1]);
                seat->player.emplace(*seat->kit, placement.game(worker), stop, orphans);
                seat->agents = agents;
            }
            return seat->player->play(job);
        };
    };
}

} // namespace sprt
