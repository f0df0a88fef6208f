#pragma once
// What is said to engines, and in which words: UAI and UCI are one protocol in two dialects.
// Source: docs/engines.md, "A session".

#include "referee/rules/ending.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/reader.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace referee::engine {

/// A row for each dialect. The functions below it may be asked of the boards of its games alone.
struct Dialect {
    std::string_view name;                    ///< for people: `UAI`
    std::string_view hello;                   ///< the first message, with its newline
    std::string_view hello_ok;                ///< the first word of its answer
    std::string_view new_game;                ///< before each game, with `isready`
    PerSide<char> clock_letter;               ///< of `wtime` and `btime`
    std::chrono::milliseconds new_game_limit; ///< the default of newgame_ms
    std::chrono::milliseconds ping_limit;     ///< the default of ping_ms

    /// Whether an engine is told the moves since the start of the game, which it needs for repetitions;
    /// otherwise each position by itself.
    bool (*tells_moves)(Game game) noexcept;
    /// Adds the position, all of its fields included. `full_move` is 1 at the start and grows after each
    /// move of the second player. Nothing is allocated when `to` has the capacity.
    void (*add_position)(const Board& board, int full_move, std::string& to);
    /// The legal move that `word` names; otherwise an IllegalMove or a ProtocolError with its reason. The
    /// board must not have ended the game.
    std::variant<MoveNumbers, AgentFault> (*read_move)(std::string_view word, const Board& board);
    /// A legal move as engines of the dialect write it.
    std::string (*move_text)(const Board& board, const MoveNumbers& move);
};

/// `protocol` is that of an engine (asserted).
[[nodiscard]] const Dialect& dialect_of(Protocol protocol) noexcept;

/// Reads `bestmove M`; words after M are ignored. Returns a legal move, or what is wrong: see
/// Dialect::read_move. The board must not have ended the game.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> read_best_move(const Dialect& dialect,
                                                                   std::string_view line, const Board& board);
/// What read_move() says of a word that is no move on any board.
[[nodiscard]] AgentFault no_move(std::string_view word);

/// What is wrong with a line that an engine expected: a word that is no legal move, one that comes after the
/// end of the game (by which end; the limit of turns does not count), or a mate score without that mate.
enum class LineFault : std::uint8_t {
    Illegal,
    PastCheckmate,
    PastStalemate,
    PastRepetition,
    PastHalfmoves,
    PastEnd, ///< another one
    NoMate,
};
inline constexpr std::size_t kLineFaults = 7;

/// What is wrong with the `line` that an engine expected from `game` on, a game that has not ended. NoMate:
/// its `score` is a mate, and the line does not end in one by the same side in so many moves. Empty: nothing;
/// without a line nothing is known.
[[nodiscard]] std::optional<LineFault> fault_of_line(const Dialect& dialect, std::string_view line,
                                                     std::optional<Score> score, Course game);

inline constexpr std::string_view kIsReadyMessage = "isready\n";
inline constexpr std::string_view kStopMessage = "stop\n";
/// So long an engine may take to answer it.
inline constexpr std::chrono::seconds kAfterStop{1};
inline constexpr std::string_view kQuitMessage = "quit\n";

/// Appends a number in digits. Nothing is allocated when `to` has the capacity.
void add_number(std::int64_t number, std::string& to);

/// `setoption name N`, and ` value V` unless it is a button. Neither text may hold a newline (asserted;
/// problem_of_option() refuses such texts).
[[nodiscard]] std::string setoption_message(std::string_view name, std::string_view value, bool is_button);

/// `position` and `go`, in one message or in one each. A position with the moves since the start of the game
/// grows from turn to turn. Nothing is allocated while the text is not longer than one before it, or than
/// there is room for.
class TurnMessage {
  public:
    static constexpr std::size_t kUsual = 256; ///< bytes: a position by FEN, `isready`, and `go` with a clock
    static constexpr std::size_t kMoveBytes = 6; ///< of a move, the longest

    TurnMessage() { text_.reserve(kUsual); }
    /// Makes room for the moves of a game.
    void reserve(std::size_t moves) { text_.reserve(kUsual + kMoveBytes * moves); }
    /// Begins a message: with what is kept, or without it, when the message before has said it.
    void begin(bool says_position = true);
    /// Ends what the next messages begin with; it may be empty.
    void keep() noexcept { kept_ = text_.size(); }
    /// Adds a move to what is kept. Call it before begin().
    void add_move(std::string_view move);

    /// `position startpos`, or `position fen F`, without its newline.
    TurnMessage& start();
    TurnMessage& start(std::string_view fen);
    /// `position fen F`.
    TurnMessage& position(std::string_view fen);
    TurnMessage& position(const Dialect& dialect, const Board& board, int full_move);
    TurnMessage& is_ready();
    /// `go btime B wtime W binc I winc I movestogo M`, the first player before the second, in the letters of
    /// the dialect; nothing of `moves_to_go` when it is 0. Times in whole milliseconds, rounded down, those
    /// on the clocks at least 1. `nodes N depth N` of a search follow `go`, here and below.
    TurnMessage& go_clock(const Dialect& dialect, const PerSide<std::chrono::nanoseconds>& left,
                          const PerSide<std::chrono::nanoseconds>& increments, int moves_to_go = 0,
                          const SearchLimit& search = {});
    TurnMessage& go_move_time(std::chrono::milliseconds time, const SearchLimit& search = {});
    TurnMessage& go_search(const SearchLimit& search);

    [[nodiscard]] std::string_view text() const noexcept { return std::string_view(text_).substr(begin_); }

  private:
    TurnMessage& go(const SearchLimit& search);
    TurnMessage& add(std::string_view words, std::int64_t number);

    std::string text_;
    std::size_t kept_ = 0;  ///< bytes of what grows
    std::size_t begin_ = 0; ///< of the message
    bool has_moves_ = false;
};

} // namespace referee::engine
