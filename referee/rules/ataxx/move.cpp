#include "referee/rules/ataxx/move.hpp"

namespace ataxx {

std::optional<Move> Move::from_numbers(const MoveNumbers& numbers) noexcept {
    if (numbers.size() != 4) {
        return std::nullopt;
    }
    if (numbers == kPass) {
        return Move::pass();
    }
    const auto from = Square::at(numbers[0], numbers[1]);
    const auto to = Square::at(numbers[2], numbers[3]);
    if (!from || !to) {
        return std::nullopt;
    }
    const int steps = distance(*from, *to);
    if (steps != 1 && steps != 2) {
        return std::nullopt;
    }
    return Move(*from, *to);
}

MoveNumbers Move::numbers() const noexcept {
    if (is_pass()) {
        return kPass;
    }
    return {from().x(), from().y(), to().x(), to().y()};
}

std::string to_string(Move move) {
    return to_string(move.numbers());
}

} // namespace ataxx
