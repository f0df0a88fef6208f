#include "sprt/stats/counts.hpp"
#include "sprt/stats/likelihood.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

namespace sprt {
namespace {

// Numbers of units (games or pairs) that are not whole, and the log-likelihood ratio that a test makes of
// them: where a ratio leads when the units to come have given chances. Source: the test itself, whatever its
// model.

/// Numbers of units by outcome, by rising score; not whole.
template<std::size_t K>
using Units = std::array<double, K>;

template<std::size_t K>
double sum(const Units<K>& units) noexcept {
    double total = 0;
    for (const double part : units) {
        total += part;
    }
    return total;
}

std::uint64_t whole(double count) noexcept {
    return static_cast<std::uint64_t>(std::llround(count));
}

Counts counts_of(const Units<3>& units, double factor) noexcept {
    return Wld{.wins = whole(units[2] * factor),
               .losses = whole(units[0] * factor),
               .draws = whole(units[1] * factor)};
}

Counts counts_of(const Units<5>& units, double factor) noexcept {
    Ptnml pairs;
    for (std::size_t i = 0; i < units.size(); ++i) {
        pairs.counts[i] = whole(units[i] * factor);
    }
    return pairs;
}

/// The number of all units to which llr_of() rounds. A test takes counts up to it.
constexpr double kFineUnits = 1e9;

/// The llr of `units`. The llr of a test is proportional to the number of units, so that of many is computed.
template<std::size_t K>
double llr_of(const SequentialTest& test, const Units<K>& units) noexcept {
    const double factor = kFineUnits / sum(units);
    return test.llr(counts_of(units, factor)) / factor;
}

/// `units` and `more` units with the outcomes of `chances`.
template<std::size_t K>
Units<K> after(Units<K> units, double more, const Units<K>& chances) noexcept {
    for (std::size_t i = 0; i < K; ++i) {
        units[i] += more * chances[i];
    }
    return units;
}

/// The variance of what one more unit with the outcomes of `chances` adds to the llr of `units`.
template<std::size_t K>
double variance_of_next(const SequentialTest& test, const Units<K>& units, const Units<K>& chances) noexcept {
    const double more = std::max(1.0, 1e-6 * sum(units));
    const double factor = kFineUnits / sum(units); // one for all, so that rounding does not differ
    const double before = test.llr(counts_of(units, factor));
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < K; ++i) {
        Units<K> next = units;
        next[i] += more;
        const double added = (test.llr(counts_of(next, factor)) - before) / (more * factor);
        mean += chances[i] * added;
        square += chances[i] * added * added;
    }
    return square - mean * mean;
}

/// The counts to which the llr of `model` is proportional: it adds something to each, or to those that are 0.
template<std::size_t K>
Units<K> as_judged(Model model, const Units<K>& counts) noexcept {
    if (model != Model::Bayeselo) {
        return regularised(counts);
    }
    Units<K> result = counts;
    for (double& count : result) {
        count += 0.5;
    }
    return result;
}

constexpr double kNear = 0.22;          // weight of truths near the hypotheses
constexpr double kNearDeviation = 0.25; // of their distribution, in distances between the hypotheses
constexpr double kFarElo = 200;         // to the quartiles of the distribution of all other truths
constexpr double kSearchedReach = 2000; // from the middle of the hypotheses to the last truth, in Elo

/// The shares of outcomes in `counts` and in three imaginary units. Few units do not show all that can
/// happen.
template<std::size_t K>
Units<K> fitted(const Units<K>& counts) noexcept {
    constexpr double kImaginary = 3;
    const Moments seen = moments(counts);
    const double won = (seen.units * seen.mean + 0.5) / (seen.units + 1);
    const double lost = 1 - won;
    Units<K> imaginary{}; // decisive games of the same score
    if constexpr (K == 3) {
        imaginary = {lost, 0, won};
    } else {
        imaginary = {lost * lost, 0, 2 * lost * won, 0, won * won};
    }
    Units<K> shares = after(regularised(counts), kImaginary, imaginary);
    const double total = sum(shares);
    for (double& share : shares) {
        share /= total;
    }
    return shares;
}

/// The ways of the llr that are possible, and their weights, which sum to 1.
class Ways {
  public:
    static constexpr std::size_t kMost = 40;

