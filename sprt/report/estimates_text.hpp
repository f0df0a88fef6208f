#pragma once
// What a run knows besides its verdict, in lines for people.
// Source of the numbers: docs/statistics.md.

#include "sprt/ledger/ledger.hpp"

#include <string>

namespace sprt {

/// The lines below a Total line in models of pairs: counts of pairs, estimates, and how the run may go on;
/// after a verdict what may be said then.
[[nodiscard]] std::string pairs_text(const Standing& standing, const SequentialTest& test);

} // namespace sprt
