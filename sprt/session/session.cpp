#include "sprt/session/session.hpp"

#include "referee/base/console.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/session/remote_run.hpp"

#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;

/// The directories of traces must hold no traces yet, unless the run is resumed or replaces them.
referee::OldTraces old_traces(const RunSession& session) {
    const bool is_resumed = session.directory != nullptr && !session.directory->facts().resumed.empty();
    return is_resumed                     ? referee::OldTraces::Keep
           : session.play.replaces_traces ? referee::OldTraces::Remove
                                          : referee::OldTraces::Refuse;
}

/// Complains of what is no error, where our warnings are wanted.
void complain_of(const RunSession& session, const std::string& text) {
    if (session.narrator == nullptr || session.narrator->has_our_warnings()) {
        complain(kProgram, text);
    }
}

/// Warns of what the directory lacks, of unusual openings, of cores and sandboxes.
void warn_before_games(const RunSession& session) {
    std::vector<std::string> lines =
        session.directory != nullptr ? session.directory->warnings() : std::vector<std::string>();
    const Stage& stage = session.stage;
    if (const std::string& unusual = stage.openings->facts().warning; !unusual.empty()) {
        lines.push_back(unusual);
    }
    const auto cores = stage.placement.warning(session.play.concurrency);
    if (cores && !session.remote.is_remote()) {
        lines.push_back(*cores);
    }
    for (const std::string& line : stage.kit.roster.without_sandbox()) {
        lines.push_back(line);
    }
    for (const std::string& line : lines) {
        complain_of(session, "warning: " + line);
    }
}

/// Lines of games are left out when a status is painted on the same terminal.
bool are_games_said(const WatchPlan& plan) {
    const bool is_painted_here = plan.progress == Progress::Auto &&
                                 referee::terminal_traits(STDERR_FILENO).can_repaint &&
                                 referee::terminal_traits(STDOUT_FILENO).is_terminal;
    return !plan.quiet && !plan.summary_only && !is_painted_here;
}

/// Prints to standard output (transcript) and standard error (warnings, status). The status is also printed
/// when the user asks for it.
class Watch {
  public:
    /// `session` must outlive it. A slow reader of the transcript does not stop the games of a run that is
    /// kept.
    explicit Watch(RunSession& session);
    /// Erases the status: what follows is no part of it.
    ~Watch() { session_.clear_status(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// Call after each game was counted.
    void game(const referee::GameRecord& record);
    /// Call now and then while no game ends: repaints the status, and writes what a slow reader takes now.
    void wait();
    void complain(const std::string& text);

  private:
    void say(const std::string& text);

    RunSession& session_;
    bool says_games_;
    referee::MachineWarnings warnings_;
};

Watch::Watch(RunSession& session)
    : session_(session)
    , says_games_(are_games_said(session.watch)) {}

void Watch::game(const referee::GameRecord& record) {
    if (session_.narrator != nullptr) {
        say(session_.narrator->game(record));
    } else {
        if (says_games_) {
            say(session_.game_text(record));
        }
        for (const std::string& text : session_.remarks(record)) {
            say(text);
        }
    }
    for (const std::string& line : session_.complaints(record)) {
        complain(line);
    }
    for (const std::string& warning : warnings_.after(record, session_.machine())) {
        complain("warning: " + warning);
    }
    wait();
}

void Watch::wait() {
    referee::pass_on_output();
    if (session_.stage.status_request.take()) {
        complain("status: " + session_.status());
    }
    session_.show_status();
}

void Watch::say(const std::string& text) {
    session_.clear_status();
    referee::say_progress(text, session_.directory != nullptr);
}

void Watch::complain(const std::string& text) {
    session_.clear_status();
    complain_of(session_, text);
}

/// The file of --pgn cannot be written, or no longer. `directory`: of the run; empty: it is not kept.
void say_pgn_is_lost(RunSession& session, const std::exception& error,
                     const std::filesystem::path& directory) {
    session.clear_status();
    const std::string text =
        fmt::format("warning: --pgn: {}; {}", error.what(),
                    directory.empty() ? "later games are missing there"
                                      : "the games are kept: " + call_on_run("export", directory));
    referee::complain(kProgram, text);
    if (session.narrator != nullptr) {
        session.narrator->pgn_is_lost();
    }
}

PlayedGames play(RunSession& session) {
    Watch watch(session);
    const std::uint64_t first_game = session.counting().games();
    const auto directory = session.directory != nullptr ? session.directory->path() : std::filesystem::path();
    if (first_game == 0 && !session.pgn) {
        open_pgn(session, session.exported(), directory);
    }
    std::string head = session.head();
    if (session.narrator != nullptr) {
        head = session.narrator->head();
    } else if (!head.empty() && first_game > 0) {
        head += fmt::format("Going on after {}.\n", referee::counted(first_game, "game"));
    }
    make_trace_dirs(session.play.rules, old_traces(session));
    warn_before_games(session);
    if (!head.empty()) {
        referee::say(head);
    }
    PlannedPairs pairs([&session] { return session.pairs(); });
    const RunListener listener{
        .on_game =
            [&](const GameRecord& record) {
                if (session.directory != nullptr) {
                    session.directory->add(record);
                }
                watch.game(record);
                if (session.pgn) {
                    try {
                        session.pgn->add(record);
                    } catch (const std::exception& error) {
                        say_pgn_is_lost(session, error, directory);
                        session.pgn.reset();
                    }
                }
            },
        .on_wait = [&] { watch.wait(); },
        .is_enough = [&] { return session.narrator != nullptr && session.narrator->stops(); }};
    if (session.remote.is_remote()) {
        return play_remotely(session, pairs, listener);
    }
    Stage& stage = session.stage;
    Pool pool(
        session.play.concurrency, [&pairs] { return pairs.next_pair(); },
        process_player(stage.kit, stage.placement, stage.orphans), first_game);
    return play_games(pool, pairs, session.counting(), stage.signals.token(), listener);
}

/// What to say of the log of `run` that was found damaged while games were added.
std::string damage_text(const referee::LogDamaged& damage, const KeptRun& run) {
    const auto place = run.place();
    return std::string(damage.what()) + (place.empty()
                                             ? "; the directory of the run was removed; run it again"
                                             : "; see what is left: " + call_on_run("report", place));
}

PlayedGames play_kept(RunSession& session) {
    KeptRun* const directory = session.directory;
    try {
        return play(session);
    } catch (const referee::UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const referee::LogDamaged& damage) {
        throw std::runtime_error(damage_text(damage, *directory));
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty() || directory->place().empty()) {
            throw;
        }
        const std::string text = std::string(error.what()) + "; the games before that are kept";
        if (dynamic_cast<const referee::AgentError*>(&error) != nullptr) {
            throw referee::AgentError(text +
                                      "; restore the file, then go on with: " + resume_command(session));
        }
        throw std::runtime_error(text + ", go on with: " + resume_command(session));
    }
}

/// Writes the result of the run. `changed`: files of agents that changed, one line each. Returns what went
/// wrong and the command that helps; empty: nothing.
std::string end_kept(RunSession& session, const std::vector<std::string>& changed) {
    try {
        session.directory->note_changed_files(changed);
        session.keep_result();
    } catch (const referee::LogDamaged& damage) {
        return damage_text(damage, *session.directory);
    } catch (const std::exception& error) {
        return std::string(error.what()) +
               "; the games are kept, when it can be written again: " + resume_command(session);
    }
    return {};
}

} // namespace

