#pragma once
// Maximum likelihood distributions over K outcomes under a hypothesis: of a prescribed weighted mean, of a
// prescribed expected score (logistic Elo), and of a prescribed normalized Elo.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sprt {

// The maximum likelihood distribution over K outcomes when a weighted mean of them is prescribed.
//
// Given are observed fractions p, all above 0, and offsets d, some below and some above 0. Among all
// distributions q with sum q_i d_i = 0 the likelihood of p is greatest at q_i = p_i / w_i with
// w_i = 1 + theta d_i, where theta is the root of the secular equation  sum p_i d_i / (1 + theta d_i) = 0
// between the poles -1/max d and -1/min d.
// Source: Van den Bergh, "Support for the multinomial MLE", Prop. 1.1.
//
// The equation is not solved for theta: with 1e9 equal results the distance of theta to a pole is lost in
// rounding. With x = (theta + 1/max d) c and y = 1 - x = (-1/min d - theta) c, where c makes their sum 1,
// each weight is rise_i x + fall_i y. That has no subtraction, so both distances keep all their digits.

/// The constraint sum q_i d_i = 0 in the form that solve() takes.
template<std::size_t K>
struct Constraint {
    std::array<double, K> slope{}; ///< dw_i / dx
    std::array<double, K> rise{};  ///< w_i where x = 1, y = 0
    std::array<double, K> fall{};  ///< w_i where x = 0, y = 1
    double x = 0;                  ///< where theta = 0: all weights are 1
    double y = 0;                  ///< 1 - x
    std::size_t top = 0;           ///< the outcome with the greatest offset
    std::size_t bottom = 0;        ///< the outcome with the least offset
};

/// The constraint of `offsets`, in any unit; the least must be below 0 and the greatest above 0.
template<std::size_t K>
[[nodiscard]] Constraint<K> constraint(const std::array<double, K>& offsets) noexcept {
    Constraint<K> result;
    for (std::size_t i = 1; i < K; ++i) {
        result.top = offsets[i] > offsets[result.top] ? i : result.top;
        result.bottom = offsets[i] < offsets[result.bottom] ? i : result.bottom;
    }
    const double greatest = offsets[result.top];
    const double least = offsets[result.bottom];
    const double per_greatest = 1 / greatest;
    const double per_least = -1 / least;
    for (std::size_t i = 0; i < K; ++i) {
        result.rise[i] = (offsets[i] - least) * per_least;
        result.fall[i] = (greatest - offsets[i]) * per_greatest;
        result.slope[i] = offsets[i] * (per_greatest + per_least);
    }
    result.x = per_greatest / (per_greatest + per_least);
    result.y = per_least / (per_greatest + per_least);
    return result;
}

/// The solution: p_i / q_i for each outcome.
template<std::size_t K>
struct Tilt {
    std::array<double, K> weights{}; ///< all above 0
    std::array<double, K> excess{};  ///< weights - 1; keeps its digits where it is small
};

/// A place between the poles: x and 1 - x, each with all its digits.
struct SecularPoint {
    double x;
    double y;
};

/// Derivatives by x of the log likelihood sum p_i ln w_i, which is concave.
struct SecularSlope {
    double slope = 0; ///< the first, 0 at the root
    double bend = 0;  ///< the second with its sign changed
};

template<std::size_t K>
[[nodiscard]] SecularSlope slope_at(const SecularPoint& at, const std::array<double, K>& fractions,
                                    const Constraint<K>& given) noexcept {
    SecularSlope result;
    for (std::size_t i = 0; i < K; ++i) {
        const double ratio = given.slope[i] / (given.rise[i] * at.x + given.fall[i] * at.y);
        result.slope += fractions[i] * ratio;
        result.bend += fractions[i] * ratio * ratio;
    }
    return result;
}

