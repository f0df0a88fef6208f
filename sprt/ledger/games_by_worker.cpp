#include "sprt/ledger/games_by_worker.hpp"

#include "sprt/ledger/score.hpp"

#include <utility>

namespace sprt {

void GamesByWorker::add(const referee::GameRecord& record) {
    const std::optional<First> first = std::exchange(first_, std::nullopt);
    if (record.worker.empty()) {
        return;
    }
    const std::array agents{record.agents.agent1, record.agents.agent2};
    are_comparable_ = are_comparable_ && agents_.value_or(agents) == agents;
    agents_ = agents;
    WorkerGames& its = by_name_[record.worker];
    ++its.games;
    its.machine.add(record);
    for (const CountedFault& fault : counted_faults(record)) {
        its.faults[fault.agent].add(fault.termination);
    }
    if (!record.winner) {
        return;
    }
    ++games_with(its.wld, *record.winner);
    if (first && first->pair == record.pair && first->worker == record.worker) {
        ++its.pairs.counts.at(half_points(first->winner) + half_points(*record.winner));
    } else {
        first_ = First{.pair = record.pair, .worker = record.worker, .winner = *record.winner};
    }
}

} // namespace sprt
