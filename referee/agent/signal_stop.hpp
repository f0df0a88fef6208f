#pragma once
// SIGINT and SIGTERM as a stop token, and what else a program that holds pipes to strangers must set up.

#include "referee/agent/descriptor.hpp"

#include <optional>

#include <sys/resource.h>

namespace ataxx {

/// Blocks SIGINT and SIGTERM for this thread and those it starts later, so make it first in main; ignores
/// SIGPIPE. Agents do not inherit any of this.
class SignalStop {
  public:
    SignalStop();

    /// Readable from the first SIGINT or SIGTERM on.
    [[nodiscard]] StopToken token() const noexcept { return {descriptor_.fd()}; }
    [[nodiscard]] bool stop_requested() const noexcept;
    /// The signal that came; empty when none did.
    [[nodiscard]] std::optional<int> received() noexcept;

  private:
    Descriptor descriptor_;
    std::optional<int> received_;
};

/// Raises the soft limit of descriptors to the hard one and returns the limit as it was, which is what agents
/// get. Throws UserError when even then fewer than `needed` can be open.
[[nodiscard]] rlimit raise_descriptor_limit(std::size_t needed);

/// How many descriptors `games` at once need, with room for the program's own.
[[nodiscard]] constexpr std::size_t descriptors_for(std::size_t games) noexcept {
    constexpr std::size_t kPerGame =
        2 * 7 + 4; // three pipes, both ends while starting, and a pidfd; the spawner's own
    constexpr std::size_t kOwn = 32;
    return kOwn + games * kPerGame;
}

} // namespace ataxx
