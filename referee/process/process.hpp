#pragma once
// One agent as a child process with three pipes. With agent_processes.cpp, which talks to two of them, the
// only place that knows of processes; process.cpp is the only file that names Boost.Process or sends a
// signal.

#include "referee/base/descriptor.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/program.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Starts processes. One for each thread that does; any number of threads may start at once.
class Spawner {
  public:
    /// Children get these limits; the others are ours.
    explicit Spawner(std::vector<ResourceLimit> limits = {});
    ~Spawner();

  private:
    friend class Process;
    struct Context;
    std::unique_ptr<Context> context_;
    std::vector<ResourceLimit> limits_;
    std::vector<int> ignored_signals_; ///< by us, and by default inherited
};

/// How a process ended.
struct Ending {
    std::string exit;                   ///< `exited N`, `signal N` or `killed by referee`
    std::chrono::nanoseconds processor; ///< processor time, that of children it waited for included
};

/// A running child in a process group of its own, killed when the referee dies. Our ends of the pipes do not
/// block. It has no descriptors but its three, default signal dispositions and an empty signal mask.
class Process {
  public:
    /// Starts `program` with REFEREE_SEED=`seed` in its environment, on `cores`, or without them on
    /// those of the thread that calls. Throws UserError when the file cannot be executed (ENOENT, EACCES,
    /// ENOEXEC), std::system_error when the machine cannot start another process or has none of the cores.
    /// The thread that calls must live as long as the process: the kernel kills the child when that thread
    /// ends.
    Process(Spawner& spawner, const Program& program, std::uint64_t seed,
            const std::vector<int>* cores = nullptr);
    /// Kills and reaps what is still there.
    ~Process();
    Process(Process&&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    [[nodiscard]] int in() const noexcept { return in_.fd(); }        ///< its standard input, for writing
    [[nodiscard]] int out() const noexcept { return out_.fd(); }      ///< its standard output, for reading
    [[nodiscard]] int err() const noexcept { return err_.fd(); }      ///< its standard error, for reading
    [[nodiscard]] int exited() const noexcept { return pidfd_.fd(); } ///< readable once it has ended

    /// Sends SIGTERM or SIGKILL to the process and its group. Only before reap().
    void terminate() noexcept;
    void kill() noexcept;

    /// Waits for its end, which should have come, and kills what is left of its group. Call it once.
    [[nodiscard]] Ending reap();

  private:
    void send(int signal) noexcept;

    Descriptor in_;
    Descriptor out_;
    Descriptor err_;
    Descriptor pidfd_;
    pid_t pid_ = -1; ///< -1 once reaped
    bool signalled_ = false;
};

/// Sends SIGKILL to children of this process, all of them before waiting for any, and reaps them.
void kill_and_reap(const std::vector<pid_t>& children) noexcept;

} // namespace referee
