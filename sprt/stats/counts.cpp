#include "sprt/stats/counts.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sprt {
namespace {

/// Pairs of both sides.
struct Column {
    double one = 0;
    double others = 0;
};

/// ln(n choose k)
double log_choose(double n, double k) noexcept {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

} // namespace

double chi_square_tail(double x, int df) {
    return cdf(complement(boost::math::chi_squared(df), x));
}

double difference_p(const Ptnml& one, const Ptnml& others) {
    const auto sum = [](const Ptnml& pairs) {
        return std::accumulate(pairs.counts.begin(), pairs.counts.end(), 0.0,
                               [](double so_far, auto count) { return so_far + static_cast<double>(count); });
    };
    const Column all{sum(one), sum(others)};
    const double share = std::min(all.one, all.others) / (all.one + all.others);
    constexpr double kLeastExpected = 5;
    const auto is_small = [&](const Column& column) {
        return !((column.one + column.others) * share >= kLeastExpected);
    };
    std::array<Column, 5> columns{};
    std::size_t used = 0; // columns that are finished
    for (std::size_t i = 0; i < columns.size(); ++i) {
        Column& column = columns[used];
        column.one += static_cast<double>(one.counts[i]);
        column.others += static_cast<double>(others.counts[i]);
        used += is_small(column) ? 0U : 1U;
    }
    if (used > 0 && used < columns.size()) { // what is left joins the last one
        columns[used - 1].one += columns[used].one;
        columns[used - 1].others += columns[used].others;
    }
    if (used < 2) {
        return 1;
    }
    double x = 0;
    for (std::size_t i = 0; i < used; ++i) {
        const double pairs = columns[i].one + columns[i].others;
        const double expected_of_one = pairs * all.one / (all.one + all.others);
        const double expected_of_others = pairs - expected_of_one;
        const double off = columns[i].one - expected_of_one;
        x += off * off * (1 / expected_of_one + 1 / expected_of_others);
    }
    return chi_square_tail(x, static_cast<int>(used) - 1);
}

double fisher_p(const Happened& one, const Happened& others) noexcept {
    const auto times = static_cast<double>(one.times);
    const double rows = times + static_cast<double>(one.not_times);
    const double hits = times + static_cast<double>(others.times);
    const double all = rows + static_cast<double>(others.times) + static_cast<double>(others.not_times);
    if (one.times == 0) {
        return 1;
    }
    // From the largest term of the tail on, in both directions: the first ones may be too small to compute
    // with.
    const double largest = std::max(times, std::floor((hits + 1) * (rows + 1) / (all + 2)));
    const double first =
        std::exp(log_choose(hits, largest) + log_choose(all - hits, rows - largest) - log_choose(all, rows));
    constexpr double kNothing = 1e-18;
    double sum = 0;
    double term = first;
    for (double x = largest; x <= std::min(rows, hits) && term > kNothing * sum; ++x) {
        sum += term;
        term *= (hits - x) * (rows - x) / ((x + 1) * (all - hits - rows + x + 1));
    }
    term = first;
    for (double x = largest; x > times && term > kNothing * sum; --x) {
        term *= x * (all - hits - rows + x) / ((hits - x + 1) * (rows - x + 1));
        sum += term;
    }
    return std::min(sum, 1.0);
}

} // namespace sprt
