#include "sprt/stats/many/false_acceptances.hpp"

#include <algorithm>

namespace sprt {

FalseAcceptances false_acceptances(std::span<const DecidedTest> tests) noexcept {
    double accepted = 0;
    double if_h0 = 0; // expected accepted H1 if H0 were true in every test
    double if_h1 = 0; // and if H1 were
    for (const DecidedTest& test : tests) {
        accepted += test.accepted_h1 ? 1 : 0;
        if_h0 += test.alpha;
        if_h1 += 1 - test.beta;
    }
    if (tests.empty()) {
        return {.h0_share = 0, .expected = 0};
    }
    const double share = std::clamp((if_h1 - accepted) / (if_h1 - if_h0), 0.0, 1.0);
    return {.h0_share = share, .expected = std::min(share * if_h0, accepted)};
}

} // namespace sprt
