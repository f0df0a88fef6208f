#pragma once
// Threads that play the games of a schedule, several at once.

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/game/record.hpp"
#include "sprt/schedule/delivery.hpp"
#include "sprt/schedule/jobs.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <time.h>

namespace sprt {

/// Plays one game.
using PlayGame = std::function<referee::GameRecord(const Job&)>;
/// The jobs of the next pair, see Jobs::next_pair(). Called by one thread at a time.
using NextPair = std::function<std::vector<Job>()>;
/// Makes what worker 0, 1, 2, ... plays with. Called once in each worker's thread; its games must end early,
/// with a record that is Aborted, once `stop` is readable.
using MakePlayer = std::function<PlayGame(referee::StopToken stop, int worker)>;

/// Plays games on `count` threads and hands the results on in schedule order. One thread plays both games of
/// a pair, one after the other.
class Pool {
  public:
    /// `first`: the number of the first game that `next_pair` gives.
    Pool(int count, NextPair next_pair, const MakePlayer& make_player, std::uint64_t first = 0);
    /// Stops games that are still being played.
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Waits for the next game of the schedule. Empty when all are handed on or `interrupt` became readable
    /// before it was there. Throws what a worker threw, once the games before that are handed on. `on_wait`
    /// is called again and again, some times a second, while it waits.
    [[nodiscard]] std::optional<referee::GameRecord> next(
        const referee::StopToken& interrupt, const std::function<void()>& on_wait = [] {});

    /// Ends the games that are being played, waits for the threads, and returns how many games were begun
    /// beyond those handed on.
    std::uint64_t stop();

  private:
    void work(const MakePlayer& make_player, int worker);
    [[nodiscard]] std::vector<Job> take_pair();
    void note_begin();
    void wake_reader(const timespec& from_now) const noexcept;

    const std::uint64_t lead_;     ///< how far the games taken may run ahead of those handed on
    referee::Descriptor results_;  ///< timerfd: something new for next()
    referee::Descriptor stopping_; ///< eventfd: games shall end

    std::mutex mutex_; ///< guards what follows
    std::condition_variable may_begin_;
    NextPair next_pair_;
    bool schedule_ended_ = false;
    Delivery<referee::GameRecord> delivery_;
    std::uint64_t taken_; ///< one past the last game that was given to a worker
    std::uint64_t begun_; ///< `taken_` without the games that their workers have not begun
    bool stop_requested_ = false;
    std::uint64_t unread_ = 0; ///< results since next() last found none
    std::exception_ptr failure_;

    std::vector<std::jthread> threads_;
};

} // namespace sprt
