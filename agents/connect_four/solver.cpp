#include "agents/connect_four/solver.hpp"

#include "agents/connect_four/connect_four.hpp"
#include "agents/search/watch.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

namespace search {
namespace {

using connect_four::Cells;
using connect_four::Rules;

/// Up to so many discs a position and its mirror image share an entry of the table.
constexpr int kLastMirroredPly = 16;

/// Up to so many discs the table is asked about the answers to all moves before one is searched.
constexpr int kLastAskedPly = 30;

} // namespace

/// A position as the search keeps it.
struct ConnectFourSolver::Board {
    Cells own;
    Cells taken;
    int discs;

    explicit Board(const Position& position) noexcept
        : Board(position.own(), position.taken(), std::popcount(position.taken())) {}
    Board(Cells own_cells, Cells taken_cells, int count) noexcept
        : own(own_cells)
        , taken(taken_cells)
        , discs(count) {}

    [[nodiscard]] Cells theirs() const noexcept { return own ^ taken; }
    [[nodiscard]] Cells free_cells() const noexcept {
        return (taken + connect_four::kLowestCells) & connect_four::kAllCells;
    }
    [[nodiscard]] Board after(Cells disc) const noexcept { return {theirs(), taken | disc, discs + 1}; }

    /// The score of a game that is over, or that the side to move wins at once.
    [[nodiscard]] std::optional<int> score_at_once() const noexcept {
        if (connect_four::has_four(theirs())) {
            return -score_of_a_win_now(discs - 1);
        }
        if (taken == connect_four::kAllCells) {
            return 0;
        }
        const bool wins = (threats(own, taken) & free_cells()) != 0;
        return wins ? std::optional(score_of_a_win_now(discs)) : std::nullopt;
    }

    /// The cells to drop into after which the other side cannot win at once. The side to move must not be
    /// able to win at once itself.
    [[nodiscard]] Cells safe_cells() const noexcept {
        const Cells dangers = threats(theirs(), taken);
        Cells cells = free_cells();
        if (const Cells forced = cells & dangers; forced != 0) {
            if ((forced & (forced - 1)) != 0) {
                return 0; // two wins cannot be stopped by one disc
            }
            cells = forced;
        }
        return cells & ~(dangers >> 1); // never below a cell where the other side wins
    }

    /// Equal for a position and its mirror image in the first moves, where images meet often.
    [[nodiscard]] std::uint64_t key() const noexcept {
        // In each column the lowest bit above its discs and the bits of the own discs: no other position has
        // the same.
        const Cells here = own + taken + connect_four::kLowestCells;
        if (discs > kLastMirroredPly) {
            return here;
        }
        return std::min(here, connect_four::mirrored(own) + connect_four::mirrored(taken) +
                                  connect_four::kLowestCells);
    }
};

/// The discs that may be dropped, those first that make the most threats, of equals the nearest the centre.
class ConnectFourSolver::Drops {
  public:
    struct Drop {
        Cells disc;
        int threats;
    };

    Drops(const Board& board, Cells safe) noexcept {
        for (const int column : kColumnsFromCentre) {
            if (const Cells disc = safe & connect_four::cells_of(column)) {
                const int made = std::popcount(threats(board.own | disc, board.taken | disc));
                std::size_t place = size_++;
                for (; place > 0 && drops_[place - 1].threats < made; --place) {
                    drops_[place] = drops_[place - 1];
                }
                drops_[place] = {disc, made};
            }
        }
    }
    [[nodiscard]] const Drop* begin() const noexcept { return drops_.data(); }
    [[nodiscard]] const Drop* end() const noexcept { return begin() + size_; }

