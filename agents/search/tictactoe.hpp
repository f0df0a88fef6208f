#pragma once
// Tic-Tac-Toe as a Game: small enough that a search of the whole tree can be checked against known numbers.
// Plain minimax visits 549946 positions from the empty board, the root included, and finds a draw.

#include "agents/search/game.hpp"
#include "referee/base/splitmix64.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace search {

struct TicTacToe {
    /// Squares 0 to 8, row by row; bit i is square i.
    struct Position {
        std::uint16_t own = 0;    ///< of the side to move
        std::uint16_t theirs = 0; ///< of the side that has just moved
        bool operator==(const Position&) const = default;
    };
    struct Move {
        std::uint8_t square = 0;
        bool operator==(const Move&) const = default;
    };
    class Moves {
      public:
        [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
        [[nodiscard]] const Move* end() const noexcept { return moves_.data() + size_; }
        [[nodiscard]] Move* begin() noexcept { return moves_.data(); }
        [[nodiscard]] Move* end() noexcept { return moves_.data() + size_; }
        [[nodiscard]] std::size_t size() const noexcept { return size_; }
        [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
        [[nodiscard]] Move operator[](std::size_t i) const noexcept { return moves_[i]; }
        void push_back(Move move) noexcept { moves_[size_++] = move; }

      private:
        std::array<Move, 9> moves_{};
        std::size_t size_ = 0;
    };

    /// The empty squares, ascending.
    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        Moves found;
        if (!has_line(position.theirs)) {
            for (unsigned left = empty(position); left != 0; left &= left - 1) {
                found.push_back(Move{static_cast<std::uint8_t>(std::countr_zero(left))});
            }
        }
        return found;
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return !has_line(position.theirs) && (empty(position) >> move.square & 1) != 0;
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return {position.theirs, static_cast<std::uint16_t>(position.own | 1U << move.square)};
    }
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return has_line(position.theirs) || empty(position) == 0;
    }
    /// A loss when the other side has three in a line, otherwise a draw.
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        return has_line(position.theirs) ? -(kInfinity - ply) : 0;
    }
    [[nodiscard]] static constexpr int evaluation(const Position&) noexcept { return 0; }
    /// Different boards have different keys.
    [[nodiscard]] static constexpr std::uint64_t key(const Position& position) noexcept {
        return referee::finalised(std::uint64_t{position.own} << 9 | position.theirs);
    }

  private:
    [[nodiscard]] static constexpr unsigned empty(const Position& position) noexcept {
        return ~(unsigned{position.own} | position.theirs) & 0777U;
    }
    [[nodiscard]] static constexpr bool has_line(unsigned stones) noexcept {
        for (const unsigned line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
            if ((stones & line) == line) {
                return true;
            }
        }
        return false;
    }
};
static_assert(HashedGame<TicTacToe>);

} // namespace search
