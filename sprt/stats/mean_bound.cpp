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

using Complex = std::complex<double>;

/// P(Q > 0) of a GammaSum whose values are less m, and its derivatives.
struct Tail {
    double value = 0;
    std::array<double, 3> by_m{}; ///< the first, second and third
    double by_x = 0;              ///< by the parameter of SeenValue::change
    double by_x_and_m = 0;
};

/// 1 / z, without the care for infinite parts that costs most of the time of a division.
Complex inverse(Complex z) noexcept {
    const double norm = z.real() * z.real() + z.imag() * z.imag();
    return {z.real() / norm, -z.imag() / norm};
}

/// a b, in the same way.
Complex product(Complex a, Complex b) noexcept {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Q = sum of value x G, with independent G that have gamma distributions of the shapes `count`. A mean of
/// Dirichlet's distribution is above m where Q of the values less m is above 0.
class GammaSum {
  public:
    void add(const SeenValue& term) noexcept {
        if (term.count > 0) {
            terms_[size_++] = term;
        }
    }

    /// P(Q > shift x sum of G).
    [[nodiscard]] double above(double shift) const noexcept {
        return mean() <= shift ? less(shift).tail().value : 1 - less(shift).negated().tail().value;
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

    [[nodiscard]] const SeenValue& greatest() const noexcept {
        return *std::ranges::max_element(terms(), {}, &SeenValue::value);
    }

    [[nodiscard]] GammaSum less(double shift) const noexcept {
        GammaSum result = *this;
        for (std::size_t i = 0; i < size_; ++i) {
            result.terms_[i].value -= shift;
        }
        return result;
    }

    /// Where the exponent is least on the real axis between 0 and its first pole: its least value and its
    /// derivatives there, the k-th divided by (k - 1)!.
    struct Saddle {
        double s;
        double least;
        std::array<double, 5> derivatives; ///< from the second on: [2], [3], [4]

        /// ds/dt of tail() there is this, upwards.
        [[nodiscard]] double width() const noexcept { return 1 / std::sqrt(derivatives[2]); }
    };

    /// Some values are above 0.
    [[nodiscard]] Saddle saddle() const noexcept {
        const double s = lowest(1 / greatest().value);
        return {.s = s,
                .least = exponent(s).real(),
                .derivatives = {0, 0, derivative(2, s), derivative(3, s), derivative(4, s)}};
    }

    /// ln P(Q > 0) to a few percent of P, and its derivative by a shift. Source: Daniels, "Saddlepoint
    /// approximations in statistics", 1954, with the second term.
    struct Guess {
        double log;
        double by_m;
    };

    [[nodiscard]] Guess guess() const noexcept {
        const Saddle at = saddle();
        const double width = at.width();
        const double third = 2 * at.derivatives[3] * width * width * width;
        const double fourth = 6 * at.derivatives[4] * width * width * width * width;
        const double more = fourth / 8 - 5 * third * third / 24;
        return {.log = at.least + std::log(width * (1 + std::fmax(more, -0.5))) -
                       std::log(2 * std::numbers::pi) / 2,
                .by_m =
                    -sum([&](const SeenValue& term) { return term.count * at.s / (1 - term.value * at.s); })};
    }

    /// P(Q > 0) when E Q <= 0: the integral of e^exponent / (2 pi i) from bottom to top, right of 0 and left
    /// of all poles above it. It takes the way of steepest descent from the saddle, on which the exponent is
    /// real: its value at the saddle - t^2 / 2. So all of the integrand is above 0, and nothing cancels.
    /// Off the real axis the exponent has no saddle, and its derivative an imaginary part above 0: the way
    /// always leads upwards. The trapezoidal rule in t is exact to 1e-9 where no
    /// count is a fraction below 1. The derivatives are integrals over the same points.
    [[nodiscard]] Tail tail() const noexcept {
        Tail total;
        if (!(greatest().value > 0)) {
            return total;
        }
        constexpr double kStep = 0.25;
        const Saddle at = saddle();
        const double width = at.width();
        constexpr double kNever = -700; // e^kNever is hardly a number
        if (!(at.least > kNever)) {
            return total;
        }
        const double third = 2 * at.derivatives[3];
        Point last{.s = at.s, .speed = {0, width}, .bend = third / 3 * width * width * width * width};
        Point now = reached(last.s + kStep * (last.speed + kStep / 2 * last.bend),
                            at.least - kStep * kStep / 2, kStep);
        add(total, last, 0.5);
        for (int i = 1;; ++i) {
            const double weight = std::exp(-(i * kStep) * (i * kStep) / 2);
            add(total, now, weight);
            if (!(weight * std::abs(now.speed) > 1e-12 * total.value)) {
                break;
            }
            // The polynomial of degree 5 through both points with their derivatives.
            const Complex next = 32.0 * now.s - 31.0 * last.s -
                                 kStep * (16.0 * now.speed + 14.0 * last.speed) +
                                 kStep * kStep * (4.0 * now.bend - 2.0 * last.bend);
            const double t = (i + 1) * kStep;
            last = std::exchange(now, reached(next, at.least - t * t / 2, t));
        }
        const double factor = kStep * std::exp(at.least) / std::numbers::pi;
        total.value = std::clamp(total.value * factor, 0.0, 1.0);
        for (double* derivative :
             {&total.by_m[0], &total.by_m[1], &total.by_m[2], &total.by_x, &total.by_x_and_m}) {
            *derivative *= factor;
        }
        return total;
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

    [[nodiscard]] GammaSum negated() const noexcept {
        GammaSum result = *this;
        for (std::size_t i = 0; i < size_; ++i) {
            result.terms_[i].value = -result.terms_[i].value;
        }
        return result;
    }

    /// ln(E e^(sQ) / s).
    [[nodiscard]] Complex exponent(Complex s) const noexcept {
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

    /// The k-th derivative of exponent() at a real s, divided by (k - 1)!. The second is above 0.
    [[nodiscard]] double derivative(int k, double s) const noexcept {
        return std::pow(-1 / s, k) + sum([&](const SeenValue& term) {
                   return term.count * std::pow(term.value / (1 - term.value * s), k);
               });
    }

    /// The real s at which exponent() is least, between 0 and `pole`: Newton's method in a bracket.
    [[nodiscard]] double lowest(double pole) const noexcept {
        double low = 0;
        double high = pole;
        double at = pole / 2;
        for (int i = 0; i < 100; ++i) {
            double now = -1 / at;
            double bent = now * now;
            for (const SeenValue& term : terms()) {
                const double ratio = term.value / (1 - term.value * at);
                now += term.count * ratio;
                bent += term.count * ratio * ratio;
            }
            (now > 0 ? high : low) = at;
            const double next = at - now / bent;
            if (std::abs(now) <= 1e-4 * std::sqrt(bent)) {
                return next;
            }
            at = next > low && next < high ? next : (low + high) / 2;
        }
        return at;
    }

    /// A point of the way of tail(), and how the way leads on there.
    struct Point {
        Complex s;
        Complex speed; ///< ds/dt
        Complex bend;  ///< its derivative
    };

    struct Derivatives {
        Complex first;
        Complex second;
    };

    /// Of exponent().
    [[nodiscard]] Derivatives derivatives(Complex s) const noexcept {
        Complex first = -inverse(s);
        Complex second = product(first, first);
        for (const SeenValue& term : terms()) {
            const Complex ratio = term.value * inverse(1.0 - term.value * s);
            first += term.count * ratio;
            second += term.count * product(ratio, ratio);
        }
        return {first, second};
    }

    /// The point at t, from a guess: Newton's method for exponent() = `goal`. A step that does not lead
    /// nearer, or out of the upper half, is halved. There, exponent() takes no value twice.
    [[nodiscard]] Point reached(Complex guess, double goal, double t) const noexcept {
        constexpr double kNear = 1e-4; // part of t; the last step makes it its third power
        const double rounding = 1e-15 * std::abs(guess) *
                                sum([](const SeenValue& term) { return term.count * std::abs(term.value); });
        const double near = kNear * t + rounding;
        Complex s(guess.real(), std::abs(guess.imag()));
        Complex off = exponent(s) - goal;
        for (int i = 0; i < 50 && std::abs(off) > near; ++i) {
            const Complex step = product(off, inverse(derivatives(s).first));
            double part = 1;
            Complex next = s - step;
            Complex left = exponent(next) - goal;
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
        const Derivatives here = derivatives(s);
        const Complex level = inverse(here.first);
        const Complex step = product(off, level);
        s -= product(step, 1.0 + product(step, product(here.second, level)) / 2.0); // Chebyshev's
        const Derivatives there = derivatives(s);
        const Complex flat = inverse(there.first);
        const Complex speed = -t * flat;
        return {.s = s,
                .speed = speed,
                .bend = product(-1.0 - product(there.second, product(speed, speed)), flat)};
    }

    /// Adds to each integral what it has at a point. The derivatives of exponent() by m and x stand before
    /// it.
    void add(Tail& total, const Point& at, double weight) const noexcept {
        std::array<Complex, 3> by_m{};
        Complex by_x;
        Complex by_x_and_m;
        for (const SeenValue& term : terms()) {
            const Complex ratio = product(at.s, inverse(1.0 - term.value * at.s));
            const Complex square = product(ratio, ratio);
            by_m[0] -= term.count * ratio;
            by_m[1] += term.count * square;
            by_m[2] -= 2 * term.count * product(square, ratio);
            by_x += term.count * term.change * ratio;
            by_x_and_m -= term.count * term.change * square;
        }
        const Complex square = product(by_m[0], by_m[0]);
        const auto part = [&](Complex factor) { return weight * product(at.speed, factor).imag(); };
        total.value += weight * at.speed.imag();
        total.by_m[0] += part(by_m[0]);
        total.by_m[1] += part(square + by_m[1]);
        total.by_m[2] += part(product(by_m[0], square + 3.0 * by_m[1]) + by_m[2]);
        total.by_x += part(by_x);
        total.by_x_and_m += part(product(by_x, by_m[0]) + by_x_and_m);
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
        SeenValue term = *value;
        term.count += value == greatest ? 1 : 0;
        result.add(term);
    }
    return result;
}

/// The end of a step; half way to the end of the range where it leads out of it.
double within(double low, double end, double high, double begin) noexcept {
    return end > low && end < high ? end : (begin + (end >= high ? high : low)) / 2;
}

} // namespace

MeanBound highest_mean(std::span<const SeenValue> seen, double error) noexcept {
    const GammaSum sum = drawn(seen);
    const double deviation = sum.deviation();
    const double mean = sum.mean();
    const SeenValue& most = sum.greatest();
    if (!(deviation > 1e-14 * std::fabs(most.value))) { // only the greatest value was seen
        return {.mean = most.value, .change = most.change};
    }
    // sqrt(-2 ln P) is nearly linear in m, as the quantile of a normal distribution is; it rises.
    const double goal = std::sqrt(-2 * std::log(error));
    const double low = mean - deviation;
    double at = std::fmin(mean + 2 * deviation, (mean + most.value) / 2);
    for (int i = 0; i < 50; ++i) {
        const auto [log, by_m] = sum.less(at).guess();
        const double root = std::sqrt(std::fmax(-2 * log, 0.1));
        at = within(low, at + (goal - root) * root / -by_m, most.value, at);
        if (std::abs(goal - root) < 1e-2) {
            break;
        }
    }
    double change = 0;
    for (int i = 0; i < 50; ++i) {
        const Tail tail = sum.less(at).tail();
        // Derivatives of ln P, then of the root.
        const double log1 = tail.by_m[0] / tail.value;
        const double log2 = tail.by_m[1] / tail.value - log1 * log1;
        const double log3 = tail.by_m[2] / tail.value - log1 * (3 * log2 + log1 * log1);
        const double root = std::sqrt(-2 * std::log(tail.value));
        const double root1 = -log1 / root;
        const double root2 = (-log2 - root1 * root1) / root;
        const double root3 = (-log3 - 3 * root1 * root2) / root;
        const double off = (goal - root) / root1;
        const double bent = root2 / root1 / 2;
        const double step = off * (1 - off * (bent - off * (2 * bent * bent - root3 / root1 / 6)));
        change =
            -(tail.by_x + step * (tail.by_x_and_m - tail.by_x * tail.by_m[1] / tail.by_m[0])) / tail.by_m[0];
        at = within(low, at + step, most.value, at);
        if (std::abs(goal - root) < 0.02) {
            break;
        }
    }
    return {.mean = at, .change = change};
}

double mean_exceeds(std::span<const SeenValue> seen, double mean) noexcept {
    return drawn(seen).above(mean);
}

} // namespace sprt
