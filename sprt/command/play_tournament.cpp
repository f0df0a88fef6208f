#include "sprt/command/play_tournament.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "referee/process/topology.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/tournament_changes.hpp"
#include "sprt/command/tournament_stage.hpp"
#include "sprt/command/tournament_watch.hpp"
#include "sprt/config/anchor.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/tournament.hpp"
#include "sprt/report/ci/step_summary.hpp"
#include "sprt/report/tournament/standings_files.hpp"
#include "sprt/report/tournament/tournament_report.hpp"
#include "sprt/store/load_tournament.hpp"
#include "sprt/store/machine.hpp"
#include "sprt/store/run_changes.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/store/tournament_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

namespace command_fs = std::filesystem;
using referee::complain;
using referee::ExitStatus;
using referee::say;
using referee::UserError;

TournamentConfig read_tournament_config(const TournamentFlags& flags, ConfigSources& sources) {
    TournamentConfig config;
    sources.in_flags = flags.keys;
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& set : flags.overrides) {
        set(config);
    }
    name_agents(config, sources);
    tell_apart(config.agents);
    return config;
}

std::string resume_words(const command_fs::path& dir) {
    const std::string path = dir.string();
    return "sprt resume " + referee::join_words({path.starts_with('-') ? "./" + path : path});
}

/// 4 when an agent was withdrawn, or too few are left.
ExitStatus status_of_tournament(const TournamentState& state, const std::optional<int>& signal) {
    if (signal) {
        return referee::status_of_signal(*signal);
    }
    const bool is_broken = has_withdrawn(state) || state.reason == TournamentEnd::MaxFaults;
    return is_broken && state.reason != TournamentEnd::Interrupted ? ExitStatus::AgentBroken
                                                                   : ExitStatus::Done;
}

/// The agents that play from now on.
std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally) {
    std::vector<std::size_t> playing;
    for (const std::size_t agent : plan.counting.rules.stages.back().agents) {
        if (!tally.state().agents[agent].withdrawn) {
            playing.push_back(agent);
        }
    }
    return playing;
}

/// Plays the games after those of `tally`, prints what is to be seen, and ends the directory.
ExitStatus play_session(const TournamentPlan& plan, TournamentStage& stage, TournamentTally tally,
                        TournamentDirectory* directory) {
    const std::uint64_t first_game = tally.games();
    TournamentWatch watch(plan, first_game, stage.status_request);
    const TournamentListener listener{
        .on_game =
            [&](const referee::GameRecord& record, const TournamentTally& so_far, bool ends_round) {
                if (directory != nullptr) {
                    directory->add(record);
                }
                watch.game(record, so_far, ends_round);
            },
        .on_wait = [&](const TournamentTally& so_far) { watch.wait(so_far); }};
    if (const std::string& unusual = stage.openings->facts().warning; !unusual.empty()) {
        complain(kProgram, "warning: " + unusual);
    }
    if (const auto warning = stage.placement.warning(plan.play.concurrency)) {
        complain(kProgram, "warning: " + *warning);
    }
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        if (const std::string& why = stage.kit.sandboxes.missing[i]; !why.empty()) {
            complain(kProgram, fmt::format("warning: {} plays without a sandbox: {}",
                                           referee::to_printable(plan.agents[i].name), why));
        }
    }
    const std::string walls = stage.kit.sandboxes.text();
    say(tournament_head(plan, stage.openings->facts(), walls.empty() ? walls : walls + "\n") +
        (first_game > 0 ? fmt::format("Going on after {} games.\n", first_game) : std::string()));
    const auto begin = std::chrono::steady_clock::now();
    TournamentState state;
    try {
        state = play_tournament(tally, plan.schedule, *stage.openings, plan.play.concurrency,
                                tournament_player(stage.kit, stage.placement, stage.orphans),
                                stage.signals.token(), listener);
    } catch (const UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty()) {
            throw;
        }
        throw std::runtime_error(fmt::format("{}; the games before that are kept, go on with: {}",
                                             error.what(), resume_words(directory->path())));
    }
    state.elapsed = std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    std::vector<std::string> changes;
    if (directory != nullptr) {
        state.elapsed += directory->run().elapsed_before;
        changes = directory->run().session_changes();
    }
    const std::vector<std::string> changed = changed_files(plan, stage.kit);
    changes.insert(changes.end(), changed.begin(), changed.end());
    std::string failure; // thrown last: the table is printed even when run.json cannot be written
    try {
        if (directory != nullptr) {
            directory->note_changed_files(changed);
            directory->end(state);
        }
    } catch (const std::exception& error) {
        failure = fmt::format("{}; the games are kept, when it can be written again: {}", error.what(),
                              resume_words(directory->path()));
    }
    const bool is_interrupted = state.reason == TournamentEnd::Interrupted;
    const auto signal = is_interrupted ? stage.signals.received() : std::nullopt;
    const std::string signal_text = !signal ? "" : *signal == SIGINT ? "SIGINT" : "SIGTERM";
    say("\n" + tournament_tail(plan, state, signal_text, changes));
    if (is_interrupted && directory != nullptr) {
        say("To go on: " + resume_words(directory->path()) + "\n");
    }
    for (const std::string& ignored : stage.signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return status_of_tournament(state, signal);
}

