#pragma once
// The opening table of Connect Four: a best move for each position of the first seven turns in which its
// owner, the first or the second player, has followed the table. Source: the report on a Connect Four
// program, which has such a table of 7^3 cases; the moves are the solver's.

#include "agents/connect_four/opening_entries.hpp"
#include "agents/connect_four/solver.hpp"
#include "agents/search/game.hpp"

#include <bit>
#include <cstddef>
#include <optional>

namespace search {

/// The position of an entry. One entry stands for a position and its mirror image.
[[nodiscard]] constexpr connect_four::Position position_of(const ConnectFourOpening& opening) noexcept {
    connect_four::Position position;
    for (const char column : opening.moves) {
        position = connect_four::Rules::after(position, connect_four::Move(column - '1'));
    }
    return position;
}

/// What the table says of `position`; empty when it does not know it.
[[nodiscard]] inline std::optional<Solved<connect_four::Move>>
opening_of(const connect_four::Position& position) noexcept {
    const auto discs = static_cast<std::size_t>(std::popcount(position.taken()));
    if (discs > kMostDiscsOfOpening) {
        return std::nullopt;
    }
    const auto key = connect_four::Rules::key(position);
    for (const ConnectFourOpening& opening : kConnectFourOpenings) {
        if (opening.moves.size() != discs) {
            continue;
        }
        const connect_four::Position known = position_of(opening);
        if (connect_four::Rules::key(known) == key) {
            const int image = known == position ? 0 : 1;
            return Solved<connect_four::Move>{
                .move = connect_four::Rules::image(connect_four::Move(opening.column - 1), image),
                .score = opening.score,
                .plies = plies_to_the_end(opening.score, static_cast<int>(discs))};
        }
    }
    return std::nullopt;
}

/// The move of the table for `position`; empty when the table does not know it.
[[nodiscard]] inline std::optional<connect_four::Move>
opening_move(const connect_four::Position& position) noexcept {
    const auto known = opening_of(position);
    return known ? std::optional(known->move) : std::nullopt;
}

} // namespace search
