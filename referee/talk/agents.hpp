#pragma once
// The seam between a game and the two programs that play it. A game talks to `Agents`; tests put a script
// there. Source: docs/protocol.md, "The messages", "Uninvited output", "The clock".

#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/ataxx/outcome.hpp"
#include "referee/timing/turn_load.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

/// Longest line an agent may send, in bytes without its newline.
inline constexpr std::size_t kMaxLineBytes = 256;

/// What an agent did wrong: our normal output, not an error of ours.
struct AgentFault {
    Termination termination; ///< Timeout, ReadyTimeout, IllegalMove, ProtocolError or Crashed
    std::string reason;      ///< for people: printable, one line, without the agent's name
};

/// The wait was given up because the stop token asked for it.
struct Stopped {};

/// One line without its newline, not yet parsed. Valid until the next call to Agents.
using Line = std::string_view;

/// What came back from an agent, and the time charged for it: that from immediately before the write of the
/// message to immediately after the read that brought the answer's newline (or until the fault was certain),
/// by
/// `--clock fair` less the time without a core.
struct Reply {
    std::variant<Line, AgentFault, Stopped> what;
    std::chrono::nanoseconds elapsed{0};
    TurnLoad load; ///< of a turn; zeros when it was not watched
};

/// How an agent's process ended, and the last bytes of its standard error as they were.
struct Departure {
    std::string exit; ///< `exited N`, `signal N` or `killed by referee`
    std::string stderr_tail;
    std::chrono::nanoseconds processor{0}; ///< processor time of the process and of those it waited for
    std::optional<TurnLoad>
        cut_off{}; ///< its last turn, when it was cut off by the clock: more than was known then
};

/// The two agents of one game, by the side they play. While one is asked, both are watched: what the other
/// sends is kept as a protocol error and returned when that agent is asked next, before anything is said to
/// it. Messages end in a newline. World errors (no descriptors, no processes) are thrown as
/// std::system_error.
class Agents {
  public:
    Agents() = default;
    Agents(const Agents&) = delete;
    Agents& operator=(const Agents&) = delete;
    virtual ~Agents() = default;

    /// Says `messages[side]` to both at once and waits for a line from each. Each has its own `limit` and its
    /// own reply; a late one is a fault with Termination::Timeout.
    virtual std::array<Reply, 2> ask_both(const std::array<std::string_view, 2>& messages,
                                          std::chrono::nanoseconds limit) = 0;

    /// Says `message` to one side, whose turn it is, and waits for its line until `limit` after the write. An
    /// answer that is charged more than the limit is a Timeout whatever it says; exactly the limit counts.
    virtual Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit) = 0;

    /// Says the last words, without waiting for an answer, and sees both agents off together: whatever they
    /// do, nothing of them is left running afterwards.
    virtual std::array<Departure, 2> finish(const std::array<std::string_view, 2>& last_words) = 0;
};

} // namespace referee
