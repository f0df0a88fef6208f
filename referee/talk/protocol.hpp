#pragma once
// The words of the protocol: messages to say, and what a line from an agent means. Nothing here waits or
// writes. Source: docs/protocol.md, "The messages".

#include "referee/rules/ataxx/move.hpp"
#include "referee/talk/agents.hpp"

#include <array>
#include <chrono>
#include <span>
#include <string_view>
#include <variant>

namespace referee {

inline constexpr std::array<std::string_view, 2> kReadyMessages{"READY FIRST\n", "READY SECOND\n"};
inline constexpr std::string_view kFinishMessage = "FINISH\n";

/// Most moves of an OPENING, so that its line stays below 512 bytes.
inline constexpr std::size_t kMostOpeningMoves = 40;

/// Up to a handful of messages that go out in one write. Fixed room, so nothing is allocated between two
/// turns.
class Message {
  public:
    /// TURN with what is left on both clocks. Shown in whole milliseconds, rounded down.
    Message& turn(std::chrono::nanoseconds own_left, std::chrono::nanoseconds other_left) noexcept;
    /// OPP with the opponent's move and the time it took. Shown in whole milliseconds, rounded down.
    Message& opponent_moved(ataxx::Move move, std::chrono::nanoseconds took) noexcept;
    /// OPENING with the moves that are made already, the first player's first. At most kMostOpeningMoves.
    Message& opening(std::span<const ataxx::Move> moves) noexcept;
    Message& finish() noexcept;

    [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), size_}; }

  private:
    void add(std::string_view text) noexcept;
    void add(long long number) noexcept;
    void add(ataxx::Move move) noexcept;

    // The longest is OPENING, below 512 bytes, then OPP and TURN: eight numbers of at most 20 characters
    // each.
    std::array<char, 768> buffer_;
    std::size_t size_ = 0;
};

/// What an agent can do beyond the plain protocol.
struct Capabilities {
    bool opening = false; ///< named OPENING: it understands the message of that name
    bool operator==(const Capabilities&) const = default;
};

/// `OK`, then names of capabilities separated by blanks; those not known are ignored, and so are trailing
/// blanks and one CR before the newline. Anything else is a protocol error.
[[nodiscard]] std::variant<Capabilities, AgentFault> parse_ready_answer(Line line);

/// `MOVE` and four integers, as docs/protocol.md says. A line of another form is a protocol error; the
/// numbers of a well-formed one may name no legal move.
[[nodiscard]] std::variant<ataxx::MoveNumbers, AgentFault> parse_move_answer(Line line);

} // namespace referee
