#pragma once
// A run at one moment, and what reports say of it: the estimates of a test or a match, and what rules of
// adjudication did or would have done. Terminal, JUnit, Markdown and JSON are all made from one RunSnapshot,
// so that their figures agree.
// Source: docs/statistics.md, "The numbers, one by one"; docs/games.md, "Is it right?".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/json.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/estimates.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// `plan` and `state` must outlive the snapshot.
struct RunSnapshot {
    const RunPlan& plan;
    const RunState& state;
    std::string started{};        ///< ISO 8601, UTC; empty where no report needs it
    std::string directory{};      ///< of the run; empty when the run is not kept
    std::string interrupted_by{}; ///< the signal that ended this session; empty: none or unknown
    std::vector<std::string> session_changes{}; ///< see RunFile::session_changes()
    std::string config_json{};                  ///< the configuration as JSON; empty where no report needs it
    std::chrono::nanoseconds session_elapsed{0}; ///< since this session began to play
    std::uint64_t session_first_game = 0;        ///< games that the run had when this session began

    /// Of a run that has one.
    [[nodiscard]] const SequentialTest& test() const noexcept { return *plan.counting.test; }
};

/// Estimates and forecast from the counts of the test. A run that ended without a verdict has no forecast:
/// nothing of it is left. Takes about a millisecond.
[[nodiscard]] Calculation estimates_of(const RunPlan& plan, const RunState& state);
[[nodiscard]] inline Calculation estimates_of(const RunSnapshot& run) {
    return estimates_of(run.plan, run.state);
}

// What a match says of the strength of agent 1, and which interval is right.

struct MatchEstimates {
    Estimates seen;                               ///< of the pairs that count
    std::optional<double> draw_ratio;             ///< share of draws among the games of these pairs
    std::optional<OpeningImbalance> opening_bias; ///< undefined without pairs
    /// Of Elo, 95 %: the one of `seen` when `is_fixed`, otherwise the one that holds at any time. Undefined
    /// without games when `is_fixed`.
    std::optional<Interval> interval;
    Interval anytime{}; ///< of Elo, 95 %, whichever is the right one
    bool is_fixed;      ///< all games were played, and their number was fixed before the first one

    /// Which interval this is: `number of games fixed beforehand` or `at any time`.
    [[nodiscard]] std::string_view interval_name() const noexcept;
};

/// What two agents came to without a test.
struct MatchCounts {
    Counts counted; ///< what the estimates are computed from
    Ptnml pairs;    ///< those that count
    Wld games;      ///< of these pairs
    bool is_fixed;  ///< see MatchEstimates
};

/// The counts of a match. `state`: after some of its games.
[[nodiscard]] MatchCounts match_counts(const RunPlan& plan, const RunState& state);

/// `now`: calculate() of what is counted.
[[nodiscard]] MatchEstimates match_estimates(const MatchCounts& counts, const Calculation& now);
[[nodiscard]] inline MatchEstimates match_estimates(const MatchCounts& counts) {
    return match_estimates(counts, calculate(counts.counted));
}

/// The lines after a Total line: counts of pairs and the estimates.
[[nodiscard]] std::string match_text(const RunPlan& plan, const RunState& state);

/// One object; undefined or infinite numbers are null. Source of the keys: docs/commands.md.
[[nodiscard]] referee::Json match_json(const MatchCounts& counts, const Calculation& now);
[[nodiscard]] referee::Json match_json(const MatchCounts& counts);

// The estimates of a run as lines for people.

/// How many pairs brought how many points, a line.
[[nodiscard]] std::string ptnml_text(const Standing& standing);

/// What openings add to a side and its 95 % interval: `284 [151, 401] Elo`, or `undefined`.
[[nodiscard]] std::string opening_bias_text(const std::optional<OpeningImbalance>& bias);

/// The lines after a Total line in models of pairs: counts of pairs, estimates, and the forecast of a run
/// that goes on or, after a verdict, the estimate that is valid then. `now`: estimates_of() the run.
[[nodiscard]] std::string pairs_text(const Standing& standing, const Calculation& now);

/// The strength of agent 1 in logistic Elo. The kind of estimate depends on how the run ended.
struct StrengthEstimate {
    std::optional<double> elo;
    Interval ci95;      ///< ends may be infinite
    bool after_verdict; ///< the estimate allows for the stopping rule; otherwise `ci95` holds at any time

    /// With its interval and one decimal: `12.3 [1.0, 23.9]`.
    [[nodiscard]] std::string text() const;
    /// `Elo after the verdict (95 %)` or `Elo, interval at any time (95 %)`.
    [[nodiscard]] std::string_view label() const noexcept;
};
[[nodiscard]] StrengthEstimate strength_of(const RunSnapshot& run);

/// The LLR in nats and its bounds: `-2.951 [-2.944, 2.944]`.
[[nodiscard]] std::string llr_text(const RunSnapshot& run);

// What rules of adjudication would have made of a run that was played out.
// Source: docs/games.md, "Rules for a run that was played".

class AdjudicatedRun {
  public:
    /// `counting`: of the run.
    AdjudicatedRun(const referee::Adjudication& rules, const CountingRules& counting);

    /// Takes the next game of the run, which no rule has ended. A game in another order is a bug of the
    /// caller's.
    void add(const referee::GameRecord& record);

    /// A table of the rules, and the run as it was played (`played`) and as it would have been: a test ends
    /// as soon as it decides.
    [[nodiscard]] std::string text(const RunState& played) const;

  private:
    referee::Adjudication rules_;
    std::uint64_t games_ = 0;
    std::uint64_t turns_ = 0;
    AdjudicationCounts counts_; ///< each game that a rule ends is a verified one
    bool is_test_;              ///< otherwise a match
    Tally after_;
};

// What rules of adjudication did in a run, for people.

/// `120 games ended; 12 verified, 0 wrong (95 %: at most 24.2 %), 31.0 turns saved a game`.
[[nodiscard]] std::string adjudication_text(const RuleCounts& counts);

/// A line for each rule that ended or would have ended a game: `Adjudicated by material: 120 games ...`.
[[nodiscard]] std::string adjudication_lines(const AdjudicationCounts& counts);

} // namespace sprt
