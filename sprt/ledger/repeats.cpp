#include "sprt/ledger/repeats.hpp"

#include "referee/base/seed.hpp"
#include "sprt/ledger/game_result.hpp"

#include <algorithm>

namespace sprt {

std::size_t PairWinners::half_points() const noexcept {
    return sprt::half_points(a.winner) + sprt::half_points(b.winner);
}

const PairWinners& Repeats::first_of(std::uint64_t opening) const {
    return openings_.at(opening).group.first();
}

Comparison Repeats::add(const WholePair& pair) {
    const double points = static_cast<double>(pair.winners.half_points()) / 2;
    History& history = openings_[pair.opening];
    if (history.pairs > 0) {
        opening_squares_ -= history.points * history.points / history.pairs;
    }
    sizes_squared_ += 2 * history.pairs + 1;
    history.pairs += 1;
    history.points += points;
    opening_squares_ += history.points * history.points / history.pairs;
    sum_ += points;
    squares_ += points * points;
    ++pairs_;

    Comparison comparison; // that of a new pair
    if (!pair.broken_off) {
        const Print print{referee::mixed(pair.game_a, pair.game_b),
                          pair.rests}; // in this order: the seats differ
        comparison = history.group.add(print, pair.winners, pair.opening, others_);
    }
    distinct_ += comparison.is_new ? 1U : 0U;
    in_a_row_ = comparison.is_new ? 0 : in_a_row_ + 1;
    show_chance_ = show_chance_ || comparison.shows_chance;
    return comparison;
}

std::optional<double> Repeats::n_eff() const noexcept {
    const auto pairs = static_cast<double>(pairs_);
    const auto openings = static_cast<double>(openings_.size());
    if (pairs_ == 0) {
        return std::nullopt;
    }
    if (pairs == openings) {
        return pairs;
    }
    constexpr double kRounding = 1e-9;
    const double within = std::max(0.0, squares_ - opening_squares_) / (pairs - openings);
    if (within < kRounding) { // pairs from the same opening have the same points
        return openings;
    }
    if (openings_.size() == 1) {
        return std::nullopt;
    }
    const double between = std::max(0.0, opening_squares_ - sum_ * sum_ / pairs) / (openings - 1);
    const double size = (pairs - sizes_squared_ / pairs) / (openings - 1);
    const double rho = std::clamp((between - within) / (between + (size - 1) * within), 0.0, 1.0);
    return pairs / (1 + (pairs / openings - 1) * rho);
}

} // namespace sprt
