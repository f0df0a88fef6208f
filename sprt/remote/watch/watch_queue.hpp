#pragma once
// Messages on their way from the threads of a connection to the one that prints them.

#include "referee/base/event.hpp"
#include "sprt/remote/bus.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace sprt::remote {

/// May be used by several threads.
class WatchQueue {
  public:
    void put(Message message);
    /// Nothing more can come: why, as its user should read it.
    void fail(const std::string& why);

    /// What came since the last call. Throws std::runtime_error when nothing more can come.
    [[nodiscard]] std::vector<Message> take();
    /// Readable when there is something to take.
    [[nodiscard]] int fd() const noexcept { return news_.fd(); }

  private:
    referee::Event news_;
    std::mutex mutex_; ///< guards the members below
    std::vector<Message> waiting_;
    std::string failure_; ///< empty: none
};

} // namespace sprt::remote
