#include "referee/game/review/board_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace referee {
namespace {

constexpr std::string_view kDim = "2";

/// Colours that differ on dark and on light terminals, also for people who see no red or no green.
constexpr std::string_view colour_of(Side side) noexcept {
    return side == Side::First ? "31" : "36";
}

std::string coloured(std::string_view text, std::string_view codes, const BoardStyle& style) {
    return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", codes, text) : std::string(text);
}

/// What stands before and after a cell with this mark.
constexpr std::pair<char, char> brackets_of(CellMark mark) noexcept {
    switch (mark) {
    case CellMark::Placed:
        return {'[', ']'};
    case CellMark::Struck:
        return {'<', '>'};
    case CellMark::Left:
        return {'(', ')'};
    case CellMark::None:
        break;
    }
    return {' ', ' '};
}

/// A line with a character for each column; `first` is that of the first one.
std::string column_names(std::size_t columns, char first) {
    std::string text;
    for (std::size_t column = 0; column < columns; ++column) {
        text += fmt::format(" {} ", static_cast<char>(first + static_cast<char>(column)));
    }
    text.back() = '\n';
    return text;
}

} // namespace

std::string_view stone_text(Side side, const BoardStyle& style) noexcept {
    if (style.unicode) {
        return side == Side::First ? "●" : "○";
    }
    return side == Side::First ? "O" : "X";
}

std::string cell_text(const Cell& cell, const BoardStyle& style) {
    const auto brackets = brackets_of(cell.mark);
    const auto text = [&](std::string_view stone) {
        return fmt::format("{}{}{}", brackets.first, stone, brackets.second);
    };
    if (cell.is_blocked) {
        return coloured(text("#"), kDim, style);
    }
    if (!cell.stone) {
        return coloured(text(style.unicode ? "·" : "."), kDim, style);
    }
    constexpr std::string_view kBoldReversed = "1;7;";
    constexpr std::string_view kBold = "1;";
    const std::string_view weight = cell.mark == CellMark::Placed   ? kBoldReversed
                                    : cell.mark == CellMark::Struck ? kBold
                                                                    : "";
    return coloured(text(stone_text(*cell.stone, style)), fmt::format("{}{}", weight, colour_of(*cell.stone)),
                    style);
}

std::string board_text(const Drawing& drawing, const BoardStyle& style) {
    const bool numbers_rows = !drawing.corner.empty();
    const std::size_t rows = drawing.cells.size() / drawing.columns;
    std::string text =
        numbers_rows ? fmt::format(" {}", drawing.corner) + column_names(drawing.columns, '1') : "";
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
        if (i % drawing.columns == 0) {
            text += numbers_rows ? fmt::format("  {} ", i / drawing.columns + 1) : "    ";
        }
        text += cell_text(drawing.cells[i], style);
        if ((i + 1) % drawing.columns == 0) {
            text += fmt::format(" {}\n", rows - i / drawing.columns);
        }
    }
    return text + (numbers_rows ? "" : "    " + column_names(drawing.columns, '1')) + "    " +
           column_names(drawing.columns, 'a');
}

} // namespace referee
