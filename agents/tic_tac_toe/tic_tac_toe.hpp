#pragma once
// Tic-Tac-Toe as a Game: small enough that a search of the whole tree can be checked against known numbers.
// Plain minimax visits 549946 positions from the empty board, the root included, and finds a draw.

#include "agents/search/game.hpp"
#include "agents/search/minimax.hpp"
#include "referee/base/seed.hpp"
#include "referee/rules/tic_tac_toe/rules.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace search {

struct TicTacToe : OfRules<tic_tac_toe::Rules> {
    /// A random game is played to its end.
    static constexpr int kPlayoutPlies = Rules::kTurns;

    [[nodiscard]] static constexpr Moves moves(const Position& position) noexcept {
        return Rules::moves(position);
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return !is_finished(position) && Rules::is_legal(position, move);
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

// A solver of Tic-Tac-Toe: alpha-beta to the end of the game.

class TicTacToeSolver {
  public:
    using Position = TicTacToe::Position;
    using Move = TicTacToe::Move;

    /// The best move of an unfinished position. Of moves with the same score it is the one nearest the
    /// centre. The score is 1, 0 or -1. Throws OutOfTime when `watch` is over.
    [[nodiscard]] Solved<Move> solve(const Position& position, Watch& watch, int /*least*/ = -1) const {
        TicTacToe::Moves candidates;
        for (const int square : kCentreFirst) {
            if (TicTacToe::is_legal(position, Move(square))) {
                candidates.push_back(Move(square));
            }
        }
        const auto best =
            alphabeta_move<TicTacToe>(position, candidates, tic_tac_toe::kSquares, WatchedCount(watch));
        if (best.value == 0) {
            const int taken = std::popcount(static_cast<unsigned>(position.taken()));
            return {.move = best.move, .score = 0, .plies = tic_tac_toe::kSquares - taken};
        }
        return best.value > 0 ? Solved<Move>{best.move, 1, kInfinity - best.value}
                              : Solved<Move>{best.move, -1, kInfinity + best.value};
    }

    /// The whole game that solve() expects.
    [[nodiscard]] std::vector<Move> line(Position position, const Solved<Move>& solved) const {
        std::vector<Move> moves{solved.move};
        Watch no_limits({});
        position = TicTacToe::after(position, solved.move);
        while (!TicTacToe::is_finished(position)) {
            moves.push_back(solve(position, no_limits).move);
            position = TicTacToe::after(position, moves.back());
        }
        return moves;
    }

  private:
    static constexpr std::array<int, tic_tac_toe::kSquares> kCentreFirst{4, 1, 3, 5, 7, 0, 2, 6, 8};
};
static_assert(SolverOf<TicTacToeSolver, TicTacToe>);

} // namespace search
