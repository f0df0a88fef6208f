#pragma once
// The games, and the course of one. This is the only list of games: another game is an include, an enumerator
// and a type here. So is another set of rules for a game; the first of a game's entries has the rules that
// are its own.
// What makes one move after the other holds a Board, a position of any game as a value. What walks trees is a
// template over the Rules of a game, chosen once by with_game(). A Course knows when its game has ended.
// Source: docs/protocol.md, "The games", "How a game ends".

#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/ataxx/uai/rules.hpp"
#include "referee/rules/chess/rules.hpp"
#include "referee/rules/connect_four/rules.hpp"
#include "referee/rules/rules.hpp"
#include "referee/rules/tic_tac_toe/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace referee {

enum class Game : std::uint8_t { Ataxx, ConnectFour, TicTacToe, AtaxxUai, Chess, Chess960 };

/// The rules of the games, in the order of Game.
using GameList = std::tuple<ataxx::Rules, connect_four::Rules, tic_tac_toe::Rules, ataxx::uai::Rules,
                            chess::Rules, chess960::Rules>;

/// The game where none is named: of flags, messages, logs and configurations.
inline constexpr Game kDefaultGame = Game::Ataxx;

namespace detail {

template<class List>
struct Listed;
template<ReadableRules... Gs>
struct Listed<std::tuple<Gs...>> {
    using AnyPosition = std::variant<typename Gs::Position...>;
    static constexpr std::array<Game, sizeof...(Gs)> games() noexcept {
        std::array<Game, sizeof...(Gs)> all{};
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = static_cast<Game>(i);
        }
        return all;
    }
};

/// The rules in a list whose positions are of this type; no type when there are none.
template<class Position, class List>
struct RulesAmong {};
template<class Position, class First, class... Rest>
struct RulesAmong<Position, std::tuple<First, Rest...>> : RulesAmong<Position, std::tuple<Rest...>> {};
template<class First, class... Rest>
struct RulesAmong<typename First::Position, std::tuple<First, Rest...>> {
    using type = First;
};

} // namespace detail

/// The rules of the game that `Position` is a position of.
template<class Position>
using RulesOf = typename detail::RulesAmong<std::remove_cvref_t<Position>, GameList>::type;

inline constexpr auto kGames = detail::Listed<GameList>::games();

/// Calls `body` with the rules of `game`, an object of an empty type. `body` is a generic lambda whose result
/// has the same type for all games.
template<std::size_t I = 0, class Body>
decltype(auto) with_game(Game game, Body&& body) {
    if constexpr (I + 1 < std::tuple_size_v<GameList>) {
        if (static_cast<std::size_t>(game) != I) {
            return with_game<I + 1>(game, std::forward<Body>(body));
        }
    }
    return std::forward<Body>(body)(std::tuple_element_t<I, GameList>{});
}

/// The constants of a game, see Rules.
struct GameFacts {
    std::string_view name;
    std::string_view rule_set; ///< empty: the game has one set of rules
    std::string_view move_form;
    std::string_view start_fen;
    PerSide<char> pieces;
    std::string_view score_unit;
    std::size_t numbers;
    int turns;
    bool ends_by_itself;
    int most_score;
    std::span<const std::uint64_t> openings;
    std::span<const MarkWords> marks;
    bool counts_stones;     ///< its stones fill the board, so that they tell who is ahead before the end
    bool has_tables;        ///< there are endgame tables (Syzygy)
    bool reads_notation;    ///< records of it for other programs (PGN) can be read
    bool reads_coordinates; ///< moves are also read as people write them, e.g. `e2e4`
    bool reads_epd;         ///< positions may be EPDs, whose operations are part of the text
};
[[nodiscard]] const GameFacts& facts_of(Game game) noexcept;

/// The name of the game, whatever its set of rules.
[[nodiscard]] inline std::string_view name(Game game) noexcept {
    return facts_of(game).name;
}
/// Empty when no game has that name, or not that set of rules. Without `rule_set` it is the game by its own
/// rules.
[[nodiscard]] std::optional<Game> game_named(std::string_view text, std::string_view rule_set = {}) noexcept;
/// The same game by its own rules.
[[nodiscard]] Game by_own_rules(Game game) noexcept;

/// The name of the rules in logs: the name of the game when they are its own, otherwise the name of the set.
[[nodiscard]] std::string_view rules_name(Game game) noexcept;
/// Empty when no rules have that name.
[[nodiscard]] std::optional<Game> rules_named(std::string_view text) noexcept;

/// After how many turns a game with the limit `turns` ends at the latest.
[[nodiscard]] int effective_turns(Game game, int turns) noexcept;

