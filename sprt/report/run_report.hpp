#pragma once
// The report of a run directory, as text and as JSON: the result computed from the games, and the values of
// run.json that differ from it.

#include "referee/game/json.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_result.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// What the reports of runs of every kind say of their files.

struct FilesReport {
    bool is_over;         ///< the games end the run
    bool is_cut;          ///< the last line of the log is cut short, and run.json has a result
    referee::Json stored; ///< the result in run.json, or null
    std::vector<ResultDifference> differences; ///< values of run.json that are others than the games say
    std::vector<std::string> notes;

    /// Whether run.json and games.jsonl contradict each other. A run without a result, which was killed or is
    /// being played, may have a last line that is cut short.
    [[nodiscard]] bool differ() const noexcept { return is_cut || !differences.empty(); }
    /// A line each.
    [[nodiscard]] std::string notes_text() const;
    /// A line when the run has not ended, and one for each value of run.json that differs from the games.
    /// `is_live`: it is being played.
    [[nodiscard]] std::string ending_text(std::string_view kind, bool is_live) const;
    /// Adds `stored`, `differences` and `notes`, see run_report_json().
    void add_to(referee::Json& report) const;
};
template<class File>
[[nodiscard]] FilesReport files_of(const Loaded<File>& loaded);

// The report of a run of two agents.

/// The run as reports see it. `state`, that of `loaded`, and `loaded` must outlive it.
[[nodiscard]] RunSnapshot snapshot_of(const LoadedRun& loaded, const RunState& state);

/// A list: each doubt's `kind`, its `numbers` by their keys, and its `text`, a sentence.
[[nodiscard]] referee::Json doubts_json(const std::vector<Doubt>& doubts);

/// What of run_report_json() follows from the games, of a run that may still be played: `result`,
/// `estimates`, `sentence`, `doubts`.
[[nodiscard]] referee::Json values_of_games(const RunSnapshot& run, const Outcome& outcome,
                                            const Calculation& estimates);

/// The transcript without its games, computed anew, then FilesReport::ending_text().
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