TournamentFile describe_tournament(const TournamentConfig& config, const TournamentPlan& plan,
                                   const ConfigSources& sources, const TournamentStage& stage) {
    TournamentFile run;
    run.version = REFEREE_VERSION;
    run.config = config;
    run.directory = command_fs::current_path();
    if (!sources.file.empty()) {
        const auto path = command_fs::absolute(sources.file);
        run.config_file = FilePrint{path.string(), referee::sha256_of_file(path)};
    }
    run.overrides = sources.in_flags;
    run.agents = stage.prints();
    run.withdrawn.resize(run.agents.size());
    run.stages = plan.counting.rules.stages;
    run.book_size = stage.openings->facts().size;
    run.book_duplicates = stage.openings->facts().duplicates;
    run.book_sha256 = book_print(plan.schedule.base.openings);
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    run.started = utc_now();
    return run;
}

/// Throws UserError for `changes` since the tournament began. With `force` warns of them and returns them.
std::vector<std::string> accept_changes(std::vector<std::string> changes, bool force) {
    if (!changes.empty() && !force) {
        throw UserError(fmt::format("{}; go on all the same with --force, which is noted in run.json",
                                    fmt::join(changes, "; ")));
    }
    for (const std::string& change : changes) {
        complain(kProgram, "warning: " + change);
    }
    return changes;
}

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
        std::uint64_t counted = 0;
        for (const PairingResults& pairing : tally.state().pairings) {
            counted += pairing.pairs.pairs();
        }
        if (counted > counted_) {
            games_.insert(games_.end(), pair_.begin(), pair_.end());
            counted_ = counted;
        }
        pair_.clear();
    }
    [[nodiscard]] const std::vector<referee::GameRecord>& take() const noexcept { return games_; }

  private:
    std::vector<referee::GameRecord> games_;
    std::vector<referee::GameRecord> pair_;
    std::uint64_t counted_ = 0;
};

} // namespace

ExitStatus run_tournament(const TournamentFlags& flags) {
    ConfigSources sources;
    TournamentConfig config = read_tournament_config(flags, sources);
    validate(config, sources);
    referee::Placement placement = place_games(config.run, sources, referee::this_machine());
    fill_in(config, placement);
    if (flags.print_config) {
        say(to_json_text(config));
        return ExitStatus::Done;
    }
    TournamentPlan plan = plan_of(config);
    plan.play.replaces_traces = flags.overwrite;
    TournamentStage stage(plan, sources, std::move(placement));
    std::optional<TournamentDirectory> directory;
    if (!plan.out.empty()) {
        directory.emplace(plan.out, describe_tournament(config, plan, sources, stage));
    }
    TournamentTally tally(plan.counting);
    try {
        if (plan.play.has_check_game) {
            check_agents(plan, stage, playing_in(plan, tally));
        }
        referee::make_trace_dirs(plan.play.settings, plan.play.replaces_traces ? referee::OldTraces::Remove
                                                                               : referee::OldTraces::Refuse);
    } catch (const std::exception&) {
        if (directory) {
            directory->discard_if_empty();
        }
        throw;
    }
    return play_session(plan, stage, std::move(tally), directory ? &*directory : nullptr);
}

