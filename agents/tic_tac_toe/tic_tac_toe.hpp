#pragma once
// Tic-Tac-Toe as a Game: small enough that a search of the whole tree can be checked against known numbers.
// Plain minimax visits 549946 positions from the empty board, the root included, and finds a draw.

#include "agents/search/game.hpp"
#include "referee/base/splitmix64.hpp"
#include "referee/rules/tic_tac_toe/rules.hpp"

#include <cstdint>

namespace search {

struct TicTacToe {
    using Rules = tic_tac_toe::Rules;
    using Position = Rules::Position;
    using Move = Rules::Move;
    using Moves = Rules::Moves;

    /// A random game is played to its end.
    static constexpr int kPlayoutPlies = Rules::kTurns;

    [[nodiscard]] static constexpr Moves moves(const Position& position) noexcept {
        return Rules::moves(position);
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return !is_finished(position) && Rules::is_legal(position, move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return Rules::after(position, move);
    }
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return Rules::ending(position).has_value();
    }
    /// A loss when the other side has three in a line, otherwise a draw.
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        const int won = kInfinity - ply;
        return tic_tac_toe::has_line(position.theirs()) ? -won
               : tic_tac_toe::has_line(position.own())  ? won
                                                        : 0;
    }
    [[nodiscard]] static constexpr int evaluation(const Position&) noexcept { return 0; }
    /// Different boards have different keys.
    [[nodiscard]] static constexpr std::uint64_t key(const Position& position) noexcept {
        return referee::finalised(std::uint64_t{position.own()} << tic_tac_toe::kSquares | position.theirs());
    }
};
static_assert(HashedGame<TicTacToe>);

} // namespace search
