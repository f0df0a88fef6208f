#pragma once
// Ataxx as a Game: the rules of referee/rules, and the value of a position by the number of stones, or by a
// weight for the square of each.
// Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/game.hpp"
#include "agents/search/rules.hpp"
#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/ataxx/rules.hpp"

#include <algorithm>
#include <cstdint>

namespace search {

// How many squares of a set are next to each square of the board, for all 49 squares at once: bit i of a
// number is in board i of four.

class NeighbourCounts {
  public:
    /// Counts the neighbours in `set`, up to 8 for each square: first the squares beside it along y, then the
    /// lines of three on both sides along x, with binary adders that work on whole boards.
    constexpr explicit NeighbourCounts(ataxx::Bitboard set) noexcept {
        const std::uint64_t bits = set.bits();
        const std::uint64_t up = (bits & ~ataxx::detail::kHighestY.bits()) << 1;
        const std::uint64_t down = (bits & ~ataxx::detail::kLowestY.bits()) >> 1;
        // pair: the two squares beside it, 0 to 2. line: the square and these two, 0 to 3.
        const std::uint64_t pair_1 = up ^ down;
        const std::uint64_t pair_2 = up & down;
        const std::uint64_t line_1 = pair_1 ^ bits;
        const std::uint64_t line_2 = pair_2 | (pair_1 & bits);
        const std::uint64_t above_1 = line_1 << ataxx::kBoardSize;
        const std::uint64_t above_2 = line_2 << ataxx::kBoardSize;
        const std::uint64_t below_1 = line_1 >> ataxx::kBoardSize;
        const std::uint64_t below_2 = line_2 >> ataxx::kBoardSize;
        ones_ = above_1 ^ below_1 ^ pair_1;
        const std::uint64_t carry = (above_1 & below_1) | (pair_1 & (above_1 ^ below_1));
        const std::uint64_t twos = above_2 ^ below_2;
        const std::uint64_t twos_and_pair = twos ^ pair_2;
        twos_ = twos_and_pair ^ carry;
        const std::uint64_t carry_a = (above_2 & below_2) | (pair_2 & twos);
        const std::uint64_t carry_b = twos_and_pair & carry;
        fours_ = carry_a ^ carry_b;
        eights_ = carry_a & carry_b;
    }

    struct Most {
        int number;
        ataxx::Bitboard squares; ///< those with `number` neighbours
    };
    /// The greatest number of neighbours among the squares of `set`, which is not empty.
    [[nodiscard]] constexpr Most most(ataxx::Bitboard set) const noexcept {
        std::uint64_t left = set.bits();
        int number = 0;
        const auto decide = [&](std::uint64_t plane, int bit) {
            if ((left & plane) != 0) {
                left &= plane;
                number += bit;
            }
        };
        decide(eights_, 8);
        decide(fours_, 4);
        decide(twos_, 2);
        decide(ones_, 1);
        return {number, ataxx::Bitboard(left)};
    }

  private:
    std::uint64_t ones_ = 0;
    std::uint64_t twos_ = 0;
    std::uint64_t fours_ = 0;
    std::uint64_t eights_ = 0;
};

/// What Ataxx is whatever its evaluation is.
struct AtaxxRules : OfRules<ataxx::Rules> {
    /// Plies of a random game; who has more stones then has won. Longer ones lead nowhere here.
    static constexpr int kPlayoutPlies = 8;

    /// Own stones minus the opponent's.
    [[nodiscard]] static constexpr int difference(const Position& position) noexcept {
        return position.own().count() - position.theirs().count();
    }
    /// A win when the side to move has more stones, otherwise a loss: 49 squares cannot be shared evenly.
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        const int won = kInfinity - ply;
        return difference(position) > 0 ? won : -won;
    }

    /// A key of the stones as the side to move sees them: the game is the same with colours exchanged. 98
    /// bits are mixed into 64.
    [[nodiscard]] static constexpr std::uint64_t key(const Position& position) noexcept {
        const auto mixed = [](std::uint64_t bits, std::uint64_t factor) {
            bits *= factor;
            return bits ^ bits >> 32;
        };
        const std::uint64_t own = mixed(position.own().bits(), 0x9e3779b97f4a7c15);
        const std::uint64_t theirs = mixed(position.theirs().bits(), 0xc2b2ae3d27d4eb4f);
        return mixed(own + (theirs << 27 | theirs >> 37), 0xff51afd7ed558ccd);
    }
};

