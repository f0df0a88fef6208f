#include "sprt/command/play_run.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/console.hpp"
#include "referee/base/stop_signals.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/remote/remote_run.hpp"
#include "sprt/command/session.hpp"
#include "sprt/command/watch.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/players.hpp"
#include "sprt/play/run.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/store/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;
using referee::say;
using referee::say_or_complain;

/// The command that resumes the run, or that repeats a run whose agents are removed after it.
std::string resume_command(const RunPlan& plan, const RunDirectory& directory) {
    if (!plan.watch.repeat_with.empty()) {
        return plan.watch.repeat_with;
    }
    std::vector<std::string> flags = plan.watch.resume_flags;
    if (const std::string via = plan.via.empty() ? "" : via_to_give_again(plan.via); !via.empty()) {
        flags.insert(flags.end(), {"--via", via});
    }
    return call_on_run("resume", directory.path(), flags);
}

/// Makes the directories of traces. They must hold no traces yet, unless the run is resumed or replaces them.
void make_trace_dirs(const PlayPlan& play, bool is_resumed) {
    using referee::OldTraces;
    referee::make_trace_dirs(play.settings, is_resumed             ? OldTraces::Keep
                                            : play.replaces_traces ? OldTraces::Remove
                                                                   : OldTraces::Refuse);
}

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
    if (!settled.plan.via.empty()) {
        run.remote = new_remote_facts(settled.plan.via);
    }
    run.started = utc_now();
    return run;
}

/// Plays the run. When games were kept, the text of an error names the command that resumes the run.
RunState play_watched(const RunPlan& plan, Stage& stage, Tally tally, RunDirectory* directory) {
    const std::uint64_t first_game = tally.games();
    Watch watch(plan, *stage.openings, first_game, stage.status_request, directory != nullptr);
    const auto on_game = [&](const GameRecord& record, const RunState& so_far) {
        if (directory != nullptr) {
            directory->add(record);
        }
        watch.game(record, so_far);
    };
    const RunListener listener{.on_game = on_game,
                               .on_wait = [&](const RunState& so_far) { watch.wait(so_far); }};
    const auto resume = [&] { return resume_command(plan, *directory); };
    return play_kept(directory, resume, [&] {
        const bool is_resumed = directory != nullptr && !directory->run().resumed.empty();
        const bool is_remote = !plan.via.empty(); // then workers try the agents
        Lacking lacking;
        if (plan.play.has_check_game && !is_resumed && !is_remote) {
            lacking = check_agents(plan, stage);
        } else if (first_game > 0) {
            lacking = tally.result().conduct.lacks_opening;
        }
        make_trace_dirs(plan.play, is_resumed);
        warn_before_games(stage, plan.play,
                          directory != nullptr ? directory->warnings() : std::vector<std::string>(),
                          !is_remote);
        if (!plan.watch.summary_only) {
            const std::string walls = stage.kit.roster.sandboxes_text();
            say(transcript_head(plan, start_notes(plan, stage.openings->facts(), lacking) +
                                          (walls.empty() ? walls : walls + "\n")) +
                (first_game > 0 ? fmt::format("Going on after {}.\n", referee::counted(first_game, "game"))
                                : std::string()));
        }
        Jobs jobs(plan.schedule, *stage.openings, first_game);
        if (is_remote) {
            return play_remotely(plan, stage, std::move(tally), jobs, *directory, listener);
        }
        Pool pool(
            plan.play.concurrency, [&jobs] { return jobs.next_pair(); },
            process_player(stage.kit, stage.placement, stage.orphans), first_game);
        return play_games(pool, jobs, stage.signals.token(), std::move(tally), listener);
    });
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
    PlayedRun played;
    played.started = directory != nullptr ? directory->run().started : utc_now();
    if (directory != nullptr) {
        played.session_changes = directory->run().session_changes();
    }
    const auto begin = std::chrono::steady_clock::now();
    played.result = play_watched(plan, stage, std::move(tally), directory);
    // Milliseconds, as in run.json: reports show the same figures when they are made again.
    played.result.elapsed =
        std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    if (directory != nullptr) {
        played.result.elapsed += directory->run().elapsed_before;
    }
    const std::vector<std::string> changed = stage.kit.roster.changed_files();
    played.session_changes.insert(played.session_changes.end(), changed.begin(), changed.end());
    // Thrown last: the result is printed even when run.json cannot be written.
    const std::string failure =
        directory != nullptr
            ? end_kept(
                  *directory, [&] { return resume_command(plan, *directory); }, changed, played.result)
            : std::string();
    const bool is_interrupted = !played.result.is_over();
    played.signal = is_interrupted ? stage.signals.received() : std::nullopt;
    const RunSnapshot run{.plan = plan,
                          .state = played.result,
                          .interrupted_by = played.signal ? referee::signal_name(*played.signal) : "",
                          .session_changes = played.session_changes};
    const std::string notes = end_notes(plan, stage.openings->facts(), played.result.conduct.lacks_opening);
    say(plan.watch.summary_only ? transcript_summary(run, notes) : transcript_tail(run, notes));
    if (is_interrupted && directory != nullptr) {
        say_or_complain(kProgram, "To go on: " + resume_command(plan, *directory));
    }
    warn_of_signals(stage);
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
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
