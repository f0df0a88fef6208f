#include "sprt/stats/motion/planning.hpp"

#include "sprt/stats/counts.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/play_model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <cmath>

namespace sprt {
namespace {

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

} // namespace

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

} // namespace sprt
