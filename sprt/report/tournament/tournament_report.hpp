#pragma once
// The report of a tournament's directory, as text and as JSON, see run_report.hpp.

#include "sprt/store/load_tournament.hpp"

#include <filesystem>
#include <string>

namespace sprt {

/// Whether run.json and games.jsonl contradict each other.
[[nodiscard]] bool files_differ(const LoadedTournament& loaded);

/// The head, the tables and the end, computed anew, then a line for each value of run.json that differs.
[[nodiscard]] std::string tournament_report_text(const LoadedTournament& loaded);

/// One JSON object: `directory`, `over`, `result`, `stored`, `differences`, `notes`, as of a run.
[[nodiscard]] std::string tournament_report_json(const LoadedTournament& loaded,
                                                 const std::filesystem::path& dir);

} // namespace sprt
