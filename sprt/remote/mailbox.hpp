#pragma once
// Messages that wait to be read, and the threads that read them beside the one that counts.

#include "referee/base/descriptor.hpp"
#include "referee/base/task.hpp"
#include "sprt/remote/bus.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sprt::remote {

class Mailbox {
  public:
    /// `read` is called by `readers` threads at once; it must not throw.
    Mailbox(unsigned readers, std::function<void(const BusMessage&)> read);
    /// As close().
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    /// A message came. It is thrown away when too many wait, or too many or too large ones of its sender, who
    /// is the last word of its subject: workers repeat it.
    void put(BusMessage message);
    /// Ends the threads, after the messages that they are reading.
    void close();

  private:
    void read_messages();

    std::function<void(const BusMessage&)> read_;
    std::mutex mutex_; ///< guards the members down to `is_closing_`
    std::condition_variable has_message_;
    std::deque<BusMessage> waiting_;
    std::map<std::string, std::size_t> bytes_of_; ///< of the waiting ones and something for each, by sender
    bool is_closing_ = false;
    std::vector<std::jthread> threads_;
};

// A thread that does something again and again.

class Ticker {
  public:
    /// Calls `tick` in a thread of its own, so long after the call before ended.
    Ticker(std::chrono::milliseconds every, std::function<void()> tick)
        : thread_(referee::new_thread([this, every, tick = std::move(tick)] { work(every, tick); })) {}
    /// Returns when no call is under way.
    ~Ticker() {
        const std::unique_lock lock(mutex_);
        is_closing_ = true;
        closing_.notify_all();
    }
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

  private:
    void work(std::chrono::milliseconds every, const std::function<void()>& tick) {
        std::unique_lock lock(mutex_);
        while (!closing_.wait_for(lock, every, [this] { return is_closing_; })) {
            lock.unlock();
            tick();
            lock.lock();
        }
    }

    std::mutex mutex_; ///< guards `is_closing_`
    std::condition_variable closing_;
    bool is_closing_ = false;
    std::jthread thread_; ///< the last member: it uses the others
};

// Messages on their way from the threads of a connection to the one that prints them.

/// May be used by several threads.
class WatchQueue {
  public:
    void put(BusMessage message);
    /// Nothing more can come: why, as its user should read it.
    void fail(const std::string& why);

    /// What came since the last call. Throws std::runtime_error when nothing more can come.
    [[nodiscard]] std::vector<BusMessage> take();
    /// Readable when there is something to take.
    [[nodiscard]] int fd() const noexcept { return news_.fd(); }

  private:
    referee::Event news_;
    std::mutex mutex_; ///< guards the members below
    std::vector<BusMessage> waiting_;
    std::string failure_; ///< empty: none
};

} // namespace sprt::remote
