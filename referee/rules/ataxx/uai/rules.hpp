#pragma once
// Ataxx under UAI's rules: blocked squares, and a draw after many half-moves without a clone. A position, and
// the game as Rules; what does not differ is that of ataxx::Rules. Source: docs/protocol.md, "UAI's rules".

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/ending.hpp"
#include "referee/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ataxx::uai {

using Stones = ataxx::Position;
using referee::Termination;

/// Stones, blocked squares, whose turn it is, and how long nobody has cloned.
class Position {
  public:
    /// The starting position, without blocked squares.
    constexpr Position() noexcept = default;
    /// No stone may stand on a square of `blocked`. `half_moves` is not negative.
    constexpr Position(const Stones& stones, Bitboard blocked, int half_moves) noexcept
        : stones_(stones)
        , blocked_(blocked)
        , half_moves_(half_moves) {}

    [[nodiscard]] constexpr const Stones& stones() const noexcept { return stones_; }
    [[nodiscard]] constexpr Bitboard blocked() const noexcept { return blocked_; }
    /// Jumps and passes since the last clone, of both sides.
    [[nodiscard]] constexpr int half_moves() const noexcept { return half_moves_; }
    [[nodiscard]] constexpr Side to_move() const noexcept { return stones_.to_move(); }
    /// Without the blocked squares.
    [[nodiscard]] constexpr Bitboard empty_squares() const noexcept {
        return stones_.empty_squares() - blocked_;
    }

    /// How the board has ended the game. Where several rules apply it is the first of them here; the count of
    /// half-moves comes last.
    [[nodiscard]] constexpr std::optional<Termination> ending() const noexcept {
        if (stones_.own().empty() || stones_.theirs().empty()) {
            return Termination::Annihilation;
        }
        const Bitboard empty = empty_squares();
        if (empty.empty()) {
            return Termination::BoardFull;
        }
        if ((grown(grown(stones_.own() | stones_.theirs())) & empty).empty()) {
            return Termination::NoMovesLeft;
        }
        return half_moves_ >= kHalfMoveLimit ? std::optional(Termination::HalfmoveLimit) : std::nullopt;
    }
    /// Whether the side to move has a clone or a jump; when not, it must pass.
    [[nodiscard]] constexpr bool can_move() const noexcept {
        return !(grown(grown(stones_.own())) & empty_squares()).empty();
    }
    /// Legal for the side to move, the game not being finished: a pass only when there is nothing else.
    [[nodiscard]] constexpr bool is_legal(Move move) const noexcept {
        if (move.is_pass()) {
            return !can_move();
        }
        return stones_.own().has(move.from()) && empty_squares().has(move.to());
    }

    /// The position after a legal move (not checked).
    [[nodiscard]] constexpr Position after(Move move) const noexcept {
        const bool is_clone = !move.is_pass() && !move.is_jump();
        return {stones_.after(move), blocked_, is_clone ? 0 : half_moves_ + 1};
    }

    constexpr bool operator==(const Position&) const = default;

  private:
    Stones stones_{};
    Bitboard blocked_{};
    int half_moves_ = 0;
};

/// All legal moves of the side to move, in the order of ataxx::MoveList; only a pass when there is no other;
/// none when the game is finished.
[[nodiscard]] MoveList legal_moves(const Position& position) noexcept;

/// Leaves of the tree of `depth` plies below `position`, as ataxx::perft() counts them. A finished game has
/// none, so that the move that reaches kHalfMoveLimit is counted and nothing after it.
/// Source of the numbers that it is tested with: libataxx, see tests/referee/rules/ataxx/uai/perft_test.cpp.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, referee::PerftCount what) noexcept;

struct Rules : private ataxx::Rules {
    using Articles = ataxx::Rules;
    using Position = uai::Position;
    using Articles::Move;
    using Articles::Moves;

    using Articles::kImages;
    using Articles::kListedPlies;
    using Articles::kMarks;
    using Articles::kMostScore;
    using Articles::kMoveForm;
    using Articles::kName;
    using Articles::kNumbers;
    using Articles::kOpenings;
    using Articles::kPieces;
    using Articles::kScoreUnit;
    using Articles::kStartFen;
    static constexpr std::string_view kRuleSet = "uai";
    /// There is no turn limit. A stone never leaves the board, and each clone adds one: from two stones on
    /// there are at most 47 clones. Each has at most 99 other half-moves before it.
    static constexpr int kTurns = (kSquares - 2) * kHalfMoveLimit;
    static constexpr bool kEndsByItself = true;

    using Articles::image;
    using Articles::kind;
    using Articles::named;
    using Articles::notation;
    using Articles::numbers;

    [[nodiscard]] static constexpr Side to_move(const Position& position) noexcept {
        return position.to_move();
    }
    [[nodiscard]] static Moves moves(const Position& position) noexcept { return legal_moves(position); }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return position.is_legal(move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return position.after(move);
    }
    [[nodiscard]] static constexpr std::optional<Termination> ending(const Position& position) noexcept {
        return position.ending();
    }
    [[nodiscard]] static constexpr referee::PerSide<int> score(const Position& position) noexcept {
        return Articles::score(position.stones());
    }
    /// Empty also when the pass that comes first would make the game a draw.
    [[nodiscard]] static constexpr std::optional<Side> winner_by_filling(const Position& position,
                                                                         int turns_left) noexcept {
        return position.half_moves() + 1 < kHalfMoveLimit
                   ? ataxx::winner_by_filling(position.stones(), position.empty_squares(), turns_left)
                   : std::nullopt;
    }
    [[nodiscard]] static constexpr bool is_quiet(const Position& position) noexcept {
        return !position.ending();
    }
    /// Half-moves are no part of it.
    [[nodiscard]] static CanonicalKey key(const Position& position) noexcept;

    [[nodiscard]] static std::uint64_t perft(const Position& position, int depth,
                                             referee::PerftCount what) noexcept {
        return uai::perft(position, depth, what);
    }

    [[nodiscard]] static Position read_fen(std::string_view text);
    using Articles::start_number;
    [[nodiscard]] static std::string fen(const Position& position, int move_number = 1);
    [[nodiscard]] static std::string why_illegal(const Position& position, const MoveNumbers& numbers);
    [[nodiscard]] static referee::Drawing draw(const Position& position);
    [[nodiscard]] static referee::Drawing draw(const Position& before, Move move);
    [[nodiscard]] static referee::MoveWords words(const Position& before, Move move) {
        return Articles::words(before.stones(), move);
    }
};

} // namespace ataxx::uai
