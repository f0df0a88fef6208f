#include "sprt/session/resume_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/resume_changes.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/session/session_of_two.hpp"
#include "sprt/session/tournament_session.hpp"
#include "sprt/store/machine.hpp"
#include "sprt/store/run_changes.hpp"
#include "sprt/store/run_result.hpp"
#include "sprt/store/tournament_result.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

namespace fs = std::filesystem;

// ---- A run of two agents

SessionOfTwo session_for(const RunPlan& plan, Stage& stage, Tally tally) {
    return {plan, stage, std::move(tally)};
}

ConfigSources sources_of(const RunFile& run, const fs::path& file) {
    return sources_in_run_file(file, run.config.kind);
}

/// What has changed since the run began, one line each. The agents in `run` are then those of `stage`.
std::vector<std::string> adopt_agents(LoadedRun& loaded, const Stage& stage, const AskedChange& /*asked*/,
                                      const std::optional<std::string>& book) {
    const auto agents = stage.kit.roster.prints_of_both();
    std::vector<std::string> changes = changes_since(loaded.run, agents, book);
    loaded.run.agents = agents;
    return changes;
}

std::vector<ResultDifference> differences_of(const LoadedRun& loaded, const RunState& state) {
    return result_differences(loaded.run.result, state, loaded.run.config.kind);
}

std::string ended_text(const LoadedRun& loaded, const PlayedRun& played) {
    return fmt::format(
        "{}\n{}",
        loaded.plan.counting.test ? "The run has ended; there is nothing to go on with."
                                  : "The match has ended; sprt resume DIR --games N plays more games.",
        transcript_tail(
            {.plan = loaded.plan, .state = played.result, .session_changes = played.end.session_changes}));
}

// ---- A tournament

TournamentSession session_for(const TournamentPlan& plan, Stage& stage, TournamentTally tally) {
    return {plan, stage, std::move(tally)};
}

ConfigSources sources_of(const TournamentFile& /*run*/, const fs::path& file) {
    return tournament_sources_in(file);
}

std::vector<std::string> adopt_agents(LoadedTournament& loaded, const Stage& stage, const AskedChange& asked,
                                      const std::optional<std::string>& book) {
    std::vector<AgentPrint> agents = stage.kit.roster.prints();
    for (std::size_t i = agents.size() - asked.run.joined.size(); i < agents.size(); ++i) {
        loaded.run.agents[i] = agents[i]; // what they are when they join
    }
    std::vector<std::string> changes =
        changes_since(loaded.run, agents, playing_in(loaded.plan, loaded.tally), book);
    loaded.run.agents = std::move(agents);
    return changes;
}

std::vector<ResultDifference> differences_of(const LoadedTournament& loaded, const TournamentState& state) {
    return result_differences(loaded.run.result, state, loaded.plan.anchor);
}

std::string ended_text(const LoadedTournament& loaded, const PlayedTournament& played) {
    return "The tournament has ended; there is nothing to go on with.\n\n" +
           tournament_tail(loaded.plan, played.result, {}, played.end.session_changes);
}

// ---- A run of any kind

/// Prints the result of a run that has ended. Writes the result to run.json first when a crash prevented
/// that, when its files were changed and `force` accepts that, or when a stage was added.
template<class File>
Played<File> say_ended(const fs::path& dir, DirectoryLock lock, Loaded<File> loaded, const AskedChange& asked,
                       bool force) {
    File& run = loaded.run;
    warn_of_edit(run);
    std::vector<std::string> forced;
    if (!loaded.rewritten.empty()) {
        forced = accept_changes({loaded.rewritten}, force);
    }
    if (!forced.empty() || asked.run.stage) {
        run.resumed.push_back({.at = utc_now(),
                               .game = loaded.tally.games(),
                               .forced = std::move(forced),
                               .changed = asked.lines});
    }
    const Played<File> played{.result = loaded.state(),
                              .end = {.started = run.started, .session_changes = run.session_changes()}};
    const bool is_stored = loaded.digests.differences().empty() && run.result.is_object() &&
                           differences_of(loaded, played.result).empty();
    if (!is_stored || asked.run.stage) {
        run.games_sha256 = loaded.digests.adopted();
        DirectoryOf<File>(dir, std::move(lock), std::move(run), loaded.games).end(played.result);
    }
    referee::say(ended_text(loaded, played));
    return played;
}

/// Notes in `run` the session that begins with game `next`, in `session` and on `stage`.
void note_session(RunFacts& run, Session session, const Stage& stage, int concurrency) {
    if (run.remote) {
        session.via = run.remote->via;
    }
    run.resumed.push_back(std::move(session));
    run.machine = describe_machine(stage.placement, concurrency);
    run.oversubscribed = stage.placement.warning(concurrency).has_value();
}

} // namespace

template<class File>
Played<File> resume_run(const ResumeRequest& request) {
    expect_directory(request.dir);
    const fs::path dir = fs::canonical(request.dir); // follows links before "..", as the system does
    DirectoryLock lock(dir);
    const fs::path place = place_given(request);
    Loaded<File> loaded = load_run<File>(dir, {.place = place});
    AskedChange asked = asked_change(request, loaded);
    asked.run.place = place;
    if (!asked.is_none()) {
        loaded = load_run<File>(dir, asked.run);
    }
    if (!loaded.is_over) {
        expect_all_games(loaded.digests, dir, request.force);
    }
    for (const std::string& note : loaded.notes) {
        referee::complain(kProgram, "warning: " + note);
    }
    if (loaded.is_over) {
        return say_ended(dir, std::move(lock), std::move(loaded), asked, request.force);
    }
    File& run = loaded.run;
    auto& plan = loaded.plan;
    plan.remote.via = enter_server(run, dir, request, plan.hidden);
    std::vector<std::string> changed = asked.lines;
    std::ranges::move(enter_place(run, relative_names(run), request), std::back_inserter(changed));
    const SessionSettings settings =
        session_of(run.config, sources_of(run, dir / kRunFile), request, plan.remote.is_remote());
    changed.insert(changed.end(), settings.changed.begin(), settings.changed.end());
    plan.play = settings.play;
    plan.watch = settings.watch;
    Stage stage({plan, settings.sources}, place_session(settings));
    const auto book = book_print(PartsOf<File>::schedule(plan).openings);
    std::vector<std::string> changes = adopt_agents(loaded, stage, asked, book);
    if (!loaded.rewritten.empty()) {
        changes.push_back(loaded.rewritten);
    }
    std::vector<std::string> forced = accept_changes(std::move(changes), request.force);
    auto session = session_for(plan, stage, std::move(loaded.tally));
    if (plan.play.has_check_game && !request.no_check && !plan.remote.is_remote()) {
        session.check(); // before anything is noted of this session
    }
    const std::uint64_t next = session.counting().games();
    run.games_sha256 = loaded.digests.adopted();
    adopt_files(run, book, stage.openings->facts(), next);
    note_session(run,
                 {.at = utc_now(),
                  .game = next,
                  .forced = std::move(forced),
                  .missing = loaded.digests.missing(),
                  .games = asked.run.games,
                  .changed = std::move(changed)},
                 stage, plan.play.concurrency);
    DirectoryOf<File> directory(dir, std::move(lock), std::move(run), loaded.games);
    session.keep_in(directory);
    SessionEnd end = play_session(session);
    return {session.state(), std::move(end)};
}

template PlayedRun resume_run<RunFile>(const ResumeRequest& request);
template PlayedTournament resume_run<TournamentFile>(const ResumeRequest& request);

} // namespace sprt
