#include "sprt/stats/motion/llr_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sprt {

namespace {

/// The image of the motion in `bound`:
/// e^{2 drift bound / variance} P(Z <= (sign (place - drift time) - 2 |bound|) / deviation), where sign is -1
/// for the lower bound. The factors may overflow and underflow where their product does not.
double image(const Brownian& motion, double time, double place, double bound) noexcept {
    const double deviation = std::sqrt(motion.variance * time);
    const double sign = bound < 0 ? -1 : 1;
    const double way = place - motion.drift * time;
    const double z = sign * (way - 2 * bound) / deviation;
    if (z > 0) { // then the drift leads away from the bound, so the factor is below 1
        return std::exp(2 * motion.drift * bound / motion.variance) * normal_cdf(z);
    }
    return normal_density(way / deviation) *
           std::exp(-2 * bound * (bound - place) / (deviation * deviation)) * mills_ratio(-z);
}

/// Siegmund's approximation by one image in each bound, for little time or a strong drift: there the next
/// images weigh less than 1e-13.
double worse_outcome_by_images(const Brownian& motion, double time, double place) noexcept {
    const double deviation = std::sqrt(motion.variance * time);
    return normal_cdf((place - motion.drift * time) / deviation) + image(motion, time, place, motion.lower) -
           image(motion, time, place, motion.upper);
}

double worse_outcome_by_series(const Brownian& motion, double time, double place) noexcept {
    const double width = motion.upper - motion.lower;
    const double start = -motion.lower;
    const double end = place - motion.lower;
    const double tilt = motion.drift / motion.variance;
    const double base = motion.variance * time * std::numbers::pi * std::numbers::pi / (2 * width * width);
    const double first =
        std::exp(-base - motion.drift * motion.drift * time / (2 * motion.variance) - tilt * (start - end));
    double sum = 0;
    constexpr int kMostTerms = 100; // 30 suffice at the least time that the series is used for
    for (int n = 1; n <= kMostTerms; ++n) {
        const double frequency = n * std::numbers::pi;
        const double decay = std::exp(-base * (static_cast<double>(n) * n - 1));
        const double term = (2 * width * tilt * std::sin(frequency * end / width) -
                             2 * frequency * std::cos(frequency * end / width)) /
                            (width * width * tilt * tilt + frequency * frequency);
        sum += decay * term * std::sin(frequency * start / width);
        if (first * decay < 1e-13) {
            break;
        }
    }
    return 1 - upper_first(motion) + first * sum;
}

std::optional<LlrMotion> checked(const LlrMotion& motion) noexcept {
    const bool usable = motion.slope > 0 && motion.variance > 0 && std::isfinite(motion.slope) &&
                        std::isfinite(motion.variance) && std::isfinite(motion.neutral);
    return usable ? std::optional(motion) : std::nullopt;
}

/// What a pair adds to the log-likelihood ratio of H1 against H0.
struct Increments {
    double drift;    ///< mean, per pair
    double variance; ///< per pair
    double look;     ///< standard deviation of what is added between two looks at the ratio
};

using GameValues = std::array<double, 3>; ///< by loss, draw, win

constexpr std::array<double, 3> by_result(const GameChances& chances) noexcept {
    return {chances.loss, chances.draw, chances.win};
}

struct Spread {
    double mean;
    double variance;
};

Spread spread(const GameValues& values, const GameChances& chances) noexcept {
    const std::array<double, 3> shares = by_result(chances);
    Spread result{0, 0};
    for (std::size_t i = 0; i < values.size(); ++i) {
        result.mean += shares[i] * values[i];
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        result.variance += shares[i] * (values[i] - result.mean) * (values[i] - result.mean);
    }
    return result;
}

/// For a ratio to which each game adds a value by its result. Given the opening the games are independent.
Increments of_games(const GameValues& values, const PlayModel& play) noexcept {
    const Spread favoured = spread(values, play.favoured);
    const Spread hindered = spread(values, play.hindered);
    return {.drift = favoured.mean + hindered.mean,
            .variance = favoured.variance + hindered.variance,
            .look = std::sqrt((favoured.variance + hindered.variance) / 2)};
}

std::optional<Increments> increments(const PlanQuestion& question, const PlayModel& play) noexcept {
    const Hypotheses& test = question.hypotheses;
    const Moments pairs = moments(play.pair);
    const Moments games = moments(by_result(play.game));
    switch (question.model) {
    case Model::Wald: {
        const WaldUpdates updates = wald_updates(test);
        return of_games({updates.loss, 0, updates.win}, play);
    }
    case Model::Trinomial:
    case Model::BayeseloTrue: // its hypotheses come in logistic Elo
    case Model::Bayeselo: {   // its bounds are scaled so that it is within 2 % of trinomial up to 50 Elo
        const auto motion =
            gsprt_motion(score_hypotheses(test, EloScale::Logistic, games, 0), games.variance);
        if (!motion) {
            return std::nullopt;
        }
        return of_games({motion->drift(0), motion->drift(0.5), motion->drift(1)}, play);
    }
    case Model::Pentanomial:
    case Model::Normalized: {
        const EloScale scale =
            question.model == Model::Normalized ? EloScale::Normalized : EloScale::Logistic;
        const auto motion = gsprt_motion(score_hypotheses(test, scale, pairs, 0), pairs.variance);
        if (!motion) {
            return std::nullopt;
        }
        return Increments{.drift = motion->drift(pairs.mean),
                          .variance = motion->variance,
                          .look = std::sqrt(motion->variance)};
    }
    }
    return std::nullopt;
}

constexpr double kOvershoot = 0.583; // Siegmund's constant, in standard deviations between two looks

/// The ratio of the test between its bounds; time in pairs.
std::optional<Brownian> planned(const PlanQuestion& question) noexcept {
    const PlayModel play = play_model(question.true_elo, question.draws, question.bias_elo);
    const std::optional<Increments> added = increments(question, play);
    if (!added || !(added->variance > 0) || !std::isfinite(added->drift)) {
        return std::nullopt;
    }
    const Bounds at = bounds(question.hypotheses);
    const double outwards = kOvershoot * added->look;
    return Brownian{.drift = added->drift,
                    .variance = added->variance,
                    .lower = at.lower - outwards,
                    .upper = at.upper + outwards};
}

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

double upper_first(const Brownian& motion) noexcept {
    const double rate = 2 * motion.drift / motion.variance;
    const double width = motion.upper - motion.lower;
    const double start = -motion.lower;
    if (std::abs(rate) * width < 1e-12) {
        return start / width;
    }
    if (rate > 0) {
        return std::expm1(-rate * start) / std::expm1(-rate * width);
    }
    return std::exp(rate * motion.upper) * std::expm1(rate * start) / std::expm1(rate * width);
}

double expected_time(const Brownian& motion) noexcept {
    const double rate = 2 * motion.drift / motion.variance;
    const double width = motion.upper - motion.lower;
    const double start = -motion.lower;
    if (std::abs(rate) * width < 1e-5) { // the closed form is 0/0 here
        return start * motion.upper / motion.variance * (1 + rate * (width - 2 * start) / 6);
    }
    return std::fmax(0, (width * upper_first(motion) - start) / motion.drift);
}

double worse_outcome(const Brownian& motion, double time, double place) noexcept {
    const double width = motion.upper - motion.lower;
    const double spread = motion.variance * time;
    if (!(spread > 0)) {
        return place >= 0 ? 1 : 0;
    }
    const bool early = spread < 0.01 * width * width;
    const bool strong = std::abs(motion.drift) * width > 15 * motion.variance;
    const double value = early || strong ? worse_outcome_by_images(motion, time, place)
                                         : worse_outcome_by_series(motion, time, place);
    return std::clamp(value, 0.0, 1.0);
}

double undecided(const Brownian& motion, double time) noexcept {
    return std::clamp(worse_outcome(motion, time, motion.upper) - worse_outcome(motion, time, motion.lower),
                      0.0, 1.0);
}

double time_quantile(const Brownian& motion, double share) noexcept {
    double low = 0;
    double high = expected_time(motion);
    for (int i = 0; i < 200 && undecided(motion, high) > 1 - share; ++i) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (undecided(motion, middle) > 1 - share ? low : high) = middle;
    }
    return (low + high) / 2;
}

