#pragma once
// The report of a tournament's directory, as text and as JSON, see run_report.hpp.

#include "referee/game/json.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/store/load_run.hpp"

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>

namespace sprt {

/// What of a tournament is shown, and how.
struct TournamentView {
    TournamentPlan plan;           ///< with the anchor to show
    std::set<std::size_t> without; ///< agents whose results are left out
    CrossCells cells = CrossCells::Points;
    bool is_live = false; ///< it is being played
};

/// The table of the agents that are shown.
[[nodiscard]] Standings shown_standings(const TournamentView& view, const TournamentState& state);

/// The head, the tables and the end, computed anew, then FilesReport::ending_text().
[[nodiscard]] std::string tournament_report_text(const LoadedTournament& loaded, const TournamentView& view);

/// tournament_report_json() without `directory` and `shown`.
[[nodiscard]] referee::Json tournament_report_values(const LoadedTournament& loaded);

/// One JSON object: `directory`, `over`, `result`, `doubts`, `stored`, `differences`, `notes`, as of a run.
/// When the view differs from the tournament's own, `shown` has its ratings too, where agents that are left
/// out have none.
[[nodiscard]] std::string tournament_report_json(const LoadedTournament& loaded, const TournamentView& view,
                                                 const std::filesystem::path& dir);

} // namespace sprt
