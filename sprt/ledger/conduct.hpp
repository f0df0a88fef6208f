#pragma once
// How agents behaved: faults, time losses, time used. Beside the results, not part of them.

#include "referee/game/record.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>

namespace sprt {

/// How often one agent lost by each termination that is an agent's fault, or failed beside its opponent at
/// READY.
class FaultCounts {
  public:
    void add(referee::Termination termination) noexcept { ++counts_[static_cast<std::size_t>(termination)]; }
    [[nodiscard]] std::uint64_t of(referee::Termination termination) const noexcept {
        return counts_[static_cast<std::size_t>(termination)];
    }
    /// Losses on the clock of a game. They are no faults: the machine may have been slow.
    [[nodiscard]] std::uint64_t time_losses() const noexcept { return of(referee::Termination::Timeout); }
    /// Everything else an agent can do wrong.
    [[nodiscard]] std::uint64_t faults() const noexcept {
        return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}) - time_losses();
    }

  private:
    std::array<std::uint64_t, referee::kGameEndings.size()> counts_{};
};

/// Over the scored games.
struct Conduct {
    referee::PerPlayer<std::chrono::nanoseconds> used;
    referee::PerPlayer<FaultCounts> faults;
    referee::PerPlayer<bool> lacks_opening; ///< said OK without OPENING, so games began at the start

    void add(const referee::GameRecord& record) noexcept {
        for (const referee::Player player : referee::kPlayers) {
            lacks_opening[player] = lacks_opening[player] || record.lacks_opening[player];
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
        for (const referee::Player player :
             referee::kPlayers) { // what the log holds: the same when it is read again
            used[player] += std::chrono::floor<std::chrono::microseconds>(record.used[player]);
        }
    }
};

} // namespace sprt
