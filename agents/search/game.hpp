#pragma once
// What a search needs to know of a game, as concepts, and what a solver of it finds. Two players move by
// turns until the game is finished; what one player wins the other loses. The games are in agents/<game>/.

#include "agents/search/watch.hpp"

#include <concepts>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

namespace search {

/// More than any score can be.
inline constexpr int kInfinity = 1 << 30;

/// The deepest search, in plies below the root.
inline constexpr int kMaxDepth = 100;

/// A game as a bundle of pure static functions, on top of its `Rules`, see referee/rules/rules.hpp. All
/// scores are for the side to move.
///  - `moves(position)`: the legal moves in a fixed order. There is none when the game is finished, otherwise
///    at least one: a forced pass is a move. `Moves` is a range with size() whose elements can be reordered.
///  - `is_legal(position, move)`: whether moves() holds `move`, for any move that was legal in some position.
///  - `finished_score(position, ply)`: the score of a finished position `ply` moves below the root. It is
///    kInfinity - ply for a win, so that the sooner win is the better one, the negative of that for a loss,
///    and 0 for a draw.
///  - `evaluation(position)`: an estimate for a position that is not finished, far below kInfinity.
template<class G>
concept Game = std::equality_comparable<typename G::Move> && std::default_initializable<typename G::Move> &&
    std::ranges::random_access_range<typename G::Moves> &&
    requires(const typename G::Position& position, const typename G::Move& move, int ply) {
    typename G::Rules;
    { G::moves(position) } -> std::same_as<typename G::Moves>;
    { G::is_legal(position, move) } -> std::same_as<bool>;
    { G::after(position, move) } -> std::same_as<typename G::Position>;
    { G::is_finished(position) } -> std::same_as<bool>;
    { G::finished_score(position, ply) } -> std::same_as<int>;
    { G::evaluation(position) } -> std::same_as<int>;
};

/// What a Game takes from its rules as it is; the Game derives from it.
template<class R>
struct OfRules {
    using Rules = R;
    using Position = typename R::Position;
    using Move = typename R::Move;
    using Moves = typename R::Moves;

    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return R::is_legal(position, move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return R::after(position, move);
    }
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return R::ending(position).has_value();
    }
};

/// A game whose positions have a hash key. Positions with the same moves and scores may share a key; other
/// positions share one by rare chance only.
template<class G>
concept HashedGame = Game<G> && requires(const typename G::Position& position) {
    { G::key(position) } -> std::same_as<std::uint64_t>;
};

/// A game that knows what its moves gain before they are made. All positions here are unfinished.
///  - `visit_by_gain(position, visit)`: calls `visit(move, gain) -> bool` for the moves, the greatest gain
///    first, until `visit` returns true. The gain is the evaluation after the move minus the evaluation
///    before it, for the side that moves. One of several moves that make the same position may stand for all
///    of them.
///  - `caps(position, gain)`: whether the evaluation plus `gain` is an upper bound, after the best answer, on
///    the value of a move with that gain.
///  - `best_leaf(position, ply)`: the value of `position`, `ply` moves below the root, searched one ply deep,
///    for the side to move.
template<class G>
concept RankedGame = HashedGame<G> && requires(const typename G::Position& position, int number) {
    G::visit_by_gain(position, [](const typename G::Move&, int) { return true; });
    { G::caps(position, number) } -> std::same_as<bool>;
    { G::best_leaf(position, number) } -> std::same_as<int>;
};

/// Whether `score` is a win or a loss and not an estimate.
[[nodiscard]] constexpr bool is_decided(int score) noexcept {
    return score >= kInfinity - kMaxDepth || score <= -(kInfinity - kMaxDepth);
}

/// A search needs a value itself only when it lies between `alpha` and `beta`; otherwise a bound is enough.
struct Window {
    int alpha = -kInfinity;
    int beta = kInfinity;

    [[nodiscard]] constexpr Window operator-() const noexcept { return {-beta, -alpha}; }
};

/// A move and its value for the side that makes it.
template<class Move>
struct Choice {
    Move move{};
    int value = -kInfinity;
};

// What a solver finds: a best move, and how the game ends when both sides play their best.

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
