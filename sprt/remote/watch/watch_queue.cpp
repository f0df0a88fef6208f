#include "sprt/remote/watch/watch_queue.hpp"

#include <stdexcept>
#include <utility>

namespace sprt::remote {

void WatchQueue::put(Message message) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(message));
    news_.signal();
}

void WatchQueue::fail(const std::string& why) {
    const std::scoped_lock lock(mutex_);
    failure_ = failure_.empty() ? why : failure_;
    news_.signal();
}

std::vector<Message> WatchQueue::take() {
    const std::scoped_lock lock(mutex_);
    news_.clear();
    if (!failure_.empty()) {
        throw std::runtime_error(failure_);
    }
    return std::exchange(waiting_, {});
}

} // namespace sprt::remote
