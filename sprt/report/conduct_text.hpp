#pragma once
// How agents behaved, as text: faults, time used and what engines say of their search.

#include "sprt/report/run_snapshot.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// Why the agent that ended a run is broken: `Agent 1 is broken: 4 faults, and 3 are allowed`.
[[nodiscard]] std::string broken_text(const RunSnapshot& run);

/// `agent 1`, or `agent 1 and agent 2`; empty for neither.
[[nodiscard]] std::string named(const referee::PerPlayer<bool>& agents);

/// `agent 1 and agent 2 do not offer OPENING`; empty when both offer it. `what`: that which is lacking.
[[nodiscard]] std::string lack_text(const referee::PerPlayer<bool>& lacking,
                                    std::string_view what = "OPENING");

/// What authors do about agents that are told no openings, and so repeat their games; without a full stop.
inline constexpr std::string_view kOtherGames =
    "answer OK OPENING to READY (docs/protocol.md), or choose moves by chance that REFEREE_SEED seeds";

/// What gives other games to the agents of a run that ended because they repeat the same ones: a sentence.
[[nodiscard]] std::string repeats_remedy(const RunPlan& plan, const RunState& state);

/// `agent 1 used 12.2 times less than agent 2 (6.08 ms / 74 ms a game)`. Empty without games.
[[nodiscard]] std::string used_time_text(const RunState& state);

/// The time that both agents used, and a line for each UAI engine. Empty without games.
[[nodiscard]] std::string effort_lines(const RunSnapshot& run);

/// `Workers: big 120 games, small 64.`, with the one that played the most first; ten are named. Empty when
/// this machine played all games.
[[nodiscard]] std::string workers_line(const GamesByWorker& workers);

/// `Faults: agent 1: 3 (2 crashed, 1 illegal_move), time losses 0; agent 2: ...`, then the first fault of
/// each kind and agent with the end of the agent's standard error. Empty without faults and time losses.
[[nodiscard]] std::string fault_lines(const RunState& state);

} // namespace sprt
