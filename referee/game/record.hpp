#pragma once
// The record of a game, its line in a log, and how many games ended which way.
// Source: docs/runs.md, "A game's line".

#include "referee/base/time.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/job.hpp"
#include "referee/game/player.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"
#include "referee/talk/protocol.hpp"
#include "referee/timing/tampering.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A move as it was written and the time it was charged with.
struct TimedMove {
    MoveNumbers numbers;
    std::chrono::nanoseconds took{0};
};

/// A fault of an agent. Texts are valid UTF-8; `reason` is printable, `stderr_tail` may hold control
/// characters.
struct FaultNote {
    Player agent;
    std::string reason;
    std::string stderr_tail;
};

/// The fault of the other agent, when both failed to get ready.
struct AlsoFault : FaultNote {
    Termination termination;
};

struct MostAndSum {
    std::chrono::nanoseconds most{0};
    std::chrono::nanoseconds sum{0};
    std::uint64_t count = 0; ///< how many times; 0: the log does not say

    void add(std::chrono::nanoseconds time) noexcept {
        most = std::max(most, time);
        sum += time;
        ++count;
    }
    bool operator==(const MostAndSum&) const = default;
};

/// The turn that an agent lost on time, or its time to get ready, when that may be the machine's fault.
struct TimeLoss {
    std::chrono::nanoseconds took{0}; ///< what was charged for it
    TurnLoad load;                    ///< zeros when it was too short to be watched
    bool disputed = false; ///< the machine or the other agent may be to blame; it is a loss all the same
};

/// How many attempts at a game were not scored, because something disturbed it. The game is then played
/// again.
struct Disturbances {
    PerPlayer<int> tampering{}; ///< by the agent that can have done it
    int referee_stopped = 0;
    int machine_suspended = 0;
    int machine_overloaded = 0;
    int out_of_memory = 0;

    [[nodiscard]] constexpr int total() const noexcept {
        return by_agents() + machine_suspended + machine_overloaded;
    }
    /// Those that an agent can have caused.
    [[nodiscard]] constexpr int by_agents() const noexcept {
        return tampering.agent1 + tampering.agent2 + referee_stopped + out_of_memory;
    }
    constexpr Disturbances& operator+=(const Disturbances& more) noexcept {
        tampering.agent1 += more.tampering.agent1;
        tampering.agent2 += more.tampering.agent2;
        referee_stopped += more.referee_stopped;
        machine_suspended += more.machine_suspended;
        machine_overloaded += more.machine_overloaded;
        out_of_memory += more.out_of_memory;
        return *this;
    }
    bool operator==(const Disturbances&) const = default;
};

enum class Winner : std::uint8_t { Draw, Agent1, Agent2 };

[[nodiscard]] constexpr Winner winner_is(Player player) noexcept {
    return player == Player::Agent1 ? Winner::Agent1 : Winner::Agent2;
}

/// A game that a rule of adjudication ends, or would have ended, before its next turn.
struct RuledTurn {
    AdjudicationRule rule;
    std::uint64_t turn; ///< so many turns were taken
    Winner winner;      ///< by the rule
    bool operator==(const RuledTurn&) const = default;
};

