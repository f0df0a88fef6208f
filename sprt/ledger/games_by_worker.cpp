#include "sprt/ledger/games_by_worker.hpp"

#include <cstddef>
#include <utility>

namespace sprt {
namespace {

/// Agent 1's points in a game, in halves.
std::size_t halves(referee::Winner winner) {
    switch (winner) {
    case referee::Winner::Agent1:
        return 2;
    case referee::Winner::Draw:
        return 1;
    case referee::Winner::Agent2:
        break;
    }
    return 0;
}

void count(Wld& games, referee::Winner winner) {
    switch (winner) {
    case referee::Winner::Agent1:
        ++games.wins;
        break;
    case referee::Winner::Agent2:
        ++games.losses;
        break;
    case referee::Winner::Draw:
        ++games.draws;
        break;
    }
}

} // namespace

void GamesByWorker::add(const referee::GameRecord& record) {
    const std::optional<First> first = std::exchange(first_, std::nullopt);
    if (record.worker.empty()) {
        return;
    }
    WorkerGames& its = by_name_[record.worker];
    ++its.games;
    its.machine.add(record);
    if (!record.winner) {
        return;
    }
    count(its.wld, *record.winner);
    if (record.fault) {
        its.faults[record.fault->agent].add(record.termination);
    }
    if (record.also_fault) {
        its.faults[record.also_fault->agent].add(record.also_termination);
    }
    if (first && first->pair == record.pair && first->worker == record.worker) {
        ++its.pairs.counts.at(halves(first->winner) + halves(*record.winner));
    } else {
        first_ = First{.pair = record.pair, .worker = record.worker, .winner = *record.winner};
    }
}

} // namespace sprt
