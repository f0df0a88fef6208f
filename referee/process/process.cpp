#include "referee/process/process.hpp"

#include "referee/base/task.hpp"
#include "referee/base/text.hpp"
#include "referee/base/time.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/proc_file.hpp"
#include "referee/process/program.hpp"
#include "referee/process/sandbox/cell.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

namespace referee {
namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;

/// A context that ignores forks. Otherwise it would rebuild its reactor in the child, and a vfork child
/// shares its memory with the parent.
struct ForkBlindContext : asio::io_context {
    static void notify_fork(fork_event) noexcept {}
};

/// An executor of such a context. Nothing is executed on it: the launcher only asks for the context.
class ForkBlindExecutor {
  public:
    explicit ForkBlindExecutor(ForkBlindContext& context) noexcept
        : context_(&context) {}
    [[nodiscard]] ForkBlindContext& query(asio::execution::context_t) const noexcept { return *context_; }
    template<class Function>
    void execute(Function&& function) const {
        context_->get_executor().execute(std::forward<Function>(function));
    }
    bool operator==(const ForkBlindExecutor&) const noexcept = default;

  private:
    ForkBlindContext* context_;
};

struct Pipe {
    Descriptor read;
    Descriptor write;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw_errno("cannot make a pipe for an agent");
    }
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void set_nonblocking(const Descriptor& end) {
    if (::fcntl(end.fd(), F_SETFL, O_NONBLOCK) != 0) {
        throw_errno("cannot set up an agent's pipe");
    }
}

/// Blocks all signals of this thread for the life of the object.
class SignalsBlocked {
  public:
    SignalsBlocked() noexcept {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  private:
    sigset_t before_;
};

/// The environment of the child: what it gets of that of this process, overridden by its variables, then by
/// the seed.
std::vector<const char*> environment(const Program& program, const std::string& seed_variable) {
    const std::vector<std::string>& variables = program.variables;
    std::vector<const char*> result;
    const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=') + 1); };
    const auto is_overridden = [&](std::string_view entry) {
        const auto name = name_of(entry);
        return name == name_of(seed_variable) ||
               std::ranges::any_of(variables,
                                   [&](const std::string& variable) { return name_of(variable) == name; });
    };
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view name = name_of(*entry);
        const bool is_withheld = !program.gets_secrets && may_be_secret(name.substr(0, name.size() - 1));
        if (!is_overridden(*entry) && !is_withheld) {
            result.push_back(*entry);
        }
    }
    for (const std::string& variable : variables) {
        if (name_of(variable) != name_of(seed_variable)) {
            result.push_back(variable.c_str());
        }
    }
    result.push_back(seed_variable.c_str());
    result.push_back(nullptr);
    return result;
}

/// What the child does between vfork and exec: system calls only, because it shares its memory with us.
struct ChildSetup {
    std::array<int, 3> ends; ///< they become descriptors 0, 1 and 2; each is above 2
    const char* dir;         ///< nullptr: the working directory of this process
    pid_t parent;
    const std::vector<ResourceLimit>* limits;
    const std::vector<int>* ignored_signals;
    const CoreMask* cores;    ///< nullptr: those of the calling thread
    const char** failed_step; ///< what could not be set up; written by the child, whose memory is ours

    template<class Launcher>
    process::error_code on_exec_setup(Launcher&, const process::filesystem::path&,
                                      const char* const*) const noexcept {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (::dup2(ends[i], static_cast<int>(i)) < 0) {
                return failed("its pipes cannot be set");
            }
        }
        if (::setpgid(0, 0) != 0 || ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
            return failed("its process group cannot be set");
        }
        if (dir != nullptr && ::chdir(dir) != 0) {
            return failed("its dir cannot be entered");
        }
        for (const ResourceLimit& wanted : *limits) {
            if (::setrlimit(static_cast<__rlimit_resource>(wanted.resource), &wanted.limit) != 0) {
                return failed("its limits (memory_mb, cpu_s, file_mb) cannot be set");
            }
        }
        if (cores != nullptr && ::sched_setaffinity(0, cores->bytes(), cores->set()) != 0) {
            return failed("it cannot be kept on its cores (--pin off leaves it to the scheduler)");
        }
        be_ended_first_without_memory(); // of a vfork child alone: the kernel knows them
        if (::getppid() != parent) {     // the parent died before PDEATHSIG was set
            ::_exit(127);
        }
        reset_signals(*ignored_signals);
        return {};
    }

    /// Without this the launcher calls exit(), which runs the parent's atexit handlers in the child.
    void on_exec_error(auto&&...) const noexcept { ::_exit(127); }

