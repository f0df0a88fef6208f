#include "sprt/stats/estimates.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/normal.hpp"

#include <cmath>

namespace sprt {
namespace {

Estimates estimate(const Moments& seen) noexcept {
    Estimates result;
    if (seen.units == 0) {
        return result;
    }
    const double error = std::sqrt(seen.variance / seen.units);
    result.score = seen.mean;
    result.elo = elo_of_score(seen.mean);
    if (std::isfinite(*result.elo)) {
        result.elo_ci95 = {elo_of_score(seen.mean - kTwoSided95 * error),
                           elo_of_score(seen.mean + kTwoSided95 * error)};
    }
    if (!(seen.variance > 0)) {
        result.los = seen.mean > 0.5 ? 1.0 : seen.mean < 0.5 ? 0.0 : 0.5;
        return result;
    }
    result.los = normal_cdf((seen.mean - 0.5) / error);
    const double t = (seen.mean - 0.5) / std::sqrt(seen.variance);
    const double nelo_of_t = kNormalizedEloUnit / std::sqrt(seen.games_per_unit);
    result.nelo = nelo_of_t * t;
    const double skewness = seen.third / std::pow(seen.variance, 1.5);
    const double kurtosis = seen.fourth / (seen.variance * seen.variance);
    // Rounding must not leave the root of a negative number where the variance of t is next to 0.
    const double variance_of_t = std::fmax(0, 1 - t * skewness + t * t * (kurtosis - 1) / 4);
    const double half_width = kTwoSided95 * nelo_of_t * std::sqrt(variance_of_t / seen.units);
    result.nelo_ci95 = {*result.nelo - half_width, *result.nelo + half_width};
    return result;
}

} // namespace

Estimates estimate(const Wld& games) noexcept {
    Estimates result = estimate(moments(weights(games)));
    if (games.games() > 0) {
        result.draw_ratio = static_cast<double>(games.draws) / static_cast<double>(games.games());
    }
    return result;
}

Estimates estimate(const Ptnml& pairs) noexcept {
    Estimates result = estimate(moments(weights(pairs)));
    if (pairs.pairs() > 0) {
        result.draw_ratio = static_cast<double>(pairs.counts[2]) / static_cast<double>(pairs.pairs());
    }
    const auto won = static_cast<double>(pairs.counts[3] + pairs.counts[4]);
    const auto lost = static_cast<double>(pairs.counts[0] + pairs.counts[1]);
    if (won > 0 || lost > 0) {
        result.pairs_ratio = lost > 0 ? won / lost : INFINITY;
    }
    return result;
}

std::optional<double> opening_imbalance_elo(const Wld& games, const Ptnml& pairs) noexcept {
    if (pairs.pairs() == 0 || games.games() == 0) {
        return std::nullopt;
    }
    const double excess = moments(weights(games)).variance - 2 * moments(weights(pairs)).variance;
    return excess > 0 ? elo_of_score(0.5 + std::sqrt(excess)) : 0.0;
}

} // namespace sprt
