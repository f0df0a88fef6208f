#include "sprt/stats/ratings/studentized_range.hpp"

#include "sprt/stats/normal.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <cmath>
#include <cstdint>

namespace sprt {
namespace {

constexpr unsigned kNodes = 20; ///< of Gauss and Legendre, in each piece

template<class Function>
double integral(const Function& function, double from, double to, int pieces) {
    double sum = 0;
    const double width = (to - from) / pieces;
    for (int i = 0; i < pieces; ++i) {
        const double begin = from + i * width;
        sum += boost::math::quadrature::gauss<double, kNodes>::integrate(function, begin, begin + width);
    }
    return sum;
}

/// P(range of `count` standard normal values <= w).
double range_cdf(double w, std::size_t count) {
    constexpr double kTail = 8.5; // less than 1e-16 is beyond
    const auto n = static_cast<double>(count);
    const auto others_within = [&](double least) {
        const double between = normal_cdf(least + w) - normal_cdf(least);
        return normal_density(least) * std::pow(between, n - 1);
    };
    return w > 0 ? n * integral(others_within, -kTail, kTail, 4) : 0;
}

} // namespace

double studentized_range_cdf(double q, std::size_t count, std::optional<double> df) {
    if (!df) {
        return range_cdf(q, count);
    }
    // The density of s is proportional to s^(df - 1) exp(-df s^2 / 2); nearly all of it lies within nine
    // standard deviations of 1.
    const double half = *df / 2;
    const double scale = std::log(2.0) + half * std::log(half) - std::lgamma(half);
    const auto weighed = [&](double s) {
        const double density = std::exp(scale + (*df - 1) * std::log(s) - half * s * s);
        return density * range_cdf(q * s, count);
    };
    const double reach = 9 / std::sqrt(2 * *df);
    return integral(weighed, std::fmax(1e-12, 1 - reach), 1 + reach, 2);
}

double studentized_range_quantile(double share, std::size_t count, std::optional<double> df) {
    const auto beyond = [&](double q) { return studentized_range_cdf(q, count, df) - share; };
    double most = 8;
    while (beyond(most) < 0) {
        most *= 2;
    }
    std::uintmax_t steps = 200;
    const auto is_close = [](double low, double high) { return high - low < 1e-10; };
    const auto [low, high] = boost::math::tools::toms748_solve(beyond, 0.0, most, is_close, steps);
    return (low + high) / 2;
}

} // namespace sprt
