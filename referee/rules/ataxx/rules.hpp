#pragma once
// Ataxx as Rules, with the symmetries of its board and the endings that are decided before it is full.
// Source: docs/protocol.md, "The game"; docs/games.md, "fill".

#include "referee/rules/ataxx/perft.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ataxx {

using referee::CanonicalKey;
using referee::Termination;

// The 8 ways to turn and mirror the board, and which positions are the same but for them.
// Nothing in the rules tells one orientation from another, nor one colour from the other, so that positions
// with the same canonical key have the same game tree. Source: the dihedral group of the square.

/// What becomes of the square (x, y). The value is a set of three bits, applied in this order: 1 swaps x and
/// y, 2 turns x into 8 - x, 4 turns y into 8 - y.
enum class Symmetry : std::uint8_t {
    Identity,         ///< (x, y)
    MainDiagonal,     ///< (y, x)
    MirrorX,          ///< (8-x, y)
    QuarterTurn,      ///< (8-y, x)
    MirrorY,          ///< (x, 8-y)
    ThreeQuarterTurn, ///< (y, 8-x)
    HalfTurn,         ///< (8-x, 8-y)
    AntiDiagonal,     ///< (8-y, 8-x)
};

inline constexpr std::array<Symmetry, 8> kSymmetries{
    Symmetry::Identity, Symmetry::MainDiagonal,     Symmetry::MirrorX,  Symmetry::QuarterTurn,
    Symmetry::MirrorY,  Symmetry::ThreeQuarterTurn, Symmetry::HalfTurn, Symmetry::AntiDiagonal};

namespace detail {

[[nodiscard]] constexpr Square computed_image(Square square, Symmetry symmetry) noexcept {
    const auto bits = static_cast<unsigned>(symmetry);
    const int x = (bits & 1U) != 0 ? square.y() : square.x();
    const int y = (bits & 1U) != 0 ? square.x() : square.y();
    return *Square::at((bits & 2U) != 0 ? kBoardSize + 1 - x : x, (bits & 4U) != 0 ? kBoardSize + 1 - y : y);
}

/// By symmetry, then by the square's index.
inline constexpr auto kImages = [] {
    std::array<std::array<Square, kSquares>, kSymmetries.size()> images{};
    for (const Symmetry symmetry : kSymmetries) {
        for (int i = 0; i < kSquares; ++i) {
            images[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(i)] =
                computed_image(Square(i), symmetry);
        }
    }
    return images;
}();

} // namespace detail

[[nodiscard]] constexpr Square transformed(Square square, Symmetry symmetry) noexcept {
    return detail::kImages[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(square.index())];
}

[[nodiscard]] constexpr Bitboard transformed(Bitboard set, Symmetry symmetry) noexcept {
    Bitboard image;
    for_each(set, [&](Square square) { image = image | Bitboard(transformed(square, symmetry)); });
    return image;
}

/// A pass stays a pass.
[[nodiscard]] constexpr Move transformed(Move move, Symmetry symmetry) noexcept {
    return move.is_pass() ? move : Move(transformed(move.from(), symmetry), transformed(move.to(), symmetry));
}

/// The same side is to move.
[[nodiscard]] constexpr Position transformed(const Position& position, Symmetry symmetry) noexcept {
    return {transformed(position.stones(Side::First), symmetry),
            transformed(position.stones(Side::Second), symmetry), position.to_move()};
}

/// Every stone and the turn pass to the other side.
[[nodiscard]] constexpr Position with_sides_swapped(const Position& position) noexcept {
    return {position.stones(Side::Second), position.stones(Side::First), opponent(position.to_move())};
}

/// Equal for two positions exactly when one becomes the other by a symmetry, with or without a swap of the
/// sides. Turns taken are no part of it.
[[nodiscard]] constexpr CanonicalKey canonical_key(const Position& position) noexcept {
    CanonicalKey least{position.own().bits(), position.theirs().bits()};
    for (const Symmetry symmetry : kSymmetries) {
        const CanonicalKey key{transformed(position.own(), symmetry).bits(),
                               transformed(position.theirs(), symmetry).bits()};
        least = key < least ? key : least;
    }
    return least;
}

static_assert(transformed(*Square::at(2, 3), Symmetry::QuarterTurn) == *Square::at(5, 2));
static_assert(transformed(Position(), Symmetry::HalfTurn) == Position() &&
                  transformed(Position(), Symmetry::MainDiagonal) == Position() &&
                  transformed(Position(), Symmetry::AntiDiagonal) == Position(),
              "half of the symmetries keep the start as it is");
static_assert(transformed(Position(), Symmetry::QuarterTurn) == with_sides_swapped(Position()).pass() &&
                  transformed(Position(), Symmetry::MirrorX) == with_sides_swapped(Position()).pass(),
              "the other half change the stones of the start between the sides");

// Games that are decided before the board is full: one side can only pass, and the other one fills the board.
// docs/games.md has the proof.

