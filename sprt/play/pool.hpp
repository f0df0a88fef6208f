#pragma once
// Threads that play several games of a schedule at once, their players, and the check game before the first
// pair.
// Source: docs/commands.md, "The check game".

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/process_player.hpp"
#include "referee/game/record.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "sprt/play/run.hpp"
#include "sprt/schedule/schedule.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <time.h>

namespace sprt {

using PlayGame = std::function<referee::GameRecord(const Job&)>;
/// Returns the jobs of the next pair, as Jobs::next_pair() does; no jobs at the end, nothing while the pair
/// waits for games to be counted. Only one thread calls the function at a time.
using NextPair = std::function<std::optional<std::vector<Job>>()>;
/// Makes the PlayGame of worker 0, 1, 2, ... The thread of each worker calls the function once. Once `stop`
/// is readable, a game must end early with a record that is Aborted.
using MakePlayer = std::function<PlayGame(referee::StopToken stop, int worker)>;

/// Plays games on `count` threads and returns their records in schedule order. One thread plays both games of
/// a pair, one after the other.
class Pool final : public Games {
  public:
    /// `first`: the number of the first game that `next_pair` returns. Throws std::system_error when a
    /// thread, a timer or an event cannot be made.
    Pool(int count, NextPair next_pair, MakePlayer make_player, std::uint64_t first = 0);
    /// Stops the games that are being played.
    ~Pool() override;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Rethrows the exception of a worker.
    [[nodiscard]] std::optional<referee::GameRecord> next(const referee::StopToken& interrupt,
                                                          const std::function<void()>& on_wait = {}) override;
    /// Joins the threads, and starts others.
    void replan(const std::function<void()>& change) override;
    /// Joins the threads.
    std::uint64_t stop() override;

  private:
    void start();
    void work(int worker);
    [[nodiscard]] std::vector<Job> take_pair();
    void note_begin();
    void wake_reader(const timespec& from_now) const noexcept;

    const int count_; ///< of threads
    const MakePlayer make_player_;
    const std::uint64_t lead_;    ///< games that may be taken beyond the last one that next() returned
    referee::Descriptor results_; ///< timerfd, readable when next() must look for results
    referee::Event stopping_;     ///< games must end

    std::mutex mutex_; ///< guards the members down to `failure_`
    std::condition_variable may_begin_;
    NextPair next_pair_;
    bool schedule_ended_ = false;
    std::uint64_t asked_ = 0; ///< how often next() was called; the games that it returned before were counted
    int waiting_ = 0;         ///< threads that wait for games to be counted
    Delivery<referee::GameRecord> delivery_;
    std::uint64_t taken_;      ///< number of the game after the last one that a worker took
    std::uint64_t begun_;      ///< `taken_` minus the games that workers took and have not begun
    std::uint64_t beyond_ = 0; ///< games that were begun and thrown away
    bool stop_requested_ = false;
    std::uint64_t unread_ = 0; ///< results that came since next() last found none
    std::exception_ptr failure_;

    std::vector<std::jthread> threads_;
};

// The players of a pool: agents are processes.

/// Gives each worker a ProcessPlayer of `kit`. A worker and its agents run on the cores that `placement` has
/// for that worker. The arguments must outlive the result and its players.
[[nodiscard]] MakePlayer process_player(const referee::PlayerKit& kit, const referee::Placement& placement,
                                        referee::Orphans& orphans);

// The check game before the first pair: each agent makes one move. It finds agents that do not work, whose
// games would decide nothing but that. It is not counted, and nothing of it is kept.

struct CheckGameFailed : referee::UserError {
    using referee::UserError::UserError;
};

/// The longest time for READY, and for a move, in the check game.
inline constexpr std::chrono::seconds kLongestCheck{10};

/// The first game of the run, ended by the turn limit after one move of each agent. It waits for no agent
/// longer than kLongestCheck.
[[nodiscard]] Job check_job(const SchedulePlan& plan, Openings& openings);
/// The same between two agents of a list, `times` being theirs.
[[nodiscard]] Job check_job(const SchedulePlan& plan, Openings& openings,
                            const referee::PerPlayer<referee::AgentId>& agents,
                            const referee::PerPlayer<referee::TimeControl>& times);

/// Plays `job` with a player of its own. Empty when `interrupt` becomes readable. Throws what the player
/// throws.
[[nodiscard]] std::optional<referee::GameRecord> play_check_game(const Job& job, const MakePlayer& player,
                                                                 const referee::StopToken& interrupt);

/// Whether an agent lost the check game `game` by a fault. A time loss is none here, as everywhere, and
/// neither is READY without an answer within kLongestCheck when the run gives more (`ready`).
[[nodiscard]] bool shows_broken_agent(const referee::GameRecord& game, std::chrono::nanoseconds ready);

/// By the check game `game`: why an agent cannot be told some of the openings, naming the first of them in
/// its file; empty when both can be told, as far as is known what they offer.
[[nodiscard]] std::string untold_opening_text(const referee::GameRecord& game, const OpeningsFacts& openings);

/// What went wrong in a check game that shows_broken_agent(): `agent 2 crashed: ...`, or both agents.
[[nodiscard]] std::string check_failure_reason(const referee::GameRecord& lost);
/// The same, with the flag that helps.
[[nodiscard]] std::string check_failure_text(const referee::GameRecord& lost);

/// A fault in a check game without the number of the seat: `crashed: ...`. Give it the last of faults_of():
/// where both agents failed, the reason of the first one names both.
[[nodiscard]] std::string check_fault_text(const referee::GameFault& fault);

/// The last lines of the standard error of the agents at fault, each after `agent 2's standard error: `.
[[nodiscard]] std::vector<std::string> last_words(const referee::GameRecord& lost);

} // namespace sprt
