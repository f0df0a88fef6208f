#include "sprt/remote/watch/watch_queue.hpp"

#include <stdexcept>
#include <utility>

namespace sprt::remote {

void WatchQueue::put(Message message) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(message));
    news_.signal();
}

void WatchQueue::refuse(const std::string& words) {
    const std::scoped_lock lock(mutex_);
    refused_ = words;
    news_.signal();
}

std::vector<Message> WatchQueue::take() {
    const std::scoped_lock lock(mutex_);
    news_.clear();
    if (!refused_.empty()) {
        throw std::runtime_error("the server refused what a viewer does: " + refused_);
    }
    return std::exchange(waiting_, {});
}

} // namespace sprt::remote
