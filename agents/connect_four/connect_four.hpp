#pragma once
// Connect Four as a Game: the rules of referee/rules, and the value of a position.
// Source of the evaluation: the report on a Connect Four program; a win is worth more the sooner it comes,
// which is our own.

#include "agents/search/game.hpp"
#include "referee/base/seed.hpp"
#include "referee/rules/connect_four/rules.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace search {

// Cells of Connect Four on which a disc makes a four.

/// The cells that are not `taken` on which a disc makes a four with `cells`, whether or not a disc can fall
/// there now. Nothing is taken above an empty cell, as in a game.
[[nodiscard]] constexpr connect_four::Cells threats(connect_four::Cells cells,
                                                    connect_four::Cells taken) noexcept {
    using connect_four::kStride;
    // In a column the fourth disc is the highest.
    connect_four::Cells found = cells << 1 & cells << 2 & cells << 3;
    for (const int step : {kStride, kStride - 1, kStride + 1}) {
        const connect_four::Cells before = cells << step;
        const connect_four::Cells behind = cells >> step;
        found |= before & cells << 2 * step & (cells << 3 * step | behind);
        found |= behind & cells >> 2 * step & (cells >> 3 * step | before);
    }
    return found & connect_four::kAllCells & ~taken;
}

struct ConnectFour : OfRules<connect_four::Rules> {
    using Cells = connect_four::Cells;

    /// A random game is played to its end.
    static constexpr int kPlayoutPlies = Rules::kTurns;

    /// The weight of a cell is the number of fours through it; by columns, each from its lowest cell.
    static constexpr std::array<std::array<int, connect_four::kRows>, connect_four::kColumns> kWeights{{
        {3, 4, 5, 5, 4, 3},
        {4, 6, 8, 8, 6, 4},
        {5, 8, 11, 11, 8, 5},
        {7, 10, 13, 13, 10, 7},
        {5, 8, 11, 11, 8, 5},
        {4, 6, 8, 8, 6, 4},
        {3, 4, 5, 5, 4, 3},
    }};

    [[nodiscard]] static constexpr Moves moves(const Position& position) noexcept {
        Moves found;
        if (!is_finished(position)) {
            for (int column = 0; column < connect_four::kColumns; ++column) {
                if (is_legal(position, Move(column))) {
                    found.push_back(Move(column));
                }
            }
        }
        return found;
    }
    /// Only the side that has just moved can have a four.
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return connect_four::has_four(position.theirs()) || position.taken() == connect_four::kAllCells;
    }
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        return connect_four::has_four(position.theirs()) ? -(kInfinity - ply) : 0;
    }
    /// The weights of the own cells minus those of the opponent's.
    [[nodiscard]] static constexpr int evaluation(const Position& position) noexcept {
        return weight(position.own()) - weight(position.theirs());
    }
    [[nodiscard]] static constexpr int weight(Cells cells) noexcept {
        int sum = 0;
        for (int column = 0; column < connect_four::kColumns; ++column) {
            const Cells of_column = cells >> column * connect_four::kStride & connect_four::cells_of(0);
            sum += kColumnWeights[static_cast<std::size_t>(column)][of_column];
        }
        return sum;
    }
    /// Different positions have different keys.
    [[nodiscard]] static constexpr std::uint64_t key(const Position& position) noexcept {
        // In each column, the lowest bit above its discs and the bits of the own discs: no other has the
        // same.
        return referee::finalised(position.own() + position.taken() + connect_four::kLowestCells);
    }
    [[nodiscard]] static constexpr bool may_win_at_once(const Position& position) noexcept {
        return (threats(position.own(), position.taken()) & position.free_cells()) != 0;
    }
    [[nodiscard]] static constexpr bool may_lose_at_once(const Position& position) noexcept {
        // A move frees the cell above it: the opponent may win there as well.
        const Cells free = position.free_cells();
        return (threats(position.theirs(), position.taken()) & (free | free << 1)) != 0;
    }

    /// The report's patterns: five cells in a row or a diagonal, of which two of the middle three are own and
    /// the others are free to drop into. The move fills the middle three. From the left, the rows before the
    /// rising before the falling diagonals.
    [[nodiscard]] static constexpr std::optional<Move> pattern_move(const Position& position) noexcept {
        const Cells own = position.own();
        const Cells free = position.free_cells();
        for (const int step : {connect_four::kStride, connect_four::kStride + 1, connect_four::kStride - 1}) {
            const auto at = [step](Cells cells, int place) { return cells >> place * step; };
            const Cells ends = free & at(free, 4); // by the first of the five cells
            for (const int gap : {1, 2, 3}) {
                const int one = gap == 1 ? 2 : 1;
                const int two = gap == 3 ? 2 : 3;
                const Cells found = ends & at(free, gap) & at(own, one) & at(own, two);
                if (found != 0) {
                    const int first_column = std::countr_zero(found) / connect_four::kStride;
                    return Move(first_column + gap);
                }
            }
        }
        return std::nullopt;
    }

  private:
    /// The weight of each set of cells of a column: faster than to count the cells of each weight, on
    /// processors that need not have an instruction for that.
    static constexpr auto kColumnWeights = [] {
        std::array<std::array<std::int16_t, 1U << connect_four::kRows>, connect_four::kColumns> table{};
        for (std::size_t column = 0; column < table.size(); ++column) {
            for (std::size_t cells = 0; cells < table[column].size(); ++cells) {
                for (std::size_t row = 0; row < connect_four::kRows; ++row) {
                    const int weight = (cells >> row & 1) != 0 ? kWeights[column][row] : 0;
                    table[column][cells] = static_cast<std::int16_t>(table[column][cells] + weight);
                }
            }
        }
        return table;
    }();
};
static_assert(HashedGame<ConnectFour>);

} // namespace search
