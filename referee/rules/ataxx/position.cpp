#include "referee/rules/ataxx/position.hpp"

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

MoveList legal_moves(const Position& position) noexcept {
    MoveList moves;
    if (position.is_finished()) {
        return moves;
    }
    const Bitboard empty = position.empty_squares();
    for_each(position.own(), [&](Square from) {
        for_each(neighbours(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
        for_each(jump_targets(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
    });
    if (moves.empty()) {
        moves.push_back(Move::pass());
    }
    return moves;
}

} // namespace ataxx
