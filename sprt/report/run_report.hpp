#pragma once
// A run read from its directory, for people and programs: what its games come to, and where its run.json says
// otherwise.

#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <string>

namespace sprt {

/// The end of the transcript, computed anew; then a line for each place where run.json differs.
[[nodiscard]] std::string run_report_text(const LoadedRun& loaded);

/// One JSON object: `directory`, `over` (whether the run has ended), `result` (computed, in the form of
/// run.json), `estimates` (as `sprt calc --json` gives them), `stored` (the result in run.json, or null),
/// `differences` (each with `pointer`, `stored` and `computed`), `notes`.
[[nodiscard]] std::string run_report_json(const LoadedRun& loaded, const std::filesystem::path& dir);

} // namespace sprt
