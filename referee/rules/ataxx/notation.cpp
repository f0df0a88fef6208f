#include "referee/rules/ataxx/notation.hpp"

#include "referee/rules/ataxx/move.hpp"

#include <cassert>

namespace ataxx {

std::string square_name(Square square) {
    return {static_cast<char>('a' + square.y() - 1), static_cast<char>('0' + kBoardSize + 1 - square.x())};
}

std::string square_text(Square square) {
    return "(" + std::to_string(square.x()) + "," + std::to_string(square.y()) + ")=" + square_name(square);
}

std::string uai_notation(const MoveNumbers& numbers) {
    const auto move = Move::from_numbers(numbers);
    assert(move);
    if (move->is_pass()) {
        return "0000";
    }
    return move->is_jump() ? square_name(move->from()) + square_name(move->to()) : square_name(move->to());
}

} // namespace ataxx
