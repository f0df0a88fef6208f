#pragma once
// How agents behaved: faults, time losses and time used. Verdicts do not depend on it.

#include "referee/game/record.hpp"
#include "sprt/ledger/effort.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace sprt {

/// How many games one agent lost by each termination that is an agent's fault. When both agents fail at
/// READY, the game counts for both.
class FaultCounts : public referee::TerminationCounts {
  public:
    /// Games lost on time. Time losses are not faults, because the machine may have been slow.
    [[nodiscard]] std::uint64_t time_losses() const noexcept { return of(referee::Termination::Timeout); }
    /// Games with a fault of the agent.
    [[nodiscard]] std::uint64_t faults() const noexcept { return total() - time_losses(); }
};

/// A fault or a time loss, and whose it is.
struct CountedFault {
    referee::Player agent{};
    referee::Termination termination{};
};
/// Those of a game that count: of scored games, and tampering.
[[nodiscard]] std::vector<CountedFault> counted_faults(const referee::GameRecord& record);

/// Whether `agent` lost the game before it had begun: it did not get ready, or died.
[[nodiscard]] bool failed_to_start(const referee::GameRecord& record, referee::Player agent);

/// Both agents' conduct in the scored games. `lacks_opening` and the fault `tampering` include games that are
/// not scored.
struct Conduct {
    referee::PerPlayer<std::chrono::nanoseconds> used;
    referee::PerPlayer<Effort> effort;
    referee::PerPlayer<FaultCounts> faults;
    referee::PerPlayer<std::vector<std::string>> given_up; ///< numbers of processes that could not be ended
    referee::PerPlayer<bool> lacks_opening; ///< said OK without OPENING: no openings are played

    void add(const referee::GameRecord& record);
};

} // namespace sprt
