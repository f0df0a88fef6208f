#pragma once
// What agents leave behind: processes that outlived the agent that began them, in its process group or not.

#include "referee/base/descriptor.hpp"

#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Makes this process the one that such processes fall to (a child subreaper), and kills them when their game
/// is over. One for a program; all its functions may be called from any thread.
///
/// An orphan is told by the REFEREE_SEED in its environment: one that has the seed of an agent that still
/// plays is left alone, any other is killed. After a SIGKILL of the referee nobody does this: agents die with
/// it, processes that left their agent do not. Only a PID namespace could prevent that.
class Orphans {
  public:
    Orphans();
    /// Kills whatever is left.
    ~Orphans();
    Orphans(const Orphans&) = delete;
    Orphans& operator=(const Orphans&) = delete;

    /// An agent with this seed plays from now on; until released.
    void agent_begins(std::uint64_t seed);
    /// Remembers whose process it was.
    void agent_has_begun(pid_t pid);
    /// Its process was waited for; the number may soon be another's.
    void agent_is_gone(pid_t pid);
    /// These agents are gone: kills and reaps, to the last, orphans that belong to no agent that still plays.
    void agents_ended(const std::vector<std::uint64_t>& seeds);

    /// Processes that left their agent and have fallen to us.
    struct Left {
        std::vector<pid_t> own;     ///< by REFEREE_SEED they are the agent's that was asked about
        std::vector<pid_t> unknown; ///< they name no agent that plays, or have ended: anybody's
    };
    /// Those of the agent with this seed. None while another thread is busy with orphans: who asks has no
    /// time to wait.
    [[nodiscard]] Left left_by(std::uint64_t seed);

    /// Whether `pid` is our child, a child's child, and so on, or is gone and was an agent or an orphan of
    /// one. A process that an agent began and has waited for cannot be told from a stranger's.
    [[nodiscard]] bool is_ours(pid_t pid);

  private:
    void remember(pid_t pid);
    void sweep();
    [[nodiscard]] std::vector<pid_t> children() const;
    [[nodiscard]] bool belongs_to_live_agent(pid_t pid) const;

    std::mutex mutex_;
    std::multiset<std::uint64_t> live_;
    std::set<pid_t> agents_; ///< that run
    std::set<pid_t>
        strangers_; ///< children that were there before us: a shell that execs a program leaves it its own
    std::deque<pid_t> past_; ///< the last agents and orphans, gone or not
    Descriptor children_file_;
};

} // namespace referee
