#include "sprt/ledger/drift.hpp"

#include <cmath>
#include <numbers>

namespace sprt {
namespace {

constexpr std::uint64_t kFewestPairs = 30;

/// `r`, whose mean and variance are known when the order does not matter.
Correlation correlation(double r, double mean, double variance) noexcept {
    const double deviations = std::abs(r - mean) / std::sqrt(variance);
    return {.r = r, .p = std::erfc(deviations / std::numbers::sqrt2)};
}

} // namespace

void DriftSums::add(double score) noexcept {
    if (pairs_ == 0) {
        first_ = score;
    } else {
        neighbours_ += score * last_;
    }
    sum_ += score;
    squares_ += score * score;
    numbered_ += score * static_cast<double>(pairs_);
    last_ = score;
    ++pairs_;
}

Drift DriftSums::drift() const noexcept {
    Drift drift{.pairs = pairs_, .lag_one = {}, .trend = {}};
    const auto n = static_cast<double>(pairs_);
    const double mean = sum_ / n;
    const double squares = squares_ - mean * sum_;
    constexpr double kRounding = 1e-9;
    if (pairs_ < kFewestPairs || squares <= kRounding * n) {
        return drift;
    }
    const double neighbours = neighbours_ - mean * (2 * sum_ - first_ - last_) + (n - 1) * mean * mean;
    drift.lag_one = correlation(neighbours / squares, -1 / n, (n - 2) * (n - 2) / (n * n * (n - 1)));
    const double with_number = numbered_ - sum_ * (n - 1) / 2;
    const double squares_of_numbers = n * (n * n - 1) / 12;
    drift.trend = correlation(with_number / std::sqrt(squares * squares_of_numbers), 0, 1 / (n - 1));
    return drift;
}

} // namespace sprt
