#pragma once
// Chess and Chess960 as Rules. The first player is white. Both have the same moves: they differ in the
// set-ups that a game may begin with, and in how castling is written. Source: FIDE Laws of Chess.

#include "referee/rules/chess/position.hpp"
#include "referee/rules/chess/text.hpp"
#include "referee/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chess {

/// What both bundles are made of. `P` is their type of position: a Position.
template<class P, RuleSet kRules>
struct Bundle {
    using Position = P;
    using Move = chess::Move;
    using Moves = MoveList;

    static constexpr std::string_view kName = "chess";
    static constexpr std::string_view kMoveForm = "MOVE from to promotion";
    static constexpr referee::PerSide<char> kPieces{'w', 'b'};
    static constexpr std::string_view kScoreUnit = "points";
    static constexpr std::size_t kNumbers = 3;
    /// There is no turn limit. Between two captures or pawn moves lie at most 99 other half-moves, and there
    /// are at most 118 of them: 96 moves of pawns and 30 captures, of which at least 8 are both, because 16
    /// pawns on 8 files are in each other's way. The last is followed by at most 100: 11 900 turns.
    static constexpr int kTurns = 12'000;
    static constexpr bool kEndsByItself = true;
    static constexpr bool kReadsEpd = true;
    static constexpr int kMostScore = 1;
    static constexpr int kImages = 1;
    static constexpr int kListedPlies = 0;
    /// Quiet positions after so many moves: what draws are sure to find of the 20, 400, 5358, 71 958, 821 013
    /// and 9 384 436 that there are. With those that are not quiet they are 20, 400, 5362, 72 078, 822 518
    /// and 9 417 681, as in OEIS A083276.
    static constexpr std::array<std::uint64_t, 6> kOpenings{20, 400, 5'300, 71'000, 800'000, 4'000'000};
    static constexpr std::array kMarks{referee::MarkWords{referee::CellMark::Placed, "moved"},
                                       referee::MarkWords{referee::CellMark::Left, "left"}};

    [[nodiscard]] static constexpr Side to_move(const Position& position) noexcept {
        return position.to_move;
    }
    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        return chess::ending(position) ? Moves() : legal_moves(position);
    }
    [[nodiscard]] static std::optional<Move> named(const MoveNumbers& numbers) noexcept {
        return Move::from_numbers(numbers);
    }
    [[nodiscard]] static constexpr MoveNumbers numbers(Move move) noexcept { return move.numbers(); }
    /// The game must go on.
    [[nodiscard]] static bool is_legal(const Position& position, Move move) noexcept {
        return chess::is_legal(position, move);
    }
    [[nodiscard]] static Position after(const Position& position, Move move) noexcept {
        return Position(position.after(move));
    }
    [[nodiscard]] static std::optional<Termination> ending(const Position& position) noexcept {
        return chess::ending(position);
    }
    /// 1 for the side that has given mate.
    [[nodiscard]] static referee::PerSide<int> score(const Position& position) noexcept {
        referee::PerSide<int> points;
        points[opponent(position.to_move)] = is_checkmate(position) ? 1 : 0;
        return points;
    }
    /// Whether the game goes on and the side to move cannot mate at once.
    [[nodiscard]] static bool is_quiet(const Position& position) noexcept {
        return !chess::ending(position) && std::ranges::none_of(legal_moves(position), [&](Move move) {
            return is_checkmate(position.after(move));
        });
    }
    [[nodiscard]] static referee::CanonicalKey key(const Position& position) noexcept {
        return chess::key(position);
    }
    [[nodiscard]] static constexpr Move image(Move move, int /*image*/) noexcept { return move; }

    /// Equal for positions that count as repetitions of each other.
    [[nodiscard]] static referee::CanonicalKey repetition_key(const Position& position) noexcept {
        return chess::key(position);
    }
    /// Whether no position before the legal move `move` can come again after it: a capture or a pawn's move.
    [[nodiscard]] static bool is_irreversible(const Position& before, Move move) noexcept {
        return has(before.of(Kind::Pawn), move.from) || has(before.pieces(opponent(before.to_move)), move.to);
    }

