#pragma once
// The estimates of a run as lines for people. Source of the numbers: docs/statistics.md.

#include "sprt/ledger/ledger.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/estimates.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sprt {

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

} // namespace sprt