RunSession::RunSession(const SharedPlan& plan, Stage& its_stage)
    : play(plan.play)
    , watch(plan.watch)
    , remote(plan.remote)
    , stage(its_stage) {
    if (is_status_wanted(watch)) {
        status_line.emplace(STDERR_FILENO, referee::terminal_traits(STDERR_FILENO));
    }
}

void open_pgn(RunSession& session, ExportedRun run, const std::filesystem::path& directory) {
    const WatchPlan& watch = session.watch;
    if (watch.pgn.empty()) {
        return;
    }
    const std::uint64_t games = session.counting().games();
    run.comments = watch.pgn_comments;
    run.notation = watch.pgn_notation;
    try {
        session.pgn.emplace(watch.pgn, std::move(run), directory, games, watch.pgn_use);
    } catch (const std::system_error& error) {
        if (games == 0) {
            referee::throw_unwritable(error.code(), fmt::format("--pgn: {}", error.what()));
        }
        say_pgn_is_lost(session, error, directory);
    }
}

bool is_status_wanted(const WatchPlan& plan) {
    const bool is_seen = referee::terminal_traits(STDERR_FILENO).can_repaint && !plan.summary_only;
    return plan.progress == Progress::On || (plan.progress == Progress::Auto && is_seen);
}

std::string resume_command(const RunSession& session) {
    if (!session.watch.repeat_with.empty()) {
        return session.watch.repeat_with;
    }
    std::vector<std::string> flags = session.watch.resume_flags;
    const std::string via = session.remote.is_remote() ? via_to_give_again(session.remote.via) : "";
    if (!via.empty()) {
        flags.insert(flags.end(), {"--via", via});
    }
    return call_on_run("resume", session.directory->place(), flags);
}

SessionEnd play_session(RunSession& session) {
    const KeptRun* const directory = session.directory;
    SessionEnd end{.started = directory != nullptr ? directory->facts().started : utc_now()};
    session.begin = std::chrono::steady_clock::now();
    const PlayedGames games = play_kept(session);
    session.pgn.reset();
    // Milliseconds, as in run.json: reports show the same figures when they are made again.
    auto elapsed =
        std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - session.begin);
    if (directory != nullptr) {
        elapsed += directory->facts().elapsed_before;
        end.session_changes = directory->facts().session_changes();
    }
    const bool is_interrupted = !session.end(games, elapsed);
    const std::vector<std::string> changed = session.stage.kit.roster.changed_files();
    end.session_changes.insert(end.session_changes.end(), changed.begin(), changed.end());
    const std::string failure = directory != nullptr ? end_kept(session, changed) : std::string();
    end.signal = is_interrupted ? session.stage.signals.received() : std::nullopt;
    const bool can_resume = is_interrupted && directory != nullptr && !directory->place().empty();
    if (session.narrator != nullptr) {
        if (const std::string why = session.early_end(); !why.empty()) {
            session.narrator->ends_early(why);
        }
        session.narrator->doubts(session.doubts(end.session_changes));
        referee::say(session.narrator->tail(!is_interrupted, can_resume ? resume_command(session) : ""));
    } else {
        referee::say(session.tail(end.signal ? referee::signal_name(*end.signal) : "", end.session_changes));
    }
    if (can_resume && session.narrator == nullptr) {
        referee::say_or_complain(kProgram, "To go on: " + resume_command(session));
    }
    session.stage.signals.complain_of_ignored(kProgram);
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return end;
}

} // namespace sprt
