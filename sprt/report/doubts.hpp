#pragma once
// What a reader of a verdict must know of the run: conditions that were not the same for both agents or for
// all games, and games without which there would be another verdict. Every report shows all of them.
// A doubt is an enumerator and its row in the table of doubts.cpp. Source: docs/runs.md, "Doubts".

#include "sprt/report/run_snapshot.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

/// In the order in which reports name them.
enum class DoubtKind : std::uint8_t {
    UnequalLimits,
    UnequalWork,    ///< engines used their cores unequally in the same time
    UnchargedPings, ///< an engine may think before it says readyok
    TooFewCores,    ///< an agent ran more threads than it has cores
    ProcessesLeft,  ///< processes of an agent could not be ended
    Tampering,
    RefereeStopped,
    MachineSuspended,
    StarvedStarts, ///< neither agent got a core to be ready in time
    OutOfMemory,
    Changed, ///< what was not the same in all games, see RunFile::session_changes()
    PairsCorrelated,
    ScoreDrifts,
    PlayAlike, ///< the games of each pair have the same moves
    Faults,    ///< and time losses
    Interference,
    LacksOpening,
    Unscored,
    Overloaded,
    RestsOnFaults,
    RestsOnAdjudication,
    RestsOnDisputed,
    RestsOnDoubtful,
    RestsOnTampering,
    RestsOnDistrusted,
};

/// The name in JSON: `unequal_limits`.
[[nodiscard]] std::string_view name(DoubtKind kind) noexcept;
[[nodiscard]] std::vector<DoubtKind> all_doubt_kinds();

struct Doubt {
    std::string text; ///< one sentence, ended by a full stop; the first word is in lower case
    std::vector<std::pair<std::string_view, double>> numbers{}; ///< by their keys in JSON
    /// Set when the verdict decides nothing for a gate: `rests on disputed time losses (10)`.
    std::string rests{};
    bool holds_paths = false; ///< text of the user's is in it; it is printable, and may hold markup
    DoubtKind kind{};
};

/// Empty for a run as it should be.
[[nodiscard]] std::vector<Doubt> doubts_of(const RunSnapshot& run);

/// A Doubt of the kind Changed for each line of session_changes(), of a run of any kind.
[[nodiscard]] std::vector<Doubt> doubts_of_changes(const std::vector<std::string>& session_changes);

/// `Warning: ` and its text, a line for each.
[[nodiscard]] std::string warning_lines(const std::vector<Doubt>& doubts);

} // namespace sprt