    void add(double weight, const Brownian& way) noexcept { ways_[size_++] = {weight, way}; }

    [[nodiscard]] double p_h1() const noexcept {
        double sum = 0;
        for (const Way& way : all()) {
            sum += way.weight * upper_first(way.motion);
        }
        return std::clamp(sum, 0.0, 1.0);
    }

    /// The number of units, at least `fewest`, that is not exceeded with probability `share`, to 0.01 %. The
    /// search is on a logarithmic scale, because the range is wide.
    [[nodiscard]] double quantile(double share, double fewest) const noexcept {
        double low = std::log(fewest);
        double high = low + 1;
        while (decided(std::exp(high)) < share && high < low + 100) {
            high += 2;
        }
        while (high - low > 1e-4) {
            const double middle = (low + high) / 2;
            (decided(std::exp(middle)) < share ? low : high) = middle;
        }
        return std::exp((low + high) / 2);
    }

  private:
    struct Way {
        double weight;
        Brownian motion;
    };

    [[nodiscard]] std::span<const Way> all() const noexcept { return {ways_.data(), size_}; }

    [[nodiscard]] double decided(double units) const noexcept {
        double sum = 0;
        for (const Way& way : all()) {
            sum += way.weight * undecided(way.motion, units);
        }
        return 1 - sum;
    }

    std::array<Way, kMost> ways_{};
    std::size_t size_ = 0;
};

/// What may follow `counts`, none of which has decided.
template<std::size_t K>
class Future {
  public:
    Future(const SequentialTest& test, const Units<K>& counts, double llr) noexcept
        : test_(test)
        , counts_(counts)
        , shares_(fitted(counts))
        , judged_(as_judged(test.model(), counts))
        , llr_(llr) {
        locate_hypotheses();
    }

    [[nodiscard]] std::optional<Forecast> forecast() const noexcept {
        if (!(distance_ > 0) || !std::isfinite(distance_)) {
            return std::nullopt;
        }
        const Ways ways = this->ways();
        const double least = ways.quantile(0.1, 1);
        const double middle = ways.quantile(0.5, least);
        return Forecast{.p_h1 = ways.p_h1(),
                        .units_left = middle,
                        .units_range = {std::floor(least), std::ceil(ways.quantile(0.9, middle))}};
    }

  private:
    /// The chances of outcomes when the truth is `elo`.
    [[nodiscard]] Units<K> truth(double elo) const noexcept {
        const Tilt<K> tilt = solve(shares_, mean_score_is<K>(score_at(elo)));
        Units<K> chances;
        for (std::size_t i = 0; i < K; ++i) {
            chances[i] = shares_[i] / tilt.weights[i];
        }
        return chances;
    }

    /// In the Elo of the score, whatever the Elo of the test: the middle is where a unit adds nothing on
    /// average; the hypotheses are where twice the mean of what it adds is its variance.
    void locate_hypotheses() noexcept {
        const auto drift = [&](double elo) { return llr_of(test_, truth(elo)); };
        double low = -kSearchedElo;
        double high = kSearchedElo;
        while (high - low > 1e-7) {
            middle_ = (low + high) / 2;
            (drift(middle_) < 0 ? low : high) = middle_;
        }
        const Units<K> chances = truth(middle_);
        constexpr double kMany = 1e6;
        variance_ = variance_of_next(test_, after(Units<K>{}, kMany, chances), chances);
        distance_ = variance_ * 2 / (drift(middle_ + 1) - drift(middle_ - 1));
    }

    /// The truth at `place`, on a scale that is linear near the hypotheses and logarithmic far from them.
    [[nodiscard]] double elo_at(double place) const noexcept {
        return middle_ + distance_ * std::sinh(place);
    }

    /// The logarithm of the density of `place` after the counts, up to a constant.
    [[nodiscard]] double log_density(double place) const noexcept {
        const double away = distance_ * std::sinh(place);
        const double z = away / distance_ / kNearDeviation;
        const double near =
            kNear / (distance_ * kNearDeviation * std::sqrt(2 * std::numbers::pi)) * std::exp(-z * z / 2);
        const double far =
            (1 - kNear) / (std::numbers::pi * kFarElo * (1 + away * away / (kFarElo * kFarElo)));
        double result = std::log((near + far) * std::cosh(place));
        const Units<K> chances = truth(middle_ + away);
        for (std::size_t i = 0; i < K; ++i) {
            result += counts_[i] * std::log(chances[i]);
        }
        return result;
    }

