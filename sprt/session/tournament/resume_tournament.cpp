#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/session/tournament/play_tournament.hpp"
#include "sprt/session/tournament/session.hpp"
#include "sprt/session/tournament/tournament_changes.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/machine.hpp"
#include "sprt/store/run_changes.hpp"
#include "sprt/store/tournament_result.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace sprt {
namespace {

namespace command_fs = std::filesystem;
using referee::complain;
using referee::ExitStatus;
using referee::say;

} // namespace

ExitStatus resume_tournament(const ResumeRequest& request) {
    const command_fs::path dir = command_fs::canonical(request.dir);
    DirectoryLock lock(dir);
    RunChange asked{.place = place_given(request)};
    LoadedTournament loaded = load_run<TournamentFile>(dir, asked);
    const auto change = stage_change(request, loaded);
    if (change) {
        asked.stage = change->stage;
        asked.joined = change->joined;
        loaded = load_run<TournamentFile>(dir, asked);
    }
    if (!loaded.is_over) {
        expect_all_games(loaded.digests, dir, request.force);
    }
    for (const std::string& note : loaded.notes) {
        complain(kProgram, "warning: " + note);
    }
    if (loaded.is_over) {
        const TournamentState state = loaded.state();
        warn_of_edit(loaded.run);
        std::vector<std::string> forced;
        if (!loaded.rewritten.empty()) {
            forced = accept_changes({loaded.rewritten}, request.force);
        }
        const bool is_stored = loaded.digests.differences().empty() && loaded.run.result.is_object() &&
                               result_differences(loaded.run.result, state, loaded.plan.anchor).empty();
        if (!is_stored || change) {
            TournamentFile run = loaded.run;
            if (!forced.empty() || change) {
                run.resumed.push_back({.at = utc_now(),
                                       .game = loaded.tally.games(),
                                       .forced = forced,
                                       .changed = change ? change->lines : std::vector<std::string>()});
            }
            run.games_sha256 = loaded.digests.adopted();
            TournamentDirectory(dir, std::move(lock), std::move(run), loaded.games).end(state);
        }
        say("The tournament has ended; there is nothing to go on with.\n\n" +
            tournament_tail(loaded.plan, state, {}, loaded.run.session_changes()));
        return status_of_tournament(state, std::nullopt);
    }
    TournamentFile run = std::move(loaded.run);
    loaded.plan.remote.via = enter_server(run, dir, request, loaded.plan.hidden);
    std::vector<std::string> changed = change ? change->lines : std::vector<std::string>();
    std::ranges::move(enter_place(run, relative_names(run), request), std::back_inserter(changed));
    const SessionSettings session = session_of(run.config, tournament_sources_in(dir / kRunFile), request,
                                               loaded.plan.remote.is_remote());
    changed.insert(changed.end(), session.changed.begin(), session.changed.end());
    loaded.plan.play = session.play;
    loaded.plan.watch = session.watch;
    const TournamentPlan& plan = loaded.plan;
    Stage stage({plan, session.sources}, place_session(session));
    const auto agents = stage.kit.roster.prints();
    const auto book = book_print(plan.schedule.base.openings);
    const std::vector<std::size_t> playing = playing_in(plan, loaded.tally);
    const std::size_t joined = change ? change->joined.size() : 0;
    for (std::size_t i = agents.size() - joined; i < agents.size(); ++i) {
        run.agents[i] = agents[i]; // what they are when they join
    }
    std::vector<std::string> changes = changes_since(run, agents, playing, book);
    if (!loaded.rewritten.empty()) {
        changes.push_back(loaded.rewritten);
    }
    std::vector<std::string> forced = accept_changes(std::move(changes), request.force);
    std::vector<std::size_t> lacking;
    if (plan.play.has_check_game && !request.no_check &&
        !plan.remote.is_remote()) { // before anything is noted of this session
        lacking = check_agents(plan, stage, playing);
    }
    const std::uint64_t next = loaded.tally.games();
    run.games_sha256 = loaded.digests.adopted();
    run.agents = agents;
    adopt_files(run, book, stage.openings->facts(), next);
    run.resumed.push_back({.at = utc_now(),
                           .game = next,
                           .forced = std::move(forced),
                           .missing = loaded.digests.missing(),
                           .changed = std::move(changed),
                           .via = run.remote ? std::optional(run.remote->via) : std::nullopt});
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    TournamentDirectory directory(dir, std::move(lock), std::move(run), loaded.games);
    return play_on(plan, stage, std::move(loaded.tally), lacking, &directory);
}

} // namespace sprt
