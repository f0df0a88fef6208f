#pragma once
// The seam between a game and the two programs that play it. Tests of games replace it by a script.
// Source: docs/protocol.md, "The messages", "Uninvited output", "The clock".

#include "referee/rules/ending.hpp"
#include "referee/timing/tampering.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace referee {

// How an agent is talked to: its protocol, and what that protocol lets its user choose.
// Source: docs/protocol.md, docs/engines.md.

enum class Protocol : std::uint8_t { Native, Uai, Uci };

/// Those of engines.
inline constexpr std::array kEngineProtocols{Protocol::Uai, Protocol::Uci};

/// As settings write it.
[[nodiscard]] constexpr std::string_view name(Protocol protocol) noexcept {
    switch (protocol) {
    case Protocol::Native:
        return "native";
    case Protocol::Uai:
        return "uai";
    case Protocol::Uci:
        break;
    }
    return "uci";
}

/// Whether the agent is an engine that searches: it has options, limits of nodes and depth, and `info`.
[[nodiscard]] constexpr bool is_of_engines(Protocol protocol) noexcept {
    return protocol != Protocol::Native;
}

/// When the process of an agent that can play several games is ended.
enum class Restart : std::uint8_t {
    Game, ///< after each game
    Pair, ///< after both games of a pair
    Never ///< when the games are over
};

/// When `isready` is sent behind `position`, before the clock of a turn starts.
enum class Ping : std::uint8_t { Auto, On, Off };

/// Whether a process with Ping::Auto is pinged in its next turn: until it was quick in three turns in a row,
/// and in every 32nd turn after that; a slow answer begins this anew. A ping is 40 % of the time of a turn,
/// and an engine that reads positions quickly gains little by it. Source: docs/engines.md, "Settings of one
/// agent".
class PingHabit {
  public:
    static constexpr int kInARow = 3;
    static constexpr int kTurnsBetween = 31;
    static constexpr std::chrono::milliseconds kQuick{1}; ///< at most, from `position` to `readyok`

    /// Call it once a turn.
    [[nodiscard]] bool is_due() noexcept { return quick_ < kInARow || ++left_out_ > kTurnsBetween; }
    /// `took`: from `position` to `readyok`.
    void pinged(std::chrono::nanoseconds took) noexcept {
        quick_ = took > kQuick ? 0 : std::min(quick_ + 1, kInARow);
        left_out_ = 0;
    }

  private:
    int quick_ = 0;    ///< answers in a row, the last ones; at most kInARow
    int left_out_ = 0; ///< pings, since the last answer
};

/// An option of an engine, sent as it is written.
struct EngineOption {
    std::string name;
    std::string value;
    bool operator==(const EngineOption&) const = default;
};

