#pragma once
// What ends a wait early.

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

} // namespace referee
