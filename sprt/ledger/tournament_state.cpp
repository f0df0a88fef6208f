#include "sprt/ledger/tournament_state.hpp"

#include <algorithm>
#include <utility>

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

Results results_of(const TournamentState& state, std::optional<Anchor> anchor) {
    Results results{.agents = state.agents.size(), .pairings = {}, .anchor = anchor};
    for (const PairingResults& pairing : state.pairings) {
        results.pairings.push_back(
            {.a = pairing.a, .b = pairing.b, .pairs = pairing.pairs, .by_opening = pairing.by_opening});
    }
    return results;
}

namespace {

/// Whether nobody who was caught lying played pair `k` of `pairing`.
bool is_trusted(const TournamentState& state, const PairingResults& pairing, std::size_t k) {
    return std::ranges::none_of(pairing.played_by[k],
                                [&](std::uint32_t worker) { return state.distrusted.contains(worker); });
}

} // namespace

Results trusted_results_of(const TournamentState& state, std::optional<Anchor> anchor) {
    Results results{.agents = state.agents.size(), .pairings = {}, .anchor = anchor};
    for (const PairingResults& pairing : state.pairings) {
        std::vector<OpeningResult> trusted;
        for (std::size_t k = 0; k < pairing.by_opening.size(); ++k) {
            if (is_trusted(state, pairing, k)) {
                trusted.push_back(pairing.by_opening[k]);
            }
        }
        results.pairings.push_back(pairing_of(pairing.a, pairing.b, std::move(trusted)));
    }
    return results;
}

std::uint64_t distrusted_pairs(const TournamentState& state) {
    std::uint64_t pairs = 0;
    for (const PairingResults& pairing : state.pairings) {
        for (std::size_t k = 0; !state.distrusted.empty() && k < pairing.played_by.size(); ++k) {
            pairs += is_trusted(state, pairing, k) ? 0U : 1U;
        }
    }
    return pairs;
}

bool has_withdrawn(const TournamentState& state) noexcept {
    return std::ranges::any_of(state.agents,
                               [](const AgentState& agent) { return agent.withdrawn.has_value(); });
}

} // namespace sprt
