#pragma once
// What a game gives to be refereed and drawn: pure values and static functions. What games are made of, a
// list of moves, the key of a position and a drawing, comes before the concept; what all games, or several,
// have by it comes after. Source: docs/architecture.md, "Another game".

#include "referee/base/seed.hpp"
#include "referee/rules/ending.hpp"
#include "referee/rules/move_numbers.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The moves of a position in a fixed array: nothing is allocated.
template<class Move, std::size_t Capacity>
class MoveList {
  public:
    [[nodiscard]] constexpr const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr Move* begin() noexcept { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() noexcept { return moves_.data() + size_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const noexcept { return moves_[i]; }
    constexpr void push_back(Move move) noexcept { moves_[size_++] = move; }

  private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

/// Equal for two positions of a game exactly when one is an image of the other, see the game's key(). The
/// stones of both sides, in the orientation in which they compare least. Turns taken are no part of it.
struct CanonicalKey {
    std::uint64_t own = 0; ///< of the side to move
    std::uint64_t theirs = 0;
    constexpr auto operator<=>(const CanonicalKey&) const = default;
};

/// For unordered containers.
struct CanonicalKeyHash {
    [[nodiscard]] constexpr std::size_t operator()(const CanonicalKey& key) const noexcept {
        return static_cast<std::size_t>(mixed(key.own, key.theirs));
    }
};

// What a game gives to be drawn: a grid of cells, and words. How it looks is referee/game/review/show.cpp.

/// What the last move did to a cell.
enum class CellMark : std::uint8_t {
    None,
    Placed, ///< the new stone stands here: [O]
    Struck, ///< a stone that the move turned over, or that belongs to the line that won: <O>
    Left,   ///< empty since the move: (.)
};

struct Cell {
    std::optional<Side> stone; ///< empty: no stone
    CellMark mark = CellMark::None;
    bool is_blocked = false; ///< no stone may stand here
    char letter = '\0';      ///< what is drawn for the stone; NUL: the mark of its side
    bool operator==(const Cell&) const = default;
};

/// The words for a mark in the heading of a game.
struct MarkWords {
    CellMark mark;
    std::string_view words; ///< e.g. `turned over`
};

/// A board after a move.
struct Drawing {
    std::size_t columns = 0;
    std::vector<Cell> cells; ///< row by row from the top
    /// Above the numbers of the columns, beside those of the rows. Empty: only the columns have numbers,
    /// which stand below. Letters of columns and digits of rows, as in records, stand below and on the right.
    std::string_view corner;
    std::optional<PerSide<int>> stones; ///< shown below; empty: they do not matter
};

/// What a move does.
struct MoveWords {
    std::string deed;   ///< after the player's name, e.g. `clones (1,1)=a7 -> (1,2)=b7`
    std::string effect; ///< e.g. `turns 3 over`; empty: none
};

/// A game as a bundle of static functions and constants.
///  - `kName`: in flags, files and messages. `kRuleSet`: only of a game that can be played by several sets of
///    rules, each of which is a bundle of its own with the same kName. `kMoveForm`: the answer to TURN, e.g.
///    `MOVE column`. `kNumbers`: how many numbers a move has. `kStartFen`: the default Position as text.
///  - `kTurns`: after so many turns of both sides a game ends unless another limit is given.
///    `kEndsByItself`: no game can last longer, whatever the limit.
///  - `kMostScore`: no score is higher. `kScoreUnit`: what a score counts, e.g. `stones`.
///  - `kImages`: how many symmetries keep the starting position. `kOpenings`: at [n - 1] how many different
///    openings of n moves there are, or are at least. `kListedPlies`: up to so many moves all openings are
///    listed, longer ones are drawn.
///  - `moves(position)`: the legal moves in a fixed order, none when the board has ended the game.
///  - `named(numbers)`: the move with these numbers; empty when they name none on any position.
///  - `ending(position)`: how the board has ended the game; empty while it goes on.
///  - `score(position)`: the side with the higher score wins; equal scores are a draw.
///  - `is_quiet(position)`: whether an opening may end here.
///  - `key(position)`: equal for images of a position, for no others. `image(move, i)`, i below kImages: the
///    move under a symmetry that keeps the starting position; image 0 is the move itself.
template<class G>
concept Rules = std::regular<typename G::Position> && std::regular<typename G::Move> &&
    requires(const typename G::Position& position, typename G::Move move, const MoveNumbers& numbers,
             int image) {
    { G::kName } -> std::convertible_to<std::string_view>;
    { G::kMoveForm } -> std::convertible_to<std::string_view>;
    { G::kStartFen } -> std::convertible_to<std::string_view>;
    { G::kScoreUnit } -> std::convertible_to<std::string_view>;
    { G::kNumbers } -> std::convertible_to<std::size_t>;
    { G::kTurns } -> std::convertible_to<int>;
    { G::kEndsByItself } -> std::convertible_to<bool>;
    { G::kMostScore } -> std::convertible_to<int>;
    { G::kImages } -> std::convertible_to<int>;
    { G::kListedPlies } -> std::convertible_to<int>;
    {std::span<const std::uint64_t>(G::kOpenings)};
    { G::to_move(position) } -> std::same_as<Side>;
    { G::moves(position) } -> std::same_as<typename G::Moves>;
    { G::named(numbers) } -> std::same_as<std::optional<typename G::Move>>;
    { G::numbers(move) } -> std::same_as<MoveNumbers>;
    { G::is_legal(position, move) } -> std::same_as<bool>;
    { G::after(position, move) } -> std::same_as<typename G::Position>;
    { G::ending(position) } -> std::same_as<std::optional<Termination>>;
    { G::score(position) } -> std::same_as<PerSide<int>>;
    { G::is_quiet(position) } -> std::same_as<bool>;
    { G::key(position) } -> std::same_as<CanonicalKey>;
    { G::image(move, image) } -> std::same_as<typename G::Move>;
};

/// How records of games are to write moves, where there are several ways: as people do, the same with the
/// square that a move leaves, or as engines do.
enum class Notation : std::uint8_t { San, Lan, Uci };

/// A game that people can read.
///  - `read_fen(text)`: throws UserError naming what is wrong and where. `fen(position)`: that text.
///  - `kPieces`: the letters of both sides in such a text.
///  - `notation(numbers)`: the move with these numbers in a game record for other programs, without
///    blanks; it begins with a letter, or it is a pass.
///  - `notation(position, move, form)`, `read_notation(position, text)`: only where such records name
///    moves by the position before them. The second one gives a legal move, or throws UserError naming why
///    not.
///  - `why_illegal(position, numbers)`: of numbers that are no legal move in a position that goes on.
///  - `fen(position, move_number)`, `start_number(text)`: only where that text has the number of the
///    move. `start_number` throws UserError when the numbers of `text` say that the game is over.
///  - `kReadsEpd`: true where a text has more between the side to move and the counters, or is an EPD
///    whose operations may set them.
///  - `read_coordinates(position, text)`: only where moves are also read as people write them, e.g.
///    `e2e4`. The move, legal or not; empty when `text` names none.
///  - `kSetUps`, `set_up(number)`: only where a game may begin at several set-ups: how many, and that
///    with the number from 0.
///  - `half_moves(position)`, `table_pieces(position)`: only where captures and moves of pawns cannot be
///    taken back, and endgame tables exist: the half-moves since the last of them, and the pieces.
///  - `kPgnVariants`: only where records of games are read: what their tag Variant calls these rules, in
///    small letters.
///  - `winner_by_filling(position, turns_left)`: only where stones fill the board. The side that wins
///    whatever the other one does, because that one can only pass; empty when this is not proved.
///  - `kind(move)`: only where a game has moves of several kinds. The noun, e.g. `pass`.
///  - `draw(position)`: the board without marks. `draw(before, move)`: the board after a legal move.
///    `words(before, move)`: what the move does. `kMarks`: the words for the marks that the game uses.
template<class G>
concept ReadableRules = Rules<G> && requires(const typename G::Position& position, typename G::Move move,
                                             const MoveNumbers& numbers, std::string_view text) {
    { G::read_fen(text) } -> std::same_as<typename G::Position>;
    { G::fen(position) } -> std::same_as<std::string>;
    { G::kPieces } -> std::convertible_to<PerSide<char>>;
    { G::notation(numbers) } -> std::same_as<std::string>;
    { G::why_illegal(position, numbers) } -> std::same_as<std::string>;
    { G::draw(position) } -> std::same_as<Drawing>;
    { G::draw(position, move) } -> std::same_as<Drawing>;
    { G::words(position, move) } -> std::same_as<MoveWords>;
    {std::span<const MarkWords>(G::kMarks)};
};

// What the games have in common in which the first line of own stones wins, and a full board without one is a
// draw.

/// A base of the Rules `G`, which has `is_line(stones)`, whether a set of stones holds a line, and
/// `is_full(position)`. A `Position` has `to_move`, and the sets of stones `own()` and `theirs()`.
template<class G, class Position>
struct LineGame {
    static constexpr std::string_view kScoreUnit = "points";
    static constexpr bool kEndsByItself = true;
    static constexpr int kMostScore = 1;
    static constexpr std::array kMarks{MarkWords{CellMark::Placed, "placed"},
                                       MarkWords{CellMark::Struck, "in the line that won"}};

    [[nodiscard]] static constexpr Side to_move(const Position& position) noexcept {
        return position.to_move;
    }
    /// A move that makes a line on the last cell is a line.
    [[nodiscard]] static constexpr std::optional<Termination> ending(const Position& position) noexcept {
        if (G::is_line(position.theirs()) || G::is_line(position.own())) {
            return Termination::Line;
        }
        return G::is_full(position) ? std::optional(Termination::BoardFull) : std::nullopt;
    }
    /// 1 for the side that has a line.
    [[nodiscard]] static constexpr PerSide<int> score(const Position& position) noexcept {
        PerSide<int> points;
        points[position.to_move] = G::is_line(position.own()) ? 1 : 0;
        points[opponent(position.to_move)] = G::is_line(position.theirs()) ? 1 : 0;
        return points;
    }
    /// Whether the game goes on and the side to move cannot win at once.
    [[nodiscard]] static constexpr bool is_quiet(const Position& position) noexcept {
        return !ending(position) && std::ranges::none_of(G::moves(position), [&](const auto move) {
            return G::is_line(G::after(position, move).theirs());
        });
    }
};

// Counting the tree of moves of any game: how the rules are compared with other programs.

enum class PerftCount : std::uint8_t {
    Positions, ///< moves that make the same position count once, where the game says so
    Messages,  ///< every distinct MOVE line counts
};

/// Leaves of the tree of `depth` plies below `position`. A finished game has no children; depth 0 is 1. The
/// turn limit is not modelled. A game may have its own, faster perft(), for which moves may differ by kind.
template<Rules G>
[[nodiscard]] std::uint64_t perft(const typename G::Position& position, int depth, PerftCount what) noexcept {
    if constexpr (requires { G::perft(position, depth, what); }) {
        return G::perft(position, depth, what);
    } else {
        if (depth <= 0) {
            return 1;
        }
        const auto moves = G::moves(position);
        if (depth == 1) {
            return moves.size();
        }
        std::uint64_t leaves = 0;
        for (const auto move : moves) {
            leaves += perft<G>(G::after(position, move), depth - 1, what);
        }
        return leaves;
    }
}

} // namespace referee
