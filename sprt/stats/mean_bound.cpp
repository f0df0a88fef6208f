#include "sprt/stats/mean_bound.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

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
            const double x = -term.value * s.real(); // the term's factor is 1 + x + iy
            const double y = -term.value * s.imag();
            const double more = 2 * x + x * x + y * y;
            // Each keeps the digits that the other loses: near 1 and near the pole.
            real -= term.count * (more > -0.5 ? std::log1p(more) : std::log((1 + x) * (1 + x) + y * y)) / 2;
            phase -= term.count * std::atan2(y, 1 + x);
        }
        return {real, phase};
    }

    /// The derivative of exponent() at a real or complex s.
    template<class Number>
    [[nodiscard]] Number slope(Number s) const noexcept {
        Number result = -1.0 / s;
        for (const SeenValue& term : terms()) {
            result += term.count * term.value / (1.0 - term.value * s);
        }
        return result;
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
            const double bent = bend(at);
            const double next = at - now / bent;
            if (std::abs(now) <= 1e-4 * std::sqrt(bent)) {
                return next;
            }
            at = next > low && next < high ? next : (low + high) / 2;
        }
        return at;
    }

    /// A point of the way of tail(), and how fast the way leads on there.
    struct Step {
        std::complex<double> s;
        std::complex<double> speed; ///< ds/dt
    };

    /// The point at t, from a guess: Newton's method for exponent() = `goal`. A step that does not lead
    /// nearer, or out of the upper half, is halved. There, exponent() takes no value twice.
    [[nodiscard]] Step reached(std::complex<double> guess, double goal, double t) const noexcept {
        constexpr double kNear = 1e-6; // part of t^2; one more step of Newton's method squares it
        const double rounding = 1e-15 * std::abs(guess) *
                                sum([](const SeenValue& term) { return term.count * std::abs(term.value); });
        const double near = kNear * t * t + rounding;
        std::complex<double> s(guess.real(), std::abs(guess.imag()));
        std::complex<double> off = exponent(s) - goal;
        for (int i = 0; i < 50 && std::abs(off) > near; ++i) {
            const std::complex<double> step = off / slope(s);
            double part = 1;
            std::complex<double> next = s - step;
            std::complex<double> left = exponent(next) - goal;
            while (part > 1e-3 && !(next.imag() > 0 && std::abs(left) < std::abs(off))) {
                part /= 2;
                next = s - part * step;
                left = exponent(next) - goal;
            }
            if (!(std::abs(left) < std::abs(off))) { // as near as rounding allows
                break;
            }
            s = next;
            off = left;
        }
        s -= off / slope(s);
        return {.s = s, .speed = -t / slope(s)};
    }

    /// P(Q > 0) when E Q <= 0: the integral of e^exponent / (2 pi i) from bottom to top, right of 0 and left
    /// of all poles above it. It takes the way of steepest descent from the saddle, on which the exponent is
    /// real: its value at the saddle - t^2 / 2. So all of the integrand is above 0, and nothing cancels.
    /// Off the real axis the exponent has no saddle, and its derivative an imaginary part above 0: the way
    /// always leads upwards. The trapezoidal rule in t is exact to 1e-9 where no
    /// count is a fraction below 1.
    [[nodiscard]] double tail() const noexcept {
        const double most = greatest();
        if (!(most > 0)) {
            return 0;
        }
        constexpr double kStep = 0.25;
        const double through = saddle(1 / most);
        const double width = 1 / std::sqrt(bend(through));
        const double top = exponent(through).real();
        constexpr double kNever = -700; // e^kNever is hardly a number
        if (!(top > kNever)) {
            return 0;
        }
        Step last{.s = through, .speed = {0, width}};
        Step now = reached(last.s + kStep * last.speed, top - kStep * kStep / 2, kStep);
        double total = width / 2;
        for (int i = 1;; ++i) {
            const double weight = std::exp(-(i * kStep) * (i * kStep) / 2);
            total += weight * now.speed.imag();
            if (!(weight * std::abs(now.speed) > 1e-12 * total)) {
                break;
            }
            // The cubic polynomial through both points with their speeds.
            const std::complex<double> guess =
                5.0 * last.s - 4.0 * now.s + kStep * (2.0 * last.speed + 4.0 * now.speed);
            const double t = (i + 1) * kStep;
            last = std::exchange(now, reached(guess, top - t * t / 2, t));
        }
        return std::clamp(total * kStep * std::exp(top) / std::numbers::pi, 0.0, 1.0);
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
