#pragma once
// What a search needs to know of a game, as a concept. Two players move by turns until the game is finished;
// what one wins the other loses. Models: ataxx.hpp, tictactoe.hpp.

#include <concepts>
#include <cstdint>
#include <ranges>

namespace search {

/// More than any score can be.
inline constexpr int kInfinity = 1 << 30;

/// Searches go no deeper than this many plies below the root.
inline constexpr int kMaxDepth = 100;

/// A game as a bundle of pure static functions. All scores are for the side to move.
///  - `moves(position)`: the legal moves in a fixed order, none when the game is finished, else at least one
///  (a
///    forced pass is a move). `Moves` is a range with size() whose elements can be put into another order.
///  - `is_legal(position, move)`: whether moves() holds `move`; for any move that was legal in some position.
///  - `finished_score(position, ply)`: of a finished position `ply` moves below the root: +-(kInfinity - ply)
///  when
///    won or lost, so that the sooner win is the better one, 0 when drawn.
///  - `evaluation(position)`: a guess for a position that is not finished; far below kInfinity.
template<class G>
concept Game = std::equality_comparable<typename G::Move> && std::default_initializable<typename G::Move> &&
    std::ranges::random_access_range<typename G::Moves> &&
    requires(const typename G::Position& position, const typename G::Move& move, int ply) {
    { G::moves(position) } -> std::same_as<typename G::Moves>;
    { G::is_legal(position, move) } -> std::same_as<bool>;
    { G::after(position, move) } -> std::same_as<typename G::Position>;
    { G::is_finished(position) } -> std::same_as<bool>;
    { G::finished_score(position, ply) } -> std::same_as<int>;
    { G::evaluation(position) } -> std::same_as<int>;
};

/// A game whose positions have a hash: positions with the same moves and scores may share it, others do not
/// but by rare chance.
template<class G>
concept HashedGame = Game<G> && requires(const typename G::Position& position) {
    { G::key(position) } -> std::same_as<std::uint64_t>;
};

/// A game that knows what its moves are worth before they are made. All positions here are unfinished.
///  - `visit_by_gain(position, visit)`: calls `visit(move, gain) -> bool` for the moves, the greatest gain
///  first, until
///    it says true. A gain is the evaluation after the move minus that before it, for the side that moves. Of
///    moves that make the same position one may stand for all.
///  - `caps(position, gain)`: whether a move of that gain cannot end up above the evaluation plus the gain
///  after the
///    best answer to it.
///  - `best_leaf(position, ply)`: the value for the side to move at `ply` when it is searched one ply deep.
template<class G>
concept RankedGame = HashedGame<G> && requires(const typename G::Position& position, int number) {
    G::visit_by_gain(position, [](const typename G::Move&, int) { return true; });
    { G::caps(position, number) } -> std::same_as<bool>;
    { G::best_leaf(position, number) } -> std::same_as<int>;
};

/// Whether `score` says that the game is won or lost, and not merely how it looks.
[[nodiscard]] constexpr bool is_decided(int score) noexcept {
    return score >= kInfinity - kMaxDepth || score <= -(kInfinity - kMaxDepth);
}

/// What a search wants to know of a value: the value itself between `alpha` and `beta`, elsewhere on which
/// side.
struct Window {
    int alpha = -kInfinity;
    int beta = kInfinity;

    /// The same as the other side sees it.
    [[nodiscard]] constexpr Window operator-() const noexcept { return {-beta, -alpha}; }
};

/// A move and what it is worth for the side that makes it.
template<class Move>
struct Choice {
    Move move{};
    int value = -kInfinity;
};

} // namespace search
