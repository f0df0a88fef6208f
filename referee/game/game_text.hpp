#pragma once
// Games in words: the faults and time losses of agents, who is to blame when one was not ready in time, and a
// whole game in one line, as the articles print it.
// Source: docs/faults.md; the article "Advanced Game Search Algorithms (1)".

#include "referee/game/record.hpp"
#include "referee/talk/agents.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct GameFault {
    std::uint64_t game;
    Termination termination;
    FaultNote note;
    std::string exit;     ///< how the agent ended, as in the record
    std::string values{}; ///< of a tuning: what the agent was started with; empty: unknown
};

/// The faults of a game: none, one, or two when both agents failed to get ready.
[[nodiscard]] std::vector<GameFault> faults_of(const GameRecord& record);

/// `agent 1 crashed: closed its output (exited 7)`; how the agent ended is told when that is the fault,
/// and of a tuning its values.
[[nodiscard]] std::string fault_reason(const GameFault& fault);

/// `Game 3: ` and fault_reason(), followed by the last `most_stderr_bytes` bytes of the agent's
/// standard error, each line after `  stderr: `. Control characters are escaped. Ends in a newline.
[[nodiscard]] std::string fault_text(const GameFault& fault, std::size_t most_stderr_bytes);

/// As fault_text(), with the last line of the standard error that is not blank, if any.
[[nodiscard]] std::string short_fault_text(const GameFault& fault);

/// Tells the first fault of each kind of each agent from those like it.
class FirstFaults {
  public:
    /// Whether no fault of this kind of this agent was added before.
    [[nodiscard]] bool add(const GameFault& fault) {
        TerminationCounts& counts = seen_[fault.note.agent];
        counts.add(fault.termination);
        return counts.of(fault.termination) == 1;
    }

  private:
    PerPlayer<TerminationCounts> seen_;
};

// Whether an agent that was not ready in time is to blame for that. Source: docs/faults.md, "READY".

/// What was seen of an agent that did not get ready within its limit.
struct LateStart {
    TimeLoss loss;
    std::chrono::nanoseconds limit{0};
};

/// More is known once the agent has ended. Sets `disputed`: the agent waited for a core in at least a tenth
/// of the time, and ran or waited in more than half of it.
void judge(LateStart& late, const Departure& departure);

/// Of two that waited, one that ran in half of the time took the core from the other: it is to blame.
void judge_together(LateStart& a, LateStart& b);

/// What may help, to be added to the reason of `fault`; begins with `; `. Empty when nobody knows.
[[nodiscard]] std::string hint_of(const LateStart& late, const AgentFault& fault);

/// The native agent that did not say OK in time, or said something else, as an engine does; empty: both did.
[[nodiscard]] std::optional<Player> seems_an_engine(const GameRecord& record);
/// What to do about it.
inline constexpr std::string_view kProtocolHint =
    "if it speaks UAI or UCI, write proto=uai or proto=uci before its command";

// A game in one line for people, as the articles print it.

/// E.g. `agent2(O) WINS 26-23 | T89 | A1 101ms / A2 758ms`: the winner, O when it played first and X when
/// second, the winner's stones first; T the turns; the time each agent used, in whole milliseconds rounded
/// down. A game that the board did not decide adds its reason: ` | agent2 timeout`. A draw begins `DRAW
/// 24-24`, an unscored game `UNSCORED`. Source of the form: the article "Advanced Game Search Algorithms
/// (1)".
[[nodiscard]] std::string game_line(const GameRecord& record);

/// The same with the agents' names, where agent 1 and agent 2 are others in each game:
/// `pvs(O) WINS 26-23 | T89 | greedy 101ms / pvs 758ms`.
[[nodiscard]] std::string game_line(const GameRecord& record, const PerPlayer<std::string>& names);

} // namespace referee
