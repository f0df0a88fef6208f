#include "sprt/session/resume_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/alternation.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/machine.hpp"
#include "sprt/store/run_changes.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::UserError;

/// Prints the result of a run that has ended. Writes the result to run.json first when a crash prevented
/// that, or when its files were changed and `force` accepts that.
PlayedRun say_ended(const fs::path& dir, DirectoryLock lock, LoadedRun loaded, bool force) {
    warn_of_edit(loaded.run);
    if (!loaded.rewritten.empty()) {
        std::vector<std::string> forced = accept_changes({loaded.rewritten}, force);
        loaded.run.resumed.push_back({.at = utc_now(),
                                      .game = loaded.tally.games(),
                                      .forced = std::move(forced),
                                      .missing = 0,
                                      .games = {}});
    }
    const PlayedRun played{.result = loaded.state(),
                           .signal = {},
                           .started = loaded.run.started,
                           .session_changes = loaded.run.session_changes()};
    const bool is_stored =
        loaded.digests.differences().empty() && loaded.run.result.is_object() &&
        result_differences(loaded.run.result, played.result, loaded.run.config.kind).empty();
    if (!is_stored) {
        loaded.run.games_sha256 = loaded.digests.adopted();
        RunDirectory(dir, std::move(lock), std::move(loaded.run), loaded.games).end(played.result);
    }
    referee::say(fmt::format(
        "{}\n{}",
        loaded.plan.counting.test ? "The run has ended; there is nothing to go on with."
                                  : "The match has ended; sprt resume DIR --games N plays more games.",
        transcript_tail(
            {.plan = loaded.plan, .state = played.result, .session_changes = played.session_changes})));
    return played;
}

/// The new number of games that `request` ask for: --games of a match, --max-games of a run; empty when it
/// stays. Throws UserError when it cannot be.
std::optional<std::uint64_t> new_number_of_games(const ResumeRequest& request, const LoadedRun& loaded) {
    const bool is_test = loaded.plan.counting.test.has_value();
    if (is_test ? request.games.has_value() : request.max_games.has_value()) {
        throw UserError(is_test ? fmt::format("--games: it is for a match, and {} is a run that a test ends; "
                                              "--max-games is its limit",
                                              request.dir)
                                : fmt::format("--max-games: it is for a run that a test ends, and {} is a "
                                              "match; --games is its number",
                                              request.dir));
    }
    const auto& given = is_test ? request.max_games : request.games;
    if (!given) {
        return std::nullopt;
    }
    const char* const flag = is_test ? "--max-games" : "--games";
    const std::uint64_t played = loaded.tally.games();
    const auto asked = static_cast<std::uint64_t>(std::max<std::int64_t>(*given, 0));
    const bool in_pairs = !is_test || is_pairwise(loaded.plan.counting.test->model());
    const std::uint64_t games = in_pairs ? referee::in_whole_pairs(asked) : asked;
    const auto limit = loaded.plan.counting.max_games;
    const std::uint64_t least = std::max<std::uint64_t>(played, 1); // run.json takes at least 2
    if (games <= least) {
        throw UserError(fmt::format("{}: {} is out of range; {} were played, and {} at least {}", flag,
                                    *given, referee::counted(played, "game"),
                                    in_pairs ? "whole pairs come to" : "the limit must be",
                                    in_pairs ? referee::in_whole_pairs(played) + 2 : least + 1));
    }
    if (is_test && limit && games < *limit) {
        throw UserError(fmt::format("{}: {} is below the limit of the run, {}; it can only be raised", flag,
                                    *given, *limit));
    }
    const auto ended = loaded.tally.ended();
    if (loaded.is_over && ended != EndReason::Games && ended != EndReason::MaxGames) {
        throw UserError(fmt::format("{}: the {} ended by {}, and more games cannot change that", flag,
                                    is_test ? "run" : "match", name(loaded.state().reason)));
    }
    if (games == limit) {
        return std::nullopt;
    }
    if (games != asked) {
        referee::complain(kProgram, odd_games_text(flag, *given));
    }
    return games;
}

} // namespace

std::string odd_games_text(const char* flag, std::int64_t games) {
    return fmt::format("{}: {} is odd; {} are played, so that each opening is played from both sides", flag,
                       games, games - 1);
}

PlayedRun resume_run(const ResumeRequest& request) {
    expect_directory(request.dir);
    const fs::path dir = fs::canonical(request.dir); // follows links before "..", as the system does
    DirectoryLock lock(dir);
    const fs::path place = place_given(request);
    LoadedRun loaded = load_run(dir, {.place = place});
    const auto games = new_number_of_games(request, loaded);
    if (games) {
        loaded = load_run(dir, {.place = place, .games = games});
    }
    if (!loaded.is_over) {
        expect_all_games(loaded.digests, dir, request.force);
    }
    for (const std::string& note : loaded.notes) {
        referee::complain(kProgram, "warning: " + note);
    }
    if (loaded.is_over) {
        return say_ended(dir, std::move(lock), std::move(loaded), request.force);
    }
    RunFile run = std::move(loaded.run);
    loaded.plan.remote.via = enter_server(run, dir, request, loaded.plan.hidden);
    std::vector<std::string> changed = enter_place(run, relative_names(run), request);
    const SessionSettings session =
        session_of(run.config, sources_in_run_file(dir / kRunFile, run.config.kind), request,
                   loaded.plan.remote.is_remote());
    changed.insert(changed.end(), session.changed.begin(), session.changed.end());
    loaded.plan.play = session.play;
    loaded.plan.watch = session.watch;
    const RunPlan& plan = loaded.plan;
    Stage stage({plan, session.sources}, place_session(session));
    const auto agents = stage.kit.roster.prints_of_both();
    const auto book = book_print(plan.schedule.openings);
    std::vector<std::string> changes = changes_since(run, agents, book);
    if (!loaded.rewritten.empty()) {
        changes.push_back(loaded.rewritten);
    }
    std::vector<std::string> forced = accept_changes(std::move(changes), request.force);
    if (plan.play.has_check_game && !request.no_check &&
        !plan.remote.is_remote()) { // before anything is noted of this session
        check_agents(plan, stage);
    }
    run.games_sha256 = loaded.digests.adopted();
    run.agents = agents;
    adopt_files(run, book, stage.openings->facts(), loaded.tally.games());
    run.resumed.push_back({.at = utc_now(),
                           .game = loaded.tally.games(),
                           .forced = std::move(forced),
                           .missing = loaded.digests.missing(),
                           .games = games,
                           .changed = std::move(changed),
                           .via = run.remote ? std::optional(run.remote->via) : std::nullopt});
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    RunDirectory directory(dir, std::move(lock), std::move(run), loaded.games);
    return play_on(plan, stage, std::move(loaded.tally), &directory);
}

} // namespace sprt
