#pragma once
// What a verdict says, in the same words for `run` and `gate`. Source: docs/statistics.md, "Choosing bounds".

#include "sprt/report/numbers.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// What a model's Elo is called: `Elo`, `nElo` (normalized), `cutechess Elo` or `BayesElo`.
[[nodiscard]] std::string_view elo_unit(Model model) noexcept;

/// What it means that `verdict`, H0 or H1, was accepted: between which two differences was decided. Where
/// elo1 is 0 or less, whether agent 1 has become worse. For wald the sentence of the articles. Without a
/// full stop; the first word is in lower case.
[[nodiscard]] std::string verdict_text(const SequentialTest& test, Verdict verdict);

/// The strength of agent 1 in logistic Elo. The kind of estimate depends on how the run ended.
struct StrengthEstimate {
    std::optional<double> elo;
    Interval ci95;      ///< ends may be infinite
    bool after_verdict; ///< the estimate allows for the stopping rule; otherwise `ci95` holds at any time
};
[[nodiscard]] StrengthEstimate strength_of(const RunSnapshot& run);

} // namespace sprt
