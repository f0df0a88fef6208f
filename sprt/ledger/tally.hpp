#pragma once
// Counts the games of a run and finds the end of the run. The same code counts played games and games from a
// log: the result of a run is a function of its configuration and its games.

#include "referee/game/record.hpp"
#include "sprt/ledger/breakage.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/counting_rules.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/trusted_ledger.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace sprt {

class Tally final : public Counting {
  public:
    explicit Tally(const CountingRules& rules);

    /// Returns false: what was counted changes no schedule.
    bool add(const referee::GameRecord& record) override;
    void distrust(std::set<std::string> workers) override;
    [[nodiscard]] std::uint64_t games() const noexcept override { return games_; }
    [[nodiscard]] bool has_ended() const noexcept override { return ended_.has_value(); }
    [[nodiscard]] const GamesByWorker& workers() const noexcept override { return result_.workers; }
    [[nodiscard]] std::vector<const GamesByWorker*> comparable_games() const override {
        return {&result_.workers};
    }
    [[nodiscard]] const Breakage& breakage() const noexcept override { return breakage_; }
    /// Why the counted games end the run; empty when they do not.
    [[nodiscard]] std::optional<EndReason> ended() const noexcept { return ended_; }
    /// The state after the counted games. Its `reason` is Interrupted until the run has ended.
    [[nodiscard]] const RunState& state() const noexcept { return result_; }

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
