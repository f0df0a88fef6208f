#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/report/tournament/tournament_report.hpp"
#include "sprt/store/disk_files.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
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
        if (!players.opening.empty()) { // the game begins before it
            players.opening.clear();
            players.start.reset();
        }
        games_.push_back(std::move(players));
        counts_.push_back(tally.last_pair());
        if (tally.last_pair() && counts_.size() > 1) {
            counts_[counts_.size() - 2] = tally.last_pair();
        }
    }
    /// Those of the agents that are not in `without`. Copies count where the agents have chance.
    [[nodiscard]] std::vector<referee::GameRecord> take(const TournamentState& state,
                                                        const std::set<std::size_t>& without) {
        std::set<std::array<std::size_t, 2>> with_copies;
        for (const PairingResults& pairing : state.pairings) {
            if (pairing.counts_copies) {
                with_copies.insert({pairing.a, pairing.b});
            }
        }
        std::vector<referee::GameRecord> counted;
        for (std::size_t i = 0; i < games_.size(); ++i) {
            const std::array agents{index(games_[i].agents.agent1), index(games_[i].agents.agent2)};
            const bool is_shown = !without.contains(agents[0]) && !without.contains(agents[1]);
            if (is_shown && (counts_[i] == PairCounts::Counted ||
                             (counts_[i] == PairCounts::Copy && with_copies.contains(agents)))) {
                counted.push_back(std::move(games_[i]));
            }
        }
        return counted;
    }

  private:
    std::vector<referee::GameRecord> games_;
    std::vector<std::optional<PairCounts>> counts_; ///< of each game's pair
};

std::string head_of(const NamedResults& read, const Ratings& ratings) {
    std::uint64_t pairs = 0;
    for (const Pairing& pairing : read.results.pairings) {
        pairs += pairing.pairs.pairs();
    }
    return fmt::format("{} agents: {}, {}{}. Errors by {}.", read.names.size(),
                       referee::counted(2 * pairs, "game"), referee::counted(pairs, "pair"),
                       ratings.openings ? " from " + referee::counted(*ratings.openings, "opening") : "",
                       ratings.cluster == Cluster::Opening ? "opening" : "pair");
}

} // namespace

ExitStatus report_tournament(const ReportFlags& flags) {
    if (!flags.files.junit.empty()) {
        throw referee::UserError("--junit: {} is a tournament, which has no verdict to report", flags.dir);
    }
    check_files_differ({{"--markdown", flags.files.markdown},
                        {"--csv", flags.csv},
                        {"--pgn", flags.pgn},
                        {"DIR", (std::filesystem::path(flags.dir) / kRunFile).string()},
                        {"DIR", (std::filesystem::path(flags.dir) / kGamesFile).string()}});
    for (const auto& [flag, file] : {std::pair("--csv", &flags.csv), std::pair("--pgn", &flags.pgn)}) {
        if (!file->empty()) {
            check_output_file(flag, *file);
        }
    }
    CountedGames games;
    const LoadedTournament loaded =
        load_run<TournamentFile>(flags.dir, {},
                                 {.on_game =
                                      [&](const referee::GameRecord& record, const TournamentTally& tally) {
                                          if (!flags.pgn.empty()) {
                                              games.add(record, tally);
                                          }
                                      },
                                  .on_line = {}});
    TournamentView view{
        .plan = loaded.plan, .without = {}, .cells = CrossCells::Points, .is_live = is_locked(flags.dir)};
    const std::vector<std::string> names = loaded.run.names();
    if (!flags.anchor.empty()) {
        view.plan.anchor = read_anchor(flags.anchor, names, "--anchor");
    }
    for (const std::string& name : flags.without) {
        view.without.insert(find_agent(name, names, "--without"));
    }
    if (view.without.size() + 2 > names.size()) {
        throw referee::UserError("--without: of {} fewer than two are left",
                                 referee::counted(names.size(), "agent"));
    }
    view.cells = flags.cross == "wdl" ? CrossCells::Wdl : CrossCells::Points;
    flags.json ? referee::say_json(tournament_report_json(loaded, view, flags.dir))
               : referee::say(tournament_report_text(loaded, view));
    const TournamentState state = loaded.state();
    if (!flags.files.markdown.empty()) {
        write_report(flags.files.markdown, standings_markdown(shown_standings(view, state), view.plan,
                                                              loaded.run.version, view.cells));
    }
    if (!flags.csv.empty()) {
        write_report(flags.csv, standings_csv(shown_standings(view, state), state));
    }
    if (!flags.pgn.empty()) {
        const ExportedRun exported = exported_run(loaded.plan, loaded.run.started, flags.dir);
        std::string text;
        for (const referee::GameRecord& record : games.take(state, view.without)) {
            text += pgn_game(record, exported);
        }
        write_report(flags.pgn, text);
    }
    return files_of(loaded).differ() ? ExitStatus::Differences : ExitStatus::Done;
}

std::string rated_counts(const RateFlags& flags) {
    NamedResults read = read_rate_file(flags.file);
    if (!flags.anchor.empty()) {
        read.results.anchor = read_anchor(flags.anchor, read.names, "--anchor");
    }
    Ratings ratings = rate(read.results);
    if (flags.json) {
        return ratings_json_text(ratings);
    }
    std::string head = head_of(read, ratings);
    return standings_text({.head = std::move(head),
                           .names = std::move(read.names),
                           .results = std::move(read.results),
                           .ratings = std::move(ratings)});
}

std::string adjudicated_run_text(const AdjudicateFlags& flags) {
    if (!flags.rules.is_on()) {
        throw referee::UserError("--adjudicate: give a rule, as --adjudicate material=20/4");
    }
    const LoadedRun loaded = load_run(flags.dir);
    const std::vector<AgentConfig>& agents = loaded.run.config.agents;
    if (const auto problem = problem_of(flags.rules, loaded.plan.schedule.rules,
                                        {is_engine(agents[0]), is_engine(agents[1])})) {
        throw referee::UserError("--adjudicate: " + *problem);
    }
    if (const auto problem = problem_of_tables(flags.rules)) {
        throw referee::UserError("--adjudicate: " + *problem);
    }
    AdjudicatedRun run(flags.rules, loaded.plan.counting);
    const auto add = [&](const referee::GameRecord& record) -> std::optional<std::string> {
        if (record.game >= loaded.tally.games()) { // not counted, or written since the run was loaded
            return std::nullopt;
        }
        if (record.adjudication) {
            return fmt::format("game {} was adjudicated ({}): what it would have come to is not known; play "
                               "with --adjudicate verify=1",
                               record.game, name(*record.adjudication));
        }
        run.add(record);
        return std::nullopt;
    };
    static_cast<void>(read_games(std::filesystem::path(flags.dir) / kGamesFile, add));
    return run.text(loaded.state());
}

} // namespace sprt
