#include "sprt/stats/estimates.hpp"

#include "sprt/stats/mean_bound.hpp"
#include "sprt/stats/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sprt {
namespace {

constexpr double kOneSided = 0.025; ///< the error of either end of a 95 % interval

/// A quantity that each unit has, 0 in the middle of its range, and its outcomes.
template<std::size_t N>
using Values = std::array<SeenValue, N>;

/// What a unit scores above 1/2. `weights` are counts by rising score.
template<std::size_t N>
Values<N> surplus(const std::array<double, N>& weights) noexcept {
    Values<N> result{};
    for (std::size_t i = 0; i < N; ++i) {
        result[i] = {static_cast<double>(i) / (N - 1) - 0.5, weights[i]};
    }
    return result;
}

/// The same of the other agent.
template<std::size_t N>
Values<N> negated(Values<N> values) noexcept {
    for (SeenValue& value : values) {
        value.value = -value.value;
    }
    return values;
}

MeanBound highest_mean(std::span<const SeenValue> seen) noexcept {
    return highest_mean(seen, kOneSided);
}

struct Point {
    double x;
    double value;
    double slope;
};

/// The greatest f(x) in a range of a continuous f that rises, then falls; to 1e-6 of it. By the secant method
/// for where the slope is 0, from a point and the x after it.
template<class F>
double greatest(Point last, double x, const Interval& range, const F& f) noexcept {
    double left = -INFINITY; // f rises here
    double right = INFINITY; // f falls here
    (last.slope > 0 ? left : right) = last.x;
    double found = last.value;
    for (int i = 0; i < 60; ++i) {
        const Point now = f(std::clamp(x, range.lower, range.upper));
        found = std::fmax(found, now.value);
        (now.slope > 0 ? left : right) = now.x;
        if (left >= range.upper || right <= range.lower || now.slope == 0) {
            break;
        }
        const double bend = (now.slope - last.slope) / (now.x - last.x);
        x = std::clamp(now.x - now.slope / bend, range.lower, range.upper);
        const double more = now.slope * (x - now.x) / 2;
        if (bend < 0 && more <= 1e-6 * std::abs(found)) {
            return std::fmax(found, now.value + more);
        }
        if (!(bend < 0 && x > left && x < right)) {
            x = (std::fmax(left, range.lower) + std::fmin(right, range.upper)) / 2;
        }
        last = now;
    }
    return found;
}

/// The upper end of r = E Y / sqrt(E Y^2), -1 to 1, Y the surplus. With Q(b) the bound of E (Y - b Y^2):
/// r >= 0 means r^2 / 4 = max over b > 0 of b E (Y - b Y^2) <= max b Q(b). For r < 0 and any b < 0,
/// r^2 / 4 >= b Q(b); the b at which both are nearly equal is guessed from the counts. `most`: Q(0).
/// Source: docs/statistics.md, "Few games".
template<std::size_t N>
double highest_ratio(const Values<N>& seen, double most) noexcept {
    const auto product = [&](double b) {
        Values<N> values = seen;
        for (SeenValue& value : values) {
            value.change = -value.value * value.value;
            value.value += b * value.change;
        }
        const auto [mean, change] = highest_mean(values);
        return Point{.x = b, .value = b * mean, .slope = mean + b * change};
    };
    double units = 0;
    double squares = 0;
    for (const SeenValue& value : seen) {
        units += value.count;
        squares += value.count * value.value * value.value;
    }
    if (!(most > 0)) {
        return std::max(-1.0, -2 * std::sqrt(std::fmax(0, product(most * units / squares / 2).value)));
    }
    // Up to `turn` a unit of all points has the greatest Y - b Y^2, then for pairs one of 3/4, up to b = 4.
    constexpr double kTurn = N == 5 ? 4.0 / 3 : 2;
    constexpr double kNextToIt = 1e-12;
    const double guess = most * (units + 1) / (squares + 0.25) / 2;
    double found =
        greatest({.x = 0, .value = 0, .slope = most}, guess, {0, kTurn * (1 - kNextToIt)}, product);
    if (N == 5) { // b E (Y - b Y^2) may have a second top
        const Point turned = product(kTurn * (1 + kNextToIt));
        if (turned.value > 0 && turned.slope > 0) {
            found = std::fmax(found, greatest(turned, 2 * kTurn, {turned.x, 4}, product));
        }
    }
    return std::min(1.0, 2 * std::sqrt(std::fmax(0, found)));
}

/// The upper end of (mean - 1/2) / standard deviation of a unit, from that of its r. Rounding makes it
/// greater.
double highest_t(double r) noexcept {
    constexpr double kCertain = 1 - 1e-6; // greatest() is not more exact
    constexpr double kLeast = -1 + 1e-9;
    const double from = std::max(r, kLeast);
    return r > kCertain ? INFINITY : from / std::sqrt((1 - from) * (1 + from));
}

/// 95 % intervals and the likelihood of superiority of agent 1.
struct Certainty {
    Interval score;
    Interval t; ///< of (mean - 1/2) / standard deviation of a unit
    double los;
};

/// By bounds that hold for any number of units.
template<std::size_t N>
Certainty bounded(const std::array<double, N>& weights) noexcept {
    const Values<N> ours = surplus(weights);
    const Values<N> theirs = negated(ours);
    const double most = highest_mean(ours).mean;
    const double least = -highest_mean(theirs).mean;
    return {.score = {0.5 + least, 0.5 + most},
            .t = {-highest_t(highest_ratio(theirs, -least)), highest_t(highest_ratio(ours, most))},
            .los = (mean_exceeds(ours, 0) + 1 - mean_exceeds(theirs, 0)) / 2};
}

/// By the normal distribution with the variance that was seen, which is above 0.
Certainty normal(const Moments& seen) noexcept {
    const double error = std::sqrt(seen.variance / seen.units);
    const double t = (seen.mean - 0.5) / std::sqrt(seen.variance);
    const double skewness = seen.third / std::pow(seen.variance, 1.5);
    const double kurtosis = seen.fourth / (seen.variance * seen.variance);
    // Rounding must not leave the root of a negative number where the variance of t is next to 0.
    const double variance_of_t = std::fmax(0, 1 - t * skewness + t * t * (kurtosis - 1) / 4);
    const double half_width = kTwoSided95 * std::sqrt(variance_of_t / seen.units);
    return {.score = {seen.mean - kTwoSided95 * error, seen.mean + kTwoSided95 * error},
            .t = {t - half_width, t + half_width},
            .los = normal_cdf((seen.mean - 0.5) / error)};
}

/// How many units of the greatest possible deviation would vary as much as those that were seen.
double telling_units(const Moments& seen) noexcept {
    const double deviation = std::fmax(seen.mean, 1 - seen.mean);
    return seen.units * seen.variance / (deviation * deviation);
}

/// `one` where share is 0, `other` where it is 1.
Interval between(const Interval& one, const Interval& other, double share) noexcept {
    return {std::lerp(one.lower, other.lower, share), std::lerp(one.upper, other.upper, share)};
}

template<std::size_t N>
Certainty certainty(const std::array<double, N>& weights, const Moments& seen) noexcept {
    const double share = telling_units(seen) / kTellingUnits - 1; // of the normal distribution
    if (share >= 1) {
        return normal(seen);
    }
    const Certainty few = bounded(weights);
    if (share <= 0) {
        return few;
    }
    const Certainty many = normal(seen);
    return {.score = between(few.score, many.score, share),
            .t = between(few.t, many.t, share),
            .los = std::lerp(few.los, many.los, share)};
}

template<std::size_t N>
Estimates estimate(const std::array<double, N>& weights) noexcept {
    const Moments seen = moments(weights);
    Estimates result;
    if (seen.units == 0) {
        return result;
    }
    const double nelo_of_t = kNormalizedEloUnit / std::sqrt(seen.games_per_unit);
    const Certainty known = certainty(weights, seen);
    result.score = seen.mean;
    result.elo = elo_of_score(seen.mean);
    result.elo_ci95 = {elo_of_score(known.score.lower), elo_of_score(known.score.upper)};
    result.los = known.los;
    if (seen.variance > 0) {
        result.nelo = nelo_of_t * ((seen.mean - 0.5) / std::sqrt(seen.variance));
    }
    result.nelo_ci95 = {nelo_of_t * known.t.lower, nelo_of_t * known.t.upper};
    return result;
}

constexpr int kBets = 24;
constexpr double kSmallestBet = 0.004;
constexpr double kLargestBet = 0.98;

std::array<double, kBets> spread_bets() noexcept {
    std::array<double, kBets> bets{};
    for (int k = 0; k < kBets; ++k) {
        bets[static_cast<std::size_t>(k)] =
            kSmallestBet * std::pow(kLargestBet / kSmallestBet, k / (kBets - 1.0));
    }
    return bets;
}

template<std::size_t N>
std::array<double, N> mirrored(std::array<double, N> weights) noexcept {
    std::reverse(weights.begin(), weights.end());
    return weights;
}

/// The natural logarithm of what a capital of 1 becomes by betting on scores above `mean`, 0 < mean < 1: the
/// average over all bets. `weights` are raw counts by rising score. It falls as `mean` rises.
template<std::size_t N>
double log_capital(const std::array<double, N>& weights, double mean) noexcept {
    static const std::array<double, kBets> bets = spread_bets();
    std::array<double, kBets> logs{};
    for (std::size_t k = 0; k < bets.size(); ++k) {
        for (std::size_t i = 0; i < N; ++i) {
            if (weights[i] > 0) { // 0 times the logarithm of 0 is not a number
                const double score = static_cast<double>(i) / (N - 1);
                logs[k] += weights[i] * std::log1p(bets[k] * (score - mean) / mean);
            }
        }
    }
    const double largest = *std::max_element(logs.begin(), logs.end());
    double sum = 0;
    for (const double log : logs) {
        sum += std::exp(log - largest);
    }
    return largest + std::log(sum / kBets);
}

/// The mean at which the logarithm of the capital falls to `limit` > 0; 0 when it is below everywhere.
template<std::size_t N>
double lowest_mean(const std::array<double, N>& weights, double limit) noexcept {
    constexpr double kZero = 1e-60; // stands for 0
    if (log_capital(weights, kZero) < limit) {
        return 0;
    }
    double low = kZero; // the capital is largest here
    double high = 1;    // at mean 1 no bet on a higher score is won
    for (int i = 0; i < 260; ++i) {
        const double middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        (log_capital(weights, middle) >= limit ? low : high) = middle;
    }
    return low;
}

template<std::size_t N>
ConfidenceSequence confidence_sequence(const std::array<double, N>& weights, double alpha) noexcept {
    const double limit = std::log(2 / alpha);
    // Betting on scores below a mean is betting on scores above 1 - mean with the counts in reverse order.
    const double won = lowest_mean(weights, limit);
    const double lost = lowest_mean(mirrored(weights), limit);
    return {.score = {won, 1 - lost}, .elo = {elo_of_score(won), -elo_of_score(lost) + 0.0}};
}

} // namespace

