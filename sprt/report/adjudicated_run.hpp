#pragma once
// What rules of adjudication would have made of a run that was played out.
// Source: docs/games.md, "Rules for a run that was played".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/repeats.hpp"

#include <cstdint>
#include <string>

namespace sprt {

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

// What rules of adjudication did in a run, for people. Source: docs/games.md, "Is it right?".

/// `120 games ended; 12 verified, 0 wrong (95 %: at most 24.2 %), 31.0 turns saved a game`.
[[nodiscard]] std::string adjudication_text(const RuleCounts& counts);

/// A line for each rule that ended or would have ended a game: `Adjudicated by material: 120 games ...`.
[[nodiscard]] std::string adjudication_lines(const AdjudicationCounts& counts);

} // namespace sprt