/// The root for `fractions`, which are above 0 and sum to 1. Its distance to the nearer pole has a relative
/// error of 1e-14 or less for fractions from 1e-12 on. Newton's method within a bracket that bisection
/// narrows: a handful of steps for data that agree with the constraint, 100 at most. No allocation.
template<std::size_t K>
[[nodiscard]] Tilt<K> solve(const std::array<double, K>& fractions, const Constraint<K>& given) noexcept {
    constexpr int kTrusted = 8; // steps after which every other one is a bisection
    constexpr int kMost = 100;
    SecularSlope now;
    SecularPoint low{fractions[given.top], 0};
    SecularPoint high{0, fractions[given.bottom]};
    for (std::size_t i = 0; i < K; ++i) {
        now.slope += fractions[i] * given.slope[i];
        now.bend += fractions[i] * given.slope[i] * given.slope[i];
        low.y += i == given.top ? 0 : fractions[i];
        high.x += i == given.bottom ? 0 : fractions[i];
    }
    SecularPoint at{given.x, given.y};
    double moved = 0;
    for (int step = 0; step < kMost; ++step) {
        // x + xy slope is the expectation-maximisation map: it moves towards the root and never beyond it.
        const double pull = at.x * at.y * now.slope;
        (now.slope > 0 ? low : high) = {at.x + pull, at.y - pull};
        const auto is_inside = [&](double by) { return at.x + by >= low.x && at.y - by >= high.y; };

        double by = now.slope / now.bend;
        const bool is_trusted = step < kTrusted || step % 2 == 0;
        if (is_trusted && is_inside(by)) {
            at = {at.x + by, at.y - by};
            moved += by;
            // The pole is the nearest singularity, so the next step would be the square of this one.
            if (std::abs(by) <= 1e-8 * std::min(at.x, at.y)) {
                break;
            }
        } else if (by = pull / (at.x * at.y * now.bend - (at.y - at.x) * now.slope);
                   is_trusted && by * now.slope > 0 && is_inside(by)) {
            // Newton's method for xy slope, which has no poles, reaches roots that are close to a pole.
            at = {at.x + by, at.y - by};
            moved += by;
        } else {
            const double width = at.x < at.y ? high.x - low.x : low.y - high.y;
            const double odds = std::sqrt(low.x / low.y * (high.x / high.y));
            at = {odds / (1 + odds), 1 / (1 + odds)};
            moved = at.x < at.y ? at.x - given.x : given.y - at.y;
            if (width <= 1e-15 * std::min(at.x, at.y)) {
                break;
            }
        }
        now = slope_at(at, fractions, given);
    }
    Tilt<K> result;
    for (std::size_t i = 0; i < K; ++i) {
        result.weights[i] = given.rise[i] * at.x + given.fall[i] * at.y;
        result.excess[i] = given.slope[i] * moved;
    }
    return result;
}

/// ln(a / b) for a and b above 0. `difference` is a - b, with more digits than a and b have.
[[nodiscard]] inline double log_ratio(double a, double b, double difference) noexcept {
    const double z = difference / (a + b);
    if (std::abs(z) < 0.03) { // the series of 2 artanh z; the next term is below 1e-17 of the first
        const double zz = z * z;
        return 2 * z * (1 + zz * (1. / 3 + zz * (1. / 5 + zz * (1. / 7 + zz * (1. / 9)))));
    }
    return std::log(a / b);
}

/// What one observation adds on average to the log-likelihood ratio of the second distribution against the
/// first, in nats: sum p_i ln(q1_i / q0_i). Source: Van den Bergh as above, the generalized likelihood ratio.
template<std::size_t K>
[[nodiscard]] double mean_llr(const std::array<double, K>& fractions, const Tilt<K>& tilt0,
                              const Tilt<K>& tilt1) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < K; ++i) {
        sum +=
            fractions[i] * log_ratio(tilt0.weights[i], tilt1.weights[i], tilt0.excess[i] - tilt1.excess[i]);
    }
    return sum;
}

// The generalized sequential probability ratio test of logistic Elo: games in three classes (trinomial) or
// pairs of games in five (pentanomial). Each hypothesis prescribes the expected score; the rest of the
// distribution is fitted to the counts.
// Source: Van den Bergh, "Support for the multinomial MLE"; fishtest, LLRcalc.LLR_logistic.

/// The constraint that the mean score is `score`. Keeps its digits far beyond 2000 Elo.
template<std::size_t K>
[[nodiscard]] Constraint<K> mean_score_is(const ExpectedScore& score) noexcept {
    std::array<double, K> offsets{};
    for (std::size_t i = 0; i < K; ++i) {
        const double won = score_of_outcome<K>(i);
        offsets[i] = won * score.lost - (1 - won) * score.won; // the outcome's score - score
    }
    return constraint(offsets);
}

// The maximum likelihood distribution over K outcomes whose mean score is t standard deviations from 1/2.
//
// With u_i = score - 1/2 the condition is E u = t sigma, which is not linear in the probabilities. For v > 0
// it follows from the linear condition  E chi = 0,  chi_i = 2 u_i - t v - t / (1 + t^2) u_i^2 / v,  together
// with  v^2 = E u^2 / (1 + t^2); then v = sigma. So one secular equation gives the distribution for a v, and
// one search finds v. The fixed-point iteration of Van den Bergh, "Normalized Elo: practical", 4.1 (fishtest,
// LLRcalc.MLE_t_value), has the same solutions. But it fails where its equation has no root, and where there
// are several solutions it may end in one that is not the likeliest.
//
// Why the search finds the likeliest for t > 0: E chi for any v is at most E chi for the v that belongs to
// the distribution, so {t(q) >= t} is the union over v of the half-spaces {E chi >= 0}. When the data lie
// outside (their t is less), the nearest point of the union is that of the nearest half-space: a minimum over
// v. There may be several minima when an outcome was hardly seen. When the data lie inside, the complement is
// convex, so there is one solution.

/// The fit to `seen` whose (mean - 1/2) / standard deviation is `t`, of the unit that is counted (game or
/// pair), for any finite t. Solves a handful of secular equations for data that agree with t, about 500 at
/// most.
template<std::size_t K>
[[nodiscard]] Tilt<K> fit_normalized(const Outcomes<K>& seen, double t) noexcept;

extern template Tilt<3> fit_normalized(const Outcomes<3>&, double) noexcept;
extern template Tilt<5> fit_normalized(const Outcomes<5>&, double) noexcept;

} // namespace sprt
