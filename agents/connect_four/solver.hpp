#pragma once
// A solver of Connect Four: the exact score of a position, and a best move.
//
// It asks whether a score reaches a goal, and halves the range of what is left. Moves that lose at once are
// not searched, moves that make more threats are searched first, and a table keeps the bounds of positions.
// Source: the general method is that of J. Tromp's solver and of P. Pons, "Solving Connect 4".

#include "agents/connect_four/connect_four.hpp"
#include "agents/connect_four/score.hpp"
#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace search {

/// The columns from the centre outwards, the left of two first.
inline constexpr std::array<int, connect_four::kColumns> kColumnsFromCentre{3, 2, 4, 1, 5, 0, 6};

/// All positions here are unfinished. `watch` sees each position that is searched. When the watch is over,
/// the functions throw OutOfTime; what is known by then stays in the table.
class ConnectFourSolver {
  public:
    using Position = connect_four::Position;
    using Move = connect_four::Move;

    /// `megabytes`: of the table, at least 1. Throws std::bad_alloc.
    explicit ConnectFourSolver(std::size_t megabytes)
        : table_(megabytes) {}

    /// The score, see score.hpp. It must not be below `least`, which makes the search shorter.
    [[nodiscard]] int score(const Position& position, Watch& watch, int least = -kDiscsOfSide);

    /// The best move. Of moves with the same score it is the one nearest the centre, the left of two. Its
    /// score must not be below `least`.
    [[nodiscard]] Solved<Move> solve(const Position& position, Watch& watch, int least = -kDiscsOfSide);

    /// The score of `move`, which is legal, for the side that makes it.
    [[nodiscard]] int score_of(const Position& position, Move move, Watch& watch);

    /// Whether `move` is legal and worth at least `goal` to the side that makes it.
    [[nodiscard]] bool reaches_by(const Position& position, Move move, int goal, Watch& watch);

    /// The moves that solve() expects, as many as the table knows.
    [[nodiscard]] std::vector<Move> line(Position position, const Solved<Move>& solved) const;

  private:
    struct Board;
    class Drops;

    [[nodiscard]] ScoreBounds bounds_of(const Board& board) const noexcept;
    [[nodiscard]] bool reaches(const Board& board, int goal, Watch& watch);
    [[nodiscard]] bool search(const Board& board, const Drops& drops, int goal, Watch& watch);
    [[nodiscard]] bool is_known_below(const Board& board, int goal) const noexcept;
    [[nodiscard]] bool is_known_to_reach(const Position& position, Move move, int goal) const noexcept;

    ScoreTable table_;
};
static_assert(SolverOf<ConnectFourSolver, ConnectFour>);

} // namespace search