/// Ataxx as a Game whose evaluation is the number of stones.
struct Ataxx : AtaxxRules {
    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        return ataxx::legal_moves(position);
    }
    [[nodiscard]] static constexpr int evaluation(const Position& position) noexcept {
        return difference(position);
    }

    /// Visits all jumps, and one clone to each square that can be cloned to. A stone that is turned over
    /// gains two, a new stone one.
    template<class Visit>
    static void visit_by_gain(const Position& position, Visit&& visit) noexcept {
        const auto own = position.own();
        const auto empty = position.empty_squares();
        const auto near = ataxx::grown(own);
        auto left = ataxx::grown(near) & empty;
        if (left.empty()) {
            visit(Move::pass(), 0);
            return;
        }
        const NeighbourCounts counts(position.theirs());
        while (!left.empty()) {
            const auto [turned, here] = counts.most(left);
            left = left - here;
            for (auto clones = here & near; !clones.empty(); clones = clones.without_lowest()) {
                const auto to = clones.lowest();
                if (visit(Move((ataxx::neighbours(to) & own).lowest(), to), 2 * turned + 1)) {
                    return;
                }
            }
            for (auto jumps = here; !jumps.empty(); jumps = jumps.without_lowest()) {
                const auto to = jumps.lowest();
                for (auto from = ataxx::jump_targets(to) & own; !from.empty(); from = from.without_lowest()) {
                    if (visit(Move(from.lowest(), to), 2 * turned)) {
                        return;
                    }
                }
            }
        }
    }

    /// The opponent's best answer loses nothing for the opponent, unless the answer fills the board. A move
    /// that turns over all stones of the opponent is worth more than its gain: it wins.
    [[nodiscard]] static constexpr bool caps(const Position& position, int gain) noexcept {
        const auto empty = position.empty_squares();
        const bool three_are_empty = !empty.without_lowest().without_lowest().empty();
        return three_are_empty && gain < 2 * position.theirs().count();
    }

    /// Counts the stones that each square would turn over, for all squares at once; no move is made.
    [[nodiscard]] static int best_leaf(const Position& position, int ply) noexcept {
        const auto empty = position.empty_squares();
        if (empty.without_lowest().empty()) {
            return best_last_move(position, ply);
        }
        const auto near = ataxx::grown(position.own());
        const auto targets = ataxx::grown(near) & empty;
        const int now = evaluation(position);
        if (targets.empty()) {
            return now; // a pass
        }
        const NeighbourCounts counts(position.theirs());
        const auto [turned, squares] = counts.most(targets);
        if (turned == position.theirs().count()) {
            return kInfinity - (ply + 1);
        }
        // A clone gains one more than a jump to the same square, and one less than a jump that turns over one
        // more.
        return now + 2 * turned + ((squares & near).empty() ? 0 : 1);
    }

  private:
    /// best_leaf() when one square is empty: a clone to it ends the game.
    [[nodiscard]] static int best_last_move(const Position& position, int ply) noexcept {
        int best = -kInfinity;
        for (const Move move : moves(position)) {
            const Position next = after(position, move);
            best = std::max(best, -(is_finished(next) ? finished_score(next, ply + 1) : evaluation(next)));
        }
        return best;
    }
};
static_assert(RankedGame<Ataxx>);

// Ataxx with an evaluation that adds a weight for each square to the number of stones.
// Source: the report on a Connect Four program sums a weight per square; these weights are our own.

namespace detail {

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
struct WeightedAtaxx : AtaxxRules {
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
    [[nodiscard]] static constexpr int weight(ataxx::Bitboard stones, int edge = kEdge,
                                              int corner = kCorner) noexcept {
        return kStone * stones.count() + edge * (stones & detail::kEdges).count() +
               corner * (stones & detail::kCorners).count();
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
        return weight(position.own(), weights.edge, weights.corner) -
               weight(position.theirs(), weights.edge, weights.corner) + weights.tempo;
    }
};
static_assert(HashedGame<TunedAtaxx>);

} // namespace search
