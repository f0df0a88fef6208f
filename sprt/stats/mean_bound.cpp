#include "sprt/stats/mean_bound.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <numbers>

namespace sprt {
namespace {

/// Q = sum of value x G, with independent G that have gamma distributions of the shapes `count`. A mean of
/// Dirichlet's distribution is above m where Q of the values less m is above 0.
class GammaSum {
  public:
    void add(double value, double shape) noexcept {
        if (shape > 0) {
            terms_[size_++] = {.value = value, .count = shape};
        }
    }

    /// P(Q > shift x sum of G).
    [[nodiscard]] double above(double shift) const noexcept {
        return mean() <= shift ? moved(shift, 1).tail() : 1 - moved(shift, -1).tail();
    }

    [[nodiscard]] double mean() const noexcept {
        return sum([](const SeenValue& term) { return term.count * term.value; }) / shape();
    }

    /// The standard deviation of the mean of Dirichlet's distribution.
    [[nodiscard]] double deviation() const noexcept {
        const double middle = mean();
        const double squares = sum([&](const SeenValue& term) {
            return term.count * (term.value - middle) * (term.value - middle);
        });
        return std::sqrt(squares / shape() / (shape() + 1));
    }

    [[nodiscard]] double greatest() const noexcept {
        return std::ranges::max_element(terms(), {}, &SeenValue::value)->value;
    }

  private:
    [[nodiscard]] std::span<const SeenValue> terms() const noexcept { return {terms_.data(), size_}; }

    template<class Of>
    [[nodiscard]] double sum(const Of& of) const noexcept {
        double result = 0;
        for (const SeenValue& term : terms()) {
            result += of(term);
        }
        return result;
    }

    [[nodiscard]] double shape() const noexcept {
        return sum([](const SeenValue& term) { return term.count; });
    }

    [[nodiscard]] GammaSum moved(double shift, double sign) const noexcept {
        GammaSum result;
        for (const SeenValue& term : terms()) {
            result.add(sign * (term.value - shift), term.count);
        }
        return result;
    }

    /// ln(E e^(sQ) / s).
    [[nodiscard]] std::complex<double> exponent(std::complex<double> s) const noexcept {
        double real = -std::log(std::norm(s)) / 2;
        double phase = -std::arg(s);
        for (const SeenValue& term : terms()) {
            const double x =
                -term.value * s.real(); // 1 + x + iy is the term's factor; log1p keeps its digits
            const double y = -term.value * s.imag();
            real -= term.count * std::log1p(2 * x + x * x + y * y) / 2;
            phase -= term.count * std::atan2(y, 1 + x);
        }
        return {real, phase};
    }

    /// The derivative of exponent() at a real s.
    [[nodiscard]] double slope(double s) const noexcept {
        return sum([&](const SeenValue& term) { return term.count * term.value / (1 - term.value * s); }) -
               1 / s;
    }

    /// The second derivative; it is above 0.
    [[nodiscard]] double bend(double s) const noexcept {
        return 1 / (s * s) + sum([&](const SeenValue& term) {
                   const double ratio = term.value / (1 - term.value * s);
                   return term.count * ratio * ratio;
               });
    }

    /// The real s at which exponent() is least, between 0 and `pole`: Newton's method in a bracket.
    [[nodiscard]] double saddle(double pole) const noexcept {
        double low = 0;
        double high = pole;
        double at = pole / 2;
        for (int i = 0; i < 100; ++i) {
            const double now = slope(at);
            (now > 0 ? high : low) = at;
            double next = at - now / bend(at);
            if (!(next > low && next < high)) {
                next = (low + high) / 2;
            }
            const bool is_near = std::abs(next - at) <= 1e-4 * at;
            at = next;
            if (is_near) {
                break;
            }
        }
        return at;
    }

    /// How far a way from a saddle leads to its right and upwards until x.
    static std::complex<double> way(double aside, double x) noexcept {
        return {aside * (std::cosh(x) - 1), std::sinh(x)};
    }

