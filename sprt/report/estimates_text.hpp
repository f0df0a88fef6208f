#pragma once
// The estimates of a run as lines for people. Source of the numbers: docs/statistics.md.

#include "sprt/ledger/ledger.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/stats/estimates.hpp"

#include <optional>
#include <string>

namespace sprt {

/// How many pairs brought how many points, a line.
[[nodiscard]] std::string ptnml_text(const Standing& standing);

/// What openings add to a side and its 95 % interval: `284 [151, 401] Elo`, or `undefined`.
[[nodiscard]] std::string opening_bias_text(const std::optional<OpeningImbalance>& bias);

/// The lines after a Total line in models of pairs: counts of pairs, estimates, and the forecast of a run
/// that goes on or, after a verdict, the estimate that is valid then. `now`: estimates_of() the run.
[[nodiscard]] std::string pairs_text(const Standing& standing, const Calculation& now);

} // namespace sprt
