#include "sprt/stats/sequential_test.hpp"

#include "sprt/stats/bayeselo.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/normalized.hpp"
#include "sprt/stats/normalized_fit.hpp"
#include "sprt/stats/outcomes.hpp"

#include <cassert>
#include <cmath>

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

/// For models that fit distributions: `fit(i)` is the one under H0, H1 or the midpoint, in this order.
template<std::size_t K, class Fit>
Evaluation fitted(const Outcomes<K>& seen, bool with_midpoint, const Fit& fit) noexcept {
    Evaluation result{};
    if (seen.total == 0) {
        return result;
    }
    const Tilt<K> h0 = fit(0);
    const Tilt<K> h1 = fit(1);
    result.llr = seen.total * mean_llr(seen.fractions, h0, h1);
    if (with_midpoint) {
        const Tilt<K> midpoint = fit(2);
        result.two_sprt = {seen.total * mean_llr(seen.fractions, h0, midpoint),
                           seen.total * mean_llr(seen.fractions, h1, midpoint)};
    }
    return result;
}

template<std::size_t K>
Evaluation logistic(const Outcomes<K>& seen, bool with_midpoint,
                    const std::array<Constraint<K>, 3>& points) noexcept {
    return fitted(seen, with_midpoint, [&](std::size_t i) { return solve(seen.fractions, points[i]); });
}

Evaluation bayeselo_true(const Wld& games, bool with_midpoint, const std::array<double, 3>& elo) noexcept {
    const Outcomes<3> seen = outcomes(games);
    return fitted(seen, with_midpoint, [&](std::size_t i) {
        return solve(seen.fractions, mean_score_is<3>(bayeselo_score(elo[i], draw_elo(games))));
    });
}

template<std::size_t K>
Evaluation normalized(const Outcomes<K>& seen, bool with_midpoint, const std::array<double, 3>& nelo,
                      double (*t)(double)) noexcept {
    return fitted(seen, with_midpoint, [&](std::size_t i) { return fit_normalized(seen, t(nelo[i])); });
}

} // namespace

SequentialTest::SequentialTest(Model model, TestKind kind, const Hypotheses& hypotheses) noexcept
    : model_(model)
    , kind_(kind)
    , hypotheses_(hypotheses)
    , bounds_(sprt::bounds(hypotheses))
    , two_sprt_bounds_{-std::log(2 * hypotheses.alpha), -std::log(2 * hypotheses.beta)}
    , prepared_(prepare(model, hypotheses)) {}

SequentialTest::Prepared SequentialTest::prepare(Model model, const Hypotheses& test) noexcept {
    const Score score0 = score_at(test.elo0);
    const Score score1 = score_at(test.elo1);
    const Score between = midpoint(score0, score1);
    switch (model) {
    case Model::Pentanomial:
        return Points<Constraint<5>>{mean_score_is<5>(score0), mean_score_is<5>(score1),
                                     mean_score_is<5>(between)};
    case Model::Trinomial:
        return Points<Constraint<3>>{mean_score_is<3>(score0), mean_score_is<3>(score1),
                                     mean_score_is<3>(between)};
    case Model::Wald:
        return WaldRatios{wald_updates(score0, score1),
                          {wald_updates(score0, between), wald_updates(score1, between)}};
    case Model::Normalized:
    case Model::Bayeselo:
    case Model::BayeseloTrue:
        break;
    }
    return Points<double>{test.elo0, test.elo1, (test.elo0 + test.elo1) / 2};
}

Evaluation SequentialTest::ratios(const Counts& counts, bool with_midpoint) const noexcept {
    switch (model_) {
    case Model::Pentanomial:
        return logistic(outcomes(pairs_of(counts)), with_midpoint,
                        *std::get_if<Points<Constraint<5>>>(&prepared_));
    case Model::Trinomial:
        return logistic(outcomes(games_of(counts)), with_midpoint,
                        *std::get_if<Points<Constraint<3>>>(&prepared_));
    case Model::Normalized: {
        const auto& nelo = *std::get_if<Points<double>>(&prepared_);
        if (const auto* pairs = std::get_if<Ptnml>(&counts)) {
            return normalized(outcomes(*pairs), with_midpoint, nelo, pair_t);
        }
        return normalized(outcomes(games_of(counts)), with_midpoint, nelo, game_t);
    }
    case Model::Wald: {
        const auto& updates = *std::get_if<WaldRatios>(&prepared_);
        const Wld& games = games_of(counts);
        return {.llr = wald_llr(games, updates.llr),
                .two_sprt = {wald_llr(games, updates.two_sprt[0]), wald_llr(games, updates.two_sprt[1])},
                .verdict = Verdict::Continue};
    }
    case Model::BayeseloTrue:
        return bayeselo_true(games_of(counts), with_midpoint, *std::get_if<Points<double>>(&prepared_));
    case Model::Bayeselo:
        break;
    }
    const auto& elo = *std::get_if<Points<double>>(&prepared_);
    const Wld& games = games_of(counts);
    Evaluation result{.llr = bayeselo_llr(games, elo[0], elo[1]), .two_sprt = {}, .verdict = {}};
    if (with_midpoint) {
        result.two_sprt = {bayeselo_llr(games, elo[0], elo[2]), bayeselo_llr(games, elo[1], elo[2])};
    }
    return result;
}

Verdict SequentialTest::verdict(const Evaluation& evaluation) const noexcept {
    if (kind_ == TestKind::Sprt) {
        return sprt::verdict(evaluation.llr, bounds_);
    }
    const double beyond0 = evaluation.two_sprt[0] - two_sprt_bounds_[0];
    const double beyond1 = evaluation.two_sprt[1] - two_sprt_bounds_[1];
    if (beyond0 < 0 && beyond1 < 0) {
        return Verdict::Continue;
    }
    return beyond0 > beyond1
               ? Verdict::H1
               : Verdict::H0; // when both are rejected, the one that is rejected more clearly loses
}

Evaluation SequentialTest::evaluate(const Counts& counts) const noexcept {
    Evaluation result = ratios(counts, true);
    result.verdict = verdict(result);
    return result;
}

double SequentialTest::llr(const Counts& counts) const noexcept {
    return ratios(counts, false).llr;
}

Verdict SequentialTest::verdict(const Counts& counts) const noexcept {
    return verdict(ratios(counts, kind_ == TestKind::TwoSprt));
}

} // namespace sprt