    /// To which side the way from a saddle of this width bends: to the one where the integrand falls.
    [[nodiscard]] double side(double saddle, double width) const noexcept {
        constexpr double kAside = 0.5;
        const auto highest = [&](double aside) {
            double result = -INFINITY;
            for (const double x : {3.0, 6.0, 9.0, 12.0}) {
                result = std::fmax(result, exponent(saddle + width * way(aside, x)).real() + x);
            }
            return result;
        };
        return highest(kAside) < highest(-kAside) ? kAside : -kAside;
    }

    /// P(Q > 0) when E Q <= 0: the integral of e^exponent / (2 pi i) from bottom to top, right of 0 and left
    /// of all poles above it. The way s = saddle + width (aside (cosh x - 1) + i sinh x) passes no pole, and
    /// the trapezoidal rule in x is exact to 1e-11.
    [[nodiscard]] double tail() const noexcept {
        const double most = greatest();
        if (!(most > 0)) {
            return 0;
        }
        constexpr double kStep = 0.125;
        const double through = saddle(1 / most);
        const double width = 1 / std::sqrt(bend(through));
        const double aside = side(through, width);
        const double top = exponent(through).real();
        double total = 0.5; // in units of the integrand at x = 0
        for (int i = 1; i < 500; ++i) {
            const double x = i * kStep;
            const std::complex step(aside * std::sinh(x), std::cosh(x));
            const std::complex<double> at = exponent(through + width * way(aside, x));
            const double size = std::exp(at.real() - top);
            total += size * (std::sin(at.imag()) * step.real() + std::cos(at.imag()) * step.imag());
            if (size * step.imag() < 1e-11) {
                break;
            }
        }
        return std::clamp(total * kStep * width * std::exp(top) / std::numbers::pi, 0.0, 1.0);
    }

    std::array<SeenValue, kMostValues> terms_{};
    std::size_t size_ = 0;
};

/// The observations and one more of the greatest value.
GammaSum drawn(std::span<const SeenValue> seen) noexcept {
    assert(!seen.empty() && seen.size() <= kMostValues);
    const auto greatest = std::ranges::max_element(seen, {}, &SeenValue::value);
    GammaSum result;
    for (auto value = seen.begin(); value != seen.end(); ++value) {
        result.add(value->value, value->count + (value == greatest ? 1 : 0));
    }
    return result;
}

} // namespace

double highest_mean(std::span<const SeenValue> seen, double error) noexcept {
    const GammaSum sum = drawn(seen);
    const double deviation = sum.deviation();
    const double most = sum.greatest();
    if (!(deviation > 1e-14 * std::fabs(most))) { // only the greatest value was seen
        return most;
    }
    // Nearly linear, as the quantile of a normal distribution is; it rises.
    const auto excess = [&](double at) {
        return std::sqrt(-2 * std::log(std::fmax(sum.above(at), 1e-300))) - std::sqrt(-2 * std::log(error));
    };
    double low = sum.mean();
    double below = excess(low);
    double high = std::fmin(low + 2 * deviation, (low + most) / 2);
    double above = excess(high);
    while (above < 0 && high < most) {
        low = high;
        below = above;
        high = std::fmin(low + deviation, (low + most) / 2);
        above = excess(high);
    }
    // Regula falsi; an end that stays twice counts half (Illinois).
    int stayed = 0;
    double at = high;
    for (int i = 0; i < 100 && high - low > 1e-14 * deviation; ++i) {
        at = (low * above - high * below) / (above - below);
        const double now = excess(at);
        if (std::abs(now) < 1e-9) {
            break;
        }
        const int end = now < 0 ? 1 : -1;
        (now < 0 ? low : high) = at;
        (now < 0 ? below : above) = now;
        (now < 0 ? above : below) /= end == stayed ? 2 : 1;
        stayed = end;
    }
    return at;
}

double mean_exceeds(std::span<const SeenValue> seen, double mean) noexcept {
    return drawn(seen).above(mean);
}

} // namespace sprt