/// The opponent of the side to move, when it wins by filling `empty`, the squares that a stone may still come
/// to, with clones; empty when that is not proved. Proved it is when the side to move must pass, clones reach
/// every square of `empty`, `turns_left` turns of both sides are enough, and the opponent then has more
/// stones. The game goes on, and passes do not end it.
[[nodiscard]] constexpr std::optional<Side> winner_by_filling(const Position& position, Bitboard empty,
                                                              int turns_left) noexcept {
    const Bitboard passer = position.own();
    const Bitboard filler = position.theirs();
    if (!(grown(grown(passer)) & empty).empty()) {
        return std::nullopt;
    }
    Bitboard reached;
    for (Bitboard next = grown(filler) & empty; next != reached; next = grown(filler | reached) & empty) {
        reached = next;
    }
    const bool fills = reached == empty && 2 * empty.count() <= turns_left; // each clone comes after a pass
    return fills && filler.count() + empty.count() > passer.count()
               ? std::optional(opponent(position.to_move()))
               : std::nullopt;
}

struct Rules {
    using Position = ataxx::Position;
    using Move = ataxx::Move;
    using Moves = MoveList;

    static constexpr std::string_view kName = "ataxx";
    static constexpr std::string_view kRuleSet = "articles";
    static constexpr std::string_view kMoveForm = "MOVE x1 y1 x2 y2";
    static constexpr std::string_view kStartFen = ataxx::kStartFen;
    static constexpr referee::PerSide<char> kPieces{'x', 'o'};
    static constexpr std::string_view kScoreUnit = "stones";
    static constexpr std::size_t kNumbers = 4;
    static constexpr int kTurns = 400;
    static constexpr bool kEndsByItself = false;
    static constexpr int kMostScore = kSquares;
    static constexpr int kImages = 4;
    static constexpr int kListedPlies = 4; ///< 12 927 in 5 ms; one ply more would give 160 174
    /// Up to 6 moves nearly all: there are 2 013 650 of 6. From 5 moves on it is what draws were seen to
    /// find.
    static constexpr std::array<std::uint64_t, 7> kOpenings{5,       64,        917,      12'927,
                                                            159'000, 2'000'000, 4'000'000};
    static constexpr std::array kMarks{referee::MarkWords{referee::CellMark::Placed, "placed"},
                                       referee::MarkWords{referee::CellMark::Struck, "turned over"},
                                       referee::MarkWords{referee::CellMark::Left, "left by a jump"}};

    [[nodiscard]] static constexpr Side to_move(const Position& position) noexcept {
        return position.to_move();
    }
    [[nodiscard]] static Moves moves(const Position& position) noexcept { return legal_moves(position); }
    [[nodiscard]] static std::optional<Move> named(const MoveNumbers& numbers) noexcept {
        return Move::from_numbers(numbers);
    }
    [[nodiscard]] static MoveNumbers numbers(Move move) noexcept { return move.numbers(); }
    [[nodiscard]] static constexpr std::string_view kind(Move move) noexcept {
        return move.is_pass() ? "pass" : move.is_jump() ? "jump" : "clone";
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return position.is_legal(move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return position.after(move);
    }
    /// Where both rules apply it is annihilation.
    [[nodiscard]] static constexpr std::optional<Termination> ending(const Position& position) noexcept {
        if (position.stones(Side::First).empty() || position.stones(Side::Second).empty()) {
            return Termination::Annihilation;
        }
        return position.empty_squares().empty() ? std::optional(Termination::BoardFull) : std::nullopt;
    }
    [[nodiscard]] static constexpr referee::PerSide<int> score(const Position& position) noexcept {
        return {position.stones(Side::First).count(), position.stones(Side::Second).count()};
    }
    [[nodiscard]] static constexpr std::optional<Side> winner_by_filling(const Position& position,
                                                                         int turns_left) noexcept {
        return ataxx::winner_by_filling(position, position.empty_squares(), turns_left);
    }
    [[nodiscard]] static constexpr bool is_quiet(const Position& position) noexcept {
        return !position.is_finished();
    }
    [[nodiscard]] static CanonicalKey key(const Position& position) noexcept {
        return canonical_key(position);
    }
    /// The other four symmetries swap the sides of the starting position.
    [[nodiscard]] static constexpr Move image(Move move, int image) noexcept {
        constexpr std::array kKeepTheStart{Symmetry::Identity, Symmetry::MainDiagonal, Symmetry::HalfTurn,
                                           Symmetry::AntiDiagonal};
        return transformed(move, kKeepTheStart[static_cast<std::size_t>(image)]);
    }

    [[nodiscard]] static std::uint64_t perft(const Position& position, int depth,
                                             referee::PerftCount what) noexcept {
        return ataxx::perft(position, depth, what);
    }

    [[nodiscard]] static Position read_fen(std::string_view text) { return parse_fen(text).position; }
    [[nodiscard]] static int start_number(std::string_view text) { return ataxx::start_number(text); }
    /// The count of half-moves is always 0: nothing depends on it here, and UAI engines take 100 for the end.
    [[nodiscard]] static std::string fen(const Position& position, int move_number = 1) {
        return to_string(Fen{.position = position, .half_moves = 0, .move_number = move_number});
    }
    [[nodiscard]] static std::string notation(const MoveNumbers& numbers) { return uai_notation(numbers); }
    [[nodiscard]] static std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
        return ataxx::why_illegal(position, numbers);
    }
    [[nodiscard]] static referee::Drawing draw(const Position& position);
    [[nodiscard]] static referee::Drawing draw(const Position& before, Move move);
    [[nodiscard]] static referee::MoveWords words(const Position& before, Move move);
};

} // namespace ataxx
