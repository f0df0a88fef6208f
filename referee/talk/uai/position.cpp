#include "referee/talk/uai/position.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <variant>

namespace referee::uai {
namespace {

using ataxx::Square;

void add_number(std::string& to, int number) {
    std::array<char, 12> digits;
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    to.append(digits.data(), end.ptr);
}

/// A letter for each stone and each blocked square, a digit for each run of empty squares.
void add_squares(std::string& to, const AtaxxBoard& board) {
    const auto first = board.stones.stones(Side::First);
    const auto second = board.stones.stones(Side::Second);
    int run = 0;
    const auto add = [&](char letter) {
        if (run > 0) {
            to += static_cast<char>('0' + run);
            run = 0;
        }
        to += letter;
    };
    for (int i = 0; i < ataxx::kSquares; ++i) {
        const Square square(i);
        if (board.empty.has(square)) {
            ++run;
        } else {
            add(first.has(square) ? 'x' : second.has(square) ? 'o' : '-');
        }
        if (i % ataxx::kBoardSize == ataxx::kBoardSize - 1) {
            add(i + 1 < ataxx::kSquares ? '/' : ' ');
        }
    }
}

} // namespace

AtaxxBoard ataxx_board(const Board& board) noexcept {
    if (const auto* const position = std::get_if<ataxx::uai::Position>(&board.position())) {
        return {position->stones(), position->empty_squares(), position->can_move()};
    }
    const auto* const position = std::get_if<ataxx::Position>(&board.position());
    assert(position != nullptr);
    return {*position, position->empty_squares(), position->can_move()};
}

std::string_view fen_for_engine(const Board& board, int full_move, std::string& to) {
    assert(full_move >= 1);
    const auto* const counted = std::get_if<ataxx::uai::Position>(&board.position());
    to.clear();
    add_squares(to, ataxx_board(board));
    to += board.to_move() == Side::First ? 'x' : 'o';
    to += ' ';
    add_number(to, counted != nullptr ? counted->half_moves() : 0);
    to += ' ';
    add_number(to, full_move);
    return to;
}

} // namespace referee::uai
