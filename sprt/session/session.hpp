#pragma once
// A session of a run of any kind: its games from one moment on, played here or by workers, and what becomes
// of its directory when the session ends or fails.

#include "referee/base/agent_error.hpp"
#include "referee/base/console.hpp"
#include "referee/base/stop_signals.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/log/log_file.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/play/run.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/remote/offered_run.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/run_directory.hpp"

#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sprt {

/// A session: parts of the plan of its run, and what depends on the kind of run. All that is referred to must
/// outlive it.
struct RunSession {
    const PlayPlan& play;
    const WatchPlan& watch;
    const RemotePlan& remote;
    Stage& stage;
    Counting& counting;
    KeptRun* directory; ///< null: the run is not kept
    PlannedPairs::Plan pairs;
    RunListener listener; ///< prints; what it is told is in the directory already
    /// Checks the agents and returns what is printed before the first game, which may be nothing.
    std::function<std::string()> head;
    std::function<OfferedRun()> offered; ///< called when workers play
};

/// The command that resumes the run, or that repeats a run whose agents are removed after it.
[[nodiscard]] std::string resume_command(const RunSession& session);

/// Plays the games after those that were counted. When games were kept, the text of an error names the
/// command that helps; a new directory without games is removed. Throws UserError when the run cannot be
/// played, std::exception when the system fails, remote::NoServer.
[[nodiscard]] PlayedGames play_session(const RunSession& session);

/// What to say of a log in `dir` that was found damaged while games were added.
[[nodiscard]] std::string damage_text(const referee::LogDamaged& damage, const std::filesystem::path& dir);

/// Writes the result of the run. `changed`: files of agents that changed, one line each. Returns what went
/// wrong and the command that helps; empty: nothing.
template<class Directory>
[[nodiscard]] std::string end_kept(Directory& directory, const std::string& resume_command,
                                   const std::vector<std::string>& changed,
                                   const typename Directory::Result& result) {
    try {
        directory.note_changed_files(changed);
        directory.end(result);
    } catch (const referee::LogDamaged& damage) {
        return damage_text(damage, directory.path());
    } catch (const std::exception& error) {
        return std::string(error.what()) +
               "; the games are kept, when it can be written again: " + resume_command;
    }
    return {};
}

/// How a session ended.
struct SessionEnd {
    std::optional<int> signal;                ///< when one ended it before the run was over
    std::vector<std::string> session_changes; ///< see RunFacts::session_changes()
};

/// Warns of the signals that agents sent and that were ignored.
void warn_of_signals(const Stage& stage);
/// What ended a session whose run is not over; empty: no known signal.
[[nodiscard]] std::optional<int> signal_of(const Stage& stage, bool is_interrupted);

/// Ends the session that began at `begin` and left the run in `state`, whose `elapsed` is set: writes the
/// result, and prints what `tail` makes of the name of the signal (empty: none) and of the session's changes.
/// `directory` is that of the session. Throws std::runtime_error, after the result was printed, when it could
/// not be written.
template<class Directory, class State, class Tail>
SessionEnd end_session(const RunSession& session, Directory* directory, State& state,
                       std::chrono::steady_clock::time_point begin, const Tail& tail) {
    // Milliseconds, as in run.json: reports show the same figures when they are made again.
    state.elapsed = std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    SessionEnd end;
    if (directory != nullptr) {
        state.elapsed += directory->run().elapsed_before;
        end.session_changes = directory->run().session_changes();
    }
    const std::vector<std::string> changed = session.stage.kit.roster.changed_files();
    end.session_changes.insert(end.session_changes.end(), changed.begin(), changed.end());
    const std::string resume = directory != nullptr ? resume_command(session) : std::string();
    const std::string failure =
        directory != nullptr ? end_kept(*directory, resume, changed, state) : std::string();
    const bool is_interrupted = !state.is_over();
    end.signal = signal_of(session.stage, is_interrupted);
    referee::say(tail(end.signal ? referee::signal_name(*end.signal) : "", end.session_changes));
    if (is_interrupted && directory != nullptr) {
        referee::say_or_complain(kProgram, "To go on: " + resume);
    }
    warn_of_signals(session.stage);
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return end;
}

} // namespace sprt
