#pragma once
// The two agents of a game as child processes: their start, their end, and nothing of them afterwards.

#include "referee/base/stop_token.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/process/program.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/conversation.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"
#include "referee/timing/meter.hpp"
#include "referee/timing/stall_watch.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct GameCores;

/// Who plays one side of the board.
struct Launch {
    const Program* program;
    std::uint64_t seed;                      ///< REFEREE_SEED, if a process is started
    int agent;                               ///< 1 or 2
    const std::vector<int>* cores = nullptr; ///< to run on; nullptr: those of the thread that starts it
    const Manner* manner = nullptr;          ///< nullptr: the default one
    const ProgramFiles* files = nullptr;     ///< of the program; nullptr: they are not watched
    const Sandbox* sandbox = nullptr;        ///< made for the program; nullptr: it runs as we do
    std::string_view name{};                 ///< for errors; empty: its number tells which agent it is
};

/// The cores of the agent that plays `side`; nullptr, which leaves them open, when `cores` is nullptr.
[[nodiscard]] const std::vector<int>* cores_of(Side side, const GameCores* cores) noexcept;

/// How agents are timed and ended, what they may use, and how much is kept of what they say.
struct AgentSettings {
    std::chrono::milliseconds finish_wait{500}; ///< from FINISH to SIGTERM
    std::size_t stderr_bytes = 64 * 1024;       ///< of each agent's standard error, the last ones are kept
    std::vector<ResourceLimit> limits;          ///< other limits are those of this process
    ClockRule clock = ClockRule::Wall;
    bool trace = false;                        ///< keep what is said, see last_trace()
    std::optional<engine::LinePattern> kept{}; ///< which lines of an engine's searches are kept
};

/// Plays one game after another, with new processes or with those that finish() kept; the buffers are kept.
/// Belongs to one thread, which must outlive it (see Process).
class AgentProcesses final : public Agents {
  public:
    /// `orphans` must outlive it. Waits end early when a stop is requested. The destructor says goodbye to
    /// the processes that were kept.
    AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans);
    ~AgentProcesses() override;

    /// Seats both agents of a game, and starts those that have no process. A process that has died since its
    /// last game is replaced. Throws as Process does, and AgentError when a file of the program has changed;
    /// then neither runs. What the launches point to must
    /// outlive the processes.
    void start(const PerSide<Launch>& launches);

    [[nodiscard]] const Manner& manner(Side side) const override { return *seats_[side].manner; }
    [[nodiscard]] bool is_new(Side side) const override { return seats_[side].is_new; }
    PingHabit& ping_habit(Side side) override { return seats_[side].ping_habit; }
    [[nodiscard]] bool is_free(Side side) const override { return launches_[side].sandbox == nullptr; }
    bool replace(Side side) override;
    PerSide<Reply> ask_both(const PerSide<Question>& questions) override;
    Reply ask(Side side, const Question& question) override;
    PerSide<Departure> finish(const PerSide<std::string_view>& last_words,
                              const PerSide<bool>& keeps) override;

    /// How many processes of an agent, 1 or 2, were replaced in this game because they had died since the
    /// last one.
    [[nodiscard]] int replaced(int agent) const noexcept { return counts_[index_of(agent)].replaced; }

    /// What was said in the last game, when `trace` is set.
    [[nodiscard]] const std::string& last_trace() const noexcept { return trace_.text(); }

  private:
    /// Of an agent, whatever its processes.
    struct Counts {
        int replaced = 0; ///< in this game
        int deaths = 0;   ///< since a process of it last outlived the time between two games
    };
    [[nodiscard]] static std::size_t index_of(int agent) noexcept { return agent == 2 ? 1 : 0; }
    void seat_agents(const PerSide<Launch>& launches);
    void start_process(Side side);
    void look_at(Side side, Reply& reply, bool is_turn);
    [[nodiscard]] bool is_curbed(Side side) const;
    [[nodiscard]] SandboxCell* held_cell(Side side) const;
    void end_process(Seat& seat);
    void after_end_of(const Seat& seat, pid_t pid);
    void forget_ended();
    void say_goodbye();
    [[nodiscard]] std::uint64_t held_bytes(const Seat& seat);
    [[nodiscard]] std::optional<MemoryEnd> memory_end(const Seat& seat) const;
    void note_memory(bool is_due);
    [[nodiscard]] Departure reap(Seat& seat);
    [[nodiscard]] Departure stay(Seat& seat);
    void bury();

    std::chrono::milliseconds finish_wait_;
    StopToken stop_;
    Orphans& orphans_;
    Spawner spawner_;
    std::vector<ResourceLimit> limits_;
    std::array<KeptCell, 2> cells_{
        {KeptCell(orphans_), KeptCell(orphans_)}}; ///< of the agents that run in a sandbox
    PerSide<Seat> seats_;
    PerSide<Launch> launches_{};
    std::vector<std::uint64_t>
        ended_seeds_; ///< of processes that have ended, and whose orphans may still run
    std::array<Counts, 2> counts_;
    bool has_fault_ = false;                      ///< an agent of this game
    std::uint64_t memory_kills_ = memory_kills(); ///< when they were read last
    SteadyTime::time_point memory_noted_at_ = SteadyTime::now();
    PerSide<ProcessMeter> meters_;
    TurnClock clock_;
    Trace trace_;
    std::optional<engine::LinePattern> kept_;
    ThreadStallMeter stall_meter_{orphans_};
    StallWatch stalls_{stall_meter_};
    DisturbanceWatch disturbances_;
    Holder holder_;
    Drain drain_;
    Conversation conversation_;
};

} // namespace referee
