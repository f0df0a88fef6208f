#include "referee/rules/fen_text.hpp"
#include "referee/rules/tic_tac_toe/rules.hpp"

#include <bit>

namespace tic_tac_toe {
namespace {

using referee::CellMark;

constexpr std::array kCounters{referee::FenCounter{"move number", 1}};
constexpr referee::FenForm kForm{.start = Rules::kStartFen,
                                 .columns = kSize,
                                 .ranks = kSize,
                                 .letters = {"x", "o"},
                                 .counters = kCounters};

bool has(Squares squares, int square) {
    return (squares >> square & 1) != 0;
}

std::optional<Side> side_on(const Position& position, int square) {
    for (const Side side : referee::kSides) {
        if (has(position.marks[index(side)], square)) {
            return side;
        }
    }
    return std::nullopt;
}

/// Both names of a square, as protocol and records write it: `(2,3)=c2`; one off the board has the first
/// alone.
std::string square_text(const MoveNumbers& numbers) {
    const std::string text = "(" + std::to_string(numbers[0]) + "," + std::to_string(numbers[1]) + ")";
    return Rules::named(numbers) ? text + "=" + Rules::notation(numbers) : text;
}

} // namespace

Position Rules::read_fen(std::string_view text) {
    const referee::FenText fen = parse_fen_text(text, kForm);
    Position position{.to_move = fen.to_move};
    for (int square = 0; square < kSquares; ++square) {
        if (const auto side = kForm.side_of(fen.cells[static_cast<std::size_t>(square)])) {
            Squares& marks = position.marks[index(*side)];
            marks = static_cast<Squares>(marks | 1 << square);
        }
    }
    return position;
}

std::string Rules::fen(const Position& position) {
    referee::FenText fen{
        .cells = {}, .to_move = position.to_move, .counters = {std::popcount(position.taken()) / 2 + 1}};
    for (int square = 0; square < kSquares; ++square) {
        fen.cells += kForm.letter_of(side_on(position, square));
    }
    return to_string(fen, kForm);
}

std::string Rules::why_illegal(const Position& /*position*/, const MoveNumbers& numbers) {
    return square_text(numbers) + (named(numbers) ? " is taken" : " is not on the board");
}

referee::Drawing Rules::draw(const Position& position) {
    referee::Drawing drawing{.columns = kSize, .cells = {}, .corner = "r\\c", .stones = {}};
    for (int square = 0; square < kSquares; ++square) {
        drawing.cells.push_back({side_on(position, square), CellMark::None});
    }
    return drawing;
}

referee::Drawing Rules::draw(const Position& before, Move move) {
    const Position now = after(before, move);
    referee::Drawing drawing = draw(now);
    const Squares line = lines_in(now.theirs());
    for (int square = 0; square < kSquares; ++square) {
        drawing.cells[static_cast<std::size_t>(square)].mark = square == move.square() ? CellMark::Placed
                                                               : has(line, square)     ? CellMark::Struck
                                                                                       : CellMark::None;
    }
    return drawing;
}

referee::MoveWords Rules::words(const Position& before, Move move) {
    return {.deed = "plays " + square_text(numbers(move)),
            .effect = has_line(after(before, move).theirs()) ? "three in a row" : ""};
}

} // namespace tic_tac_toe
