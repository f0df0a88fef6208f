#pragma once
// A thread that does something again and again.

#include "referee/base/task.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace sprt::remote {

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

} // namespace sprt::remote
