#pragma once
// Both agents of a game as child processes: the conversation over their pipes, and how they are stopped.
// Source: docs/protocol.md, "Uninvited output", "The clock".

#include "referee/agent/agent.hpp"
#include "referee/agent/clock.hpp"
#include "referee/agent/orphans.hpp"
#include "referee/agent/process.hpp"
#include "referee/agent/stop.hpp"
#include "referee/agent/trace.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>

namespace ataxx {

/// What to start on one side of the board.
struct Launch {
    const Program* program;
    std::uint64_t seed;                      ///< REFEREE_SEED
    int agent;                               ///< 1 or 2, for the trace
    const std::vector<int>* cores = nullptr; ///< to run on; nullptr: as the thread that starts it
};

/// How agents are seen off, what they may use, and how much is kept of what they say.
struct AgentSettings {
    std::chrono::milliseconds finish_wait{500}; ///< from FINISH to SIGTERM
    std::size_t stderr_bytes = 64 * 1024;       ///< the tail of each agent's standard error
    std::vector<ResourceLimit> limits;          ///< the others are ours
    bool trace = false;                         ///< keep what is said, see last_trace()
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
    struct Seat {
        Side side = Side::First;
        std::optional<Process> process;
        std::array<char, 2 * kMaxLineBytes> input; ///< the answer so far
        std::size_t input_size = 0;
        std::string_view unsent; ///< rest of the message that the pipe did not take
        bool is_awaited = false;
        bool in_watched = false; ///< for whoever reads it going away
        bool out_closed = false;
        bool err_closed = false;
        bool has_exited = false;
        std::optional<std::string> uninvited; ///< what is wrong with what it sent unasked
        std::string stderr_tail;
        SteadyTime::time_point asked;
        std::chrono::nanoseconds limit{0};
        Reply reply;
    };

    void bury();
    void begin(Seat& seat, std::string_view message, std::chrono::nanoseconds limit);
    void wait_for_replies();
    bool read_answer(Seat& seat);
    void read_last_answer(Seat& seat);
    void judge_input(Seat& seat);
    void read_uninvited(Seat& seat);
    void write_rest(Seat& seat);
    void judge_lost_reader(Seat& seat);
    void drain_errors(Seat& seat);
    void drain_output(Seat& seat);
    void settle(Seat& seat, decltype(Reply::what) what);
    void settle_fault(Seat& seat, Termination termination, std::string reason);
    [[nodiscard]] bool wait_for_exits(SteadyTime::time_point deadline, const StopToken& stop);

    AgentSettings settings_;
    StopToken stop_;
    Orphans& orphans_;
    Spawner spawner_;
    std::array<Seat, 2> seats_;
    std::vector<std::uint64_t> live_seeds_; ///< of the agents that were begun and not yet seen off
    Trace trace_;
    std::array<char, 16 * 1024> scratch_;
};

} // namespace ataxx
