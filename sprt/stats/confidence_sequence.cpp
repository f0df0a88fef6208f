#include "sprt/stats/confidence_sequence.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sprt {
namespace {

constexpr int kBets = 24;
constexpr double kSmallestBet = 0.004;
constexpr double kLargestBet = 0.98;

std::array<double, kBets> spread_bets() noexcept {
    std::array<double, kBets> bets{};
    for (int k = 0; k < kBets; ++k) {
        bets[static_cast<std::size_t>(k)] =
            kSmallestBet * std::pow(kLargestBet / kSmallestBet, k / (kBets - 1.0));
    }
    return bets;
}

template<std::size_t N>
std::array<double, N> mirrored(std::array<double, N> weights) noexcept {
    std::reverse(weights.begin(), weights.end());
    return weights;
}

/// The natural logarithm of what a capital of 1 becomes by betting on scores above `mean`, 0 < mean < 1: the
/// average over all bets. `weights` are raw counts by rising score. It falls as `mean` rises.
template<std::size_t N>
double log_capital(const std::array<double, N>& weights, double mean) noexcept {
    static const std::array<double, kBets> bets = spread_bets();
    std::array<double, kBets> logs{};
    for (std::size_t k = 0; k < bets.size(); ++k) {
        for (std::size_t i = 0; i < N; ++i) {
            if (weights[i] > 0) { // 0 times the logarithm of 0 is not a number
                const double score = static_cast<double>(i) / (N - 1);
                logs[k] += weights[i] * std::log1p(bets[k] * (score - mean) / mean);
            }
        }
    }
    const double largest = *std::max_element(logs.begin(), logs.end());
    double sum = 0;
    for (const double log : logs) {
        sum += std::exp(log - largest);
    }
    return largest + std::log(sum / kBets);
}

/// The mean at which the logarithm of the capital falls to `limit` > 0; 0 when it is below everywhere.
template<std::size_t N>
double lowest_mean(const std::array<double, N>& weights, double limit) noexcept {
    constexpr double kZero = 1e-60; // stands for 0
    if (log_capital(weights, kZero) < limit) {
        return 0;
    }
    double low = kZero; // the capital is largest here
    double high = 1;    // at mean 1 no bet on a higher score is won
    for (int i = 0; i < 260; ++i) {
        const double middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        (log_capital(weights, middle) >= limit ? low : high) = middle;
    }
    return low;
}

template<std::size_t N>
ConfidenceSequence confidence_sequence(const std::array<double, N>& weights, double alpha) noexcept {
    const double limit = std::log(2 / alpha);
    // Betting on scores below a mean is betting on scores above 1 - mean with the counts in reverse order.
    const double won = lowest_mean(weights, limit);
    const double lost = lowest_mean(mirrored(weights), limit);
    return {.score = {won, 1 - lost}, .elo = {elo_of_score(won), -elo_of_score(lost) + 0.0}};
}

} // namespace

ConfidenceSequence confidence_sequence(const Ptnml& pairs, double alpha) noexcept {
    return confidence_sequence(weights(pairs), alpha);
}

ConfidenceSequence confidence_sequence(const Wld& games, double alpha) noexcept {
    return confidence_sequence(weights(games), alpha);
}

} // namespace sprt
