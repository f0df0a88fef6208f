#pragma once
// The log-likelihood ratio alone, for tests.

#include "sprt/stats/sequential_test.hpp"

namespace sprt {

inline double llr_of(Model model, const Counts& counts, const Hypotheses& hypotheses) {
    return SequentialTest(model, hypotheses).evaluate(counts).llr;
}

} // namespace sprt
