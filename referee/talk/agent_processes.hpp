#pragma once
// Both agents of a game as child processes, and the conversation over their pipes.
// Source: docs/protocol.md, "Uninvited output", "The clock".

#include "referee/base/stop_token.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"
#include "referee/talk/wait_set.hpp"
#include "referee/timing/meter.hpp"
#include "referee/timing/turn_watch.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What to start on one side of the board.
struct Launch {
    const Program* program;
    std::uint64_t seed;                      ///< REFEREE_SEED
    int agent;                               ///< 1 or 2, for the trace
    const std::vector<int>* cores = nullptr; ///< to run on; nullptr: as the thread that starts it
};

/// What of a turn is charged: the time that passed, or that less the time the agent had no core.
enum class ClockRule : std::uint8_t { Wall, Fair };

/// How agents are timed and seen off, what they may use, and how much is kept of what they say.
struct AgentSettings {
    std::chrono::milliseconds finish_wait{500}; ///< from FINISH to SIGTERM
    std::size_t stderr_bytes = 64 * 1024;       ///< the tail of each agent's standard error
    std::vector<ResourceLimit> limits;          ///< the others are ours
    ClockRule clock = ClockRule::Wall;
    bool trace = false; ///< keep what is said, see last_trace()
};

/// Plays one game after another, each with two fresh processes; the buffers are kept. Belongs to one thread,
/// which must outlive it (see Process). Every wait ends early, with Stopped, once `stop` is readable.
class AgentProcesses final : public Agents {
  public:
    /// `orphans` must outlive it.
    AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans);
    ~AgentProcesses() override;

    /// Starts both agents of a game, by side. Throws as Process does; then neither runs.
    void start(const std::array<Launch, 2>& launches);

    std::array<Reply, 2> ask_both(const std::array<std::string_view, 2>& messages,
                                  std::chrono::nanoseconds limit) override;
    Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit) override;
    std::array<Departure, 2> finish(const std::array<std::string_view, 2>& last_words) override;

    /// What was said in the last game, when `trace` is set.
    [[nodiscard]] const std::string& last_trace() const noexcept { return trace_.text(); }

  private:
    void bury();
    void watch(Seat& seat);
    void unwatch(Seat& seat) noexcept;
    void begin(Seat& seat, std::string_view message, std::chrono::nanoseconds limit);
    void wait_for_replies();
    void handle(std::span<const epoll_event> events);
    void check_time(SteadyTime::time_point now);
    [[nodiscard]] bool is_late(Seat& seat, std::chrono::nanoseconds elapsed);
    bool read_answer(Seat& seat);
    void read_last_answer(Seat& seat);
    void judge_input(Seat& seat);
    void read_uninvited(Seat& seat);
    void stop_listening(Seat& seat) noexcept;
    void write_rest(Seat& seat);
    void judge_lost_reader(Seat& seat);
    void judge_time(Seat& seat);
    void settle(Seat& seat, decltype(Reply::what) what);
    void settle_fault(Seat& seat, Termination termination, std::string reason);

    AgentSettings settings_;
    StopToken stop_;
    Orphans& orphans_;
    Spawner spawner_;
    std::array<Seat, 2> seats_;
    std::vector<std::uint64_t> live_seeds_; ///< of the agents that were begun and not yet seen off
    WaitSet wait_set_;
    std::array<ProcessMeter, 2> meters_;
    TurnWatch turn_watch_;
    bool is_turn_ = false;        ///< someone's clock runs
    bool has_looked_ = false;     ///< at this turn
    std::optional<Side> cut_off_; ///< whose last turn the clock ended
    Trace trace_;
    std::array<char, 16 * 1024> scratch_;
};

} // namespace referee
