#pragma once
// The games of a run, one after the other, and what they come to. The same for games that are being played
// and for those of a log: what a run decides is a function of its configuration and its games.

#include "referee/game/record.hpp"
#include "sprt/ledger/counting_rules.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/run_state.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

class Tally {
  public:
    explicit Tally(const CountingRules& rules);

    /// Counts the next game of the schedule. Not after the run has ended.
    void add(const referee::GameRecord& record);

    /// Games counted, scored or not; also the number of the game that comes next.
    [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
    /// By what the games counted end the run; empty while it goes on.
    [[nodiscard]] std::optional<EndReason> ended() const noexcept { return ended_; }
    /// Everything known. Its `reason` is Interrupted while the run goes on.
    [[nodiscard]] const RunState& result() const noexcept { return result_; }

  private:
    [[nodiscard]] std::optional<EndReason> find_end() const;

    std::optional<std::uint64_t> max_games_;
    std::optional<std::uint64_t> max_faults_;
    Ledger ledger_;
    std::uint64_t games_ = 0;
    std::optional<EndReason> ended_;
    RunState result_;
};

} // namespace sprt
