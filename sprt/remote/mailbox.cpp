#include "sprt/remote/mailbox.hpp"

#include <stdexcept>
#include <system_error>

namespace sprt::remote {
namespace {

constexpr std::size_t kOfEach = 4096; // a message without bytes takes memory and time, too
constexpr std::size_t kMostOfSender = 16 * ((1 << 20) + kOfEach); // sixteen of the largest messages

/// What a message takes of its sender's share.
std::size_t weight_of(const BusMessage& message) {
    return message.data.size() + kOfEach;
}

std::string sender_of(const BusMessage& message) {
    return message.subject.substr(message.subject.rfind('.') + 1);
}

} // namespace

Mailbox::Mailbox(unsigned readers, std::function<void(const BusMessage&)> read)
    : read_(std::move(read)) {
    try {
        for (unsigned i = 0; i < readers; ++i) {
            threads_.push_back(referee::new_thread([this] { read_messages(); }));
        }
    } catch (const std::system_error&) { // no more threads: those that have begun must end
        close();
        throw;
    }
}

Mailbox::~Mailbox() {
    close();
}

void Mailbox::put(BusMessage message) {
    constexpr std::size_t kMostWaiting = 65'536;
    const std::string sender = sender_of(message);
    const std::scoped_lock lock(mutex_);
    const auto place = bytes_of_.try_emplace(sender, 0).first;
    if (waiting_.size() < kMostWaiting && place->second + weight_of(message) <= kMostOfSender) {
        place->second += weight_of(message);
        waiting_.push_back(std::move(message));
        has_message_.notify_one();
    }
    if (place->second == 0) {
        bytes_of_.erase(place);
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
        BusMessage message;
        {
            std::unique_lock lock(mutex_);
            has_message_.wait(lock, [this] { return is_closing_ || !waiting_.empty(); });
            if (is_closing_) {
                return;
            }
            message = std::move(waiting_.front());
            waiting_.pop_front();
            const auto place = bytes_of_.find(sender_of(message));
            if (place != bytes_of_.end() && (place->second -= weight_of(message)) == 0) {
                bytes_of_.erase(place);
            }
        }
        read_(message);
    }
}

void WatchQueue::put(BusMessage message) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(message));
    news_.signal();
}

void WatchQueue::fail(const std::string& why) {
    const std::scoped_lock lock(mutex_);
    failure_ = failure_.empty() ? why : failure_;
    news_.signal();
}

std::vector<BusMessage> WatchQueue::take() {
    const std::scoped_lock lock(mutex_);
    news_.clear();
    if (!failure_.empty()) {
        throw std::runtime_error(failure_);
    }
    return std::exchange(waiting_, {});
}

} // namespace sprt::remote
