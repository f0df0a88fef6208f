#pragma once
// The native protocol: messages to agents, and the meaning of a line from an agent. No input or output here.
// Source: docs/protocol.md, "The messages".

#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"

#include <array>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

/// `READY FIRST` or `READY SECOND`, followed by the name of the game unless it is kDefaultGame. To an agent
/// that has played a game already, `SEED` with its new seed comes first.
[[nodiscard]] std::string ready_message(Side side, Game game, std::optional<std::uint64_t> new_seed);
inline constexpr std::string_view kFinishMessage = "FINISH\n";

/// The most moves of an OPENING: its line stays below 512 bytes.
inline constexpr std::size_t kMostOpeningMoves = 40;

/// The most bytes of a position in FEN: longer than any board with two counters.
inline constexpr std::size_t kMostFenBytes = 128;

/// A few messages that are sent in one write. The buffer has a fixed size, so that nothing is allocated
/// between two turns.
class Message {
  public:
    /// TURN with the time left on both clocks, in whole milliseconds, rounded down.
    Message& turn(std::chrono::nanoseconds own_left, std::chrono::nanoseconds other_left) noexcept;
    /// OPP with the opponent's move and the time it took, in whole milliseconds, rounded down.
    Message& opponent_moved(const MoveNumbers& move, std::chrono::nanoseconds took) noexcept;
    /// CLOCK with the increment and the time for a move, in milliseconds; 0: there is none.
    Message& clock(const TimeControl& control) noexcept;
    /// OPENING with the moves of the opening, of which there are at most kMostOpeningMoves.
    Message& opening(std::span<const MoveNumbers> moves) noexcept;
    /// FEN with the position that the game begins at, in place of OPENING; at most kMostFenBytes.
    Message& fen(std::string_view position) noexcept;
    Message& finish() noexcept;

    void clear() noexcept { size_ = 0; }
    [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), size_}; }

  private:
    void add(std::string_view text) noexcept;
    void add(long long number) noexcept;
    void add(const MoveNumbers& move) noexcept;

    // The longest content: OPENING, below 512 bytes, then CLOCK, OPP and TURN with ten numbers of at most 20
    // characters each.
    std::array<char, 800> buffer_;
    std::size_t size_ = 0;
};

/// The optional messages that an agent understands.
struct Capabilities {
    bool opening = false; ///< OPENING
    bool games = false;   ///< GAMES: another READY may follow a game
    bool clock = false;   ///< CLOCK
    bool fen = false;     ///< FEN
    bool operator==(const Capabilities&) const = default;
};

/// Reads `OK` and the names of capabilities, separated by blanks. Unknown names, trailing blanks and one CR
/// before the newline are ignored. Any other line is a protocol error.
[[nodiscard]] std::variant<Capabilities, AgentFault> parse_ready_answer(Line line);

/// Reads `MOVE` and as many integers as the moves of the game have. A line of another form is a protocol
/// error, whose reason names `form`. The move need not be legal.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> parse_move_answer(Line line, std::size_t numbers,
                                                                      std::string_view form);

} // namespace referee
