#pragma once
// Flushes a log to disk in the background, so that no game waits for the disk, and watches it for damage.

#include "referee/game/log/log_file.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace sprt {

/// Flushes a log to disk in a thread of its own, at most half a second after something was appended, and then
/// checks that the log is still the file that was written and has lost nothing.
class SteadySync {
  public:
    /// `log` must outlive this object.
    explicit SteadySync(const referee::LogFile& log);
    SteadySync(const SteadySync&) = delete;
    SteadySync& operator=(const SteadySync&) = delete;
    ~SteadySync();

    /// Says that something was appended to the log. Throws the error of an earlier flush, if one failed:
    /// std::system_error or referee::LogDamaged.
    void appended();

    /// Stops the thread and flushes the log a last time. Throws std::system_error when that or an earlier
    /// flush failed, referee::LogDamaged when the log does not hold what was appended.
    void end();

  private:
    void run();
    void stop() noexcept;

    const referee::LogFile& log_;
    std::mutex mutex_; ///< guards the members below
    std::condition_variable changed_;
    bool is_dirty_ = false;
    std::uintmax_t bytes_ = 0; ///< what the log must hold
    bool is_ending_ = false;
    std::exception_ptr failure_;
    std::jthread thread_; ///< the last member, because it uses all others
};

} // namespace sprt