ScoreHypotheses score_hypotheses(const Hypotheses& test, EloScale scale, const Moments& seen,
                                 double share_of_draws) noexcept {
    const double score0 = expected_score(test.elo0);
    const double gap = score_gap(test.elo0, test.elo1);
    switch (scale) {
    case EloScale::Normalized: {
        const double unit = std::sqrt(seen.variance * seen.games_per_unit) / kNormalizedEloUnit;
        return {.middle = 0.5 + (test.elo0 + test.elo1) / 2 * unit, .gap = (test.elo1 - test.elo0) * unit};
    }
    case EloScale::Decisive: {
        const double decisive = 1 - share_of_draws;
        return {.middle = share_of_draws / 2 + decisive * (score0 + gap / 2), .gap = decisive * gap};
    }
    case EloScale::Logistic:
        break;
    }
    return {.middle = score0 + gap / 2, .gap = gap};
}

std::optional<LlrMotion> gsprt_motion(const ScoreHypotheses& scores, double variance) noexcept {
    return checked({.slope = scores.gap / variance,
                    .neutral = scores.middle,
                    .variance = scores.gap * scores.gap / variance});
}

std::optional<LlrMotion> wald_motion(const Hypotheses& test, const std::array<double, 3>& weights) noexcept {
    const WaldUpdates updates = wald_updates(test);
    const double games = weights[0] + weights[1] + weights[2];
    const double lost = weights[0] / games;
    const double drawn = weights[1] / games;
    const double won = weights[2] / games;
    const double mean = won * updates.win + lost * updates.loss;
    const double variance = won * (updates.win - mean) * (updates.win - mean) + drawn * mean * mean +
                            lost * (updates.loss - mean) * (updates.loss - mean);
    const double slope =
        updates.win - updates.loss; // the share of draws stays: one more point is a win in place of a loss
    return checked({.slope = slope,
                    .neutral = (drawn / 2 * (updates.win + updates.loss) - updates.loss) / slope,
                    .variance = variance});
}

std::optional<Plan> plan(const PlanQuestion& question) {
    const std::optional<Brownian> motion = planned(question);
    if (!motion) {
        return std::nullopt;
    }
    return Plan{.p_h1 = upper_first(*motion),
                .games = 2 * expected_time(*motion),
                .games_median = 2 * time_quantile(*motion, 0.5),
                .games_q95 = 2 * time_quantile(*motion, 0.95)};
}

std::optional<double> undecided_after(const PlanQuestion& question, double games) {
    const std::optional<Brownian> motion = planned(question);
    return motion ? std::optional(undecided(*motion, games / 2)) : std::nullopt;
}

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
