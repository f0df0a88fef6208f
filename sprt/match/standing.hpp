#pragma once
// What a run knows after some games: a function of the records counted, in whatever order they finished.

#include "referee/game/record.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <chrono>
#include <cstdint>

namespace sprt {

/// How often one agent lost by each termination that is an agent's fault, or failed beside its opponent at
/// READY.
class FaultCounts {
  public:
    void add(ataxx::Termination termination) noexcept { ++counts_[static_cast<std::size_t>(termination)]; }
    [[nodiscard]] std::uint64_t of(ataxx::Termination termination) const noexcept {
        return counts_[static_cast<std::size_t>(termination)];
    }
    /// Losses on the clock of a game. They are no faults: the machine may have been slow.
    [[nodiscard]] std::uint64_t time_losses() const noexcept { return of(ataxx::Termination::Timeout); }
    /// Everything else an agent can do wrong.
    [[nodiscard]] std::uint64_t faults() const noexcept;

  private:
    std::array<std::uint64_t, ataxx::kTerminationNames.size()> counts_{};
};

struct Standing {
    Wld games;
    std::uint64_t unscored = 0;
    std::array<std::chrono::nanoseconds, 2> used{}; ///< by Player, over the scored games
    std::array<FaultCounts, 2> faults;              ///< by Player
    double llr = 0;
    Verdict verdict = Verdict::Continue;
    Wld undisputed; ///< the games less those that ended by a disputed time loss
    double undisputed_llr = 0;
    Verdict undisputed_verdict = Verdict::Continue;

    /// Whether there is a verdict, and without the disputed time losses there would be none, or the other.
    [[nodiscard]] bool rests_on_disputed() const noexcept {
        return verdict != Verdict::Continue && undisputed_verdict != verdict;
    }
};

/// Adds one game, in schedule order. An unscored game changes nothing but its own count.
void count_game(Standing& standing, const ataxx::GameRecord& record, const Hypotheses& test);

} // namespace sprt
