#pragma once
// What is appended to a log reaches the disk soon, without anybody waiting for it.

#include "referee/game/log_file.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace sprt {

/// Flushes a log to disk in a thread of its own, at most half a second after something was appended.
class SteadySync {
  public:
    /// `log` must outlive it.
    explicit SteadySync(const referee::LogFile& log);
    SteadySync(const SteadySync&) = delete;
    SteadySync& operator=(const SteadySync&) = delete;
    ~SteadySync();

    /// Something was appended. Throws what a flush before threw.
    void appended();

    /// Flushes what was appended, once and for all: nothing is flushed after it. Throws when that fails, or a
    /// flush before failed.
    void end();

  private:
    void run();
    void stop() noexcept;

    const referee::LogFile& log_;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    bool is_dirty_ = false;
    bool is_ending_ = false;
    std::exception_ptr failure_;
    std::jthread thread_; ///< last: it uses all of them
};

} // namespace sprt
