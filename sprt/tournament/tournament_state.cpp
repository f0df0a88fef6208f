#include "sprt/tournament/tournament_state.hpp"

#include <algorithm>

namespace sprt {

std::string_view name(TournamentEnd reason) noexcept {
    switch (reason) {
    case TournamentEnd::Rounds:
        return "rounds";
    case TournamentEnd::Separated:
        return "separated";
    case TournamentEnd::Best:
        return "best";
    case TournamentEnd::Repeats:
        return "repeats";
    case TournamentEnd::OpeningsUsedUp:
        return "openings_used_up";
    case TournamentEnd::MaxFaults:
        return "max_faults";
    case TournamentEnd::Interrupted:
        break;
    }
    return "interrupted";
}

std::string_view name(WithdrawnFor why) noexcept {
    switch (why) {
    case WithdrawnFor::Faults:
        return "faults";
    case WithdrawnFor::Tampering:
        return "tampering";
    case WithdrawnFor::TimeLosses:
        break;
    }
    return "time_losses";
}

Results results_of(const TournamentState& state, std::optional<Anchor> anchor) {
    Results results{.agents = state.agents.size(), .pairings = {}, .anchor = anchor};
    for (const PairingResults& pairing : state.pairings) {
        results.pairings.push_back(
            {.a = pairing.a, .b = pairing.b, .pairs = pairing.pairs, .by_opening = pairing.by_opening});
    }
    return results;
}

bool has_withdrawn(const TournamentState& state) noexcept {
    return std::ranges::any_of(state.agents,
                               [](const AgentState& agent) { return agent.withdrawn.has_value(); });
}

} // namespace sprt
