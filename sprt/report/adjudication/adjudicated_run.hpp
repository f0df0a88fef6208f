#pragma once
// What rules of adjudication would have made of a run that was played out.
// Source: docs/adjudication.md, "Rules for a run that was played".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"

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

} // namespace sprt
