#pragma once
// SIGINT and SIGTERM as a stop token.

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/process/orphans.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Blocks SIGINT and SIGTERM for this thread and those that it starts later, and ignores SIGPIPE. Make it at
/// the start of main. Agents do not inherit any of this.
class SignalStop final : private StopSource {
  public:
    /// `orphans` must outlive it.
    explicit SignalStop(Orphans& orphans);
    SignalStop(const SignalStop&) = delete;
    SignalStop& operator=(const SignalStop&) = delete;

    /// Requests a stop from the first SIGINT or SIGTERM on. A signal from an agent, or from a process that
    /// descends from one, is ignored and noted in ignored(). The token is for the thread that owns this
    /// object.
    [[nodiscard]] StopToken token() noexcept;
    /// Forgets the request: the token asks for the next one.
    void forget() noexcept;
    /// The signal that requested the stop; empty when none did.
    [[nodiscard]] std::optional<int> received() const noexcept { return received_; }
    /// The ignored signals, a line each: which signal from which process.
    [[nodiscard]] const std::vector<std::string>& ignored() const noexcept { return ignored_; }

  private:
    [[nodiscard]] bool is_stop() override;

    Orphans& orphans_;
    Descriptor descriptor_;
    std::optional<int> received_;
    std::vector<std::string> ignored_;
};

} // namespace referee
