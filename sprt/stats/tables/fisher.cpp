#include "sprt/stats/tables/fisher.hpp"

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

/// ln(n choose k)
double log_choose(double n, double k) noexcept {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

} // namespace

double fisher_p(const Happened& one, const Happened& others) noexcept {
    const auto times = static_cast<double>(one.times);
    const double rows = times + static_cast<double>(one.not_times);
    const double hits = times + static_cast<double>(others.times);
    const double all = rows + static_cast<double>(others.times) + static_cast<double>(others.not_times);
    if (one.times == 0) {
        return 1;
    }
    double term =
        std::exp(log_choose(hits, times) + log_choose(all - hits, rows - times) - log_choose(all, rows));
    const double most = std::min(rows, hits);
    double sum = 0;
    for (double x = times; x <= most; ++x) {
        sum += term;
        const double ratio = (hits - x) * (rows - x) / ((x + 1) * (all - hits - rows + x + 1));
        term *= ratio;
        constexpr double kNothing = 1e-18;
        if (ratio < 1 && term < kNothing * sum) {
            break;
        }
    }
    return std::min(sum, 1.0);
}

} // namespace sprt
