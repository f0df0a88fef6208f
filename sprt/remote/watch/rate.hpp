#pragma once
// A limit of messages. Pure: the caller says what time it is. Source: docs/many-machines.md, "The
// protocol".

#include "sprt/remote/leases.hpp"

#include <chrono>
#include <cstddef>
#include <deque>

namespace sprt::remote {

/// At most so many in any second.
class Rate {
  public:
    explicit Rate(std::size_t most)
        : most_(most) {}

    /// Whether one may be sent now; then it counts as sent.
    [[nodiscard]] bool take(Time now) {
        while (!sent_.empty() && now - sent_.front() >= std::chrono::seconds(1)) {
            sent_.pop_front();
        }
        if (sent_.size() >= most_) {
            return false;
        }
        sent_.push_back(now);
        return true;
    }

  private:
    std::size_t most_;
    std::deque<Time> sent_;
};

} // namespace sprt::remote
