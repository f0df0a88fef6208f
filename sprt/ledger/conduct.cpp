#include "sprt/ledger/conduct.hpp"

#include "referee/game/replay.hpp"

#include <algorithm>
#include <string_view>

namespace sprt {

std::optional<double> Effort::processor_ms_a_move() const noexcept {
    if (moves == 0 || watched.count() == 0 || 2 * watched < time) {
        return std::nullopt;
    }
    const double share = static_cast<double>(processor.count()) / static_cast<double>(watched.count());
    return share * static_cast<double>(time.count()) / 1e6 / static_cast<double>(moves);
}

void add(referee::PerPlayer<Effort>& efforts, const referee::GameRecord& record) {
    // Microseconds, as in the log: the figures are the same when the games are read from a log.
    const auto logged = [](std::chrono::nanoseconds time) -> std::chrono::nanoseconds {
        return std::chrono::floor<std::chrono::microseconds>(time);
    };
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
    const auto is_failure = [&](const std::optional<referee::FaultNote>& fault, referee::Termination how) {
        return fault && fault->agent == agent &&
               (how == referee::Termination::ReadyTimeout || how == referee::Termination::Crashed);
    };
    return record.winner && !has_begun && !is_time_loss(record) &&
           (is_failure(record.fault, record.termination) ||
            is_failure(record.also_fault, record.also_termination));
}

std::vector<CountedFault> counted_faults(const referee::GameRecord& record) {
    std::vector<CountedFault> faults;
    const bool is_tampering = record.termination == referee::Termination::Tampering;
    if (record.fault && (record.winner || is_tampering)) {
        faults.push_back(
            {record.fault->agent, is_time_loss(record) ? referee::Termination::Timeout : record.termination});
    }
    if (record.also_fault && record.winner) {
        faults.push_back({record.also_fault->agent, record.also_termination});
    }
    return faults;
}

void Conduct::add(const referee::GameRecord& record) {
    for (const referee::Player player : referee::kPlayers) {
        lacks_opening[player] = lacks_opening[player] || record.lacks_opening[player];
        if (const std::string_view exit = record.exit[player]; exit.starts_with(referee::kGivenUp)) {
            given_up[player].emplace_back(exit.substr(referee::kGivenUp.size()));
        }
    }
    for (const CountedFault& fault : counted_faults(record)) {
        faults[fault.agent].add(fault.termination);
    }
    if (!record.winner) {
        return;
    }
    sprt::add(effort, record);
    for (const referee::Player player : referee::kPlayers) {
        // Microseconds, as in the log: the sum is the same when the games are read from a log.
        used[player] += std::chrono::floor<std::chrono::microseconds>(record.used[player]);
    }
}

} // namespace sprt
