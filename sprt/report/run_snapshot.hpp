#pragma once
// A run at one moment. Terminal, JUnit, Markdown and JSON are all made from one RunSnapshot, so that their
// figures agree.

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/schedule/openings.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace sprt {

/// `plan` and `state` must outlive the snapshot.
struct RunSnapshot {
    const RunPlan& plan;
    const RunState& state;
    std::string started{};        ///< ISO 8601, UTC; empty where no report needs it
    std::string directory{};      ///< of the run; empty when the run is not kept
    std::string interrupted_by{}; ///< the signal that ended this session; empty: none or unknown
    std::vector<std::string> session_changes{}; ///< see RunFile::session_changes()
    std::string config_json{};                  ///< the configuration as JSON; empty where no report needs it
    std::chrono::nanoseconds session_elapsed{0}; ///< since this session began to play
    std::uint64_t session_first_game = 0;        ///< games that the run had when this session began

    /// Of a run that has one.
    [[nodiscard]] const SequentialTest& test() const noexcept { return *plan.counting.test; }
};

/// Estimates and forecast from the counts of the test. A run that ended without a verdict has no forecast:
/// nothing of it is left. Takes about a millisecond.
[[nodiscard]] Calculation estimates_of(const RunPlan& plan, const RunState& state);
[[nodiscard]] inline Calculation estimates_of(const RunSnapshot& run) {
    return estimates_of(run.plan, run.state);
}

} // namespace sprt
