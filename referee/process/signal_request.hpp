#pragma once
// A signal by which a user asks a running program for something.

#include "referee/base/descriptor.hpp"

namespace referee {

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
