#include "sprt/stats/motion/planning.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/motion/brownian.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/motion/triangle.hpp"
#include "sprt/stats/play_model.hpp"
#include "sprt/stats/wald.hpp"

#include <array>
#include <cmath>

namespace sprt {
namespace {

/// What a pair adds to the log-likelihood ratio of H1 against H0.
struct Increments {
    double drift;    ///< mean, per pair
    double variance; ///< per pair
    double look;     ///< standard deviation of what is added between two looks at the ratio
    double closing;  ///< by how much a pair moves each bound of a 2-SPRT towards the other
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
Increments of_games(const GameValues& values, double closing_per_game, const PlayModel& play) noexcept {
    const Spread favoured = spread(values, play.favoured);
    const Spread hindered = spread(values, play.hindered);
    return {.drift = favoured.mean + hindered.mean,
            .variance = favoured.variance + hindered.variance,
            .look = std::sqrt((favoured.variance + hindered.variance) / 2),
            .closing = 2 * closing_per_game};
}

Increments wald_increments(const Hypotheses& test, const PlayModel& play) noexcept {
    const double p0 = expected_score(test.elo0);
    const double q0 = expected_score(-test.elo0);
    const double gap = score_gap(test.elo0, test.elo1);
    const WaldUpdates whole = wald_updates(test);
    // With p* at the midpoint, the two ratios of a 2-SPRT together gain
    // ln(p*/p0) + ln(p*/p1) = 2 ln(p*/p0) - ln(p1/p0).
    const double win = 2 * std::log1p(gap / 2 / p0) - whole.win;
    const double loss = 2 * std::log1p(-gap / 2 / q0) - whole.loss;
    return of_games({whole.loss, 0, whole.win}, play.game.win * win + play.game.loss * loss, play);
}

std::optional<Increments> increments(const PlanQuestion& question, const PlayModel& play) noexcept {
    const Hypotheses& test = question.hypotheses;
    const Moments pairs = moments(play.pair);
    const Moments games = moments(by_result(play.game));
    switch (question.model) {
    case Model::Wald:
        return wald_increments(test, play);
    case Model::Trinomial:
    case Model::BayeseloTrue: // its hypotheses come in logistic Elo
    case Model::Bayeselo: {   // its bounds are scaled so that it is within 2 % of trinomial up to 50 Elo
        const auto motion =
            gsprt_motion(score_hypotheses(test, EloScale::Logistic, games, 0), games.variance);
        if (!motion) {
            return std::nullopt;
        }
        return of_games({motion->drift(0), motion->drift(0.5), motion->drift(1)}, motion->variance / 4, play);
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
                          .look = std::sqrt(motion->variance),
                          .closing = motion->variance / 4};
    }
    }
    return std::nullopt;
}

constexpr double kOvershoot = 0.583; // Siegmund's constant, in standard deviations between two looks

struct Planned {
    Brownian motion; ///< time in pairs
    double closing;
};

std::optional<Planned> planned(const PlanQuestion& question) noexcept {
    const PlayModel play = play_model(question.true_elo, question.draws, question.bias_elo);
    const std::optional<Increments> added = increments(question, play);
    if (!added || !(added->variance > 0) || !(added->closing > 0) || !std::isfinite(added->drift)) {
        return std::nullopt;
    }
    const Bounds sprt = bounds(question.hypotheses);
    // The ratios of a 2-SPRT are (s + llr) / 2 and (s - llr) / 2, where s grows by about `closing` with each
    // pair. So the llr has bounds that are twice as far away and close in by `closing`.
    const bool two = question.test == TestKind::TwoSprt;
    const double lower = two ? 2 * std::log(2 * question.hypotheses.beta) : sprt.lower;
    const double upper = two ? -2 * std::log(2 * question.hypotheses.alpha) : sprt.upper;
    if (!(lower < 0) || !(upper > 0)) {
        return std::nullopt;
    }
    const double outwards = kOvershoot * added->look;
    return Planned{.motion = {.drift = added->drift,
                              .variance = added->variance,
                              .lower = lower - outwards,
                              .upper = upper + outwards},
                   .closing = added->closing};
}

} // namespace

std::optional<Plan> plan(const PlanQuestion& question) {
    const std::optional<Planned> test = planned(question);
    if (!test) {
        return std::nullopt;
    }
    if (question.test == TestKind::TwoSprt) {
        const TriangleExit exit({.motion = test->motion, .closing = test->closing});
        return Plan{.p_h1 = exit.upper_first(),
                    .games = 2 * exit.expected_time(),
                    .games_median = 2 * exit.time_quantile(0.5),
                    .games_q95 = 2 * exit.time_quantile(0.95)};
    }
    return Plan{.p_h1 = upper_first(test->motion),
                .games = 2 * expected_time(test->motion),
                .games_median = 2 * time_quantile(test->motion, 0.5),
                .games_q95 = 2 * time_quantile(test->motion, 0.95)};
}

std::optional<double> undecided_after(const PlanQuestion& question, double games) {
    const std::optional<Planned> test = planned(question);
    if (!test) {
        return std::nullopt;
    }
    if (question.test == TestKind::TwoSprt) {
        return TriangleExit({.motion = test->motion, .closing = test->closing}).undecided(games / 2);
    }
    return undecided(test->motion, games / 2);
}

} // namespace sprt
