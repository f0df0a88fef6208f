#pragma once
// Orphans: processes that outlive the agent that started them, in its process group or not. And whether a
// signal came from one of them.

#include "referee/base/descriptor.hpp"
#include "referee/base/time.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Makes this process the parent of orphans (a child subreaper), and kills orphans when their game is over. A
/// program makes one; its functions may be called from any thread.
///
/// Orphans become children of the main thread. REFEREE_SEED in the environment of an orphan says whose it is:
/// an orphan with the seed of an agent that still plays stays, any other is killed. A process that an agent
/// started as its sibling (CLONE_PARENT) is a child of the thread that started the agent, and has to end with
/// the game that this thread plays. After a SIGKILL of the referee the kernel kills the agents, but
/// nobody kills orphans. Only a PID namespace could prevent that.
///
/// Blocks SIGCONT, which continues this process all the same, for the thread that makes it and those that it
/// starts later: make it before any other thread.
class Orphans {
  public:
    /// `remembered`: how long signals of an agent that is gone are known as its own.
    explicit Orphans(std::chrono::milliseconds remembered = std::chrono::seconds(10));
    /// Kills all orphans.
    ~Orphans();
    Orphans(const Orphans&) = delete;
    Orphans& operator=(const Orphans&) = delete;

    /// An agent with this seed plays from now on, until agents_ended().
    void agent_begins(std::uint64_t seed);
    void agent_has_begun(pid_t pid);
    /// The agent `pid` was reaped: the number may soon belong to another process.
    void agent_is_gone(pid_t pid);
    /// `pid` is a process of the referee's own, a child of this thread, until helper_is_gone().
    void helper_has_begun(pid_t pid);
    void helper_is_gone(pid_t pid);
    /// The agents with these seeds, which this thread started, play no longer. Kills and reaps all orphans
    /// that belong to no agent that still plays, and all children of this thread but its agents.
    void agents_ended(const std::vector<std::uint64_t>& seeds);

    /// Orphans, as one agent sees them.
    struct Left {
        std::vector<pid_t> own;     ///< have the seed of that agent
        std::vector<pid_t> unknown; ///< have the seed of no agent that plays, or have ended: may be anybody's
    };
    /// The orphans and siblings of the agent with this seed, which this thread started. Does not wait: empty
    /// while another thread uses this object.
    [[nodiscard]] Left left_by(std::uint64_t seed);

    /// Whether `pid` descends from this process, or was an agent or an orphan a moment ago: later its number
    /// may be a stranger's. A process that an agent started and waited for cannot be told from one.
    [[nodiscard]] bool is_ours(pid_t pid);

    /// When it was last seen that a SIGCONT had come for this process; the epoch: never. It tells of no stop:
    /// it also comes to a process that runs.
    struct Continued {
        SteadyTime::time_point by_ours{}; ///< the sender is_ours()
        SteadyTime::time_point by_others{};
    };
    /// Looks now. One system call, when there is nothing new.
    [[nodiscard]] Continued continued();

  private:
    struct Past {
        pid_t pid;
        SteadyTime::time_point seen;
    };

    void remember(pid_t pid);
    void forget_old();
    void sweep();
    [[nodiscard]] std::vector<pid_t> doomed() const;
    [[nodiscard]] bool belongs_to_live_agent(pid_t pid) const;

    std::mutex mutex_;
    std::multiset<std::uint64_t> live_;
    std::set<pid_t> agents_;  ///< that run
    std::set<pid_t> helpers_; ///< of the referee, e.g. the doors of cells
    /// Children from before this object: a shell that execs the program leaves its children to the program.
    std::set<pid_t> strangers_;
    std::deque<Past> past_; ///< the agents and orphans that were killed or reaped a moment ago
    const std::chrono::milliseconds remembered_;
    std::mutex continued_mutex_; ///< not the other one, which is held for long while orphans are killed
    Continued continued_;
    Descriptor children_file_; ///< of the main thread
};

} // namespace referee
