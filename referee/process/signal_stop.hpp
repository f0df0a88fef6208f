#pragma once
// The signals that end a program, as a stop token.

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/process/orphans.hpp"

#include <optional>
#include <string>
#include <vector>

#include <signal.h>

namespace referee {

/// Blocks stop_signals() for this thread and those that it starts later, and ignores SIGPIPE. Make it at the
/// start of main. While it lives, its token ends waits for the readers of our output. Agents do not inherit
/// any of this.
class SignalStop final : private StopSource {
  public:
    /// `orphans` must outlive it. `other`: a signal that a SignalRequest watches for; 0: there is none.
    explicit SignalStop(Orphans& orphans, int other = 0);
    /// From now on signals end this process as they do by default. One that came meanwhile hurries its
    /// output.
    ~SignalStop();
    SignalStop(const SignalStop&) = delete;
    SignalStop& operator=(const SignalStop&) = delete;

    /// Requests a stop from the first of these signals on. A signal from an agent, or from a process that
    /// descends from one, is ignored and noted in ignored(). The token is for the thread that owns this
    /// object.
    [[nodiscard]] StopToken token() noexcept;
    /// Forgets the request: the token asks for the next one.
    void forget() noexcept;
    /// The signal that requested the stop; empty when none did.
    [[nodiscard]] std::optional<int> received() const noexcept { return received_; }
    /// The ignored signals, a line each: which signal from which process.
    [[nodiscard]] const std::vector<std::string>& ignored() const noexcept { return ignored_; }
    /// Complains of each of them.
    void complain_of_ignored(const char* program) const;

  private:
    [[nodiscard]] bool is_stop() override;

    Orphans& orphans_;
    sigset_t blocked_; ///< by this object
    Descriptor descriptor_;
    std::optional<int> received_;
    std::vector<std::string> ignored_;
};

// A signal by which a user asks a running program for something.

/// Blocks the signal for this thread and those that it starts later, so that it ends or interrupts nothing.
/// Make it before any other thread. Agents do not inherit it.
class SignalRequest {
  public:
    /// Throws std::system_error when the signal cannot be watched for.
    explicit SignalRequest(int signal);

    /// Whether the signal came since the last call.
    [[nodiscard]] bool take() noexcept;

  private:
    Descriptor descriptor_;
};

} // namespace referee
