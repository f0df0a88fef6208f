#pragma once
// One process of the agent that is checked: what is said to it, what it answers, and its end.

#include "referee/base/time.hpp"
#include "referee/check/subject.hpp"
#include "referee/game/game_text.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/conversation.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"
#include "referee/timing/meter.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace referee::check {

// What a process holds, and whether it grows. Source: proc_pid_statm(5), proc_pid_fd(5).

struct Footprint {
    std::int64_t memory_kib = 0;  ///< in use, resident
    std::int64_t descriptors = 0; ///< open
    bool operator==(const Footprint&) const = default;
};

/// Empty when the process is gone or may not be looked at.
[[nodiscard]] std::optional<Footprint> footprint_of(pid_t pid);

/// What grows in a process that did the same many times, in words; empty when nothing does. The readings are
/// those after a third of the work at most, after a half of the rest, and at the end. A process that grows
/// fills its tables first: only what grows in both halves by more than a little, and does not slow down, is
/// named.
[[nodiscard]] std::optional<std::string> growth_in(const std::array<Footprint, 3>& readings);

/// How a process ended after what was said last.
struct Ended {
    Departure departure;
    bool by_itself = false;           ///< without a signal of ours
    std::chrono::nanoseconds took{0}; ///< from the last words to its exit
};

/// Belongs to one thread, which must outlive it (see Process).
class Talker {
  public:
    /// All of them must outlive it. Waits end early when a stop is requested.
    Talker(const Subject& subject, StopToken stop, Orphans& orphans);
    ~Talker();
    Talker(const Talker&) = delete;
    Talker& operator=(const Talker&) = delete;

    /// Starts a process with this REFEREE_SEED, on `cores`, or on those of this thread when it is nullptr. An
    /// earlier process is killed. Throws as Process does.
    void start(std::uint64_t seed, const std::vector<int>* cores = nullptr);
    /// Whether there is a process: it was started and not ended here.
    [[nodiscard]] bool has_process() const noexcept { return seat().process != nullptr; }
    /// Whether the process has exited by itself.
    [[nodiscard]] bool has_exited() const { return has_process() && seat().process->has_ended(); }
    /// Whether the process has not been prepared for a game yet.
    [[nodiscard]] bool is_new() const noexcept { return seat().is_new; }
    void is_prepared() noexcept { seats_.first.is_new = false; }

    [[nodiscard]] Reply ask(const Question& question);
    /// Says what needs no answer.
    void tell(std::string_view message);

    /// Says the last words, and waits so long for the exit; then the process is ended by signals. What it
    /// started is killed.
    Ended end(std::string_view last_words, std::chrono::milliseconds patience);
    /// The same; in place of last words its standard input is closed.
    Ended end_input(std::chrono::milliseconds patience);

    /// What was said since the last call of forget(), as in a trace.
    [[nodiscard]] const std::string& said() const noexcept { return trace_.text(); }
    void forget() { trace_.begin({1, 1}); }
    /// Whether the last answer was late because the agent waited for a core. Known once the process has
    /// ended.
    [[nodiscard]] bool was_starved() const noexcept { return late_ && late_->loss.disputed; }
    /// The line that answered the last question; that of an earlier one when none did.
    [[nodiscard]] const std::string& last_answer() const noexcept { return last_answer_; }

    [[nodiscard]] std::optional<std::chrono::nanoseconds> processor() const;
    [[nodiscard]] std::optional<Footprint> footprint() const;

  private:
    [[nodiscard]] const Seat& seat() const noexcept { return seats_.first; }
    Ended wait_for_end(std::chrono::milliseconds patience, SteadyTime::time_point begin);
    void bury();
    void after_end_of(pid_t pid);

    const Subject& subject_;
    StopToken stop_;
    Orphans& orphans_;
    Spawner spawner_;
    KeptCell cell_{orphans_}; ///< empty without a sandbox
    PerSide<Seat> seats_;     ///< the process has the first one
    PerSide<ProcessMeter> meters_;
    TurnClock clock_;
    Trace trace_{true};
    std::string last_answer_;
    std::optional<LateStart> late_; ///< the last answer, when it was late
    Drain drain_;
    ThreadStallMeter stall_meter_{orphans_};
    StallWatch stalls_{stall_meter_};
    Holder holder_; ///< holds nobody
    Conversation conversation_;
};

} // namespace referee::check
