#include "sprt/stats/sequential_test.hpp"

#include "sprt/stats/bayeselo.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/normalized.hpp"
#include "sprt/stats/normalized_fit.hpp"
#include "sprt/stats/outcomes.hpp"

#include <cassert>

namespace sprt {
namespace {

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

SequentialTest::SequentialTest(Model model, const Hypotheses& hypotheses) noexcept
    : model_(model)
    , hypotheses_(hypotheses)
    , bounds_(sprt::bounds(hypotheses))
    , prepared_(prepare(model, hypotheses)) {}

SequentialTest::Prepared SequentialTest::prepare(Model model, const Hypotheses& test) noexcept {
    const Score score0 = score_at(test.elo0);
    const Score score1 = score_at(test.elo1);
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
