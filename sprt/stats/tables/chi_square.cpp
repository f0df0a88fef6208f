#include "sprt/stats/tables/chi_square.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace sprt {
namespace {

/// Pairs of both sides.
struct Column {
    double one = 0;
    double others = 0;
};

} // namespace

double chi_square_tail(double x, int df) noexcept {
    const double half = x / 2;
    switch (df) {
    case 1:
        return std::erfc(std::sqrt(half));
    case 2:
        return std::exp(-half);
    case 3:
        return std::erfc(std::sqrt(half)) + 2 * std::sqrt(half / std::numbers::pi) * std::exp(-half);
    default:
        return std::exp(-half) * (1 + half);
    }
}

double difference_p(const Ptnml& one, const Ptnml& others) noexcept {
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

} // namespace sprt