    using Densities = std::array<double, Ways::kMost>;

    static constexpr double step(const Interval& range) noexcept {
        return (range.upper - range.lower) / (Ways::kMost - 1);
    }

    /// Densities at equal steps in `range`; the greatest is 1.
    [[nodiscard]] Densities densities(const Interval& range) const noexcept {
        Densities result;
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i] = log_density(range.lower + static_cast<double>(i) * step(range));
        }
        const double greatest = *std::max_element(result.begin(), result.end());
        for (double& density : result) {
            density = std::exp(density - greatest);
        }
        return result;
    }

    static constexpr double kNegligible = 1e-7;

    /// The ways of truths at equal steps over all places that are not negligible.
    [[nodiscard]] Ways ways() const noexcept {
        const double reach = std::asinh(kSearchedReach / distance_);
        Interval range{-reach, reach};
        Densities weights = densities(range);
        constexpr int kMostRounds = 8;
        for (int round = 0; round < kMostRounds; ++round) {
            const auto matters = [](double density) { return density > kNegligible; };
            const auto first = std::find_if(weights.begin(), weights.end(), matters) - weights.begin();
            const auto last = weights.rend() - std::find_if(weights.rbegin(), weights.rend(), matters);
            const Interval inner{
                std::max(range.lower, range.lower + static_cast<double>(first - 1) * step(range)),
                std::min(range.upper, range.lower + static_cast<double>(last) * step(range))};
            if (inner.upper - inner.lower > 0.8 * (range.upper - range.lower)) {
                break;
            }
            range = inner;
            weights = densities(range);
        }
        const double total = sum(weights);
        Ways result;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (weights[i] > kNegligible) {
                const double place = range.lower + static_cast<double>(i) * step(range);
                result.add(weights[i] / total, way(truth(elo_at(place))));
            }
        }
        return result;
    }

    /// Motion from the llr so far. The last unit goes beyond a bound: by 0.583 deviations of what it adds
    /// where chance leads there (Siegmund), by half of what it adds where chance has no part.
    [[nodiscard]] Brownian between_bounds(double drift, double variance) const noexcept {
        const double beyond = std::hypot(0.583 * std::sqrt(variance), drift / 2);
        return {.drift = drift,
                .variance = variance,
                .lower = test_.bounds().lower - llr_ - beyond,
                .upper = test_.bounds().upper - llr_ + beyond};
    }

    /// The way of the llr when outcomes have these chances: its drift is the mean over the units left,
    /// because the llr does not rise in a straight line.
    [[nodiscard]] Brownian way(const Units<K>& chances) const noexcept {
        const double shortest = std::max(1.0, 1e-3 * sum(judged_)); // less is lost in rounding
        Brownian motion = between_bounds(llr_of(test_, chances), variance_);
        for (const bool first : {true, false}) {
            const double left = std::max(shortest, expected_time(motion));
            const Units<K> then = after(judged_, left, chances);
            const double llr = llr_of(test_, then);
            const double drift = (llr - llr_) / left;
            const double least = 1e-4 * (drift * drift + variance_); // rounding may leave nothing of it
            motion = between_bounds(drift, first ? std::max(least, variance_of_next(test_, then, chances))
                                                 : motion.variance);
        }
        return motion;
    }

    const SequentialTest& test_;
    Units<K> counts_;
    Units<K> shares_;
    Units<K> judged_;
    double llr_;
    double middle_ = 0;   ///< of the hypotheses, in Elo
    double distance_ = 0; ///< between the hypotheses, in Elo
    double variance_ = 0; ///< of what a unit adds to the llr when the truth is in the middle
};

} // namespace

std::optional<Forecast> forecast(const SequentialTest& test, const Counts& counts) noexcept {
    const double llr = test.llr(counts);
    if (const Verdict now = verdict(llr, test.bounds()); now != Verdict::Continue) {
        return Forecast{.p_h1 = now == Verdict::H1 ? 1.0 : 0.0, .units_left = 0, .units_range = {0, 0}};
    }
    return std::visit([&](const auto& seen) { return Future(test, weights(seen), llr).forecast(); }, counts);
}

} // namespace sprt