/// A position of any game: a value of 72 bytes that owns nothing.
class Board {
  public:
    explicit Board(Game game) noexcept;
    // NOLINTNEXTLINE(google-explicit-constructor): a position of a game is a board
    template<class Position, class = RulesOf<Position>>
    constexpr Board(const Position& position) noexcept
        : position_(position) {}

    [[nodiscard]] Game game() const noexcept { return static_cast<Game>(position_.index()); }
    [[nodiscard]] Side to_move() const noexcept;
    /// How the board alone has ended the game.
    [[nodiscard]] std::optional<Termination> ending() const noexcept;
    /// The side with the higher score wins.
    [[nodiscard]] PerSide<int> score() const noexcept;
    [[nodiscard]] CanonicalKey key() const noexcept;
    /// The board after the move with these numbers; empty when they are no legal move. The game must go on.
    [[nodiscard]] std::optional<Board> after(const MoveNumbers& numbers) const noexcept;

    using AnyPosition = detail::Listed<GameList>::AnyPosition;
    [[nodiscard]] const AnyPosition& position() const noexcept { return position_; }

    bool operator==(const Board&) const = default;

  private:
    AnyPosition position_;
};
static_assert(std::is_trivially_copyable_v<Board> && sizeof(Board) <= 72);

/// The side with the higher score; empty when both have the same.
[[nodiscard]] std::optional<Side> leader(const Board& board) noexcept;

/// Who won the game that the board ended by `termination`; empty: it is a draw.
[[nodiscard]] std::optional<Side> winner_by_board(const Board& board, Termination termination) noexcept;

/// The side that wins because it can fill the board within `turns_left` turns of both sides while the other
/// one can only pass; empty when this is not proved, and in games without such endings. The game must go on.
[[nodiscard]] std::optional<Side> winner_by_filling(const Board& board, int turns_left) noexcept;

/// Why `numbers`, which are no legal move, are none, e.g. `(1,4) is 3 away, not 1 or 2`. The game must go on.
[[nodiscard]] std::string why_illegal(const Board& board, const MoveNumbers& numbers);

/// The move of a position in which there is no other.
struct OnlyMove {
    MoveNumbers numbers;
    std::string_view kind; ///< `pass`, `clone`, `jump`; empty: all moves of the game are of one kind
};
/// Empty where there are several. Moves that lead to one position are one. The game must go on.
[[nodiscard]] std::optional<OnlyMove> only_move(const Board& board) noexcept;

/// A move of `game`, which `numbers` must name, as game records for other programs write it.
[[nodiscard]] std::string notation(Game game, const MoveNumbers& numbers);

/// The legal move `numbers` as such records write it; games that have one way pass over `form`.
[[nodiscard]] std::string notation(const Board& before, const MoveNumbers& numbers, Notation form);
/// The half-moves since the last capture or move of a pawn; empty in games without such moves.
[[nodiscard]] std::optional<int> half_moves(const Board& board) noexcept;
/// The pieces on the board, kings included, when tables of so many can know the position: no side may castle,
/// and no half-move was made since a capture or a move of a pawn. Empty otherwise.
[[nodiscard]] std::optional<int> table_pieces(const Board& board) noexcept;

/// The rules that the tag Variant of a game as PGN names, in any case; empty when none are known by it.
[[nodiscard]] std::optional<Game> game_of_variant(std::string_view text);
/// The legal move that `text` names in such a record. Throws UserError naming why it names none, or several.
[[nodiscard]] MoveNumbers read_notation(const Board& before, std::string_view text);

/// Throws UserError naming what is wrong and where.
[[nodiscard]] Board read_fen(Game game, std::string_view text);

/// The position as UAI engines get it, all fields included. `move_number`: that of the move to be made; games
/// whose text has no such number leave it out.
[[nodiscard]] std::string engine_fen(const Board& board, int move_number);

/// The board without marks.
[[nodiscard]] Drawing draw(const Board& board);
/// The board after the legal move `numbers`, marked.
[[nodiscard]] Drawing draw(const Board& before, const MoveNumbers& numbers);
/// What the legal move `numbers` does.
[[nodiscard]] MoveWords words_of(const Board& before, const MoveNumbers& numbers);

// A game so far: its board, how many turns were taken, and which positions may come again.
// Whether a game has ended is asked of its course, never of a board and a number.

/// The positions of a game since its last irreversible move, the present one last. A bundle of rules under
/// which positions repeat gives two functions besides those of Rules:
///  - `repetition_key(position)`, a CanonicalKey: equal for positions that its rule takes for one.
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
