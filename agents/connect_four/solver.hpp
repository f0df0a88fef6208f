#pragma once
// A solver of Connect Four: the exact score of a position, and a best move.
//
// It asks whether a score reaches a goal, and halves the range of what is left. Moves that lose at once are
// not searched, moves that make more threats are searched first, and a table keeps the bounds of positions.
// Source: the general method is that of J. Tromp's solver and of P. Pons, "Solving Connect 4".

#include "agents/connect_four/connect_four.hpp"
#include "agents/search/game.hpp"
#include "agents/search/table.hpp"
#include "agents/search/watch.hpp"
#include "referee/base/seed.hpp"
#include "referee/rules/connect_four/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace search {

// How good a position of Connect Four is with best play, as one number.
//
// A score is for the side to move. 0 is a draw; k > 0 says that it wins with its (22 - k)th disc, and k < 0
// that the other side wins with its (22 - |k|)th disc. A win is better the sooner it comes, a loss the later.
// Source: the usual score of Connect Four solvers, as in P. Pons, "Solving Connect 4".

/// The discs that a side has on a full board.
inline constexpr int kDiscsOfSide = connect_four::Rules::kTurns / 2;

/// The score when the side to move wins with its next disc, `discs` discs lying on the board. It is also the
/// greatest score that such a board can have.
[[nodiscard]] constexpr int score_of_a_win_now(int discs) noexcept {
    return kDiscsOfSide - discs / 2;
}

/// The score when the other side wins with its next disc, which is the least possible.
[[nodiscard]] constexpr int score_of_a_loss_next(int discs) noexcept {
    return -score_of_a_win_now(discs + 1);
}

/// The moves that are left until the game ends, when both sides play for `score` and `discs` discs lie on the
/// board.
[[nodiscard]] constexpr int plies_to_the_end(int score, int discs) noexcept {
    if (score == 0) {
        return connect_four::Rules::kTurns - discs;
    }
    const int own_discs = kDiscsOfSide + 1 - std::abs(score); // of the winner, at the end
    const bool first_wins = (score > 0) == (discs % 2 == 0);
    return 2 * own_discs - (first_wins ? 1 : 0) - discs;
}

// What a solver of Connect Four knows about positions: between which bounds the score of each lies.

/// The score lies between `lowest` and `highest`, both included.
struct ScoreBounds {
    int lowest = -kDiscsOfSide;
    int highest = kDiscsOfSide;
    bool operator==(const ScoreBounds&) const = default;
};

/// Bounds by key. Two entries share a place: the one that took more work stays, the other is replaced.
class ScoreTable {
  public:
    /// The number of entries is the greatest power of two that fits into `megabytes` (at least 1). All memory
    /// is taken from the system here, before a clock runs. Throws std::bad_alloc.
    explicit ScoreTable(std::size_t megabytes)
        : places_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Place)))
        , table_(taken_zeros<Place>(places_)) {}

    /// `key` is not 0 and has 49 bits at most.
    [[nodiscard]] std::optional<ScoreBounds> find(std::uint64_t key) const noexcept {
        for (const std::uint64_t entry : place_of(key)) {
            if (entry >> kKeyShift == key) {
                return bounds_of(entry);
            }
        }
        return std::nullopt;
    }

    /// Replaces what is known of `key`. `nodes`: the work that it took.
    void store(std::uint64_t key, ScoreBounds bounds, std::uint64_t nodes) noexcept {
        const std::uint64_t work = std::min((std::bit_width(nodes) + 1U) / 3U, kMostWork);
        const std::uint64_t entry = key << kKeyShift | coded(bounds.lowest) << kLowestShift |
                                    coded(bounds.highest) << kHighestShift | work;
        auto& [costly, latest] = place_of(key);
        if (costly >> kKeyShift == key || work >= (costly & kMostWork)) {
            if (costly >> kKeyShift != key) {
                latest = costly;
            }
            costly = entry;
        } else {
            latest = entry;
        }
    }

    /// Number of entries that there is room for.
    [[nodiscard]] std::size_t size() const noexcept { return 2 * places_; }

  private:
    using Place = std::array<std::uint64_t, 2>;

    // From the lowest bit: 3 bits of work, 6 bits for each bound, 49 bits of the key.
    static constexpr std::uint64_t kMostWork = 7;
    static constexpr int kHighestShift = 3;
    static constexpr int kLowestShift = 9;
    static constexpr int kKeyShift = 15;
    static constexpr std::uint64_t kBoundMask = 63;

    [[nodiscard]] static std::uint64_t coded(int bound) noexcept {
        const int steps = bound + kDiscsOfSide; // from the lowest bound
        return static_cast<std::uint64_t>(steps);
    }
    [[nodiscard]] static ScoreBounds bounds_of(std::uint64_t entry) noexcept {
        return {.lowest = static_cast<int>(entry >> kLowestShift & kBoundMask) - kDiscsOfSide,
                .highest = static_cast<int>(entry >> kHighestShift & kBoundMask) - kDiscsOfSide};
    }

    [[nodiscard]] Place& place_of(std::uint64_t key) const noexcept {
        return table_.get()[referee::finalised(key) & (places_ - 1)];
    }

    std::size_t places_;
    std::unique_ptr<Place, FreeMemory> table_;
};

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

    /// The score, see above. It must not be below `least`, which makes the search shorter.
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
