#pragma once
// What our programs print, and the status they exit with.
// Source: docs/commands.md, "Exit status".

#include "referee/base/user_error.hpp"

#include <exception>
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
    Terminated = 143,  ///< by SIGTERM
};

/// The status of a program that `signal` (SIGINT or SIGTERM) ended.
[[nodiscard]] constexpr ExitStatus status_of_signal(int signal) noexcept {
    return static_cast<ExitStatus>(128 + signal);
}

/// Writes to standard output and flushes, so that a reader of a pipe gets the text at once. Throws
/// std::system_error when the text cannot be written.
void say(std::string_view text);

/// Writes one line to standard error: `program: text`. Control characters in the text are shown as \xNN.
void complain(const char* program, std::string_view text);

/// Reports an error that ends the program as one line on standard error. Returns UserError for a UserError,
/// AgentBroken for an AgentError, otherwise WorldFailed.
[[nodiscard]] ExitStatus report_error(const char* program, const std::exception& error);

/// Runs `body`, which returns an ExitStatus. Returns its exit status, or that of the error it throws, which
/// is reported.
template<class Body>
[[nodiscard]] int guarded(const char* program, Body&& body) {
    try {
        return static_cast<int>(body());
    } catch (const std::exception& error) {
        return static_cast<int>(report_error(program, error));
    }
}

} // namespace referee
