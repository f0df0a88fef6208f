#include "sprt/ledger/conduct.hpp"

#include <string_view>

namespace sprt {
namespace {

/// Whether `agent` failed before the game had begun: it did not get ready, or died.
bool failed_to_start(const referee::GameRecord& record, referee::Player agent) {
    const bool has_begun = !record.moves.empty() || !record.opening.empty() || record.start;
    const auto is_failure = [&](const std::optional<referee::FaultNote>& fault, referee::Termination how) {
        return fault && fault->agent == agent &&
               (how == referee::Termination::ReadyTimeout || how == referee::Termination::Crashed);
    };
    return !has_begun && (is_failure(record.fault, record.termination) ||
                          is_failure(record.also_fault, record.also_termination));
}

} // namespace

void Conduct::add(const referee::GameRecord& record) {
    for (const referee::Player player : referee::kPlayers) {
        lacks_opening[player] = lacks_opening[player] || record.lacks_opening[player];
        if (const std::string_view exit = record.exit[player]; exit.starts_with(referee::kGivenUp)) {
            given_up[player].emplace_back(exit.substr(referee::kGivenUp.size()));
        }
    }
    if (record.termination == referee::Termination::Tampering && record.fault) {
        faults[record.fault->agent].add(record.termination);
    }
    if (!record.winner) {
        return;
    }
    if (record.fault) {
        faults[record.fault->agent].add(record.termination);
    }
    if (record.also_fault) {
        faults[record.also_fault->agent].add(record.also_termination);
    }
    sprt::add(effort, record);
    for (const referee::Player player : referee::kPlayers) {
        failed_starts[player] = failed_to_start(record, player) ? failed_starts[player] + 1 : 0;
        // Microseconds, as in the log: the sum is the same when the games are read from a log.
        used[player] += std::chrono::floor<std::chrono::microseconds>(record.used[player]);
    }
}

} // namespace sprt
