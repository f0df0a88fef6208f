#include "sprt/stats/motion/forecast.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/motion/brownian.hpp"

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

/// A normal distribution of the true score.
struct Belief {
    double mean;
    double deviation;
};

/// `prior` updated by `seen`, whose units have `variance`.
Belief posterior(const Belief& prior, const Moments& seen, double variance) noexcept {
    const double prior_weight = 1 / (prior.deviation * prior.deviation);
    const double seen_weight = seen.units / variance;
    const double weight = prior_weight + seen_weight;
    return {.mean = prior.mean + seen_weight / weight * (seen.mean - prior.mean),
            .deviation = 1 / std::sqrt(weight)};
}

/// The mean of f(score) under `belief`, by the trapezoidal rule, over `reach` deviations to either side in
/// steps of `step` deviations. The rule converges exponentially for functions as smooth as these, even where
/// they change within a small part of a deviation.
template<typename Function>
double average(const Belief& belief, double reach, double step, Function f) {
    double sum = 0;
    double total = 0;
    const int nodes = static_cast<int>(std::lround(reach / step));
    for (int i = -nodes; i <= nodes; ++i) {
        const double z = i * step;
        const double weight = std::exp(-z * z / 2);
        sum += weight * f(belief.mean + belief.deviation * z);
        total += weight;
    }
    return sum / total;
}

/// What follows a given llr when the true score is distributed by `belief`.
class Future {
  public:
    Future(const LlrMotion& motion, const Bounds& bounds, double llr, const Belief& belief) noexcept
        : motion_(motion)
        , lower_(bounds.lower - llr)
        , upper_(bounds.upper - llr)
        , belief_(belief) {}

    [[nodiscard]] double p_h1() const {
        return average(belief_, 8, 0.02, [&](double score) { return upper_first(from_here(score)); });
    }

    [[nodiscard]] double units_left() const {
        return average(belief_, 8, 0.02, [&](double score) { return expected_time(from_here(score)); });
    }

    /// The number of units left that is not exceeded with probability `share`, to a thousandth of it. The
    /// search is on a logarithmic scale, because the range is wide.
    [[nodiscard]] double units_quantile(double share, double expected) const {
        double low = std::log(expected) - 1;
        double high = low + 2;
        for (int i = 0; i < 100 && decided(std::exp(low)) > share; ++i) {
            low -= 2;
        }
        for (int i = 0; i < 100 && decided(std::exp(high)) < share; ++i) {
            high += 2;
        }
        while (high - low > 1e-3) {
            const double middle = (low + high) / 2;
            (decided(std::exp(middle)) < share ? low : high) = middle;
        }
        return std::exp((low + high) / 2);
    }

  private:
    [[nodiscard]] Brownian from_here(double score) const noexcept {
        return {
            .drift = motion_.drift(score), .variance = motion_.variance, .lower = lower_, .upper = upper_};
    }

    [[nodiscard]] double decided(double units) const {
        return 1 -
               average(belief_, 5, 0.125, [&](double score) { return undecided(from_here(score), units); });
    }

    LlrMotion motion_;
    double lower_;
    double upper_;
    Belief belief_;
};

/// One unit without draws and opening bias. Such units steady the variance as long as there are few counts.
constexpr std::array<double, 3> kImaginaryGame{0.5, 0, 0.5};
constexpr std::array<double, 5> kImaginaryPair{0.25, 0, 0.5, 0, 0.25};

template<std::size_t N>
std::array<double, N> with_variance(std::array<double, N> counts, const std::array<double, N>& imaginary) {
    // The variance of few units is often far too small, and a forecast from it far too sure of itself.
    constexpr double kFewUnits = 32;
    constexpr double kPerMissingUnit = 1.0 / 8;
    const Moments seen = moments(counts);
    double weight = std::max(0.0, kFewUnits - seen.units) * kPerMissingUnit;
    if (!(seen.variance > 0)) {
        weight = std::max(weight, 1.0);
    }
    for (std::size_t i = 0; i < N; ++i) {
        counts[i] += weight * imaginary[i];
    }
    return counts;
}

/// What follows counts with this llr. nullopt as in forecast().
template<std::size_t N>
std::optional<Future> future_of(double llr, const std::array<double, N>& counts,
                                const std::array<double, N>& imaginary, const Hypotheses& test,
                                EloScale scale) noexcept {
    const std::array<double, N> varied = with_variance(counts, imaginary);
    const Moments seen = moments(counts);
    const Moments spread = moments(varied);
    const double drawn = N == 3 ? varied[1] / spread.units : 0;
    const ScoreHypotheses scores = score_hypotheses(test, scale, spread, drawn);
    std::optional<LlrMotion> motion;
    if constexpr (N == 3) {
        motion =
            scale == EloScale::Decisive ? wald_motion(test, varied) : gsprt_motion(scores, spread.variance);
    } else {
        motion = gsprt_motion(scores, spread.variance);
    }
    if (!motion || !std::isfinite(llr)) {
        return std::nullopt;
    }
    // The distance of the hypotheses as a difference of scores, taken upwards from their middle in Elo.
    const double middle_elo = (test.elo0 + test.elo1) / 2;
    const double width = scale == EloScale::Normalized
                             ? scores.gap
                             : score_gap(middle_elo, middle_elo + (test.elo1 - test.elo0)) *
                                   (scale == EloScale::Decisive ? 1 - drawn : 1);
    const Belief belief = posterior({.mean = scores.middle, .deviation = width}, seen, spread.variance);
    return Future(*motion, bounds(test), llr, belief);
}

/// What `future` leads to from `llr`.
std::optional<Forecast> forecast(double llr, const Hypotheses& test, const std::optional<Future>& future) {
    if (!future) {
        return std::nullopt;
    }
    if (const Verdict now = verdict(llr, bounds(test)); now != Verdict::Continue) {
        return Forecast{.p_h1 = now == Verdict::H1 ? 1.0 : 0.0, .units_left = 0, .units_range = {0, 0}};
    }
    const double expected = future->units_left();
    return Forecast{
        .p_h1 = future->p_h1(),
        .units_left = expected,
        .units_range = {future->units_quantile(0.1, expected), future->units_quantile(0.9, expected)}};
}

} // namespace

std::optional<Forecast> forecast(double llr, const Ptnml& pairs, const Hypotheses& test,
                                 EloScale scale) noexcept {
    return forecast(llr, test, future_of(llr, weights(pairs), kImaginaryPair, test, scale));
}

std::optional<Forecast> forecast(double llr, const Wld& games, const Hypotheses& test,
                                 EloScale scale) noexcept {
    return forecast(llr, test, future_of(llr, weights(games), kImaginaryGame, test, scale));
}

std::optional<double> forecast_h1(double llr, const Ptnml& pairs, const Hypotheses& test,
                                  EloScale scale) noexcept {
    const auto future = future_of(llr, weights(pairs), kImaginaryPair, test, scale);
    if (!future) {
        return std::nullopt;
    }
    const Verdict now = verdict(llr, bounds(test));
    return now == Verdict::Continue ? future->p_h1() : now == Verdict::H1 ? 1.0 : 0.0;
}

} // namespace sprt
