#include "sprt/session/play_run.hpp"

#include "referee/base/console.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/players.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/status/status_words.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/remote/remote_run.hpp"
#include "sprt/session/remote/run_events.hpp"
#include "sprt/session/session.hpp"
#include "sprt/session/watch.hpp"
#include "sprt/store/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;

RunFile describe_run(const SettledRun& settled, const Stage& stage) {
    const ConfigSources& sources = settled.sources;
    const int concurrency = settled.plan.play.concurrency;
    RunFile run;
    run.version = REFEREE_VERSION;
    run.config = settled.config;
    run.directory = std::filesystem::current_path();
    if (!sources.file.empty()) {
        const auto path = std::filesystem::absolute(sources.file);
        run.config_file = FilePrint{path.string(), referee::sha256_of_file(path)};
    }
    run.overrides = sources.in_flags;
    run.agents = stage.kit.roster.prints_of_both();
    run.book_size = stage.openings->facts().size;
    run.book_duplicates = stage.openings->facts().duplicates;
    run.book_sha256 = book_print(settled.plan.schedule.openings);
    run.machine = describe_machine(stage.placement, concurrency);
    run.oversubscribed = stage.placement.warning(concurrency).has_value();
    if (settled.plan.remote.is_remote()) {
        run.remote = new_remote_facts(settled.plan.remote.via);
    }
    run.started = utc_now();
    return run;
}

/// What is printed before the first game. The check game of a new run is played first.
std::string head_of(const RunPlan& plan, Stage& stage, const Tally& tally, const RunDirectory* directory) {
    const bool is_resumed = directory != nullptr && !directory->run().resumed.empty();
    Lacking lacking;
    if (plan.play.has_check_game && !is_resumed && !plan.remote.is_remote()) { // workers try the agents
        lacking = check_agents(plan, stage);
    } else if (tally.games() > 0) {
        lacking = tally.state().conduct.lacks_opening;
    }
    if (plan.watch.summary_only) {
        return "";
    }
    const std::string walls = stage.kit.roster.sandboxes_text();
    return transcript_head(plan, start_notes(plan, stage.openings->facts(), lacking) +
                                     (walls.empty() ? walls : walls + "\n"));
}

/// Empty in a match, which has no test.
std::optional<double> llr_of(const RunPlan& plan, const RunState& state) {
    const double llr = state.standing.evaluation.llr;
    return plan.counting.test && std::isfinite(llr) ? std::optional(llr) : std::nullopt;
}

std::optional<std::array<std::uint64_t, 2>> left_of(const RunSnapshot& run, const Calculation& estimates) {
    const auto left = games_left(run, estimates);
    constexpr double kMost = 1e15; // more says nothing
    if (!left || !(left->lower >= 0 && left->upper <= kMost)) {
        return std::nullopt;
    }
    return std::array{static_cast<std::uint64_t>(std::ceil(left->lower)),
                      static_cast<std::uint64_t>(std::ceil(left->upper))};
}

RunNews news_of(const RunPlan& plan, const RunState& state, const std::vector<std::string>& changes) {
    const RunSnapshot run{.plan = plan, .state = state, .session_changes = changes};
    const Calculation estimates = estimates_of(run);
    return {.standing = standing_event(run, estimates), .games_left = left_of(run, estimates)};
}

OfferedRun offered_run(const RunPlan& plan, const Tally& tally, const RunFile& file) {
    const auto& test = plan.counting.test;
    const referee::PerPlayer<referee::TimeControl>& times = plan.schedule.limits.time;
    return {.name = file.config.title.value_or(
                fmt::format("{} vs {}", plan.agents.agent1.name, plan.agents.agent2.name)),
            .settings = to_json(file.config),
            .agents = {file.config.agents.agent1, file.config.agents.agent2},
            .schedule = plan.schedule,
            .times = {times.agent1, times.agent2},
            .elo_between =
                test ? std::optional(test->hypotheses().elo1 - test->hypotheses().elo0) : std::nullopt,
            .llr = [&] { return llr_of(plan, tally.state()); },
            .news = [&, changes = file.session_changes()] { return news_of(plan, tally.state(), changes); }};
}

} // namespace

Lacking check_agents(const RunPlan& plan, Stage& stage) {
    referee::PlayerKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    const auto game =
        play_check_game(check_job(plan.schedule, *stage.openings),
                        process_player(kit, stage.placement, stage.orphans), stage.signals.token());
    if (game && shows_broken_agent(*game, plan.schedule.limits.ready)) {
        for (const std::string& line : last_words(*game)) {
            complain(kProgram, line);
        }
        if (std::ranges::any_of(kit.roster.agents(),
                                [](const auto& agent) { return agent.sandbox != nullptr; })) {
            complain(kProgram,
                     "in its sandbox an agent sees little; \"read\" in its settings shows it more, and "
                     "--sandbox off all");
        }
        throw CheckGameFailed(check_failure_text(*game));
    }
    if (const auto text = game ? untold_opening_text(*game, stage.openings->facts()) : ""; !text.empty()) {
        throw CheckGameFailed(text);
    }
    const bool is_known = game && game->offers.agent1 && game->offers.agent2;
    return is_known ? Lacking(game->lacks_opening) : std::nullopt;
}

PlayedRun play_on(const RunPlan& plan, Stage& stage, Tally tally, RunDirectory* directory) {
    Watch watch(plan, *stage.openings, tally.games(), stage.status_request, directory != nullptr);
    const RunSession session{
        .play = plan.play,
        .watch = plan.watch,
        .remote = plan.remote,
        .stage = stage,
        .counting = tally,
        .directory = directory,
        .pairs = [&] { return std::make_unique<Jobs>(plan.schedule, *stage.openings, tally.games()); },
        .listener = {.on_game = [&](const GameRecord& record) { watch.game(record, tally.state()); },
                     .on_wait = [&] { watch.wait(tally.state()); }},
        .head = [&] { return head_of(plan, stage, tally, directory); },
        .offered = [&] { return offered_run(plan, tally, directory->run()); }};
    PlayedRun played;
    played.started = directory != nullptr ? directory->run().started : utc_now();
    const auto begin = std::chrono::steady_clock::now();
    const PlayedGames games = play_session(session);
    played.result = tally.state();
    if (games.are_openings_used_up) {
        played.result.reason = EndReason::OpeningsUsedUp;
    }
    played.result.games_beyond = games.beyond;
    const auto tail = [&](const std::string& signal, const std::vector<std::string>& changes) {
        const RunSnapshot run{
            .plan = plan, .state = played.result, .interrupted_by = signal, .session_changes = changes};
        const std::string notes =
            end_notes(plan, stage.openings->facts(), played.result.conduct.lacks_opening);
        return plan.watch.summary_only ? transcript_summary(run, notes) : transcript_tail(run, notes);
    };
    SessionEnd end = end_session(session, directory, played.result, begin, tail);
    played.signal = end.signal;
    played.session_changes = std::move(end.session_changes);
    return played;
}

PlayedRun play_run(const SettledRun& run) {
    Stage stage({run.plan, run.sources}, run.placement);
    std::optional<RunDirectory> directory;
    if (!run.plan.out.empty()) {
        directory.emplace(run.plan.out, describe_run(run, stage));
    }
    return play_on(run.plan, stage, Tally(run.plan.counting), directory ? &*directory : nullptr);
}

} // namespace sprt
