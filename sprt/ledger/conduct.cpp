#include "sprt/ledger/conduct.hpp"

#include <string_view>

namespace sprt {

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
