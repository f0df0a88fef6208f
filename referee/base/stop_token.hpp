#pragma once
// What ends a wait early.

#include <string>

#include <signal.h>

namespace referee {

/// Tells whether a readable descriptor is a request to stop, where it may be something else.
class StopSource {
  public:
    /// Called when the token's descriptor is readable. May read from the descriptor what is no request.
    [[nodiscard]] virtual bool is_stop() = 0;

  protected:
    ~StopSource() = default;
};

/// Asks for a stop by a descriptor that becomes readable: a signalfd, or an eventfd that was written to.
struct StopToken {
    int fd = -1;                  ///< -1: a stop is never requested
    StopSource* source = nullptr; ///< nullptr: readable is always a request. Must outlive the token

    /// Whether a stop was requested. Does not wait.
    [[nodiscard]] bool requested() const;
};

// The signals that end our programs in an orderly way, whoever sends them: users, terminals, shells, batch
// systems. Source: signal(7), the signals that end a process by default.

/// All signals that end this process by default, but SIGKILL and those that tell of a fault in it (SIGSEGV,
/// SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS). A signal that this process ignores, as SIGHUP under nohup, and
/// one that has a handler are left out. SIGINT and SIGTERM are always among them: shells let what they start
/// in the background ignore SIGINT.
[[nodiscard]] sigset_t stop_signals() noexcept;

/// Blocks them in this thread for good: the program is about to end, with a status that is settled.
void block_stop_signals() noexcept;

/// `SIGHUP`, `SIGRTMIN+3`; `signal 99` for a number that names none of stop_signals().
[[nodiscard]] std::string signal_name(int signal);

} // namespace referee
