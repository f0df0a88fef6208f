#include "referee/rules/ataxx/rules.hpp"

namespace ataxx {
namespace {

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