Estimates estimate(const Wld& games) noexcept {
    Estimates result = estimate(weights(games));
    result.draw_ratio = draw_ratio(games);
    return result;
}

Estimates estimate(const Ptnml& pairs) noexcept {
    Estimates result = estimate(weights(pairs));
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

std::optional<double> elo_of(const Wld& games) noexcept {
    return games.games() > 0 ? std::optional(elo_of_score(moments(weights(games)).mean)) : std::nullopt;
}

std::optional<double> elo_of(const Ptnml& pairs) noexcept {
    return pairs.pairs() > 0 ? std::optional(elo_of_score(moments(weights(pairs)).mean)) : std::nullopt;
}

std::optional<double> draw_ratio(const Wld& games) noexcept {
    return games.games() > 0
               ? std::optional(static_cast<double>(games.draws) / static_cast<double>(games.games()))
               : std::nullopt;
}

std::optional<OpeningImbalance> opening_imbalance(const Wld& games, const Ptnml& pairs) noexcept {
    if (pairs.pairs() == 0 || games.games() == 0) {
        return std::nullopt;
    }
    const auto elo = [](double square) { return square > 0 ? elo_of_score(0.5 + std::sqrt(square)) : 0.0; };
    const Moments of_pairs = moments(weights(pairs));
    const double excess = moments(weights(games)).variance - 2 * of_pairs.variance;
    // The square is E Z + (E Y)^2 = max over c of E (Z + 2cY) - c^2, Y the surplus of a pair and -Z the
    // product of those of its two games: 1/4 where both games went alike, -1/4 where one seat won both,
    // otherwise 0.
    const auto units = weights(pairs); // LL, LD, level, DW, WW
    const double drawn =
        std::clamp((static_cast<double>(games.draws) - units[1] - units[3]) / 2, 0.0, units[2]);
    const auto values = [&](double c) {
        return Values<6>{{{-0.25 - c, units[0], -1},
                          {-c / 2, units[1], -0.5},
                          {0, drawn},
                          {0.25, units[2] - drawn},
                          {c / 2, units[3], 0.5},
                          {-0.25 + c, units[4], 1}}};
    };
    const double c = of_pairs.mean - 0.5;
    const double least = -highest_mean(negated(values(c))).mean - c * c;
    const auto upper = [&](double x) {
        const auto [mean, change] = highest_mean(values(x));
        return Point{.x = x, .value = mean - x * x, .slope = change - 2 * x};
    };
    constexpr double kEnd = 0.5 - 1e-6; // at 1/2 two values are the greatest
    const Point from = upper(std::clamp(c, -kEnd, kEnd));
    const double most = greatest(from, from.x + from.slope / 2, {-kEnd, kEnd}, upper);
    // Games of a pair that agree more than those of any opening do leave no number.
    return OpeningImbalance{.elo = elo(excess),
                            .ci95 = most > 0 ? std::optional(Interval{elo(least), elo(most)}) : std::nullopt};
}

ConfidenceSequence confidence_sequence(const Ptnml& pairs, double alpha) noexcept {
    return confidence_sequence(weights(pairs), alpha);
}

ConfidenceSequence confidence_sequence(const Wld& games, double alpha) noexcept {
    return confidence_sequence(weights(games), alpha);
}

} // namespace sprt
