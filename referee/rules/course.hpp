#pragma once
// A game so far: its board, how many turns were taken, and which positions may come again.
// Whether a game has ended is asked of its course, never of a board and a number.
// Source: docs/protocol.md, "How a game ends".

#include "referee/rules/games.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace referee {

/// The positions of a game since its last irreversible move, the present one last. A bundle of rules under
/// which positions repeat gives two functions besides those of Rules:
///  - `repetition_key(position)`, a CanonicalKey: equal for positions that its rule of repetition takes for
///  one.
///  - `is_irreversible(before, move)`: no position before `move` can come again after it.
/// Of a game without them nothing is kept.
class Repetitions {
  public:
    /// The first position that counts.
    template<class G>
    void begin(const typename G::Position& position) {
        if constexpr (requires { G::repetition_key(position); }) {
            keys_.assign(1, G::repetition_key(position));
        }
    }
    void reserve(std::size_t moves) {
        if (!keys_.empty()) {
            keys_.reserve(keys_.size() + moves);
        }
    }
    template<class G>
    void moved(const typename G::Position& before, typename G::Move move, const typename G::Position& after) {
        if constexpr (requires { G::repetition_key(after); }) {
            if (G::is_irreversible(before, move)) {
                keys_.clear();
            }
            keys_.push_back(G::repetition_key(after));
        }
    }
    /// How often the present position has stood; 0 in a game of which nothing is kept.
    [[nodiscard]] int times() const noexcept {
        return keys_.empty() ? 0 : static_cast<int>(std::ranges::count(keys_, keys_.back()));
    }

  private:
    std::vector<CanonicalKey> keys_;
};

class Course {
  public:
    /// The game is at `board`, after `turns` turns of which nothing else is known.
    explicit Course(const Board& board, int turns = 0);
    /// Nothing is allocated in the next `turns` turns.
    void reserve(int turns) { repetitions_.reserve(static_cast<std::size_t>(turns)); }

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    /// Of both sides; passes and moves of the opening count.
    [[nodiscard]] int turns() const noexcept { return turns_; }
    /// Whether the present position stands for the third time.
    [[nodiscard]] bool is_repeated() const noexcept { return repetitions_.times() >= kMostTimes; }
    /// Makes the move with these numbers. False, and nothing changes, when they are no legal move. The board
    /// must not have ended the game.
    [[nodiscard]] bool make(const MoveNumbers& numbers);

  private:
    static constexpr int kMostTimes = 3;

    Board board_;
    int turns_;
    Repetitions repetitions_;
};

/// Whether the game has ended, and by which rule; empty while it goes on. What the board says comes first,
/// then the third repetition, and last the limit of turns.
[[nodiscard]] std::optional<Termination> board_verdict(const Course& course, int turn_limit) noexcept;

} // namespace referee
