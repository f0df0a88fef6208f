#include "sprt/match/standing.hpp"

#include "sprt/stats/wald.hpp"

#include <numeric>

namespace sprt {
namespace {

void count(Wld& games, ataxx::Winner winner) {
    switch (winner) {
    case ataxx::Winner::Draw:
        ++games.draws;
        break;
    case ataxx::Winner::Agent1:
        ++games.wins;
        break;
    case ataxx::Winner::Agent2:
        ++games.losses;
        break;
    }
}

} // namespace

std::uint64_t FaultCounts::faults() const noexcept {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}) - time_losses();
}

void count_game(Standing& standing, const ataxx::GameRecord& record, const Hypotheses& test) {
    if (!record.winner) {
        ++standing.unscored;
        return;
    }
    count(standing.games, *record.winner);
    if (!record.time_loss || !record.time_loss->disputed) {
        count(standing.undisputed, *record.winner);
    }
    if (record.fault) {
        standing.faults[index(record.fault->agent)].add(record.termination);
    }
    if (record.also_fault) {
        standing.faults[index(record.also_fault->agent)].add(record.also_termination);
    }
    standing.used[0] += record.used[0];
    standing.used[1] += record.used[1];
    standing.llr = wald_llr(standing.games, test);
    standing.verdict = verdict(standing.llr, bounds(test));
    standing.undisputed_llr = wald_llr(standing.undisputed, test);
    standing.undisputed_verdict = verdict(standing.undisputed_llr, bounds(test));
}

} // namespace sprt
