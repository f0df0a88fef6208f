#include "referee/base/user_error.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/command/tournament/play_tournament.hpp"
#include "sprt/config/anchor.hpp"
#include "sprt/report/ci/step_summary.hpp"
#include "sprt/report/tournament/standings_files.hpp"
#include "sprt/report/tournament/tournament_report.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::ExitStatus;

/// The games of pairs that count, without their moves.
class CountedGames {
  public:
    void add(const referee::GameRecord& record, const TournamentTally& tally) {
        referee::GameRecord players = record;
        players.moves.clear();
        players.opening.clear();
        pair_.push_back(std::move(players));
        if (pair_.size() < 2) {
            return;
        }
        if (tally.last_pair() == PairCounts::Counted) {
            games_.insert(games_.end(), pair_.begin(), pair_.end());
        }
        pair_.clear();
    }
    [[nodiscard]] const std::vector<referee::GameRecord>& take() const noexcept { return games_; }

  private:
    std::vector<referee::GameRecord> games_;
    std::vector<referee::GameRecord> pair_;
};

} // namespace

ExitStatus report_tournament(const ReportFlags& flags) {
    if (!flags.files.junit.empty()) {
        throw referee::UserError(
            fmt::format("--junit: {} is a tournament, which has no verdict to report", flags.dir));
    }
    for (const auto& [flag, file] : {std::pair("--csv", &flags.csv), std::pair("--pgn", &flags.pgn)}) {
        if (!file->empty()) {
            check_output_file(flag, *file);
        }
    }
    check_files_differ({{"--markdown", flags.files.markdown},
                        {"--csv", flags.csv},
                        {"--pgn", flags.pgn},
                        {"DIR", (std::filesystem::path(flags.dir) / kRunFile).string()},
                        {"DIR", (std::filesystem::path(flags.dir) / kGamesFile).string()}});
    CountedGames games;
    const LoadedTournament loaded =
        load_tournament(flags.dir, [&](const referee::GameRecord& record, const TournamentTally& tally) {
            if (!flags.pgn.empty()) {
                games.add(record, tally);
            }
        });
    TournamentView view{.plan = loaded.plan, .without = {}, .cells = CrossCells::Points};
    const std::vector<std::string> names = loaded.run.names();
    if (!flags.anchor.empty()) {
        view.plan.anchor = read_anchor(flags.anchor, names, "--anchor");
    }
    for (const std::string& name : flags.without) {
        view.without.insert(find_agent(name, names, "--without"));
    }
    view.cells = flags.cross == "wdl" ? CrossCells::Wdl : CrossCells::Points;
    referee::say(flags.json ? tournament_report_json(loaded, view, flags.dir)
                            : tournament_report_text(loaded, view));
    const TournamentState state = loaded.state();
    if (!flags.files.markdown.empty()) {
        write_report(flags.files.markdown, standings_markdown(shown_standings(view, state), view.plan,
                                                              loaded.run.version, view.cells));
    }
    if (!flags.csv.empty()) {
        write_report(flags.csv, standings_csv(standings_of(view.plan, state), state));
    }
    if (!flags.pgn.empty()) {
        std::string text;
        for (const referee::GameRecord& record : games.take()) {
            text += standings_pgn_game(loaded.plan, record, loaded.run.started);
        }
        write_report(flags.pgn, text);
    }
    return files_differ(loaded) ? ExitStatus::Differences : ExitStatus::Done;
}

} // namespace sprt
