#pragma once
// The report of a run directory, as text and as JSON: the result computed from the games, and the values of
// run.json that differ from it.

#include "referee/game/json.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// What the reports of runs of every kind say of their files.

/// Whether run.json and games.jsonl contradict each other. A run without a result, which was killed or is
/// being played, may have a last line that is cut short.
template<class File>
[[nodiscard]] bool files_differ(const Loaded<File>& loaded);

/// The notes of `loaded`, a line each.
template<class File>
[[nodiscard]] std::string notes_text(const Loaded<File>& loaded);

/// A line when the run has not ended, and one for each value of run.json that differs from the games.
/// `is_live`: it is being played.
template<class File>
[[nodiscard]] std::string ending_text(const Loaded<File>& loaded, std::string_view kind, bool is_live);

/// Adds `stored`, `differences` and `notes`, see run_report_json().
template<class File>
void add_files(referee::Json& report, const Loaded<File>& loaded);

// The report of a run of two agents.

/// The run as reports see it. `state`, that of `loaded`, and `loaded` must outlive it.
[[nodiscard]] RunSnapshot snapshot_of(const LoadedRun& loaded, const RunState& state);

/// A list: each doubt's `kind`, its `numbers` by their keys, and its `text`, a sentence.
[[nodiscard]] referee::Json doubts_json(const std::vector<Doubt>& doubts);

/// What of run_report_json() follows from the games, of a run that may still be played: `result`,
/// `estimates`, `sentence`, `doubts`.
[[nodiscard]] referee::Json values_of_games(const RunSnapshot& run, const Outcome& outcome,
                                            const Calculation& estimates);

/// The transcript without its games, computed anew, then the ending_text().
[[nodiscard]] std::string run_report_text(const LoadedRun& loaded, bool is_live);

/// run_report_json() without `directory`. `run`: the snapshot_of() `loaded`, whose outcome is `outcome`.
[[nodiscard]] referee::Json run_report_values(const LoadedRun& loaded, const RunSnapshot& run,
                                              const Outcome& outcome);

/// One JSON object: `directory`, `over` (whether the run has ended), `result` (computed, in the form of
/// run.json), `estimates` (as `sprt calc --json` gives them; of a match those of match_json()), `sentence`
/// and `doubts` (of its Outcome; the sentence is null before the end), `stored` (the result in run.json, or
/// null), `differences` (each with `pointer`, `stored` and `computed`), `notes`; of a run that workers play
/// or have played, `workers` (see workers_json()).
[[nodiscard]] std::string run_report_json(const LoadedRun& loaded, const std::filesystem::path& dir);

} // namespace sprt
