#pragma once
// The words of the protocol: messages to say, and what a line from an agent means. Nothing here waits or
// writes. Source: docs/protocol.md, "The messages".

#include "referee/agent/agent.hpp"
#include "referee/rules/move.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

namespace ataxx {

inline constexpr std::array<std::string_view, 2> kReadyMessages{"READY FIRST\n", "READY SECOND\n"};
inline constexpr std::string_view kFinishMessage = "FINISH\n";

/// Up to a handful of messages that go out in one write. Fixed room, so nothing is allocated between two
/// turns.
class Message {
  public:
    /// TURN with what is left on both clocks. Shown in whole milliseconds, rounded down.
    Message& turn(std::chrono::nanoseconds own_left, std::chrono::nanoseconds other_left) noexcept;
    /// OPP with the opponent's move and the time it took. Shown in whole milliseconds, rounded down.
    Message& opponent_moved(Move move, std::chrono::nanoseconds took) noexcept;
    Message& finish() noexcept;

    [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), size_}; }

  private:
    void add(std::string_view text) noexcept;
    void add(long long number) noexcept;

    // The longest is OPP and TURN: eight numbers of at most 20 characters each.
    std::array<char, 256> buffer_;
    std::size_t size_ = 0;
};

/// Empty when `line` is a good answer to READY: `OK`, then names of capabilities separated by blanks, none of
/// which is known yet, so that all are ignored; trailing blanks and one CR before the newline are ignored
/// too. Anything else is a protocol error.
[[nodiscard]] std::optional<AgentFault> check_ready_answer(Line line);

/// `MOVE` and four integers, as docs/protocol.md says. A line of another form is a protocol error; the
/// numbers of a well-formed one may name no legal move.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> parse_move_answer(Line line);

} // namespace ataxx
