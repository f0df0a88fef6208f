#pragma once
// What rules of adjudication did in a run, for people. Source: docs/adjudication.md, "Is it right?".

#include "sprt/ledger/adjudicated.hpp"

#include <string>

namespace sprt {

/// `120 games ended; 12 verified, 0 wrong (95 %: at most 24.2 %), 31.0 turns saved a game`.
[[nodiscard]] std::string adjudication_text(const RuleCounts& counts);

/// A line for each rule that ended or would have ended a game: `Adjudicated by material: 120 games ...`.
[[nodiscard]] std::string adjudication_lines(const AdjudicationCounts& counts);

} // namespace sprt
