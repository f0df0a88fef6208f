#pragma once
// Something that happened, as a descriptor that becomes readable.

#include "referee/base/descriptor.hpp"

namespace referee {

/// May be used by several threads.
class Event {
  public:
    /// Throws std::system_error when it cannot be made.
    Event();

    /// Makes the descriptor readable.
    void signal() const noexcept;
    /// Makes it unreadable again.
    void clear() const noexcept;

    [[nodiscard]] int fd() const noexcept { return descriptor_.fd(); }

  private:
    Descriptor descriptor_;
};

} // namespace referee
