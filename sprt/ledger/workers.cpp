#include "sprt/ledger/workers.hpp"

#include "sprt/ledger/game_result.hpp"
#include "sprt/stats/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
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

namespace {

Happened of_games(const WorkerGames& its, std::uint64_t times) {
    const std::uint64_t happened = std::min(times, its.games); // a game may be lost by both agents' faults
    return {happened, its.games - happened};
}
Happened time_losses_of(const WorkerGames& its) {
    return of_games(its, its.faults.agent1.time_losses() + its.faults.agent2.time_losses());
}
Happened faults_of(const WorkerGames& its) {
    return of_games(its, its.faults.agent1.faults() + its.faults.agent2.faults());
}

void add(Happened& sum, const Happened& more) {
    sum.times += more.times;
    sum.not_times += more.not_times;
}
Happened less(const Happened& sum, const Happened& part) {
    return {sum.times - part.times, sum.not_times - part.not_times};
}

double share(const Happened& part) {
    return static_cast<double>(part.times) / static_cast<double>(part.times + part.not_times);
}

/// What `one` has too much of; empty when it has not. `looks`: at how many parts one looks.
std::string excess(const Happened& one, const Happened& all, std::string_view what, std::size_t looks = 1) {
    const Happened others = less(all, one);
    if (one.times < kLeastFailures || others.times + others.not_times == 0 || share(one) <= share(others)) {
        return "";
    }
    const double p = fisher_p(one, others);
    const auto failures = static_cast<double>(one.times);
    const double bound = kQuarantineP * 2 / (failures * (failures - 1)) / static_cast<double>(looks);
    return p < bound
               ? fmt::format("{}: {} of {}, and {} of {} of all others (p = {:.1e})", what, one.times,
                             one.times + one.not_times, others.times, others.times + others.not_times, p)
               : "";
}

} // namespace

WorkerFindings::Part::Part(const GamesByWorker& its)
    : games(its) {
    for (const auto& [worker, one] : its.by_name()) {
        add(time_losses, time_losses_of(one));
        add(faults, faults_of(one));
        for (std::size_t i = 0; i < pairs.counts.size(); ++i) {
            pairs.counts[i] += one.pairs.counts[i];
        }
    }
}

WorkerFindings::WorkerFindings(const std::vector<const GamesByWorker*>& games,
                               const AttemptsByWorker& attempts)
    : attempts_(attempts) {
    for (const GamesByWorker* const part : games) {
        parts_.emplace_back(*part);
    }
    for (const auto& [worker, its] : attempts) {
        add(lost_, its);
    }
}

std::string WorkerFindings::quarantine(const std::string& worker) const {
    for (const Part& part : parts_) {
        const auto its = part.games.by_name().find(worker);
        if (its == part.games.by_name().end()) {
            continue;
        }
        for (const std::string& reason :
             {excess(time_losses_of(its->second), part.time_losses, "too many time losses", parts_.size()),
              excess(faults_of(its->second), part.faults, "too many games with faults", parts_.size())}) {
            if (!reason.empty()) {
                return reason;
            }
        }
    }
    const auto its = attempts_.find(worker);
    return its == attempts_.end() ? "" : excess(its->second, lost_, "too many attempts lost or given back");
}

std::string WorkerFindings::difference(const std::string& worker) const {
    for (const Part& part : parts_) {
        const auto its = part.games.by_name().find(worker);
        if (its == part.games.by_name().end()) {
            continue;
        }
        const Ptnml& pairs = its->second.pairs;
        Ptnml others = part.pairs;
        for (std::size_t i = 0; i < others.counts.size(); ++i) {
            others.counts[i] -= pairs.counts[i];
        }
        const double p = difference_p(pairs, others);
        if (p < kReportP / static_cast<double>(parts_.size())) {
            return fmt::format("its pairs came out otherwise than those of all others (p = {:.1e})", p);
        }
    }
    return "";
}

} // namespace sprt
