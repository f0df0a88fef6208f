#pragma once
// Counts the games of a run and finds the end of the run. The same code counts played games and games from a
// log: the result of a run is a function of its configuration and its games. The verdict without the games of
// workers that were caught lying comes from a second ledger. What they sent is counted all the same, since to
// take back results after they are seen would be a choice by outcome.
// Source: docs/many-machines.md, "Trust".

#include "referee/game/record.hpp"
#include "sprt/ledger/breakage.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/run_state.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

class TrustedLedger {
  public:
    /// `before`: the ledger that counted all games, before `result`, the next one, of `worker` (empty: of
    /// this machine). Games are remembered from the first one of a worker on.
    void add(const Ledger& before, const GameResult& result, const std::string& worker);

    /// These workers were caught lying, and no others.
    void distrust(std::set<std::string> workers);

    /// Whether games of such workers were counted.
    [[nodiscard]] bool leaves_out() const noexcept { return left_out_ > 0; }
    /// Pairs of which such a worker played a game.
    [[nodiscard]] std::uint64_t pairs_left_out() const noexcept { return left_out_; }
    /// The evaluation of all other games; empty while none is left out.
    [[nodiscard]] std::optional<Evaluation> evaluation() const;

  private:
    struct Played {
        GameResult result;
        std::uint32_t worker = 0; ///< its index
    };

    void count(const GameResult& result, const std::string& worker);

    std::optional<Ledger> base_; ///< before the first game of a worker; empty: there was none
    std::vector<Played> played_; ///< from then on
    std::vector<std::string> names_;
    std::map<std::string, std::uint32_t> index_of_;
    std::set<std::string> distrusted_;
    std::optional<Ledger> trusted_; ///< empty: nobody is distrusted, or there is no game of a worker
    std::optional<std::uint64_t> pair_left_out_; ///< the last one
    std::uint64_t left_out_ = 0;
};

class Tally final : public Counting {
  public:
    explicit Tally(const CountingRules& rules);

    /// Returns whether the time of a tuning is over; otherwise what was counted changes no schedule.
    bool add(const referee::GameRecord& record) override;
    /// A tuning ends when `is_over` says so after a pair. Its verification follows.
    void end_tuning_when(std::function<bool()> is_over) { is_time_over_ = std::move(is_over); }
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
    /// The faults of a game, of a tuning with the values that the agents had.
    [[nodiscard]] std::vector<referee::GameFault> faults_of(const referee::GameRecord& record) const;
    /// The state after the counted games. Its `reason` is Interrupted until the run has ended.
    [[nodiscard]] const RunState& state() const noexcept { return result_; }

  private:
    [[nodiscard]] std::optional<EndReason> find_end();

    void keep_faults(const referee::GameRecord& record);
    void evaluate_trusted();

    std::optional<std::uint64_t> max_games_; ///< of a tuning its rules say
    std::function<bool()> is_time_over_;
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