/// All but the protocol is for engines. The defaults of the times are those of UAI.
struct Manner {
    Protocol protocol = Protocol::Native;
    std::vector<EngineOption> options{};
    bool checks_options = true;              ///< only options that the engine lists may be sent
    std::vector<std::string> init{};         ///< lines sent after the options
    std::string variant{};                   ///< the value of UCI_Variant; empty: the usual name of the game
    std::chrono::milliseconds start{10'000}; ///< to answer `uai`, and again to answer `isready`
    std::chrono::milliseconds new_game{10'000};  ///< to answer `isready` behind `uainewgame`
    std::chrono::milliseconds ping_limit{5'000}; ///< to answer `isready` behind `position`
    Ping ping = Ping::Auto;
    bool operator==(const Manner&) const = default;
};

/// Longest line an agent may send, in bytes without its newline.
inline constexpr std::size_t kMaxLineBytes = 256;

/// What an agent did wrong. A normal result, not an error of the referee.
struct AgentFault {
    Termination termination; ///< Timeout, ReadyTimeout, IllegalMove, ProtocolError or Crashed
    std::string reason;      ///< for people: printable, one line, without the agent's name
    std::string came{};      ///< of a Timeout: what came in place of the answer, in words; empty: nothing
    bool is_before_question = false; ///< what was asked had no part in it
    /// Of a ReadyTimeout: the setting that gives more time, and whether an answer may be in a buffer.
    std::string_view more_time{};
    bool may_be_unflushed = false;
};

/// `reason`, and what came in place of an answer, in words, when anything did.
[[nodiscard]] inline std::string with_what_came(std::string reason, std::string_view came) {
    return came.empty() ? reason : reason.append("; ").append(came);
}

/// The fault of an agent whose time was over before it answered. `came`: see AgentFault.
[[nodiscard]] inline AgentFault late_answer(std::string came = {}) {
    std::string reason = with_what_came("sent no answer in time", came);
    return {Termination::Timeout, std::move(reason), std::move(came)};
}

/// How the reason of an engine begins that was late with an answer that no clock is charged for.
inline constexpr std::string_view kNoReadyOk = "sent no readyok in time";
[[nodiscard]] inline std::string no_readyok(const AgentFault& late) {
    return with_what_came(std::string(kNoReadyOk), late.came);
}

/// The stop token ended the wait.
struct Stopped {};

/// One line without its newline, not parsed. Valid until the next call to Agents.
using Line = std::string_view;

struct Asides;

/// What is said to an agent, and how long it may take to answer.
struct Question {
    std::string_view message;          ///< ends in a newline; empty: this agent is not asked
    std::chrono::nanoseconds limit{0}; ///< from the write; exactly the limit is in time
    std::string_view awaited{};        ///< the first word of the answer, in protocols that have such words
    std::string_view last_call{};      ///< said when the limit has passed, before...
    std::chrono::nanoseconds grace{0}; ///< ...the answer is late
    bool is_turn = false;              ///< it asks for a move, which clocks are checked by
    bool looks_first = true; ///< whether what the agent sent before the question is looked for; not needed
                             ///< when its last answer came behind a message that it had to read first
};

/// Something other than the two agents' play decided over a reply: the game is not scored.
struct Disturbed {
    Disturbance what;
    std::string_view reason{}; ///< of Tampering: what happened to the agent that was asked
};

/// What came from an agent, and the time charged for it.
struct Reply {
    std::variant<Line, AgentFault, Stopped> what;
    /// From immediately before the write of the message to immediately after the read of the answer's
    /// newline, or until the fault was certain. `--clock fair` subtracts the time without a core.
    std::chrono::nanoseconds elapsed{0};
    TurnLoad load; ///< of a turn, or of another wait whose time was over; zeros when it was not watched
    const Asides* asides = nullptr; ///< what an engine said besides; valid until the next call to Agents
    /// The agent is late or gone, and has a higher nice value, fewer cores or lower limits than it was given,
    /// or a process that it started is stopped. It may have done that itself.
    bool is_curbed = false;
    std::optional<Disturbed> disturbed{}; ///< then `what` says nothing of the agent
};

/// The `exit` of an agent whose process plays the next game too.
inline constexpr std::string_view kKept = "kept";

/// How the `exit` of an agent begins whose process could not be ended; its number follows.
inline constexpr std::string_view kGivenUp = "given up ";

/// Whose memory had run out when the kernel ended a process for that.
enum class MemoryEnd : std::uint8_t {
    Own,    ///< what the agent's own limit allows
    Shared, ///< what it shares with others: the machine's, or that of a control group above its own
};

/// How an agent's process ended, and the last bytes of its standard error, unchanged.
struct Departure {
    std::string exit; ///< see ProcessEnd, or kKept: it still runs
    std::string stderr_tail;
    /// Processor time in this game, of the process and, when it has ended, of those it waited for.
    std::chrono::nanoseconds processor{0};
    /// The last turn, when the clock cut it off. More is known now than in the Reply.
    std::optional<TurnLoad> cut_off{};
    std::optional<MemoryEnd> memory_end{}; ///< empty: the kernel ended no process of it for want of memory
    /// Memory of an agent that ended by itself, and of its rival, each with what it started: the most that is
    /// known.
    std::uint64_t held_bytes = 0;
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

    /// How the agent on `side` is talked to.
    [[nodiscard]] virtual const Manner& manner(Side side) const = 0;
    /// Whether the agent on `side` could signal the other one: it plays in no sandbox.
    [[nodiscard]] virtual bool is_free(Side /*side*/) const { return false; }
    /// Whether the process of `side` has played no game before this one.
    [[nodiscard]] virtual bool is_new(Side side) const = 0;
    /// Of the process of `side`: how it answered pings until now.
    virtual PingHabit& ping_habit(Side side) = 0;
    /// Ends the process of `side`, which has died since its last game, and starts another one. False when
    /// that has happened too often: then the dead process stays.
    virtual bool replace(Side side) = 0;

    /// Asks each agent its question, if it has one, and waits for both answers. Each agent has its own limit;
    /// a late one is a fault with Termination::Timeout. The wait is no turn.
    virtual PerSide<Reply> ask_both(const PerSide<Question>& questions) = 0;

    /// Asks the agent whose turn it is, and waits for its answer. An answer that is charged more than the
    /// limit is a Timeout, whatever it says.
    virtual Reply ask(Side side, const Question& question) = 0;

    /// Says the last words, which need no answer. Those agents that `keeps` names wait for another game; the
    /// others are ended, and nothing that they started runs afterwards.
    virtual PerSide<Departure> finish(const PerSide<std::string_view>& last_words,
                                      const PerSide<bool>& keeps) = 0;
};

} // namespace referee