    /// All moves lead to different positions, so that both ways of counting are one.
    [[nodiscard]] static std::uint64_t perft(const Position& position, int depth,
                                             referee::PerftCount /*what*/) noexcept {
        return chess::perft(position, depth);
    }

    [[nodiscard]] static Position read_fen(std::string_view text) {
        return Position(parse_fen(text, kRules).position);
    }
    [[nodiscard]] static int start_number(std::string_view text) { return chess::start_number(text, kRules); }
    [[nodiscard]] static std::string fen(const Position& position, int move_number = 1) {
        return fen_text(position, move_number, kRules);
    }
    /// In coordinates, castling as king takes own rook: the board is not known here.
    [[nodiscard]] static std::string notation(const MoveNumbers& numbers) {
        return chess::coordinates(Position(), Move::from_numbers(numbers).value(), RuleSet::Chess960);
    }
    [[nodiscard]] static std::string notation(const Position& position, Move move, referee::Notation form) {
        return form == referee::Notation::San   ? san(position, move)
               : form == referee::Notation::Lan ? lan(position, move)
                                                : coordinates(position, move);
    }
    [[nodiscard]] static int half_moves(const Position& position) noexcept { return position.half_moves; }
    [[nodiscard]] static std::optional<int> table_pieces(const Position& position) noexcept {
        const auto has_right = [](std::uint8_t file) { return file != chess::Position::kNone; };
        const bool may_be_known =
            position.half_moves == 0 && std::ranges::none_of(position.castling_files, has_right);
        return may_be_known ? std::optional(std::popcount(position.taken())) : std::nullopt;
    }
    [[nodiscard]] static Move read_notation(const Position& position, std::string_view text) {
        return read_san(position, text);
    }
    /// A legal move as UCI engines write it.
    [[nodiscard]] static std::string coordinates(const Position& position, Move move) {
        return chess::coordinates(position, move, kRules);
    }
    /// The move that a text of UCI names, legal or not, see chess::read_coordinates().
    [[nodiscard]] static std::optional<Move> read_coordinates(const Position& position,
                                                              std::string_view text) noexcept {
        return chess::read_coordinates(position, text, kRules);
    }
    [[nodiscard]] static std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
        return chess::why_illegal(position, numbers, kRules);
    }
    [[nodiscard]] static referee::Drawing draw(const Position& position) { return drawing_of(position); }
    [[nodiscard]] static referee::Drawing draw(const Position& before, Move move) {
        return drawing_of(before, move);
    }
    [[nodiscard]] static referee::MoveWords words(const Position& before, Move move) {
        return words_of(before, move, kRules);
    }
};

struct Rules : Bundle<Position, RuleSet::Orthodox> {
    static constexpr std::string_view kRuleSet = "orthodox";
    static constexpr std::array<std::string_view, 2> kPgnVariants{"standard", "chess"};
    static constexpr std::string_view kStartFen = chess::kStartFen;
};
static_assert(referee::ReadableRules<Rules>);

} // namespace chess

namespace chess960 {

/// A position of its own type, because the type of a position says by which rules it is played.
struct Position : chess::Position {
    constexpr Position() = default;
    constexpr explicit Position(const chess::Position& position) noexcept
        : chess::Position(position) {}
    bool operator==(const Position&) const = default;
};

struct Rules : chess::Bundle<Position, chess::RuleSet::Chess960> {
    static constexpr std::string_view kRuleSet = "chess960";
    static constexpr std::array<std::string_view, 2> kPgnVariants{"chess960", "fischerandom"};
    static constexpr std::string_view kStartFen = chess::kStartFen960;

    /// The set-ups by their usual numbers, 0 to 959; 518 is that of orthodox chess.
    static constexpr int kSetUps = 960;
    [[nodiscard]] static Position set_up(int number) noexcept { return Position(chess::set_up_960(number)); }
};
static_assert(referee::ReadableRules<Rules>);

} // namespace chess960
