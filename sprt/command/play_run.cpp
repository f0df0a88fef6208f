#include "sprt/command/play_run.hpp"

#include "referee/base/console.hpp"
#include "referee/talk/trace_files.hpp"
#include "sprt/command/watch.hpp"
#include "sprt/play/match.hpp"
#include "sprt/play/players.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/store/sha256.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;
using referee::say;

constexpr const char* kProgram = "sprt";

std::string resume_command(const RunDirectory& directory) {
    const std::string path = directory.path().string();
    return "sprt resume " + referee::join_words({path.starts_with('-') ? "./" + path : path});
}

/// Directories for traces: new ones, unless the run goes on.
void make_trace_dirs(const Config& config, bool goes_on) {
    for (const std::string& dir : {config.trace, config.trace_faults}) {
        if (!dir.empty() && goes_on) {
            std::filesystem::create_directories(dir);
        } else if (!dir.empty()) {
            referee::make_trace_dir(dir);
        }
    }
}

RunFile describe_run(const Config& config, const ConfigSources& sources, const referee::Placement& placement,
                     const Stage& stage) {
    RunFile run;
    run.version = REFEREE_VERSION;
    run.config = config;
    run.directory = std::filesystem::current_path();
    if (!sources.file.empty()) {
        const auto path = std::filesystem::absolute(sources.file);
        run.config_file = FilePrint{path.string(), sha256_of_file(path)};
    }
    run.overrides = sources.in_flags;
    run.agents = prints_of(stage.programs);
    run.book_size = stage.openings->facts().size;
    run.book_sha256 = book_print(config);
    run.machine = describe_machine(placement, *config.concurrency);
    run.oversubscribed = placement.warning(*config.concurrency).has_value();
    run.started = utc_now();
    return run;
}

/// Plays, and says where the games are when that fails. Only this may fail once games are on disk.
MatchResult play_games(const Config& config, const referee::Placement& placement, Stage& stage, Tally tally,
                       RunDirectory* directory) {
    const std::uint64_t games_before = tally.games();
    Watch watch(config, *stage.openings, games_before);
    const auto on_game = [&](const GameRecord& record, const MatchResult& so_far) {
        if (directory != nullptr) {
            directory->add(record);
        }
        watch.game(record, so_far);
    };
    const MatchListener listener{.on_game = on_game,
                                 .on_wait = [&](const MatchResult& so_far) { watch.wait(so_far); }};
    try {
        make_trace_dirs(config, directory != nullptr && !directory->run().resumed.empty());
        if (const auto warning = placement.warning(*config.concurrency)) {
            complain(kProgram, "warning: " + *warning);
        }
        say(transcript_head(config, start_notes(config, stage.openings->facts())) +
            (games_before > 0 ? fmt::format("Going on after {} games.\n", games_before) : std::string()));
        return run_match(config, *stage.openings,
                         process_player(config, stage.programs, placement, *stage.openings, stage.descriptors,
                                        stage.orphans),
                         stage.signals.token(), std::move(tally), listener);
    } catch (const referee::UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty()) {
            throw;
        }
        throw std::runtime_error(fmt::format("{}; the games before that are kept, go on with: {}",
                                             error.what(), resume_command(*directory)));
    }
}

std::string signal_name(std::optional<int> signal) {
    return !signal ? "" : *signal == SIGINT ? "SIGINT" : "SIGTERM";
}

} // namespace

PlayedRun play_on(const Config& config, const referee::Placement& placement, Stage& stage, Tally tally,
                  RunDirectory* directory) {
    PlayedRun played;
    played.started = directory != nullptr ? directory->run().started : utc_now();
    const auto begin = std::chrono::steady_clock::now();
    played.result = play_games(config, placement, stage, std::move(tally), directory);
    played.result.elapsed = std::chrono::steady_clock::now() - begin;
    if (directory != nullptr) {
        played.result.elapsed += directory->run().elapsed_before;
    }
    std::string failure; // the result is known: it is said even when the disk does not take it
    try {
        if (directory != nullptr) {
            directory->end(played.result);
        }
    } catch (const std::exception& error) {
        failure = fmt::format("{}; the games are kept, when it can be written again: {}", error.what(),
                              resume_command(*directory));
    }
    const bool is_interrupted = played.result.reason == EndReason::Interrupted;
    played.signal = is_interrupted ? stage.signals.received() : std::nullopt;
    say(transcript_tail(config, played.result, signal_name(played.signal),
                        end_notes(config, stage.openings->facts())));
    if (is_interrupted && directory != nullptr) {
        say("To go on: " + resume_command(*directory) + "\n");
    }
    for (const std::string& ignored : stage.signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return played;
}

PlayedRun play_run(const Config& config, const ConfigSources& sources, const referee::Placement& placement) {
    Stage stage(config, sources);
    std::optional<RunDirectory> directory;
    if (!config.out.empty()) {
        directory.emplace(config.out, describe_run(config, sources, placement, stage));
    }
    return play_on(config, placement, stage, Tally(config), directory ? &*directory : nullptr);
}

} // namespace sprt
