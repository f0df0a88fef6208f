#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace sprt {

WaldUpdates wald_updates(const Hypotheses& test) noexcept {
    const ExpectedScore score0 = score_at(test.elo0);
    const ExpectedScore score1 = score_at(test.elo1);
    return {.win = std::log(score1.won / score0.won), .loss = std::log(score1.lost / score0.lost)};
}

double wald_llr(const Wld& games, const WaldUpdates& updates) noexcept {
    return static_cast<double>(games.wins) * updates.win + static_cast<double>(games.losses) * updates.loss;
}

namespace {

constexpr double kNatsPerElo = std::numbers::ln10 / 400;

/// ln(1 + e^(y + by)) - ln(1 + e^y). Keeps all digits when `by` is small and does not overflow when it is
/// large.
double softplus_gain(double y, double by) noexcept {
    if (std::abs(by) < 1) {
        return std::log1p(std::expm1(by) / (1 + std::exp(-y)));
    }
    const auto softplus = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
    return softplus(y + by) - softplus(y);
}

const Wld& games_of(const Counts& counts) noexcept {
    assert(std::holds_alternative<Wld>(counts));
    return *std::get_if<Wld>(&counts);
}

const Ptnml& pairs_of(const Counts& counts) noexcept {
    assert(std::holds_alternative<Ptnml>(counts));
    return *std::get_if<Ptnml>(&counts);
}

/// For models that fit distributions: `fit(i)` is the one under H0 or H1, in this order.
template<std::size_t K, class Fit>
double fitted_llr(const Outcomes<K>& seen, const Fit& fit) noexcept {
    if (seen.total == 0) {
        return 0;
    }
    const Tilt<K> h0 = fit(0);
    const Tilt<K> h1 = fit(1);
    return seen.total * mean_llr(seen.fractions, h0, h1);
}

template<std::size_t K>
double logistic_llr(const Outcomes<K>& seen, const std::array<Constraint<K>, 2>& points) noexcept {
    return fitted_llr(seen, [&](std::size_t i) { return solve(seen.fractions, points[i]); });
}

double bayeselo_true_llr(const Wld& games, const std::array<double, 2>& elo) noexcept {
    const Outcomes<3> seen = outcomes(games);
    return fitted_llr(seen, [&](std::size_t i) {
        return solve(seen.fractions, mean_score_is<3>(bayeselo_score(elo[i], draw_elo(games))));
    });
}

template<std::size_t K>
double normalized_llr(const Outcomes<K>& seen, const std::array<double, 2>& nelo,
                      double (*t)(double)) noexcept {
    return fitted_llr(seen, [&](std::size_t i) { return fit_normalized(seen, t(nelo[i])); });
}

} // namespace

double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept {
    if (games.games() == 0) {
        return 0;
    }
    const double wins = static_cast<double>(games.wins) + 0.5;
    const double losses = static_cast<double>(games.losses) + 0.5;
    const double draws = static_cast<double>(games.draws) + 0.5;
    const double draw_odds = (wins + draws) / losses * ((losses + draws) / wins);
    const double draw_nats = std::log(draw_odds) / 2; // the draw Elo
    const double x = 1 / std::sqrt(draw_odds);
    const double nats = kNatsPerElo * (1 + x) * (1 + x) / (4 * x); // per Elo of the test's bounds
    // P_W = 1 / (1 + e^(draw - b)), P_L = 1 / (1 + e^(draw + b)), P_D = P_W P_L (e^(2 draw) - 1). The last
    // factor does not depend on b, so a draw counts as a win and a loss.
    const double apart = (elo1 - elo0) * nats;
    const double win = softplus_gain(draw_nats - elo1 * nats, apart);
    const double loss = softplus_gain(draw_nats + elo1 * nats, -apart);
    return (wins + draws) * win + (losses + draws) * loss;
}

double draw_elo(const Wld& games) noexcept {
    if (games.games() == 0) {
        return 0;
    }
    const auto [loss, draw, win] = outcomes(games).fractions;
    return draw_elo_of({.win = win, .draw = draw, .loss = loss});
}

double draw_elo_of(const GameChances& game) noexcept {
    return 200 * std::log10((game.win + game.draw) / game.loss * ((game.loss + game.draw) / game.win));
}

ExpectedScore bayeselo_score(double elo, double draw_elo) noexcept {
    const double win = expected_score(elo - draw_elo);
    const double loss = expected_score(-elo - draw_elo);
    const double draw = std::max(0.0, 1 - (win + loss)); // the same for both agents, to the last digit
    return {.won = win + draw / 2, .lost = loss + draw / 2};
}

double elo_of_bayeselo(double elo, double draw_elo) noexcept {
    const ExpectedScore score = bayeselo_score(elo, draw_elo);
    return 400 * std::log10(score.won / score.lost);
}

SequentialTest::SequentialTest(Model model, const Hypotheses& hypotheses) noexcept
    : model_(model)
    , hypotheses_(hypotheses)
    , bounds_(sprt::bounds(hypotheses))
    , prepared_(prepare(model, hypotheses)) {}

SequentialTest::Prepared SequentialTest::prepare(Model model, const Hypotheses& test) noexcept {
    const ExpectedScore score0 = score_at(test.elo0);
    const ExpectedScore score1 = score_at(test.elo1);
    switch (model) {
    case Model::Pentanomial:
        return Points<Constraint<5>>{mean_score_is<5>(score0), mean_score_is<5>(score1)};
    case Model::Trinomial:
        return Points<Constraint<3>>{mean_score_is<3>(score0), mean_score_is<3>(score1)};
    case Model::Wald:
        return wald_updates(test);
    case Model::Normalized:
    case Model::Bayeselo:
    case Model::BayeseloTrue:
        break;
    }
    return Points<double>{test.elo0, test.elo1};
}

double SequentialTest::llr(const Counts& counts) const noexcept {
    switch (model_) {
    case Model::Pentanomial:
        return logistic_llr(outcomes(pairs_of(counts)), *std::get_if<Points<Constraint<5>>>(&prepared_));
    case Model::Trinomial:
        return logistic_llr(outcomes(games_of(counts)), *std::get_if<Points<Constraint<3>>>(&prepared_));
    case Model::Normalized: {
        const auto& nelo = *std::get_if<Points<double>>(&prepared_);
        if (const auto* pairs = std::get_if<Ptnml>(&counts)) {
            return normalized_llr(outcomes(*pairs), nelo, pair_t);
        }
        return normalized_llr(outcomes(games_of(counts)), nelo, game_t);
    }
    case Model::Wald:
        return wald_llr(games_of(counts), *std::get_if<WaldUpdates>(&prepared_));
    case Model::BayeseloTrue:
        return bayeselo_true_llr(games_of(counts), *std::get_if<Points<double>>(&prepared_));
    case Model::Bayeselo:
        break;
    }
    const auto& [elo0, elo1] = *std::get_if<Points<double>>(&prepared_);
    return bayeselo_llr(games_of(counts), elo0, elo1);
}

Evaluation SequentialTest::evaluate(const Counts& counts) const noexcept {
    const double ratio = llr(counts);
    return {.llr = ratio, .verdict = sprt::verdict(ratio, bounds_)};
}

} // namespace sprt
