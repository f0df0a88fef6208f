#include "referee/game/board_text.hpp"

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

/// Three columns: the stone, if any, between its marks.
std::string cell_text(const ataxx::Position& position, ataxx::Square square, const BoardMarks& marks,
                      const BoardStyle& style) {
    const bool is_first = position.stones(Side::First).has(square);
    if (!is_first && !position.stones(Side::Second).has(square)) {
        const auto [before, after] = marks.left == square ? std::pair('(', ')') : std::pair(' ', ' ');
        return coloured(fmt::format("{}{}{}", before, style.unicode ? "·" : ".", after), kDim, style);
    }
    const Side side = is_first ? Side::First : Side::Second;
    const auto cell = [&](char before, char after, std::string_view codes) {
        return coloured(fmt::format("{}{}{}", before, stone_text(side, style), after),
                        fmt::format("{}{}", codes, colour_of(side)), style);
    };
    if (marks.placed == square) {
        return cell('[', ']', "1;7;"); // bold, reversed
    }
    return marks.turned.has(square) ? cell('<', '>', "1;") : cell(' ', ' ', "");
}

} // namespace

BoardMarks marks_of(const ataxx::Position& before, ataxx::Move move) noexcept {
    if (move.is_pass()) {
        return {};
    }
    return {.left = move.is_jump() ? std::optional(move.from()) : std::nullopt,
            .placed = move.to(),
            .turned = neighbours(move.to()) & before.theirs()};
}

std::string_view stone_text(Side side, const BoardStyle& style) noexcept {
    if (style.unicode) {
        return side == Side::First ? "●" : "○";
    }
    return side == Side::First ? "O" : "X";
}

std::string board_text(const ataxx::Position& position, const BoardMarks& marks, const BoardStyle& style) {
    std::string text = " x\\y";
    for (int y = 1; y <= ataxx::kBoardSize; ++y) {
        text += fmt::format(" {} ", y);
    }
    text.back() = '\n';
    for (int x = 1; x <= ataxx::kBoardSize; ++x) {
        text += fmt::format("  {} ", x);
        for (int y = 1; y <= ataxx::kBoardSize; ++y) {
            text += cell_text(position, *ataxx::Square::at(x, y), marks, style);
        }
        if (text.back() == ' ') {
            text.pop_back();
        }
        text += '\n';
    }
    return text;
}

} // namespace referee
