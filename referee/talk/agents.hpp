#pragma once
// The seam between a game and the two programs that play it. Tests of games replace it by a script.
// Source: docs/protocol.md, "The messages", "Uninvited output", "The clock".

#include "referee/rules/ending.hpp"
#include "referee/rules/side.hpp"
#include "referee/timing/turn_load.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

/// Longest line an agent may send, in bytes without its newline.
inline constexpr std::size_t kMaxLineBytes = 256;

/// What an agent did wrong. A normal result, not an error of the referee.
struct AgentFault {
    Termination termination; ///< Timeout, ReadyTimeout, IllegalMove, ProtocolError or Crashed
    std::string reason;      ///< for people: printable, one line, without the agent's name
    std::string part{};      ///< of a Timeout: what came of the line
};

/// The fault of an agent whose time was over before it answered. `part`: what came of its line.
[[nodiscard]] inline AgentFault late_answer(std::string_view part = {}) {
    return {Termination::Timeout, "sent no answer in time", std::string(part)};
}

/// The stop token ended the wait.
struct Stopped {};

/// One line without its newline, not parsed. Valid until the next call to Agents.
using Line = std::string_view;

/// What came from an agent, and the time charged for it.
struct Reply {
    std::variant<Line, AgentFault, Stopped> what;
    /// From immediately before the write of the message to immediately after the read of the answer's
    /// newline, or until the fault was certain. `--clock fair` subtracts the time without a core.
    std::chrono::nanoseconds elapsed{0};
    TurnLoad load; ///< of a turn; zeros when the turn was not watched
};

/// How an agent's process ended, and the last bytes of its standard error, unchanged.
struct Departure {
    std::string exit; ///< `exited N`, `signal N` or `killed by referee`
    std::string stderr_tail;
    std::chrono::nanoseconds processor{0}; ///< processor time of the process and of those it waited for
    /// The last turn, when the clock cut it off. More is known now than in the Reply.
    std::optional<TurnLoad> cut_off{};
};

/// The two agents of one game. While one agent is asked, both are watched: output of the other is kept as its
/// protocol error, which its next reply is, before anything is said to it. Messages end in a newline. World
/// errors (no descriptors, no processes) are thrown as std::system_error.
class Agents {
  public:
    Agents() = default;
    Agents(const Agents&) = delete;
    Agents& operator=(const Agents&) = delete;
    virtual ~Agents() = default;

    /// Says its message to each agent and waits for a line from each. Each agent has its own `limit`; a late
    /// one is a fault with Termination::Timeout.
    virtual PerSide<Reply> ask_both(const PerSide<std::string_view>& messages,
                                    std::chrono::nanoseconds limit) = 0;

    /// Says `message` to the agent whose turn it is, and waits for its line until `limit` after the write. An
    /// answer that is charged more than the limit is a Timeout, whatever it says. Exactly the limit is in
    /// time.
    virtual Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit) = 0;

    /// Says the last words, which need no answer, and ends both agents. Nothing that they started runs
    /// afterwards.
    virtual PerSide<Departure> finish(const PerSide<std::string_view>& last_words) = 0;
};

} // namespace referee
