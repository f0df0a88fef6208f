#pragma once
// How many of many tests accepted H1 although H0 is true. Source: the method of moments, as for the share of
// true nulls in Storey, "A direct approach to false discovery rates", 2002.

#include <span>

namespace sprt {

/// A test that accepted H1 or H0 at these error rates, both above 0 and together below 1.
struct DecidedTest {
    double alpha;
    double beta;
    bool accepted_h1;
};

struct FalseAcceptances {
    double h0_share; ///< the estimated share of tests in which H0 is true, 0 to 1
    double expected; ///< the expected number of wrongly accepted H1 with that share
};

/// An estimate for tests in each of which H0 or H1 is true, with a share of true H0 that depends on neither
/// alpha nor beta: the share with which as many H1 are expected to be accepted as were. `expected` is at most
/// the number of accepted H1. Both are 0 without tests.
[[nodiscard]] FalseAcceptances false_acceptances(std::span<const DecidedTest> tests) noexcept;

} // namespace sprt
