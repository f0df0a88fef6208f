#pragma once
// The report of a run directory, as text and as JSON: the result computed from the games, and the values of
// run.json that differ from it.

#include "sprt/report/calculation.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <string>

namespace sprt {

/// Whether run.json and games.jsonl contradict each other. A run without a result, which was killed or is
/// being played, may have a last line that is cut short.
[[nodiscard]] bool files_differ(const LoadedRun& loaded);

/// `estimates` of run_report_json(), of a run that may still be played. `now`: estimates_of() it.
[[nodiscard]] referee::Json estimates_json(const RunPlan& plan, const RunState& state,
                                           const Calculation& now);

/// The transcript without its games, computed anew, then a line for each value of run.json that differs.
[[nodiscard]] std::string run_report_text(const LoadedRun& loaded);

/// One JSON object with `over`, `result`, `estimates`, `differences`, `notes` and `workers` of
/// run_report_json().
[[nodiscard]] referee::Json run_report_values(const LoadedRun& loaded);

/// One JSON object: `directory`, `over` (whether the run has ended), `result` (computed, in the form of
/// run.json), `estimates` (as `sprt calc --json` gives them; of a match those of match_json()), `stored` (the
/// result in run.json, or null), `differences` (each with `pointer`, `stored` and `computed`), `notes`;
/// of a run that workers play or have played, `workers` (see workers_json()).
[[nodiscard]] std::string run_report_json(const LoadedRun& loaded, const std::filesystem::path& dir);

} // namespace sprt
