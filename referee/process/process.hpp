#pragma once
// One agent as a child process with three pipes. process.cpp is the only file that uses Boost.Process or
// sends signals.

#include "referee/base/descriptor.hpp"
#include "referee/process/limits.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace referee {

class SandboxCell;
struct Program;

/// What Process needs to start processes. Each thread that starts processes has one of its own; any number of
/// threads may start processes at once.
class Spawner {
  public:
    /// Children get these limits; their other limits are those of this process.
    explicit Spawner(std::vector<ResourceLimit> limits = {});
    ~Spawner();

  private:
    friend class Process;
    struct Context;
    std::unique_ptr<Context> context_;
    std::vector<ResourceLimit> limits_;
    std::vector<int> ignored_signals_; ///< by this process; a child would inherit that
};

struct ProcessEnd {
    std::string exit;                   ///< `exited N`, `signal N`, `killed by referee` or `given up PID`
    std::chrono::nanoseconds processor; ///< processor time of the process and of the children it waited for
    std::uint64_t most_bytes = 0;       ///< of memory, at once, of the process or of one of those children
};

/// A running child process in a process group of its own. The kernel kills the child when the referee dies.
/// Our ends of its pipes do not block. The child has no descriptors but 0, 1 and 2, default signal
/// dispositions and an empty signal mask.
class Process {
  public:
    /// Starts `program` with REFEREE_SEED=`seed` in its environment, on `cores`; nullptr: on the cores of the
    /// calling thread. Throws UserError when the file cannot be executed (ENOENT, EACCES, ENOEXEC),
    /// std::system_error when the machine cannot start another process or has none of the cores. The calling
    /// thread must live as long as the process: the kernel kills the child when that thread ends.
    Process(Spawner& spawner, const Program& program, std::uint64_t seed,
            const std::vector<int>* cores = nullptr);
    /// The same in `cell`, whose sandbox has the program. See SandboxCell::start().
    Process(SandboxCell& cell, std::uint64_t seed, const std::vector<int>* cores = nullptr);
    /// Kills and reaps the process if it was not reaped.
    ~Process();
    Process(Process&&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    [[nodiscard]] int in() const noexcept { return in_.fd(); }        ///< its standard input, for writing
    [[nodiscard]] int out() const noexcept { return out_.fd(); }      ///< its standard output, for reading
    [[nodiscard]] int err() const noexcept { return err_.fd(); }      ///< its standard error, for reading
    [[nodiscard]] int exited() const noexcept { return pidfd_.fd(); } ///< readable once it has ended

    /// Whether it has ended. Does not wait.
    [[nodiscard]] bool has_ended() const noexcept;

    /// Closes our end of its standard input: the process reads the end of the stream. in() is -1 afterwards.
    void close_in() noexcept { in_.reset(); }

    /// The signal that stopped the process since the last call (SIGSTOP, SIGTSTP), or SIGCONT when the
    /// process has gone on since. One system call. Empty when nothing stopped it, and when it has ended.
    [[nodiscard]] std::optional<int> stop_seen() noexcept;

    /// Sends SIGTERM or SIGKILL to the process and its group. SIGKILL goes to our descendants that trace it
    /// first, because a tracer can keep it from ending. Only before reap().
    void terminate() noexcept;
    void kill() noexcept;

    /// Waits for the end of the process, which should have come, and kills the rest of its group. A tracer
    /// hides the end of the process from its parent: our descendants that trace it are killed. A process
    /// whose end does not show within `patience` is given up: it stays our child. Call it once.
    [[nodiscard]] ProcessEnd reap(std::chrono::milliseconds patience = kReapPatience);

    /// How long reap() waits for an end that should have come.
    static constexpr std::chrono::milliseconds kReapPatience{10'000};
    /// The same when the program is to end.
    static constexpr std::chrono::milliseconds kShortReapPatience{200};

  private:
    struct Pipes;
    void take(Pipes& pipes);
    void send(int signal) noexcept;

    Descriptor in_;
    Descriptor out_;
    Descriptor err_;
    Descriptor pidfd_;
    pid_t pid_ = -1; ///< -1 once reaped
    bool signalled_ = false;
};

/// Sends SIGKILL to all of these children of this process, and to our descendants that trace them. Reaps
/// those that end within `patience`; the rest stay our children.
void kill_and_reap(const std::vector<pid_t>& children, std::chrono::milliseconds patience) noexcept;

/// Reaps a child that ends by itself; sends it SIGKILL when it has not ended within `patience`.
void reap_soon(pid_t child, std::chrono::milliseconds patience) noexcept;

/// The signals that this process ignores, as SIGPIPE, and SIGHUP under nohup. A program that it starts would
/// inherit that.
[[nodiscard]] std::vector<int> ignored_signals();

/// In a child before its exec: these signals get their defaults, and none is blocked. System calls only.
void reset_signals(const std::vector<int>& ignored) noexcept;

} // namespace referee