struct GameRecord {
    Game rules = kDefaultGame;
    std::uint64_t game = 0; ///< from 0, in schedule order
    std::uint64_t pair = 0;
    std::optional<std::uint64_t> round;      ///< see Job
    PerPlayer<AgentId> agents = kBothAgents; ///< see Job
    std::optional<TunedGame> tune;           ///< see Job
    Player first = Player::Agent1;
    std::vector<MoveNumbers> opening; ///< as it was played: empty when an agent lacks OPENING
    std::optional<Start> start;       ///< see Job; empty: the game began at the usual start
    std::vector<TimedMove> moves;     ///< room for all is reserved before the game
    std::vector<SearchNote> search;   ///< for each move; empty when neither agent tells
    PerPlayer<int> bad_pv;            ///< lines that an engine expected, see engine::LineFault
    PerPlayer<int> bad_mate;          ///< those with LineFault::NoMate, which are not among bad_pv
    PerPlayer<std::array<int, engine::kLineFaults>> line_faults; ///< both by LineFault; not in the log
    std::optional<Winner> winner;                                ///< empty: the game is not scored
    PerPlayer<int> score;    ///< at the end: the winner by the board has more
    std::uint64_t turns = 0; ///< opening and moves
    Termination termination = Termination::Aborted;
    std::optional<AdjudicationRule> adjudication; ///< the rule that ended it; only with Adjudicated
    std::optional<RuledTurn> would_adjudicate;    ///< of a game that was played to its end to verify rules
    std::optional<FaultNote> fault;               ///< of the agent that lost by it
    std::optional<AlsoFault> also_fault;
    PerPlayer<std::chrono::nanoseconds> used;
    PerPlayer<std::uint64_t> seed;
    PerPlayer<std::string> exit;
    int turn_limit = facts_of(kDefaultGame).turns;
    PerPlayer<std::optional<TimeControl>> limits; ///< empty: the log does not say
    std::optional<TimeScale> time_scale;          ///< see Job
    PerPlayer<MostAndSum> over;                   ///< of moves beyond a time for each move
    PerPlayer<MostAndSum> pings; ///< from `position` to `readyok` before moves of an engine; not charged
    PerPlayer<std::chrono::nanoseconds> most_cpu;  ///< in one watched turn; only with a time for each move
    PerPlayer<std::chrono::nanoseconds> processor; ///< of the whole process, start and end included
    PerPlayer<TurnLoad> load;                      ///< over each agent's own turns
    PerPlayer<int> threads{1, 1};                  ///< of one turn, the most; see TurnLoad
    std::optional<TimeLoss> time_loss;             ///< of the agent in `fault`
    PerPlayer<bool> lacks_opening; ///< said OK and did not offer what tells it the opening: OPENING, or FEN
    PerPlayer<std::optional<Capabilities>> offers; ///< empty: said no OK; not in the log
    /// The loss may be the work of the winner, which plays in no sandbox: the loser was killed by a signal,
    /// or lost on time and stood still for half of that turn or of its time for the game, or had less than it
    /// was given. It is a loss all the same.
    bool doubtful = false;
    std::optional<Disturbance> disturbed;  ///< what ended this attempt; not in the log
    std::string disturbed_by{};            ///< of OutOfMemory: who held how much, in words; not in the log
    Disturbances disturbances;             ///< of all attempts at this game, this one included
    std::optional<UtcTime> started;        ///< before the agents were prepared; empty: the log does not say
    std::chrono::milliseconds duration{0}; ///< from then until the end of the game was determined
    PerPlayer<int> replaced;               ///< processes that had died since their last game
    std::string worker{}; ///< the machine that played it, of a run on several; empty: this one
};

/// Whether the game ended by a loss on the clock, or by one at READY that is disputed: no fault of an agent.
[[nodiscard]] inline bool is_time_loss(const GameRecord& record) noexcept {
    return record.fault && (record.termination == Termination::Timeout || record.time_loss);
}

/// Whether the game ended because an engine did not get ready, before the game or before one of its turns.
[[nodiscard]] inline bool is_stall(const GameRecord& record) noexcept {
    return record.termination == Termination::ReadyTimeout ||
           (record.termination == Termination::Timeout && !record.time_loss);
}

/// `time` as the log holds it, so that figures are the same when the games are read from one.
[[nodiscard]] inline std::chrono::nanoseconds logged(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::microseconds>(time);
}

/// How much longer than its engine told a move took, 0 when less; in whole microseconds, which is what the
/// log holds. Empty when the engine did not tell its time.
[[nodiscard]] std::optional<std::chrono::nanoseconds> latency(const GameRecord& record, std::size_t move);

/// Whether `agent` worked so much while the clock of the other one ran that it may have taken time from it.
/// Judged by whole microseconds, which is what the log holds.
[[nodiscard]] inline bool interfered(const GameRecord& record, Player agent) noexcept {
    TurnLoad load = record.load[other(agent)];
    for (auto* time : {&load.watched, &load.cpu, &load.delay, &load.rival_cpu}) {
        *time = logged(*time);
    }
    return shows_interference(load);
}

/// `agent 1 ran 4 threads at once on 1 core: ...`, with what to do; no full stop.
[[nodiscard]] std::string too_few_cores_text(const std::string& agent, int threads, int cores);

/// `format` of a line.
inline constexpr int kLogFormat = 1;

/// One line of JSON without its newline. Times are whole microseconds, rounded down.
[[nodiscard]] std::string to_json_line(const GameRecord& record);

/// Reads such a line. Times come back with microsecond precision. Throws UserError naming the JSON pointer of
/// what is missing, mistyped or out of range; whether the game obeys the rules is checked by differences().
/// `unknown` receives the JSON pointers of the fields that are not known here, which a later version may have
/// written; when it is null they are ignored.
[[nodiscard]] GameRecord parse_record(std::string_view line, std::vector<std::string>* unknown = nullptr);

/// Scored games, as agent 1 sees them.
struct Results {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    void add(Winner winner) noexcept {
        ++(winner == Winner::Draw ? draws : winner == Winner::Agent1 ? wins : losses);
    }
    [[nodiscard]] std::uint64_t games() const noexcept { return wins + losses + draws; }
    bool operator==(const Results&) const = default;
};

/// `Total: 10, WLD: 5/3/2`.
[[nodiscard]] std::string to_text(const Results& results);

} // namespace referee
