#include "referee/game/game_text.hpp"
#include "referee/game/job.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/ledger/tournament_tally.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sprt {

std::optional<PairCounts> PairingTally::add(const referee::GameRecord& record, const Half& half,
                                            std::uint64_t opening, PairingResults& results) {
    results.workers.add(record);
    for (const referee::Player player : referee::kPlayers) {
        results.tampering[player] += record.disturbances.tampering[player];
    }
    if (record.winner) {
        ++games_with(results.games, *record.winner);
        for (const auto& [agent, termination] : counted_faults(record)) {
            results.faults[agent].add(termination);
        }
    } else {
        ++results.unscored;
    }
    if (referee::begins_pair(record.game)) {
        half_ = half;
        return std::nullopt;
    }
    const Half first = half_.value();
    half_.reset();
    return add_pair(first, half, opening, results);
}

PairCounts PairingTally::add_pair(const Half& one, const Half& other, std::uint64_t opening,
                                  PairingResults& results) {
    const GameResult& first = one.result;
    const GameResult& second = other.result;
    if (!is_whole_pair(first, second)) {
        ++results.dropped;
        return PairCounts::Dropped;
    }
    ++results.whole;
    const bool is_copy = !repeats_.add(first, second).is_new;
    results.repeats += is_copy ? 1 : 0;
    results.counts_copies = results.counts_copies || repeats_.counts().show_chance();
    results.is_saturated = !results.counts_copies && repeats_.counts().in_a_row() >= kRepeatedPairsThatEnd;
    const ScoredPair scored{.opening = opening,
                            .half_points = winners_of(first, second).half_points(),
                            .winners = {*first.winner, *second.winner},
                            .played_by = {one.worker, other.worker}};
    if (is_copy && !results.counts_copies) {
        copies_.push_back(scored);
        return PairCounts::Copy;
    }
    if (results.counts_copies) {
        for (const ScoredPair& copy : copies_) {
            count(copy, results);
        }
        copies_.clear();
    }
    count(scored, results);
    last_score_ = static_cast<double>(scored.half_points) / 4;
    return PairCounts::Counted;
}

void PairingTally::count(const ScoredPair& pair, PairingResults& results) {
    ++results.pairs.counts[pair.half_points];
    results.by_opening.push_back({pair.opening, pair.half_points});
    results.played_by.push_back(pair.played_by);
    for (const referee::Winner winner : pair.winners) {
        ++games_with(results.counted_games, winner);
    }
}

std::string_view name(TournamentEnd reason) noexcept {
    constexpr auto kNames = std::to_array<std::string_view>(
        {"rounds", "separated", "best", "repeats", "openings_used_up", "max_faults", "interrupted"});
    static_assert(kNames.size() == static_cast<std::size_t>(TournamentEnd::Interrupted) + 1);
    return kNames[static_cast<std::size_t>(reason)];
}

namespace {

/// Whether nobody who was caught lying played pair `k` of `pairing`.
bool is_trusted(const TournamentState& state, const PairingResults& pairing, std::size_t k) {
    return std::ranges::none_of(pairing.played_by[k],
                                [&](std::uint32_t worker) { return state.distrusted.contains(worker); });
}

} // namespace

Crosstable results_of(const TournamentState& state, std::optional<Anchor> anchor, bool are_trusted) {
    Crosstable results{.agents = state.agents.size(), .pairings = {}, .anchor = anchor};
    for (const PairingResults& pairing : state.pairings) {
        std::vector<OpeningResult> pairs;
        for (std::size_t k = 0; k < pairing.by_opening.size(); ++k) {
            if (!are_trusted || is_trusted(state, pairing, k)) {
                pairs.push_back(pairing.by_opening[k]);
            }
        }
        results.pairings.push_back(pairing_of(pairing.a, pairing.b, std::move(pairs)));
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
    return std::ranges::any_of(state.pairings, &PairingResults::is_apart) ||
           std::ranges::any_of(state.agents,
                               [](const AgentState& agent) { return agent.withdrawn.has_value(); });
}

} // namespace sprt
