#pragma once
// Ataxx under UAI's rules as Rules. What does not differ is that of ataxx::Rules.

#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/ataxx/uai/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ataxx::uai {

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