  private:
    process::error_code failed(const char* step) const noexcept {
        *failed_step = step;
        return {errno, boost::system::system_category()};
    }
};

void wait_for(pid_t pid) noexcept {
    retried([&] { return ::waitpid(pid, nullptr, __WALL); });
}

/// Not of this process itself, which a child can make its tracer (PTRACE_TRACEME).
bool is_our_descendant(pid_t pid) {
    return pid != ::getpid() && is_below(pid, ::getpid());
}

/// Sends SIGKILL to the tracer of `pid`, if it descends from us, and to its tracer before that. A process
/// that ends no longer traces.
void kill_tracers(pid_t pid) noexcept {
    constexpr std::size_t kMost = 16; // processes may trace each other in a circle
    std::vector<pid_t> tracers;
    for (auto tracer = tracer_of(pid); tracer && tracers.size() < kMost && is_our_descendant(*tracer);
         tracer = tracer_of(*tracer)) {
        tracers.push_back(*tracer);
    }
    std::for_each(tracers.rbegin(), tracers.rend(), [](pid_t tracer) { ::kill(tracer, SIGKILL); });
}

/// Whether no wait for the child `pid` would block. Reaps nothing: while the child is a zombie, its number
/// names no other process or group.
bool can_be_reaped(pid_t pid) noexcept {
    siginfo_t info{};
    const bool is_child =
        ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT | WNOHANG | __WALL) == 0;
    return is_child ? info.si_pid == pid : errno == ECHILD;
}

/// Waits until the end of the child `pid` can be collected; false at the deadline, but not before a number of
/// looks: the whole machine may have stood still meanwhile. Kills tracers.
bool wait_for_end(pid_t pid, SteadyTime::time_point deadline) noexcept {
    constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 500'000};
    constexpr int kLooksBeforeTracers = 20; // an end that was asked for takes a moment
    constexpr int kLeastLooks = 100;
    for (int looks = 0; !can_be_reaped(pid); ++looks) {
        if (looks >= kLeastLooks && SteadyTime::now() >= deadline) {
            return false;
        }
        if (looks % kLooksBeforeTracers == 0) {
            kill_tracers(pid);
        }
        ::nanosleep(&kMoment, nullptr);
    }
    return true;
}

/// A file that cannot be executed is the user's error, anything else the machine's. `failed_step` is what the
/// child could not set up before; nullptr: nothing. `has_forked`: there was a child.
[[noreturn]] void throw_not_started(const Program& program, int code, const char* failed_step,
                                    bool has_forked) {
    const std::string what = "cannot start " + program.executable.string();
    if (!has_forked) {
        throw_no_task(what, code);
    }
    if (code == ENOENT || code == EACCES || code == ENOEXEC) {
        throw UserError(
            "agent command '" + to_printable(join_words(program.words), 200) + "': " +
            (failed_step != nullptr ? failed_step : program.executable.string() + " cannot be executed") +
            ": " + std::generic_category().message(code));
    }
    if (failed_step != nullptr) {
        throw std::system_error(code, std::generic_category(), what + ": " + failed_step);
    }
    throw_no_task(what, code); // also the exec counts the processes of a user
}

} // namespace

struct Spawner::Context : ForkBlindContext {};

Spawner::Spawner(std::vector<ResourceLimit> limits)
    : context_(std::make_unique<Context>())
    , limits_(std::move(limits))
    , ignored_signals_(ignored_signals()) {}
Spawner::~Spawner() = default;

/// Our ends of the pipes do not block.
struct Process::Pipes {
    Pipes() {
        set_nonblocking(to_agent.write);
        set_nonblocking(from_agent.read);
        set_nonblocking(errors.read);
    }
    /// They become descriptors 0, 1 and 2 of the agent.
    [[nodiscard]] std::array<int, 3> its_ends() const noexcept {
        return {to_agent.read.fd(), from_agent.write.fd(), errors.write.fd()};
    }

    Pipe to_agent = make_pipe();
    Pipe from_agent = make_pipe();
    Pipe errors = make_pipe();
};

