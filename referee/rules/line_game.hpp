#pragma once
// What the games have in common in which the first line of own stones wins, and a full board without one is a
// draw.

#include "referee/rules/drawing.hpp"
#include "referee/rules/ending.hpp"
#include "referee/rules/side.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace referee {

/// A base of the Rules `G`, which has `is_line(stones)`, whether a set of stones holds a line, and
/// `is_full(position)`. A `Position` has `to_move`, and the sets of stones `own()` and `theirs()`.
template<class G, class Position>
struct LineGame {
    static constexpr std::string_view kScoreUnit = "points";
    static constexpr bool kEndsByItself = true;
    static constexpr int kMostScore = 1;
    static constexpr std::array kMarks{MarkWords{CellMark::Placed, "placed"},
                                       MarkWords{CellMark::Struck, "in the line that won"}};

    [[nodiscard]] static constexpr Side to_move(const Position& position) noexcept {
        return position.to_move;
    }
    /// A move that makes a line on the last cell is a line.
    [[nodiscard]] static constexpr std::optional<Termination> ending(const Position& position) noexcept {
        if (G::is_line(position.theirs()) || G::is_line(position.own())) {
            return Termination::Line;
        }
        return G::is_full(position) ? std::optional(Termination::BoardFull) : std::nullopt;
    }
    /// 1 for the side that has a line.
    [[nodiscard]] static constexpr PerSide<int> score(const Position& position) noexcept {
        PerSide<int> points;
        points[position.to_move] = G::is_line(position.own()) ? 1 : 0;
        points[opponent(position.to_move)] = G::is_line(position.theirs()) ? 1 : 0;
        return points;
    }
    /// Whether the game goes on and the side to move cannot win at once.
    [[nodiscard]] static constexpr bool is_quiet(const Position& position) noexcept {
        return !ending(position) && std::ranges::none_of(G::moves(position), [&](const auto move) {
            return G::is_line(G::after(position, move).theirs());
        });
    }
};

} // namespace referee