  private:
    std::array<Drop, connect_four::kColumns> drops_; // not filled before it is used
    std::size_t size_ = 0;
};

/// The bounds that follow from the number of discs and from the table. The side to move cannot win at once.
ScoreBounds ConnectFourSolver::bounds_of(const Board& board) const noexcept {
    ScoreBounds bounds{.lowest = score_of_a_loss_next(board.discs),
                       .highest = std::max(0, score_of_a_win_now(board.discs + 2))};
    if (const auto known = table_.find(board.key())) {
        bounds.lowest = std::max(bounds.lowest, known->lowest);
        bounds.highest = std::min(bounds.highest, known->highest);
    }
    return bounds;
}

/// Whether the score of `board` is at least `goal`. The side to move cannot win at once.
bool ConnectFourSolver::reaches(const Board& board, int goal, Watch& watch) {
    watch.visit();
    if (watch.is_over()) {
        throw OutOfTime();
    }
    const Cells safe = board.safe_cells();
    if (safe == 0) {
        return score_of_a_loss_next(board.discs) >= goal;
    }
    if (board.discs >= Rules::kTurns - 2) {
        return goal <= 0; // neither side wins with one of the last two discs
    }
    // The other side does not win with its next disc, nor this side with the one that it drops now.
    if (score_of_a_loss_next(board.discs + 2) >= goal) {
        return true;
    }
    if (score_of_a_win_now(board.discs + 2) < goal) {
        return false;
    }
    const std::uint64_t key = board.key();
    ScoreBounds bounds;
    if (const auto known = table_.find(key)) {
        if (known->lowest >= goal) {
            return true;
        }
        if (known->highest < goal) {
            return false;
        }
        bounds = *known;
    }
    const std::uint64_t nodes_before = watch.nodes();
    const bool is_reached = search(board, Drops(board, safe), goal, watch);
    if (is_reached) {
        bounds.lowest = goal;
    } else {
        bounds.highest = goal - 1;
    }
    table_.store(key, bounds, watch.nodes() - nodes_before + 1);
    return is_reached;
}

/// Whether one of `drops` reaches `goal`.
bool ConnectFourSolver::search(const Board& board, const Drops& drops, int goal, Watch& watch) {
    return std::ranges::any_of(
               drops, [&](const auto& drop) { return is_known_below(board.after(drop.disc), 1 - goal); }) ||
           std::ranges::any_of(
               drops, [&](const auto& drop) { return !reaches(board.after(drop.disc), 1 - goal, watch); });
}

/// Whether the table says that the score is less than `goal`. Near the end a search is as fast.
bool ConnectFourSolver::is_known_below(const Board& board, int goal) const noexcept {
    if (board.discs > kLastAskedPly) {
        return false;
    }
    const auto known = table_.find(board.key());
    return known && known->highest < goal;
}

int ConnectFourSolver::score(const Position& position, Watch& watch, int least) {
    const Board board(position);
    if (const auto decided = board.score_at_once()) {
        return *decided;
    }
    ScoreBounds bounds = bounds_of(board);
    bounds.lowest = std::max(bounds.lowest, least);
    int goal = least + 1; // most often the score is `least` itself
    while (bounds.lowest < bounds.highest) {
        if (goal <= bounds.lowest || goal > bounds.highest) {
            goal = bounds.highest - (bounds.highest - bounds.lowest) / 2;
        }
        if (reaches(board, goal, watch)) {
            bounds.lowest = goal;
        } else {
            bounds.highest = goal - 1;
        }
    }
    return bounds.lowest;
}

Solved<connect_four::Move> ConnectFourSolver::solve(const Position& position, Watch& watch, int least) {
    Solved<Move> best{.move = {}, .score = score(position, watch, least)};
    best.plies = plies_to_the_end(best.score, std::popcount(position.taken()));
    const auto* const column = std::ranges::find_if(
        kColumnsFromCentre, [&](int place) { return reaches_by(position, Move(place), best.score, watch); });
    assert(column != kColumnsFromCentre.end()); // one of the moves has the best score
    best.move = Move(*column);
    return best;
}

int ConnectFourSolver::score_of(const Position& position, Move move, Watch& watch) {
    const Position next = Rules::after(position, move);
    const auto decided = Board(next).score_at_once();
    return decided ? -*decided : -score(next, watch);
}

bool ConnectFourSolver::reaches_by(const Position& position, Move move, int goal, Watch& watch) {
    if (!Rules::is_legal(position, move)) {
        return false;
    }
    const Board board(Rules::after(position, move));
    if (const auto decided = board.score_at_once()) {
        return -*decided >= goal;
    }
    return !reaches(board, 1 - goal, watch);
}

/// As reaches_by(), by what the table knows. In a finished position nothing reaches anything.
bool ConnectFourSolver::is_known_to_reach(const Position& position, Move move, int goal) const noexcept {
    if (connect_four::has_four(position.theirs()) || !Rules::is_legal(position, move)) {
        return false;
    }
    const Board board(Rules::after(position, move));
    const auto decided = board.score_at_once();
    const int highest = decided ? *decided : bounds_of(board).highest;
    return -highest >= goal;
}

std::vector<connect_four::Move> ConnectFourSolver::line(Position position, const Solved<Move>& solved) const {
    std::vector<Move> moves{solved.move};
    for (int score = -solved.score;; score = -score) {
        position = Rules::after(position, moves.back());
        const auto* const column = std::ranges::find_if(
            kColumnsFromCentre, [&](int place) { return is_known_to_reach(position, Move(place), score); });
        if (column == kColumnsFromCentre.end()) {
            return moves;
        }
        moves.push_back(Move(*column));
    }
}

} // namespace search
