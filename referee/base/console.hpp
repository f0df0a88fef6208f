#pragma once
// How a program of ours speaks and ends.
// Source: docs/commands.md, "Exit status".

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>

namespace referee {

enum class ExitStatus : int {
    Done = 0,
    Differences = 1,   ///< `referee review`: the rules disagree with the log
    Rejected = 1,      ///< `sprt gate`: H0 was accepted
    UserError = 2,     ///< wrong flags, configuration or input
    WorldFailed = 3,   ///< disk full, no processes, log not writable
    AgentBroken = 4,   ///< `sprt`: the faults of an agent pass the limit
    Undecided = 5,     ///< `sprt gate`: no verdict, or none to rely on
    Interrupted = 130, ///< by SIGINT
    Terminated = 143,  ///< by SIGTERM
};

/// The status of a program that `signal` (SIGINT or SIGTERM) ended.
[[nodiscard]] constexpr ExitStatus status_of_signal(int signal) noexcept {
    return static_cast<ExitStatus>(128 + signal);
}

/// Writes to standard output and flushes, so that whoever reads a pipe sees it now. Throws std::system_error
/// when nobody can read it.
inline void say(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
    }
}

/// One line to standard error: `program: text`, without control characters, whoever wrote the text.
inline void complain(const char* program, std::string_view text) {
    constexpr std::size_t kMostBytes = 4000;
    std::fprintf(stderr, "%s: %s\n", program, to_printable(text, kMostBytes).c_str());
}

/// Runs `body` and turns what it throws into an exit status and one line on standard error.
template<class Body>
[[nodiscard]] int guarded(const char* program, Body&& body) {
    try {
        return static_cast<int>(body());
    } catch (const UserError& error) {
        complain(program, error.what());
        return static_cast<int>(ExitStatus::UserError);
    } catch (const std::exception& error) {
        complain(program, error.what());
        return static_cast<int>(ExitStatus::WorldFailed);
    }
}

} // namespace referee
