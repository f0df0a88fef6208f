#pragma once
// The capitals that a confidence sequence is defined by, written again from its definition.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sprt {

/// 24 bets from 0.004 to 0.98 in equal ratios.
inline std::array<double, 24> betting_shares() {
    std::array<double, 24> bets{};
    for (std::size_t k = 0; k < bets.size(); ++k) {
        bets[k] = 0.004 * std::pow(0.98 / 0.004, static_cast<double>(k) / 23);
    }
    return bets;
}

/// By what `bet` on scores above `mean` multiplies the capital when outcome `i` of N comes.
template<std::size_t N>
double bet_factor(double bet, double mean, std::size_t i) {
    const double score = static_cast<double>(i) / (N - 1);
    return 1 + bet * (score - mean) / mean;
}

/// The natural logarithm of the capital after outcomes with these `counts`, for counts of any size.
template<std::size_t N>
double log_capital_above(const std::array<double, N>& counts, double mean) {
    const std::array<double, 24> bets = betting_shares();
    std::array<double, 24> logs{};
    for (std::size_t k = 0; k < bets.size(); ++k) {
        for (std::size_t i = 0; i < N; ++i) {
            logs[k] += counts[i] > 0 ? counts[i] * std::log(bet_factor<N>(bets[k], mean, i)) : 0;
        }
    }
    const double largest = *std::max_element(logs.begin(), logs.end());
    double sum = 0;
    for (const double log : logs) {
        sum += std::exp(log - largest);
    }
    return largest + std::log(sum / 24);
}

/// Both capitals, on scores of pairs above and below `mean`, one pair after the other.
class Betting {
  public:
    explicit Betting(double mean) {
        const std::array<double, 24> bets = betting_shares();
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t k = 0; k < 24; ++k) {
                factors_[i][k] = bet_factor<5>(bets[k], mean, i);
                factors_[i][24 + k] = bet_factor<5>(bets[k], 1 - mean, 4 - i);
            }
        }
        clear();
    }

    void clear() { capitals_.fill(1); }

    void add(std::size_t points) {
        const std::array<double, 48>& factors = factors_[points];
        for (std::size_t k = 0; k < 48; ++k) {
            capitals_[k] = capitals_[k] * factors[k];
            capitals_[k] = capitals_[k] < kLost ? 0 : capitals_[k];
        }
    }

    /// The capital that was bet on scores above the mean.
    [[nodiscard]] double above() const { return mean_from(0); }

    /// Whether either capital is `limit` or more.
    [[nodiscard]] bool reaches(double limit) const { return std::max(mean_from(0), mean_from(24)) >= limit; }

  private:
    /// The mean of 24 capitals; by four sums, which a processor computes at once.
    [[nodiscard]] double mean_from(std::size_t first) const {
        std::array<double, 4> sums{};
        for (std::size_t k = 0; k < 24; k += 4) {
            for (std::size_t lane = 0; lane < 4; ++lane) {
                sums[lane] += capitals_[first + k + lane];
            }
        }
        return (sums[0] + sums[1] + sums[2] + sums[3]) / 24;
    }

    static constexpr double kLost = 1e-280; ///< denormal numbers would be slow
    std::array<std::array<double, 48>, 5> factors_{};
    std::array<double, 48> capitals_{};
};

} // namespace sprt
