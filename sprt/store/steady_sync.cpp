#include "sprt/store/steady_sync.hpp"

#include "referee/base/task.hpp"

#include <chrono>

namespace sprt {

SteadySync::SteadySync(const referee::LogFile& log)
    : log_(log)
    , thread_(referee::new_thread([this] { run(); })) {}

SteadySync::~SteadySync() {
    stop();
}

void SteadySync::end() {
    stop();
    if (failure_) { // the kernel reports an error once; another flush would succeed
        std::rethrow_exception(failure_);
    }
    log_.sync();
    log_.check_whole();
}

void SteadySync::stop() noexcept {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SteadySync::appended() {
    const std::scoped_lock lock(mutex_);
    if (failure_) {
        std::rethrow_exception(failure_);
    }
    bytes_ = log_.bytes();
    if (!is_dirty_) {
        is_dirty_ = true;
        changed_.notify_one();
    }
}

void SteadySync::run() {
    constexpr std::chrono::milliseconds kMostAge{500};
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_dirty_ || is_ending_; });
        changed_.wait_for(lock, kMostAge, [&] { return is_ending_; });
        if (is_ending_) {
            return;
        }
        is_dirty_ = false;
        const std::uintmax_t bytes = bytes_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            log_.sync();
            log_.check(bytes);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        failure_ = failure;
        if (failure_) {
            return;
        }
    }
}

} // namespace sprt
