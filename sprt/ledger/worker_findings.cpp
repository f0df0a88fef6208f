#include "sprt/ledger/worker_findings.hpp"

#include "sprt/stats/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sprt {
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

/// What `one` has too much of; empty when it has not.
std::string excess(const Happened& one, const Happened& all, std::string_view what) {
    const Happened others = less(all, one);
    if (one.times < kLeastFailures || others.times + others.not_times == 0 || share(one) <= share(others)) {
        return "";
    }
    const double p = fisher_p(one, others);
    const auto failures = static_cast<double>(one.times);
    const double bound = kQuarantineP * 2 / (failures * (failures - 1));
    return p < bound
               ? fmt::format("{}: {} of {}, and {} of {} of all others (p = {:.1e})", what, one.times,
                             one.times + one.not_times, others.times, others.times + others.not_times, p)
               : "";
}

} // namespace

WorkerFindings::WorkerFindings(const GamesByWorker& games, const AttemptsByWorker& attempts)
    : games_(games)
    , attempts_(attempts) {
    for (const auto& [worker, its] : games.by_name()) {
        add(time_losses_, time_losses_of(its));
        add(faults_, faults_of(its));
        for (std::size_t i = 0; i < pairs_.counts.size(); ++i) {
            pairs_.counts[i] += its.pairs.counts[i];
        }
    }
    for (const auto& [worker, its] : attempts) {
        add(lost_, its);
    }
}

std::string WorkerFindings::quarantine(const std::string& worker) const {
    if (const auto its = games_.by_name().find(worker); its != games_.by_name().end()) {
        for (const std::string& reason :
             {excess(time_losses_of(its->second), time_losses_, "too many time losses"),
              excess(faults_of(its->second), faults_, "too many games with faults")}) {
            if (!reason.empty()) {
                return reason;
            }
        }
    }
    const auto its = attempts_.find(worker);
    return its == attempts_.end() ? "" : excess(its->second, lost_, "too many attempts lost or given back");
}

std::string WorkerFindings::difference(const std::string& worker) const {
    const auto its = games_.by_name().find(worker);
    if (its == games_.by_name().end()) {
        return "";
    }
    const Ptnml& pairs = its->second.pairs;
    Ptnml others = pairs_;
    for (std::size_t i = 0; i < others.counts.size(); ++i) {
        others.counts[i] -= pairs.counts[i];
    }
    const double p = difference_p(pairs, others);
    return p < kReportP ? fmt::format("its pairs came out otherwise than those of all others (p = {:.1e})", p)
                        : "";
}

} // namespace sprt
