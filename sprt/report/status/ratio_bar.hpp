#pragma once
// A bar that shows a log-likelihood ratio between its bounds.

#include "sprt/report/status/styled_text.hpp"
#include "sprt/stats/model.hpp"

namespace sprt {

/// `[-----|===o----]`: `cells` columns (at least 3) between two ends, with a mark at zero and a mark at
/// `ratio`. The mark at `ratio` and the cells between both marks have `colour`. A ratio beyond a bound is
/// shown at that bound; NaN has no mark. ASCII unless `has_unicode`.
/// bounds.lower <= 0 < bounds.upper.
[[nodiscard]] StyledText ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode,
                                   Colour colour);

} // namespace sprt