ExitStatus resume_tournament(const ResumeFlags& flags) {
    const command_fs::path dir = command_fs::canonical(flags.dir);
    DirectoryLock lock(dir);
    LoadedTournament loaded = load_tournament(dir);
    const auto change = stage_change(flags, loaded);
    if (change) {
        loaded = load_tournament(dir, {}, [&](TournamentFile& run) { change->apply(run); });
    }
    for (const std::string& note : loaded.notes) {
        complain(kProgram, "warning: " + note);
    }
    if (loaded.is_over) {
        const TournamentState state = loaded.state();
        std::vector<std::string> forced;
        if (!loaded.rewritten.empty()) {
            forced = accept_changes({loaded.rewritten}, flags.force);
        }
        const bool is_stored = loaded.digests.differences().empty() && loaded.run.result.is_object() &&
                               result_differences(loaded.run.result, state, loaded.plan.anchor).empty();
        if (!is_stored) {
            TournamentFile run = loaded.run;
            if (!forced.empty()) {
                run.resumed.push_back({.at = utc_now(), .game = loaded.tally.games(), .forced = forced});
            }
            run.games_sha256 = loaded.digests.adopted();
            TournamentDirectory(dir, std::move(lock), std::move(run), loaded.games).end(state);
        }
        say("The tournament has ended; there is nothing to go on with.\n\n" +
            tournament_tail(loaded.plan, state, {}, loaded.run.session_changes()));
        return status_of_tournament(state, std::nullopt);
    }
    TournamentFile run = std::move(loaded.run);
    loaded.plan.hidden.push_back(dir.string());
    if (run.config_file) {
        loaded.plan.hidden.push_back(run.config_file->path);
    }
    std::error_code error;
    command_fs::current_path(run.directory, error);
    if (error) {
        throw UserError(fmt::format("the tournament was begun in {}, which cannot be entered: {}",
                                    run.directory.string(), error.message()));
    }
    const ConfigSources sources = tournament_sources_in(dir / kRunFile);
    const TournamentPlan& plan = loaded.plan;
    TournamentStage stage(plan, sources, place_games(run.config.run, sources, referee::this_machine()));
    const auto agents = stage.prints();
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
    std::vector<std::string> forced = accept_changes(std::move(changes), flags.force);
    if (plan.play.has_check_game && !flags.no_check) { // before anything is noted of this session
        check_agents(plan, stage, playing);
    }
    referee::make_trace_dirs(plan.play.settings, referee::OldTraces::Keep);
    const std::uint64_t next = loaded.tally.games();
    run.games_sha256 = loaded.digests.adopted();
    run.agents = agents;
    if (run.book_sha256 != book) {
        run.book_sha256 = book;
        run.book_size = stage.openings->facts().size;
        run.book_since = next;
    }
    run.book_since = std::min(run.book_since, next);
    if (run.config_file) {
        if (auto now = referee::sha256_of_file(run.config_file->path)) {
            run.config_file->sha256 = std::move(now);
        }
    }
    run.resumed.push_back({.at = utc_now(),
                           .game = next,
                           .forced = std::move(forced),
                           .missing = loaded.digests.missing(),
                           .changed = change ? change->lines : std::vector<std::string>()});
    run.machine = describe_machine(stage.placement, plan.play.concurrency);
    run.oversubscribed = stage.placement.warning(plan.play.concurrency).has_value();
    TournamentDirectory directory(dir, std::move(lock), std::move(run), loaded.games);
    return play_session(plan, stage, std::move(loaded.tally), &directory);
}

ExitStatus report_tournament(const ReportFlags& flags) {
    if (!flags.files.junit.empty()) {
        throw UserError(
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
                        {"DIR", (command_fs::path(flags.dir) / kRunFile).string()},
                        {"DIR", (command_fs::path(flags.dir) / kGamesFile).string()}});
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
    say(flags.json ? tournament_report_json(loaded, view, flags.dir) : tournament_report_text(loaded, view));
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
