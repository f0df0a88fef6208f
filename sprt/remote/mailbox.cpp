#include "sprt/remote/mailbox.hpp"

#include <utility>

namespace sprt::remote {

Mailbox::Mailbox(unsigned readers, std::function<void(const Message&)> read)
    : read_(std::move(read)) {
    for (unsigned i = 0; i < readers; ++i) {
        threads_.emplace_back([this] { read_messages(); });
    }
}

Mailbox::~Mailbox() {
    close();
}

void Mailbox::put(Message message) {
    constexpr std::size_t kMostWaiting = 65'536;
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() < kMostWaiting) {
        waiting_.push_back(std::move(message));
        has_message_.notify_one();
    }
}

void Mailbox::close() {
    {
        const std::scoped_lock lock(mutex_);
        is_closing_ = true;
    }
    has_message_.notify_all();
    threads_.clear();
}

void Mailbox::read_messages() {
    while (true) {
        Message message;
        {
            std::unique_lock lock(mutex_);
            has_message_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
            if (is_closing_) {
                return;
            }
            message = std::move(waiting_.front());
            waiting_.pop_front();
        }
        read_(message);
    }
}

} // namespace sprt::remote
