#include "referee/rules/connect_four/rules.hpp"
#include "referee/rules/fen_text.hpp"

namespace connect_four {
namespace {

using referee::CellMark;

constexpr std::array kFenCounters{referee::FenCounter{"move number", 1}};
constexpr referee::FenForm kFenForm{.start = Rules::kStartFen,
                                    .columns = kColumns,
                                    .ranks = kRows,
                                    .letters = {"rx", "yo"},
                                    .counters = kFenCounters};

/// The set of the one cell that texts and drawings have at place `i`: from the top, each row from the left.
Cells cell_at(std::size_t i) {
    const auto row = static_cast<int>(i) / kColumns; // from the top
    return lowest_cell(static_cast<int>(i) % kColumns) << (kRows - 1 - row);
}

constexpr std::size_t kCellCount = std::size_t{kColumns} * kRows;

std::optional<Side> side_on(const Position& position, Cells cell) {
    for (const Side side : referee::kSides) {
        if ((position.discs[index(side)] & cell) != 0) {
            return side;
        }
    }
    return std::nullopt;
}

/// Both names of a column, as protocol and records write it: `column 4=d`. `column`: from 1.
std::string column_text(int column) {
    return "column " + std::to_string(column) + "=" + static_cast<char>('a' + column - 1);
}

bool wins(const Position& before, Move move) {
    return has_four(Rules::after(before, move).theirs());
}

} // namespace

Position Rules::read_fen(std::string_view text) {
    const referee::FenText fen = parse_fen_text(text, kFenForm);
    Position position{.to_move = fen.to_move};
    for (std::size_t i = 0; i < kCellCount; ++i) {
        const auto side = kFenForm.side_of(fen.cells[i]);
        if (!side) {
            continue;
        }
        if (i + kColumns < kCellCount && fen.cells[i + kColumns] == referee::kEmptyCell) {
            refuse_fen(text, kFenForm,
                       "rank " + std::to_string(kRows - static_cast<int>(i) / kColumns) + ": the disc in " +
                           column_text(static_cast<int>(i) % kColumns + 1) + " has none below it");
        }
        position.discs[index(*side)] |= cell_at(i);
    }
    return position;
}

std::string Rules::fen(const Position& position) {
    referee::FenText fen{
        .cells = {}, .to_move = position.to_move, .counters = {std::popcount(position.taken()) / 2 + 1}};
    for (std::size_t i = 0; i < kCellCount; ++i) {
        fen.cells += kFenForm.letter_of(side_on(position, cell_at(i)));
    }
    return to_string(fen, kFenForm);
}

std::string Rules::why_illegal(const Position& /*position*/, const MoveNumbers& numbers) {
    return named(numbers) ? column_text(numbers[0]) + " is full"
                          : "column " + std::to_string(numbers[0]) + " is not on the board";
}

referee::Drawing Rules::draw(const Position& position) {
    referee::Drawing drawing{.columns = kColumns, .cells = {}, .corner = {}, .stones = {}};
    for (std::size_t i = 0; i < kCellCount; ++i) {
        drawing.cells.push_back({side_on(position, cell_at(i)), CellMark::None});
    }
    return drawing;
}

referee::Drawing Rules::draw(const Position& before, Move move) {
    const Position now = after(before, move);
    referee::Drawing drawing = draw(now);
    const Cells placed = now.taken() & ~before.taken();
    const Cells line = fours_in(now.theirs());
    for (std::size_t i = 0; i < kCellCount; ++i) {
        const Cells cell = cell_at(i);
        drawing.cells[i].mark = cell == placed       ? CellMark::Placed
                                : (line & cell) != 0 ? CellMark::Struck
                                                     : CellMark::None;
    }
    return drawing;
}

referee::MoveWords Rules::words(const Position& before, Move move) {
    return {.deed = "drops into " + column_text(move.column() + 1),
            .effect = wins(before, move) ? "four in a row" : ""};
}

} // namespace connect_four
