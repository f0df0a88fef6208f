#include "sprt/stats/ratings/certified_order.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sprt {
namespace {

constexpr double kLeastBet = 0.004;
constexpr double kMostBet = 0.98;

std::array<double, 24> make_bets() noexcept {
    std::array<double, 24> bets{};
    const double step = std::log(kMostBet / kLeastBet) / static_cast<double>(bets.size() - 1);
    for (std::size_t k = 0; k < bets.size(); ++k) {
        bets[k] = kLeastBet * std::exp(step * static_cast<double>(k));
    }
    return bets;
}

const std::array<double, 24>& bets() noexcept {
    static const std::array<double, 24> kShares = make_bets();
    return kShares;
}

} // namespace

void OrderEvidence::add(double difference) noexcept {
    for (std::size_t k = 0; k < logs_.size(); ++k) {
        logs_[k] += std::log1p(bets()[k] * difference);
    }
}

double OrderEvidence::log_capital() const noexcept {
    const double most = *std::max_element(logs_.begin(), logs_.end());
    double sum = 0;
    for (const double log : logs_) {
        sum += std::exp(log - most);
    }
    return most + std::log(sum / static_cast<double>(logs_.size()));
}

std::vector<std::vector<double>> round_differences(std::size_t agents,
                                                   const std::vector<RoundScore>& scores) {
    using Row = std::vector<std::optional<double>>;
    std::vector<Row> met(agents, Row(agents)); // the score of the first one
    for (const auto& [a, b, score] : scores) {
        met[a][b] = score;
        met[b][a] = 1 - score;
    }
    std::vector<std::vector<double>> differences(agents, std::vector<double>(agents));
    for (std::size_t i = 0; i < agents; ++i) {
        for (std::size_t j = 0; j < agents; ++j) {
            double sum = 0;
            double opponents = 0;
            for (std::size_t k = 0; k < agents; ++k) {
                if (k != i && k != j && met[i][k] && met[j][k]) {
                    sum += *met[i][k] - *met[j][k];
                    opponents += 1;
                }
            }
            if (i != j && met[i][j]) {
                sum += 2 * *met[i][j] - 1;
                opponents += 1;
            }
            differences[i][j] = opponents > 0 ? sum / opponents : 0;
        }
    }
    return differences;
}

} // namespace sprt