Process::Process(Spawner& spawner, const Program& program, std::uint64_t seed,
                 const std::vector<int>* cores) {
    Pipes pipes;
    const std::string seed_variable = "REFEREE_SEED=" + std::to_string(seed);
    const auto variables = environment(program, seed_variable);
    const std::string dir = program.dir.string();
    const auto mask = cores != nullptr ? std::optional<CoreMask>(*cores) : std::nullopt;
    const char* failed_step = nullptr;
    const ChildSetup setup{.ends = pipes.its_ends(),
                           .dir = dir.empty() ? nullptr : dir.c_str(),
                           .parent = ::getpid(),
                           .limits = &spawner.limits_,
                           .ignored_signals = &spawner.ignored_signals_,
                           .cores = mask ? &*mask : nullptr,
                           .failed_step = &failed_step};
    const std::vector<std::string> arguments(program.words.begin() + 1, program.words.end());

    process::posix::vfork_launcher launcher; // a new one for each child: a launcher keeps the command line
    launcher.env = variables.data();
    process::error_code error;
    {
        const SignalsBlocked blocked;
        try {
            auto child = launcher(ForkBlindExecutor(*spawner.context_), error,
                                  process::filesystem::path(program.executable.string()), arguments, setup);
            if (!error) {
                pid_ = child.id();
                child.detach();
            }
        } catch (const boost::system::system_error&) { // it opens a descriptor of the child, as take() does
            pid_ = launcher.pid;
        }
    }
    if (error) {
        if (launcher.pid > 0) {
            wait_for(launcher.pid);
        }
        throw_not_started(program, error.value(), failed_step, launcher.pid > 0);
    }
    take(pipes);
}

Process::Process(SandboxCell& cell, std::uint64_t seed, const std::vector<int>* cores) {
    Pipes pipes;
    pid_ = cell.start(pipes.its_ends(), seed, cores);
    take(pipes);
}

/// Takes our ends of the pipes of the process that was started.
void Process::take(Pipes& pipes) {
    pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    if (pidfd_.fd() < 0) {
        const int code = errno;
        kill();
        wait_for(pid_);
        throw std::system_error(code, std::generic_category(), "cannot watch an agent's process");
    }
    in_ = std::move(pipes.to_agent.write);
    out_ = std::move(pipes.from_agent.read);
    err_ = std::move(pipes.errors.read);
}

Process::~Process() {
    if (pid_ > 0) {
        kill();
        static_cast<void>(reap(std::chrono::seconds(1)));
    }
}

void Process::send(int signal) noexcept {
    ::kill(-pid_, signal);
    ::kill(pid_, signal); // the process may have left its group
    signalled_ = true;
}

bool Process::has_ended() const noexcept {
    pollfd exit{.fd = exited(), .events = POLLIN, .revents = 0};
    return ::poll(&exit, 1, 0) > 0;
}

std::optional<int> Process::stop_seen() noexcept {
    siginfo_t info{};
    // The kernel keeps a stop, and the continuation after a stop, for the parent until it asks.
    const bool is_seen =
        pid_ > 0 &&
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WCONTINUED | WNOHANG | __WALL) == 0 &&
        info.si_pid == pid_;
    return is_seen ? std::optional(info.si_status) : std::nullopt;
}

void Process::terminate() noexcept {
    send(SIGTERM);
}
void Process::kill() noexcept {
    kill_tracers(pid_);
    send(SIGKILL);
}

ProcessEnd Process::reap(std::chrono::milliseconds patience) {
    const pid_t pid = std::exchange(pid_, -1);
    if (!wait_for_end(pid, SteadyTime::now() + patience)) {
        return {"given up " + std::to_string(pid), std::chrono::nanoseconds(0), 0};
    }
    ::kill(-pid, SIGKILL);
    int status = 0;
    rusage used{};
    retried([&] { return ::wait4(pid, &status, __WALL, &used); });
    const auto time = [](const timeval& t) {
        return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
    };
    const auto how = [&]() -> std::string {
        if (WIFEXITED(status)) {
            return "exited " + std::to_string(WEXITSTATUS(status));
        }
        const int signal = WTERMSIG(status);
        if (signalled_ && (signal == SIGTERM || signal == SIGKILL)) {
            return "killed by referee";
        }
        return "signal " + std::to_string(signal);
    };
    return {how(), time(used.ru_utime) + time(used.ru_stime),
            static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

void kill_and_reap(const std::vector<pid_t>& children, std::chrono::milliseconds patience) noexcept {
    const auto deadline = SteadyTime::now() + patience;
    for (const pid_t child : children) {
        ::kill(child, SIGKILL);
    }
    for (const pid_t child : children) {
        if (wait_for_end(child, deadline)) {
            wait_for(child);
        }
    }
}

void reap_soon(pid_t child, std::chrono::milliseconds patience) noexcept {
    if (!wait_for_end(child, SteadyTime::now() + patience)) {
        ::kill(child, SIGKILL);
    }
    wait_for(child);
}

std::vector<int> ignored_signals() {
    std::vector<int> ignored;
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
            ignored.push_back(signal);
        }
    }
    return ignored;
}

void reset_signals(const std::vector<int>& ignored) noexcept {
    for (const int signal : ignored) {
        ::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

} // namespace referee
