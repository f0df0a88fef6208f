#include "sprt/stats/motion/post_sprt.hpp"

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <cmath>

namespace sprt {
namespace {

/// Where a test stopped.
struct Outcome {
    LlrMotion motion;
    Bounds bounds;
    double time;  ///< in units; not whole when the last one went beyond a bound
    double place; ///< of the log-likelihood ratio

    /// The probability of a worse outcome when the truth is `elo`. It falls as `elo` rises.
    [[nodiscard]] double worse(double elo) const noexcept {
        return worse_outcome({.drift = motion.drift(expected_score(elo)),
                              .variance = motion.variance,
                              .lower = bounds.lower,
                              .upper = bounds.upper},
                             time, place);
    }

    /// The Elo difference at which a worse outcome has probability `share`.
    [[nodiscard]] double elo_at(double share) const noexcept {
        double low = -kSearchedElo;
        double high = kSearchedElo;
        if (worse(low) <= share || worse(high) >= share) {
            return worse(low) <= share ? -INFINITY : INFINITY;
        }
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (worse(middle) > share ? low : high) = middle;
        }
        return (low + high) / 2 + 0.0;
    }
};

std::optional<PostSprt> post_sprt(const Moments& seen, const Hypotheses& test,
                                  const std::optional<LlrMotion>& motion) noexcept {
    if (!motion) {
        return std::nullopt;
    }
    Outcome outcome{.motion = *motion,
                    .bounds = bounds(test),
                    .time = seen.units,
                    .place = seen.units * motion->drift(seen.mean)};
    const double speed = motion->drift(seen.mean);
    for (const double bound : {outcome.bounds.lower, outcome.bounds.upper}) {
        if (std::abs(outcome.place) > std::abs(bound) && std::signbit(outcome.place) == std::signbit(bound)) {
            outcome.place = bound;
            outcome.time = bound / speed;
        }
    }
    return PostSprt{.elo = outcome.elo_at(0.5),
                    .ci95 = {outcome.elo_at(0.975), outcome.elo_at(0.025)},
                    .los = outcome.worse(0)};
}

} // namespace

std::optional<PostSprt> post_sprt(const Ptnml& pairs, const Hypotheses& test, EloScale scale) noexcept {
    if (pairs.pairs() == 0) {
        return std::nullopt;
    }
    const Moments seen = moments(regularised(weights(pairs)));
    return post_sprt(seen, test, gsprt_motion(score_hypotheses(test, scale, seen, 0), seen.variance));
}

std::optional<PostSprt> post_sprt(const Wld& games, const Hypotheses& test, EloScale scale) noexcept {
    if (games.games() == 0) {
        return std::nullopt;
    }
    const std::array<double, 3> counts = regularised(weights(games));
    const Moments seen = moments(counts);
    return post_sprt(seen, test,
                     scale == EloScale::Decisive
                         ? wald_motion(test, counts)
                         : gsprt_motion(score_hypotheses(test, scale, seen, 0), seen.variance));
}

} // namespace sprt
