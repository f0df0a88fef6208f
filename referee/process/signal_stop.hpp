#pragma once
// SIGINT and SIGTERM as a stop token.

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/process/orphans.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Blocks SIGINT and SIGTERM for this thread and those it starts later, so make it first in main; ignores
/// SIGPIPE. Agents do not inherit any of this.
class SignalStop {
  public:
    /// `orphans` must outlive it.
    explicit SignalStop(Orphans& orphans);
    SignalStop(const SignalStop&) = delete;
    SignalStop& operator=(const SignalStop&) = delete;

    /// Asks for a stop from the first SIGINT or SIGTERM on. One whose sender is an agent or descends from one
    /// is ignored and kept among the ignored(). The token is for the thread that owns this.
    [[nodiscard]] StopToken token() noexcept;
    /// The signal that asked for the stop; empty when none did.
    [[nodiscard]] std::optional<int> received() const noexcept { return received_; }
    /// What was ignored, a line each: which signal from which process.
    [[nodiscard]] const std::vector<std::string>& ignored() const noexcept { return ignored_; }

  private:
    [[nodiscard]] bool read_signals();

    Orphans& orphans_;
    Descriptor descriptor_;
    std::optional<int> received_;
    std::vector<std::string> ignored_;
};

} // namespace referee
