#include "referee/rules/ataxx/position.hpp"

#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/fen_text.hpp"

#include <array>
#include <cassert>

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

MoveList moves_between(Bitboard own, Bitboard empty) noexcept {
    MoveList moves;
    for_each(own, [&](Square from) {
        for_each(neighbours(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
        for_each(jump_targets(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
    });
    if (moves.empty()) {
        moves.push_back(Move::pass());
    }
    return moves;
}

MoveList legal_moves(const Position& position) noexcept {
    return position.is_finished() ? MoveList() : moves_between(position.own(), position.empty_squares());
}

namespace {

constexpr std::array kCounters{referee::FenCounter{"half-move clock", 0},
                               referee::FenCounter{"move number", 1}};
constexpr referee::FenForm kForm{.start = kStartFen,
                                 .columns = kBoardSize,
                                 .ranks = kBoardSize,
                                 .letters = {"xXbB", "oOwW"},
                                 .counters = kCounters,
                                 .blocked = '-'};

std::string text_of(int x, int y) {
    const auto square = Square::at(x, y);
    return square ? square_text(*square) : "(" + std::to_string(x) + "," + std::to_string(y) + ")";
}

using referee::Cell;
using referee::CellMark;

referee::Drawing without_marks(const Position& position) {
    referee::Drawing drawing{.columns = kBoardSize,
                             .cells = std::vector<Cell>(kSquares),
                             .corner = "x\\y",
                             .stones = Rules::score(position)};
    for (const Side side : referee::kSides) {
        for_each(position.stones(side), [&](Square square) {
            drawing.cells[static_cast<std::size_t>(square.index())].stone = side;
        });
    }
    return drawing;
}

Bitboard turned_by(const Position& before, Move move) {
    return move.is_pass() ? Bitboard() : neighbours(move.to()) & before.theirs();
}

} // namespace

Fen parse_fen(std::string_view text, BlockedSquares allowed) {
    const referee::FenText fen = parse_fen_text(text, kForm);
    Bitboard blocked;
    referee::PerSide<Bitboard> stones;
    for (int i = 0; i < kSquares; ++i) { // the cells are in the order of the squares
        const char letter = fen.cells[static_cast<std::size_t>(i)];
        if (const auto side = kForm.side_of(letter)) {
            stones[*side] = stones[*side] | Bitboard(Square(i));
        } else if (letter == kForm.blocked) {
            blocked = blocked | Bitboard(Square(i));
        }
    }
    if (allowed == BlockedSquares::Refused && !blocked.empty()) {
        refuse_fen(text, kForm, "blocked squares ('-') are not supported by these rules, but by --rules uai");
    }
    return {.position = {stones.first, stones.second, fen.to_move},
            .half_moves = fen.counters[0],
            .move_number = fen.counters[1],
            .blocked = blocked};
}

int start_number(std::string_view text) {
    const Fen fen = parse_fen(text, BlockedSquares::Allowed);
    refuse_half_moves(text, kForm, fen.half_moves, kHalfMoveLimit);
    return fen.move_number;
}

std::string to_string(const Fen& fen) {
    referee::FenText text{.cells = std::string(kSquares, referee::kEmptyCell),
                          .to_move = fen.position.to_move(),
                          .counters = {fen.half_moves, fen.move_number}};
    const auto write = [&](Bitboard squares, char letter) {
        for_each(squares,
                 [&](Square square) { text.cells[static_cast<std::size_t>(square.index())] = letter; });
    };
    write(fen.blocked, kForm.blocked);
    for (const Side side : referee::kSides) {
        write(fen.position.stones(side), kForm.letter_of(side));
    }
    return to_string(text, kForm);
}

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

std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
    if (numbers == kPass) {
        return "it may not pass while it has a move";
    }
    const auto from = Square::at(numbers[0], numbers[1]);
    const auto to = Square::at(numbers[2], numbers[3]);
    const std::string source = text_of(numbers[0], numbers[1]);
    const std::string target = text_of(numbers[2], numbers[3]);
    if (!from || !to) {
        return (from ? target : source) + " is not on the board";
    }
    if (!position.own().has(*from)) {
        return source + " holds no stone of its own";
    }
    if (const int steps = distance(*from, *to); steps != 1 && steps != 2) {
        return target + " is " + std::to_string(steps) + " away, not 1 or 2";
    }
    return target + " is not empty";
}

referee::Drawing Rules::draw(const Position& position) {
    return without_marks(position);
}

referee::Drawing Rules::draw(const Position& before, Move move) {
    referee::Drawing drawing = without_marks(before.after(move));
    if (move.is_pass()) {
        return drawing;
    }
    const auto mark = [&](Square square, CellMark how) {
        drawing.cells[static_cast<std::size_t>(square.index())].mark = how;
    };
    for_each(turned_by(before, move), [&](Square square) { mark(square, CellMark::Struck); });
    mark(move.to(), CellMark::Placed);
    if (move.is_jump()) {
        mark(move.from(), CellMark::Left);
    }
    return drawing;
}

referee::MoveWords Rules::words(const Position& before, Move move) {
    if (move.is_pass()) {
        return {.deed = "passes", .effect = {}};
    }
    const int turned = turned_by(before, move).count();
    return {.deed = std::string(move.is_jump() ? "jumps " : "clones ") + square_text(move.from()) + " -> " +
                    square_text(move.to()),
            .effect = turned > 0 ? "turns " + std::to_string(turned) + " over" : ""};
}

} // namespace ataxx
