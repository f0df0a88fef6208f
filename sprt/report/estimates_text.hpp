#pragma once
// What a run knows besides its verdict, in lines for people.
// Source of the numbers: docs/statistics.md.

#include "sprt/match/ledger.hpp"
#include "sprt/stats/llr_motion.hpp"

#include <optional>
#include <string>

namespace sprt {

/// What the bounds of a model are given in: `Elo`, `nElo` or `BayesElo`.
[[nodiscard]] std::string_view elo_unit(Model model) noexcept;

/// In what the estimates have to take the bounds.
[[nodiscard]] EloScale elo_scale(Model model) noexcept;

/// `undefined`, `+inf`, `-inf`, or the number in `format`; never -0.
[[nodiscard]] std::string number_text(std::optional<double> value, const char* format);

/// `[low, high]`, with one decimal; `undefined` when it is.
[[nodiscard]] std::string interval_text(const std::optional<std::array<double, 2>>& interval);

/// The lines below a Total line in models of pairs: counts of pairs, estimates, and how the run may go on;
/// after a verdict what may be said then.
[[nodiscard]] std::string pairs_text(const Standing& standing, const SequentialTest& test);

} // namespace sprt
