#pragma once
// The sequential probability ratio test itself: two hypotheses, two error rates, two bounds.
// Source: Wald, "Sequential tests of statistical hypotheses", 1945.

#include <cmath>
#include <cstdint>
#include <string_view>

namespace sprt {

/// H0: agent 1 is `elo0` stronger than agent 2. H1: it is `elo1` stronger. elo0 < elo1. alpha is the rate at
/// which H1 is accepted wrongly, beta that of H0; both are above 0 and their sum is below 1.
struct Hypotheses {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;
    double beta = 0.05;
};

enum class Verdict : std::uint8_t { Continue, H0, H1 };

/// `continue`, `H0` or `H1`.
[[nodiscard]] constexpr std::string_view name(Verdict verdict) noexcept {
    switch (verdict) {
    case Verdict::H0:
        return "H0";
    case Verdict::H1:
        return "H1";
    case Verdict::Continue:
        break;
    }
    return "continue";
}

/// The log-likelihood ratios, in nats, at which the test decides.
struct Bounds {
    double lower; ///< ln(beta / (1 - alpha))
    double upper; ///< ln((1 - beta) / alpha)
};

/// The bounds for the error rates of `test`.
[[nodiscard]] inline Bounds bounds(const Hypotheses& test) noexcept {
    return {std::log(test.beta / (1 - test.alpha)), std::log((1 - test.beta) / test.alpha)};
}

/// The verdict of an SPRT. A ratio equal to a bound decides, as in fastchess and cutechess.
[[nodiscard]] constexpr Verdict verdict(double llr, const Bounds& bounds) noexcept {
    if (llr >= bounds.upper) {
        return Verdict::H1;
    }
    return llr <= bounds.lower ? Verdict::H0 : Verdict::Continue;
}

} // namespace sprt
