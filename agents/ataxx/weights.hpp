#pragma once
// Ataxx with an evaluation that adds a weight for each square to the number of stones.
// Source: the report on a Connect Four program sums a weight per square; these weights are our own.

#include "agents/ataxx/ataxx.hpp"
#include "agents/search/rules.hpp"

#include <array>

namespace search {

namespace detail {

/// The squares with that many neighbours.
[[nodiscard]] constexpr ataxx::Bitboard squares_with(int neighbours) noexcept {
    ataxx::Bitboard found;
    for (int i = 0; i < ataxx::kSquares; ++i) {
        if (ataxx::neighbours(ataxx::Square(i)).count() == neighbours) {
            found = found | ataxx::Bitboard(ataxx::Square(i));
        }
    }
    return found;
}

inline constexpr ataxx::Bitboard kCorners = squares_with(3);
inline constexpr ataxx::Bitboard kEdges = squares_with(5);

} // namespace detail

/// Ataxx as a Game whose evaluation depends on where the stones are.
struct WeightedAtaxx {
    using Rules = Ataxx::Rules;
    using Position = Ataxx::Position;
    using Move = Ataxx::Move;
    using Moves = Ataxx::Moves;

    static constexpr int kPlayoutPlies = Ataxx::kPlayoutPlies;

    /// The value of a stone anywhere. It is so large that the weights only decide between moves that win as
    /// many stones.
    static constexpr int kStone = 16;
    /// The weight of a stone in a corner or on an edge: it can be turned over from 3 or 5 squares instead
    /// of 8.
    static constexpr int kCorner = 5;
    static constexpr int kEdge = 3;

    /// The moves with the greatest gain in stones first; one clone to each square that can be cloned to.
    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        Moves found;
        if (!position.is_finished()) {
            Ataxx::visit_by_gain(position, [&](Move move, int) {
                found.push_back(move);
                return false;
            });
        }
        return found;
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return Ataxx::is_legal(position, move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return Ataxx::after(position, move);
    }
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return Ataxx::is_finished(position);
    }
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        return Ataxx::finished_score(position, ply);
    }
    [[nodiscard]] static constexpr std::uint64_t key(const Position& position) noexcept {
        return Ataxx::key(position);
    }
    /// Whether an empty square touches all stones of the opponent, or at most one square is empty.
    [[nodiscard]] static constexpr bool may_win_at_once(const Position& position) noexcept {
        const auto empty = position.empty_squares();
        return empty.without_lowest().empty() || touches_all(empty, position.theirs());
    }
    /// A clone leaves all own stones where they are, so that the opponent can win after it only when an empty
    /// square touches all of them, or when at most one square is left empty.
    [[nodiscard]] static constexpr bool may_lose_at_once(const Position& position) noexcept {
        const auto empty = position.empty_squares();
        const bool can_clone = !(ataxx::grown(position.own()) & empty).empty();
        return !can_clone || empty.without_lowest().without_lowest().empty() ||
               touches_all(empty, position.own());
    }
    /// The weight of the own stones minus the weight of the opponent's.
    [[nodiscard]] static constexpr int evaluation(const Position& position) noexcept {
        return weight(position.own()) - weight(position.theirs());
    }
    [[nodiscard]] static constexpr int weight(ataxx::Bitboard stones) noexcept {
        return kStone * stones.count() + kEdge * (stones & detail::kEdges).count() +
               kCorner * (stones & detail::kCorners).count();
    }

  private:
    /// Whether one of `squares` is next to each of `stones`.
    [[nodiscard]] static constexpr bool touches_all(ataxx::Bitboard squares,
                                                    ataxx::Bitboard stones) noexcept {
        for (; !stones.empty() && !squares.empty(); stones = stones.without_lowest()) {
            squares = squares & ataxx::neighbours(stones.lowest());
        }
        return !squares.empty();
    }
};
static_assert(HashedGame<WeightedAtaxx> && GameWithThreats<WeightedAtaxx>);

/// In sixteenths of a stone.
struct AtaxxWeights {
    int tempo = 0; ///< of the right to move
    int edge = 0;
    int corner = 0;
};

/// The same with weights that the user of an agent chooses.
struct TunedAtaxx : WeightedAtaxx {
    static inline AtaxxWeights weights{}; ///< one thread plays; set before the first game

    [[nodiscard]] static int evaluation(const Position& position) noexcept {
        return weight(position.own()) - weight(position.theirs()) + weights.tempo;
    }

  private:
    [[nodiscard]] static int weight(ataxx::Bitboard stones) noexcept {
        return kStone * stones.count() + weights.edge * (stones & detail::kEdges).count() +
               weights.corner * (stones & detail::kCorners).count();
    }
};
static_assert(HashedGame<TunedAtaxx>);

} // namespace search
