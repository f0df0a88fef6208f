#pragma once
// What our programs print, and the status they exit with.
// Source: docs/commands.md, "Exit status"; docs/runs.md, "Output that nobody reads".
//
// A reader of our output may be slow or stand still. What it does not take waits in memory and is written
// later, by the next of these functions or at the end of guarded(). They may be called from any thread; only
// the main thread ever waits for the reader, and a signal ends that wait.

#include "referee/base/stop_token.hpp"
#include "referee/base/user_error.hpp"

#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace referee {

enum class ExitStatus : int {
    Done = 0,
    Differences = 1,   ///< `referee review`: the rules disagree with the log; `sprt report`: the files differ
    CheckFailed = 1,   ///< `referee check`: something that is needed fails
    Rejected = 1,      ///< `sprt gate`: H0 was accepted
    UserError = 2,     ///< wrong flags, configuration or input
    WorldFailed = 3,   ///< disk full, no processes, log not writable
    AgentBroken = 4,   ///< the faults of an agent pass the limit, or its files changed
    Undecided = 5,     ///< `sprt gate`: no verdict, or none to rely on
    Interrupted = 130, ///< by SIGINT
    Terminated = 143,  ///< by SIGTERM; status_of_signal() gives that of others
};

/// The status of a program that `signal` ended, as shells give it.
[[nodiscard]] constexpr ExitStatus status_of_signal(int signal) noexcept {
    return static_cast<ExitStatus>(128 + signal);
}

/// Writes lines for people to standard output, as to_printable_lines() shows them, at once when the reader
/// takes them. Waits for a reader that is more than a mebibyte behind, until hurry_output(). Throws
/// std::system_error when the text, or what waited before it, cannot be written and no signal ends the
/// program.
void say(std::string_view text);

/// The same for text as it is: what programs read, or text with colours.
void say_data(std::string_view data);
/// The same for JSON, as to_printable_json() writes it.
void say_json(std::string_view json);

/// The same as say() for a line of the transcript of games. Of games that are stored elsewhere (`is_stored`)
/// it never waits for the reader: lines beyond Output::kMostUnread are left out, and a line in their place
/// says so.
void say_progress(std::string_view text, bool is_stored);

/// Says a line that must not be lost: when nobody reads it at once, it goes to standard error too.
void say_or_complain(const char* program, std::string_view line);

/// Writes one line to standard error: `program: text`, as to_printable() shows it.
/// Never waits, and ignores errors.
void complain(const char* program, std::string_view text);

/// From now on complain() writes what `wording` makes of its text. Call it while there is one thread.
void set_wording_of_complaints(std::function<std::string(std::string_view)> wording);

/// Writes to the descriptor of a terminal as it is, e.g. escape sequences. Never waits, and ignores errors.
void show(int fd, std::string_view text);

/// Writes what waits and is read now. Call it now and then in long waits. Throws what say() throws.
void pass_on_output();

/// Whether text for this descriptor, STDOUT_FILENO or STDERR_FILENO, still waits for its reader.
[[nodiscard]] bool is_output_unread(int fd);

/// From now on, until the next call, a stop that `stop` asks for ends waits for the reader. SignalStop calls
/// it: while it lives, signals end the program in no other way.
void let_output_wait_with(const StopToken& stop);

/// The program ends soon, because a signal came: from now on nobody waits for a reader, guarded() only for a
/// moment. Output that cannot be written is no error then.
void hurry_output();

/// Reports an error that ends the program as one line on standard error. Returns UserError for a UserError,
/// AgentBroken for an AgentError, otherwise WorldFailed.
[[nodiscard]] ExitStatus report_error(const char* program, const std::exception& error);

/// Waits until all output is read; after hurry_output(), or when a signal comes, for a moment. Returns the
/// status that a program ends with whose status is `status` without this: that of the signal, or WorldFailed
/// when standard output cannot be written. What nobody has read by then is lost, and standard error says how
/// much. It may be called before the end, by who has to know the status: guarded() calls it again.
[[nodiscard]] ExitStatus end_output(const char* program, ExitStatus status);

/// Runs `body`, which returns an ExitStatus, and ends our output. Returns the exit status of both, or that of
/// the error that `body` throws, which is reported.
template<class Body>
[[nodiscard]] int guarded(const char* program, Body&& body) {
    ExitStatus status = ExitStatus::Done;
    try {
        status = body();
    } catch (const std::exception& error) {
        status = report_error(program, error);
    }
    return static_cast<int>(end_output(program, status));
}

} // namespace referee
