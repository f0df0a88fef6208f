#include "referee/talk/engine/uai/notation.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/fen_text.hpp"
#include "referee/talk/engine/dialect.hpp"

#include <cassert>
#include <optional>

namespace referee::uai {
namespace {

using ataxx::kBoardSize;
using ataxx::Square;

/// A move as it was written: a clone has no source, a pass no square at all.
struct Written {
    std::optional<Square> from;
    std::optional<Square> to;
};

/// The square of the first two characters, e.g. `g2`.
std::optional<Square> square_named(std::string_view text) noexcept {
    const int file = text[0] - 'a' + 1;
    const int rank = text[1] - '0';
    return Square::at(kBoardSize + 1 - rank, file);
}

/// Empty when the word is no move on any position.
std::optional<Written> written_move(std::string_view word) {
    const std::string text = lower_case(word);
    if (text == "0000" || text == "pass" || text == "null") {
        return Written{};
    }
    const std::size_t target = text.size() == 4 ? 2 : 0;
    if (text.size() != 2 && text.size() != 4) {
        return std::nullopt;
    }
    Written move{.from = std::nullopt, .to = square_named(std::string_view(text).substr(target))};
    if (target != 0 && !text.starts_with("p@")) {
        move.from = square_named(text);
        if (!move.from) {
            return std::nullopt;
        }
    }
    if (!move.to) {
        return std::nullopt;
    }
    return move.from == move.to ? Written{} : move;
}

/// Why a move is not legal; empty when it is.
std::string why_not(const AtaxxBoard& board, const Written& move) {
    const auto own = board.stones.own();
    if (!move.to) {
        return board.can_move ? "it may not pass while it has a move" : "";
    }
    if (move.from && !own.has(*move.from)) {
        return square_text(*move.from) + " holds no stone of its own";
    }
    if (const int steps = move.from ? distance(*move.from, *move.to) : 1; steps > 2) {
        return square_text(*move.to) + " is " + std::to_string(steps) + " away, not 1 or 2";
    }
    if (!board.empty.has(*move.to)) {
        return square_text(*move.to) + " is not empty";
    }
    if (!move.from && (neighbours(*move.to) & own).empty()) {
        return "no stone of its own is beside " + square_text(*move.to);
    }
    return "";
}

/// The one move that all spellings of a legal move are.
ataxx::Move the_move(const AtaxxBoard& board, const Written& move) {
    if (!move.to) {
        return ataxx::Move::pass();
    }
    const bool is_jump = move.from && distance(*move.from, *move.to) == 2;
    return {is_jump ? *move.from : (neighbours(*move.to) & board.stones.own()).lowest(), *move.to};
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

void add_squares(const AtaxxBoard& board, const BoardLetters& letters, std::string& to) {
    const auto first = board.stones.stones(Side::First);
    const auto second = board.stones.stones(Side::Second);
    const auto letter_at = [&](std::size_t i) {
        const Square square(static_cast<int>(i));
        return board.empty.has(square) ? kEmptyCell
               : first.has(square)     ? letters.stones.first
               : second.has(square)    ? letters.stones.second
                                       : letters.blocked;
    };
    add_board(ataxx::kSquares, kBoardSize, letter_at, to);
}

void add_position(const Board& board, int full_move, std::string& to) {
    assert(full_move >= 1);
    const auto* const counted = std::get_if<ataxx::uai::Position>(&board.position());
    add_squares(ataxx_board(board), {.stones = {'x', 'o'}, .blocked = '-'}, to);
    to += board.to_move() == Side::First ? " x " : " o ";
    engine::add_number(counted != nullptr ? counted->half_moves() : 0, to);
    to += ' ';
    engine::add_number(full_move, to);
}

std::variant<MoveNumbers, AgentFault> read_move(std::string_view word, const Board& board) {
    const AtaxxBoard ataxx = ataxx_board(board);
    const auto move = written_move(word);
    if (!move) {
        return engine::no_move(word);
    }
    if (const std::string reason = why_not(ataxx, *move); !reason.empty()) {
        return AgentFault{Termination::IllegalMove, "played " + to_printable(word) + ": " + reason};
    }
    return the_move(ataxx, *move).numbers();
}

std::string move_text(const Board& board, const MoveNumbers& move) {
    return notation(board.game(), move);
}

} // namespace referee::uai
