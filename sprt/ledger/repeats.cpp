#include "sprt/ledger/repeats.hpp"

#include "referee/base/seed.hpp"

#include <algorithm>

namespace sprt {

bool Repeats::add(std::uint64_t opening, std::uint64_t game_a, std::uint64_t game_b, double points) {
    const std::uint64_t print = referee::mixed(game_a, game_b); // the order matters, because the seats differ
    History& history = openings_[opening];
    const bool is_first = history.pairs == 0;
    bool is_new = is_first;
    if (is_first) {
        history.first = print;
    } else {
        opening_squares_ -= history.points * history.points / history.pairs;
        is_new = history.first != print && more_.insert(referee::mixed(print, opening)).second;
    }
    sizes_squared_ += 2 * history.pairs + 1;
    history.pairs += 1;
    history.points += points;
    opening_squares_ += history.points * history.points / history.pairs;
    sum_ += points;
    squares_ += points * points;
    ++pairs_;
    distinct_ += is_new ? 1U : 0U;
    in_a_row_ = is_new ? 0 : in_a_row_ + 1;
    return is_new;
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
