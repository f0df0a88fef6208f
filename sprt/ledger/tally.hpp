#pragma once
// Counts the games of a run and finds the end of the run. The same code counts played games and games from a
// log: the result of a run is a function of its configuration and its games.

#include "referee/game/record.hpp"
#include "sprt/ledger/breakage.hpp"
#include "sprt/ledger/counting_rules.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/trusted_ledger.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace sprt {

class Tally {
  public:
    explicit Tally(const CountingRules& rules);

    /// Counts the next game of the schedule. A game in another order, or after the end of the run, is a bug
    /// of the caller.
    void add(const referee::GameRecord& record);

    /// These workers were caught lying: the verdict is computed without their games, too.
    void distrust(std::set<std::string> workers);

    /// How many games were counted, scored or not. This is also the number of the next game.
    [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
    /// Why the counted games end the run; empty when they do not.
    [[nodiscard]] std::optional<EndReason> ended() const noexcept { return ended_; }
    /// The state after the counted games. Its `reason` is Interrupted until the run has ended.
    [[nodiscard]] const RunState& result() const noexcept { return result_; }
    /// What makes agents too broken for the run, and who saw it.
    [[nodiscard]] const Breakage& breakage() const noexcept { return breakage_; }

  private:
    [[nodiscard]] std::optional<EndReason> find_end();

    void keep_faults(const referee::GameRecord& record);
    void evaluate_trusted();

    std::optional<std::uint64_t> max_games_;
    EndReason at_max_games_; ///< why a run ends after `max_games_`
    Ledger ledger_;
    TrustedLedger trusted_;
    Breakage breakage_;
    referee::FirstFaults first_faults_;
    std::uint64_t games_ = 0;
    std::optional<EndReason> ended_;
    RunState result_;
};

} // namespace sprt
