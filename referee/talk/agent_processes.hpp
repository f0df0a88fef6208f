#pragma once
// The two agents of a game as child processes: their start, their end, and nothing of them afterwards.

#include "referee/base/stop_token.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/conversation.hpp"
#include "referee/talk/drain.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"
#include "referee/talk/turn_clock.hpp"
#include "referee/timing/meter.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct GameCores;

/// What to start on one side of the board.
struct Launch {
    const Program* program;
    std::uint64_t seed;                      ///< REFEREE_SEED
    int agent;                               ///< 1 or 2, for the trace
    const std::vector<int>* cores = nullptr; ///< to run on; nullptr: those of the thread that starts it
};

/// The cores of the agent that plays `side`; nullptr, which leaves them open, when `cores` is nullptr.
[[nodiscard]] const std::vector<int>* cores_of(Side side, const GameCores* cores) noexcept;

/// How agents are timed and ended, what they may use, and how much is kept of what they say.
struct AgentSettings {
    std::chrono::milliseconds finish_wait{500}; ///< from FINISH to SIGTERM
    std::size_t stderr_bytes = 64 * 1024;       ///< of each agent's standard error, the last ones are kept
    std::vector<ResourceLimit> limits;          ///< other limits are those of this process
    ClockRule clock = ClockRule::Wall;
    bool trace = false; ///< keep what is said, see last_trace()
};

/// Plays one game after another, each with two new processes; the buffers are kept. Belongs to one thread,
/// which must outlive it (see Process).
class AgentProcesses final : public Agents {
  public:
    /// `orphans` must outlive it. Waits end early when a stop is requested.
    AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans);
    ~AgentProcesses() override;

    /// Starts both agents of a game. Throws as Process does; then neither runs.
    void start(const PerSide<Launch>& launches);

    PerSide<Reply> ask_both(const PerSide<std::string_view>& messages,
                            std::chrono::nanoseconds limit) override;
    Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit) override;
    PerSide<Departure> finish(const PerSide<std::string_view>& last_words) override;

    /// What was said in the last game, when `trace` is set.
    [[nodiscard]] const std::string& last_trace() const noexcept { return trace_.text(); }

  private:
    void start_one(Side side, const Launch& launch);
    [[nodiscard]] Departure reap(Seat& seat);
    void bury();

    std::chrono::milliseconds finish_wait_;
    StopToken stop_;
    Orphans& orphans_;
    Spawner spawner_;
    PerSide<Seat> seats_;
    std::vector<std::uint64_t> live_seeds_; ///< of the agents that were started and have not ended
    PerSide<ProcessMeter> meters_;
    TurnClock clock_;
    Trace trace_;
    Drain drain_;
    Conversation conversation_;
};

} // namespace referee
