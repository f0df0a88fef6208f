#include "sprt/ledger/conduct.hpp"

#include "referee/game/replay.hpp"
#include "sprt/ledger/game_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sprt {

using referee::logged;

std::optional<double> Effort::processor_ms_a_move() const noexcept {
    if (moves == 0 || watched.count() == 0 || 2 * watched < time) {
        return std::nullopt;
    }
    const double share = static_cast<double>(processor.count()) / static_cast<double>(watched.count());
    return share * static_cast<double>(time.count()) / 1e6 / static_cast<double>(moves);
}

void add(referee::PerPlayer<Effort>& efforts, const referee::GameRecord& record) {
    for (const referee::Player player : referee::kPlayers) {
        Effort& effort = efforts[player];
        effort.watched += logged(record.load[player].watched);
        effort.processor += logged(record.load[player].cpu);
        effort.most_processor = std::max(effort.most_processor, logged(record.most_cpu[player]));
        effort.pings += logged(record.pings[player].sum);
        effort.threads = std::max(effort.threads, record.threads[player]);
        effort.restarts += static_cast<std::uint64_t>(record.replaced[player]);
    }
    referee::Player mover = mover_after_opening(record);
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const auto took = logged(record.moves[i].took);
        Effort& effort = efforts[mover];
        ++effort.moves;
        effort.time += took;
        effort.longest = std::max(effort.longest, took);
        if (const auto latency = referee::latency(record, i)) {
            effort.latency.add(*latency);
        }
        if (!record.search.empty() && record.search[i].nodes) {
            effort.nodes.add(*record.search[i].nodes);
        }
        if (!record.search.empty() && record.search[i].depth) {
            const int depth = std::max(0, *record.search[i].depth);
            effort.depth.add(static_cast<std::uint64_t>(depth));
            const auto& limit = record.limits[mover];
            const bool is_by_clock =
                limit && limit->kind == referee::LimitKind::Game && limit->search == referee::SearchLimit();
            effort.shallow += is_by_clock && depth < kShallowDepth ? 1U : 0U;
        }
        mover = other(mover);
    }
}

bool failed_to_start(const referee::GameRecord& record, referee::Player agent) {
    const bool has_begun = !record.moves.empty() || !record.opening.empty() || record.start;
    const auto is_failure = [&](const referee::FaultNote& fault, referee::Termination how) {
        return fault.agent == agent &&
               (how == referee::Termination::ReadyTimeout || how == referee::Termination::Crashed);
    };
    const auto& fault = record.fault;
    const auto& also = record.also_fault;
    return record.winner && !has_begun && !is_time_loss(record) &&
           ((fault && is_failure(*fault, record.termination)) ||
            (also && is_failure(*also, also->termination)));
}

std::string_view given_up(const referee::GameRecord& record, referee::Player agent) {
    const std::string_view exit = record.exit[agent];
    return exit.starts_with(referee::kGivenUp) ? exit.substr(referee::kGivenUp.size()) : "";
}

std::vector<CountedFault> counted_faults(const referee::GameRecord& record) {
    std::vector<CountedFault> faults;
    const bool is_tampering = record.termination == referee::Termination::Tampering;
    if (record.fault && (record.winner || is_tampering)) {
        faults.push_back(
            {record.fault->agent, is_time_loss(record) ? referee::Termination::Timeout : record.termination});
    }
    if (record.also_fault && record.winner) {
        faults.push_back({record.also_fault->agent, record.also_fault->termination});
    }
    return faults;
}

void Conduct::add_known_game(const referee::GameRecord& record) {
    for (const referee::Player player : referee::kPlayers) {
        if (plays_on[player]) {
            Effort& its = effort[player];
            const auto charged = logged(record.used[player]);
            ++its.known_games;
            its.known_time += charged;
            its.uncharged += std::max(std::chrono::nanoseconds(0),
                                      logged(record.processor[player]) - charged * record.threads[player] -
                                          logged(record.load[other(player)].rival_cpu));
        }
    }
}

