#pragma once
// Where a log-likelihood ratio stands between the bounds that decide, as a picture.

#include "sprt/report/status/styled_text.hpp"
#include "sprt/stats/verdict.hpp"

namespace sprt {

/// `[-----|===o----]`: `cells` columns, 3 at least, between two ends; a mark at zero, another at `ratio`, and
/// what lies between them, all in `colour`. Beyond a bound it stands at the bound; without a mark where it is
/// not a number. In Unicode or ASCII. bounds.lower <= 0 < bounds.upper.
[[nodiscard]] StyledText ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode,
                                   Colour colour);

} // namespace sprt
