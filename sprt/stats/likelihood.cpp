#include "sprt/stats/likelihood.hpp"

#include "sprt/stats/interval.hpp"

#include <limits>

namespace sprt {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template<std::size_t K>
constexpr double centred(std::size_t i) noexcept {
    return score_of_outcome<K>(i) - 0.5;
}

/// The distribution for one v, and the v that this distribution asks for. It asks for more when a root lies
/// above v.
template<std::size_t K>
struct Trial {
    Tilt<K> tilt;
    double v = 0;
    double asked = 0;

    [[nodiscard]] double gap() const noexcept { return asked - v; }
};

/// The search for t > 0. For t < 0 the counts are mirrored.
template<std::size_t K>
class Search {
  public:
    Search(const std::array<double, K>& fractions, double t) noexcept
        : fractions_(fractions)
        , t_(t)
        , tt_(1 + t * t) {
        for (std::size_t i = 0; i < K; ++i) {
            mean_ += fractions[i] * centred<K>(i);
            square_ += fractions[i] * centred<K>(i) * centred<K>(i);
        }
    }

    [[nodiscard]] Tilt<K> run() const noexcept {
        const double start = std::sqrt(square_ / tt_);
        const double excess = mean_ * mean_ - t_ * t_ / tt_ * square_;
        if (mean_ > 0 && excess >= 0) { // the data have t or more: one root, where their E chi is above 0
            const double width = std::sqrt(excess);
            return refine({t_ / tt_ * square_ / (mean_ + width), (mean_ + width) / t_}, start).tilt;
        }
        const Ranges ranges = feasible();
        Trial<K> best = impossible();
        double least = kInfinity;
        for (const Interval& range : ranges) {
            if (start > range.lower && start < range.upper) {
                best = refine(range, start);
                least = loss(best);
            }
        }
        if (!is_alone(least)) {
            for (const Interval& range : ranges) {
                scan(range, best, least);
            }
        }
        return best.tilt;
    }

  private:
    static constexpr std::size_t kPositive = K / 2; // outcomes that score more than 1/2
    using Ranges = std::array<Interval, kPositive>;

    [[nodiscard]] static Trial<K> impossible() noexcept {
        Trial<K> result;
        result.tilt.weights.fill(1);
        return result;
    }

    [[nodiscard]] Trial<K> attempt(double v) const noexcept {
        std::array<double, K> chi{};
        for (std::size_t i = 0; i < K; ++i) {
            const double u = centred<K>(i);
            chi[i] = 2 * u - t_ * v - t_ / tt_ * u * u / v;
        }
        if (!(*std::max_element(chi.begin(), chi.end()) > 0)) {
            return impossible(); // v is at the end of its range
        }
        Trial<K> result{.tilt = solve(fractions_, constraint(chi)), .v = v, .asked = 0};
        double square = 0;
        for (std::size_t i = 0; i < K; ++i) {
            square += fractions_[i] / result.tilt.weights[i] * centred<K>(i) * centred<K>(i);
        }
        result.asked = std::sqrt(square / tt_);
        return result;
    }

    /// The loss of likelihood by the fit: sum p ln(p / q), in nats.
    [[nodiscard]] double loss(const Trial<K>& trial) const noexcept {
        double sum = 0;
        for (std::size_t i = 0; i < K; ++i) {
            sum += fractions_[i] * log_ratio(trial.tilt.weights[i], 1, trial.tilt.excess[i]);
        }
        return trial.v > 0 ? std::max(sum, 0.0) : kInfinity;
    }

    /// The v at which some outcome has chi > 0: one range for each outcome that scores more than 1/2; ranges
    /// that touch are joined. Each has a root: its low end asks for more, its high end for less.
    [[nodiscard]] Ranges feasible() const noexcept {
        const double root = std::sqrt(tt_);
        const double low = t_ / (root * (1 + root)); // (1 - 1/root) / t
        const double high = (1 + 1 / root) / t_;
        Ranges ranges{};
        for (std::size_t k = 0; k < kPositive; ++k) {
            const double u = centred<K>(K - kPositive + k);
            ranges[k] = {u * low, std::min(u * high, 0.5 / root)}; // E u^2 is at most 1/4
            if (k > 0 && ranges[k - 1].upper >= ranges[k].lower) {
                ranges[k].lower = ranges[k - 1].lower;
                ranges[k - 1] = {0, 0};
            }
        }
        return ranges;
    }

    /// Whether no other fit loses less than `least`. By Pinsker's inequality the E u^2 of such a fit would be
    /// within sqrt(least / 32) of that of the data, and two minima so close together were never seen.
    [[nodiscard]] bool is_alone(double least) const noexcept {
        return std::sqrt(least / 32) <= 0.2 * square_;
    }

    /// Searches the whole range for minima; keeps the one with the least loss in `best`.
    void scan(const Interval& range, Trial<K>& best, double& least) const noexcept {
        constexpr int kCells = 48;
        if (!(range.lower < range.upper)) {
            return;
        }
        double before = range.lower;
        bool rises = true;
        for (int i = 1; i <= kCells; ++i) {
            const double v =
                range.lower * std::pow(range.upper / range.lower, static_cast<double>(i) / kCells);
            const bool more = i < kCells && attempt(v).gap() > 0;
            if (rises && !more) {
                const Trial<K> found = refine({before, v}, std::sqrt(before * v));
                if (const double cost = loss(found); cost < least) {
                    best = found;
                    least = cost;
                }
            }
            rises = more;
            before = v;
        }
    }

    /// A v that asks for itself, by secants from `start` in `range`, whose low end asks for more and whose
    /// high end asks for less.
    [[nodiscard]] Trial<K> refine(Interval range, double start) const noexcept {
        constexpr int kTrusted = 8; // steps after which every other one is a bisection
        constexpr int kMost = 80;
        Trial<K> now = attempt(start);
        double next = now.asked;
        for (int step = 0; step < kMost && std::abs(now.gap()) > 1e-9 * now.v; ++step) {
            (now.gap() > 0 ? range.lower : range.upper) = now.v;
            const bool trusted = step < kTrusted || step % 2 == 0;
            if (!(trusted && next > range.lower && next < range.upper)) {
                next = std::sqrt(range.lower * range.upper);
            }
            const Trial<K> before = now;
            now = attempt(next);
            next = now.v - now.gap() * (now.v - before.v) / (now.gap() - before.gap());
        }
        return now;
    }

    const std::array<double, K>& fractions_;
    double t_;
    double tt_;
    double mean_ = 0;   // E u of the data
    double square_ = 0; // E u^2 of the data
};

} // namespace

template<std::size_t K>
Tilt<K> fit_normalized(const Outcomes<K>& seen, double t) noexcept {
    if (t > 0) {
        return Search<K>(seen.fractions, t).run();
    }
    if (t < 0) {
        Outcomes<K> mirrored = seen;
        std::reverse(mirrored.fractions.begin(), mirrored.fractions.end());
        Tilt<K> tilt = Search<K>(mirrored.fractions, -t).run();
        std::reverse(tilt.weights.begin(), tilt.weights.end());
        std::reverse(tilt.excess.begin(), tilt.excess.end());
        return tilt;
    }
    std::array<double, K> offsets{};
    for (std::size_t i = 0; i < K; ++i) {
        offsets[i] = centred<K>(i);
    }
    return solve(seen.fractions, constraint(offsets));
}

template Tilt<3> fit_normalized(const Outcomes<3>&, double) noexcept;
template Tilt<5> fit_normalized(const Outcomes<5>&, double) noexcept;

} // namespace sprt
