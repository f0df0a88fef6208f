#pragma once
// What a solver finds: a best move, and how the game ends when both sides play their best.

#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"

#include <concepts>
#include <string>
#include <vector>

namespace search {

/// A best move for the side to move.
template<class Move>
struct Solved {
    Move move{};
    /// 0 a draw, positive when the side to move wins. A better score is a sooner win, or a later loss.
    int score = 0;
    int plies = 0; ///< until the game ends, `move` included
    bool operator==(const Solved&) const = default;
};

/// A solver of the game `G`, for unfinished positions.
///  - `solve(position, watch, least)`: the best move; its score is known not to be below `least`. `watch`
///    sees each position that is searched; when it is over, solve() throws OutOfTime.
///  - `solve(position, watch)`: the same, with nothing known of the score.
///  - `line(position, solved)`: the moves that solve() expects, the best move first, as many as are known
///    without a long search.
template<class S, class G>
concept SolverOf = Game<G> && requires(S& solver, const typename G::Position& position,
                                       const Solved<typename G::Move>& solved, Watch& watch) {
    { solver.solve(position, watch, 0) } -> std::same_as<Solved<typename G::Move>>;
    { solver.solve(position, watch) } -> std::same_as<Solved<typename G::Move>>;
    { solver.line(position, solved) } -> std::same_as<std::vector<typename G::Move>>;
};

/// `score -2 loss 38`: the score, and in how many plies the game ends.
template<class Move>
[[nodiscard]] std::string to_string(const Solved<Move>& solved) {
    const char* const ending = solved.score > 0 ? "win" : solved.score < 0 ? "loss" : "draw";
    return "score " + std::to_string(solved.score) + ' ' + ending + ' ' + std::to_string(solved.plies);
}

} // namespace search