void Conduct::add(const referee::GameRecord& record) {
    if (record.winner && record.game % 2 == 1 && record.pair == last_pair) {
        add_known_game(record);
    }
    last_pair = record.pair;
    for (const referee::Player player : referee::kPlayers) {
        lacks_opening[player] = lacks_opening[player] || record.lacks_opening[player];
        if (const std::string_view pid = sprt::given_up(record, player); !pid.empty()) {
            given_up[player].emplace_back(pid);
        }
        // Work of a child, of which its parent knows when it ends, would be work of the next game.
        plays_on[player] =
            record.exit[player] == referee::kKept && record.processor[player] >= record.used[player];
    }
    for (const CountedFault& fault : counted_faults(record)) {
        faults[fault.agent].add(fault.termination);
    }
    if (!record.winner) {
        return;
    }
    sprt::add(effort, record);
    for (const referee::Player player : referee::kPlayers) {
        used[player] += logged(record.used[player]);
    }
}

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

void add_up(Happened& sum, const Happened& more) {
    sum.times += more.times;
    sum.not_times += more.not_times;
}
void add_up(Ptnml& sum, const Ptnml& more) {
    for (std::size_t i = 0; i < sum.counts.size(); ++i) {
        sum.counts[i] += more.counts[i];
    }
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

template<class Sum>
void WorkerFindings::Sums<Sum>::add(std::string_view worker, const Sum& its) {
    add_up(all, its);
    if (!is_volunteer(worker)) {
        add_up(trusted, its);
    }
}

WorkerFindings::Part::Part(const GamesByWorker& its)
    : games(its) {
    for (const auto& [worker, one] : its.by_name()) {
        time_losses.add(worker, time_losses_of(one));
        faults.add(worker, faults_of(one));
        pairs.add(worker, one.pairs);
    }
}

WorkerFindings::Failures::Failures(const HappenedByWorker& its)
    : by_worker(its) {
    for (const auto& [worker, one] : its) {
        sums.add(worker, one);
    }
}

WorkerFindings::WorkerFindings(const std::vector<const GamesByWorker*>& games,
                               const HappenedByWorker& attempts,
                               const std::vector<const HappenedByWorker*>& broken)
    : lost_(attempts) {
    for (const GamesByWorker* const part : games) {
        parts_.emplace_back(*part);
    }
    for (const HappenedByWorker* const part : broken) {
        broken_.emplace_back(*part);
    }
}

std::set<std::string> WorkerFindings::workers() const {
    std::set<std::string> names;
    const auto insert_all = [&](const auto& by_worker) {
        for (const auto& [worker, its] : by_worker) {
            names.insert(worker);
        }
    };
    insert_all(lost_.by_worker);
    for (const Failures& part : broken_) {
        insert_all(part.by_worker);
    }
    for (const Part& part : parts_) {
        insert_all(part.games.by_name());
    }
    return names;
}

std::string WorkerFindings::quarantine(const std::string& worker) const {
    for (const Part& part : parts_) {
        const auto its = part.games.by_name().find(worker);
        if (its == part.games.by_name().end() || is_volunteer(worker)) {
            continue; // its faults count only in pairs that another volunteer broke off, too: see broken_
        }
        for (const std::string& reason : {excess(time_losses_of(its->second), part.time_losses.beside(worker),
                                                 "too many time losses", parts_.size()),
                                          excess(faults_of(its->second), part.faults.beside(worker),
                                                 "too many games with faults", parts_.size())}) {
            if (!reason.empty()) {
                return reason;
            }
        }
    }
    const auto excess_of = [&](const Failures& part, std::string_view what, std::size_t looks) {
        const auto its = part.by_worker.find(worker);
        return its == part.by_worker.end() ? "" : excess(its->second, part.sums.beside(worker), what, looks);
    };
    for (const Failures& part : broken_) {
        if (std::string reason = excess_of(part, "too many pairs broken off or disturbed", broken_.size());
            !reason.empty()) {
            return reason;
        }
    }
    return excess_of(lost_, "too many attempts lost or given back", 1);
}

std::string WorkerFindings::difference(const std::string& worker) const {
    for (const Part& part : parts_) {
        const auto its = part.games.by_name().find(worker);
        if (its == part.games.by_name().end()) {
            continue;
        }
        const Ptnml& pairs = its->second.pairs;
        Ptnml others = part.pairs.beside(worker);
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
