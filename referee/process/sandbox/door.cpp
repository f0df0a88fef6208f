#include "referee/process/sandbox/door.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/process/sandbox/mounts.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

using wire::Report;

/// Reaps children that have ended. False when there are no others.
bool reap() noexcept {
    pid_t pid = 0;
    do {
        pid = ::waitpid(-1, nullptr, WNOHANG | __WALL);
    } while (pid > 0 || (pid < 0 && errno == EINTR));
    return pid == 0;
}

/// Ends all processes but this one. Returns how many refuse: 0, or 1 for some.
int sweep() noexcept {
    constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 200'000};
    constexpr int kMostLooks = 2500; // half a second; a process may be in the middle of a long system call
    for (int looks = 0; looks < kMostLooks; ++looks) {
        const bool nobody_there = ::kill(-1, SIGKILL) != 0 && errno == ESRCH;
        if (!reap() && nobody_there) {
            return 0;
        }
        if (looks > 0) {
            ::nanosleep(&kMoment, nullptr);
        }
    }
    return 1;
}

using wire::Order;

/// What is executed from now on gets no capabilities.
void bound_capabilities() noexcept {
    for (int capability = 0; capability <= CAP_LAST_CAP; ++capability) {
        static_cast<void>(::prctl(PR_CAPBSET_DROP, capability)); // the kernel may know fewer of them
    }
}

bool drop_capabilities() noexcept {
    __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    std::array<__user_cap_data_struct, 2> none{};
    return ::prctl(PR_SET_SECUREBITS, 0) == 0 &&
           ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) == 0 &&
           ::syscall(SYS_capset, &header, none.data()) == 0;
}

constexpr const char* kNoScratch = "cannot make a directory to write to: ";
constexpr std::string_view kSeedName = "REFEREE_SEED=";

class Door {
  public:
    explicit Door(DoorPlan& plan) noexcept
        : plan_(plan) {
        std::ranges::copy(kSeedName, seed_.begin());
    }

    [[noreturn]] void run() noexcept {
        const int standard = ::open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; ++fd) {
            expect(standard >= 0 && ::dup2(standard, fd) == fd, "cannot open /dev/null");
        }
        std::array<int, 3> kept{plan_.socket, plan_.user_namespace, plan_.mount_namespace};
        wire::close_all_but(kept);
        static_cast<void>(::prctl(PR_SET_NAME, "referee-door"));
        sigset_t all;
        sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr); // its end is that of the socket, or a SIGKILL
        ::setsid();
        end_with_parent();
        be_ended_first_without_memory(); // it could not once it is another user
        agents_umask_ = ::umask(022);    // agents must be able to enter what is made for them
        enter();
        report(Report::What::Waits);
        Order go_on;
        receive(go_on);
        start_init();
        const char* const failed = scratch_.set_up(*plan_.scratch, plan_.scratch_options.c_str());
        expect(failed == nullptr, kNoScratch, failed);
        bound_capabilities();
        report(Report::What::Ready, init_);
        serve();
    }

  private:
    void expect(bool is_right, const char* what, const char* path = "") const noexcept {
        if (!is_right) {
            wire::send_failure(plan_.socket, Report::What::Failed, what, path);
            ::_exit(1);
        }
    }
    void report(Report::What what, pid_t pid = 0) const noexcept {
        const Report report{.what = what, .error = 0, .pid = pid, .text = {}};
        if (!wire::send(plan_.socket, &report, sizeof report)) {
            leave();
        }
    }
    void receive(Order& order) noexcept {
        if (!wire::receive(plan_.socket, order, &ends_)) {
            leave();
        }
    }
    [[noreturn]] void leave() const noexcept {
        if (init_ > 0) {
            ::kill(init_, SIGKILL);
            retried([&] { return ::waitpid(init_, nullptr, 0); });
        }
        ::_exit(0);
    }
    void end_with_parent() const noexcept {
        if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != plan_.parent) {
            ::_exit(1);
        }
    }

    /// Enters the namespaces of the sandbox, as its user, and those of this cell.
    void enter() const noexcept {
        expect(::setns(plan_.user_namespace, CLONE_NEWUSER) == 0, "cannot enter the user namespace");
        expect(::setns(plan_.mount_namespace, CLONE_NEWNS) == 0, "cannot enter the mount namespace");
        if (plan_.becomes_nobody) {
            expect(::prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP) == 0 && ::setgroups(0, nullptr) == 0 &&
                       ::setresgid(kNobody, kNobody, kNobody) == 0 &&
                       ::setresuid(kNobody, kNobody, kNobody) == 0,
                   "cannot become nobody");
            end_with_parent(); // that was cleared
        }
        expect(::unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) == 0,
               "the kernel refuses new namespaces");
        static_cast<void>(::sethostname("sandbox", 7));
    }

    void start_init() noexcept {
        std::array<int, 2> ends{};
        expect(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0,
               "cannot make a socket");
        init_ = ::fork();
        expect(init_ >= 0, "cannot start an init");
        if (init_ == 0) {
            run_init(ends[1], plan_.command_line);
        }
        ::close(ends[1]);
        init_socket_ = ends[0];
        Report report;
        if (!wire::receive(init_socket_, &report, sizeof report) || report.what != Report::What::Ready) {
            static_cast<void>(wire::send(plan_.socket, &report, sizeof report));
            leave();
        }
    }

    [[noreturn]] void serve() noexcept {
        static Order order; // it is large
        while (true) {
            receive(order);
            if (order.what == Order::What::Start) {
                start_agent(order);
            } else {
                sweep();
            }
        }
    }

    void sweep() const noexcept {
        const Order order{.what = Order::What::Sweep};
        Report swept;
        if (!wire::send(init_socket_, order) || !wire::receive(init_socket_, &swept, sizeof swept) ||
            !wire::send(plan_.socket, &swept, sizeof swept)) {
            leave();
        }
    }

    void start_agent(const Order& order) noexcept {
        const char* const lost = scratch_.refresh(*plan_.scratch, plan_.scratch_options.c_str());
        if (lost != nullptr) {
            wire::send_failure(plan_.socket, Report::What::NotStarted, kNoScratch, lost);
        } else {
            char* const digits = seed_.data() + kSeedName.size();
            *std::to_chars(digits, seed_.data() + seed_.size() - 1, order.seed).ptr = '\0';
            plan_.environment[0] = seed_.data();
            order_ = &order;
            failed_ = nullptr;
            // Sharing memory, it tells why it failed. This process goes on when it has ended or become the
            // agent.
            const int pid = ::clone(&Door::become_agent, plan_.stack.data() + plan_.stack.size(),
                                    CLONE_PARENT | CLONE_VM | CLONE_VFORK | SIGCHLD, this);
            if (pid < 0 && errno == ENOMEM) {
                leave(); // the init was ended: nothing can be started here any more
            }
            if (pid < 0) {
                wire::send_failure(plan_.socket, Report::What::NotStarted, "cannot start a process");
            } else if (failed_ != nullptr) {
                errno = error_;
                wire::send_failure(plan_.socket, Report::What::NotStarted, failed_, "", pid);
            } else {
                report(Report::What::Started, pid);
            }
        }
        for (const int end : ends_) {
            if (end >= 0) {
                ::close(end);
            }
        }
    }

    static int become_agent(void* door) { static_cast<Door*>(door)->execute(); }

    /// In the child.
    [[noreturn]] void execute() noexcept {
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            need(::dup2(ends_[i], static_cast<int>(i)) >= 0, "cannot take its pipes");
        }
        need(::setpgid(0, 0) == 0, "cannot make a process group");
        ::umask(agents_umask_);
        for (const ResourceLimit& wanted : plan_.limits) {
            need(::setrlimit(static_cast<__rlimit_resource>(wanted.resource), &wanted.limit) == 0,
                 "cannot set its limits");
        }
        if (order_->core_bytes > 0) {
            const auto* cores = reinterpret_cast<const cpu_set_t*>(order_->cores.data());
            need(::sched_setaffinity(0, order_->core_bytes, cores) == 0, "cannot choose its cores");
        }
        need(::chdir(plan_.dir) == 0, "cannot enter its working directory");
        need(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && drop_capabilities(), "cannot drop its rights");
        need(::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == 0, "its referee is gone");
        reset_signals(plan_.ignored_signals);
        need(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &plan_.filter) ==
                 0,
             "cannot filter its system calls");
        ::execve(plan_.executable, const_cast<char* const*>(plan_.arguments.data()),
                 const_cast<char* const*>(plan_.environment.data()));
        need(false, "");
        ::_exit(127);
    }
    void need(bool is_right, const char* what) noexcept {
        if (!is_right) {
            error_ = errno;
            failed_ = what;
            ::_exit(127);
        }
    }

    DoorPlan& plan_;
    std::array<int, wire::kMostDescriptors> ends_{-1, -1, -1};
    Scratch scratch_;
    std::array<char, 40> seed_{}; ///< REFEREE_SEED=seed
    mode_t agents_umask_ = 0;     ///< the referee's
    pid_t init_ = -1;
    int init_socket_ = -1;
    const Order* order_ = nullptr;
    const char* failed_ = nullptr; ///< empty: the exec
    int error_ = 0;
};

} // namespace

void run_init(int socket, std::span<char> command_line) noexcept {
    std::ranges::fill(command_line, '\0');
    std::array<int, 1> kept{socket};
    wire::close_all_but(kept);
    static_cast<void>(::prctl(PR_SET_NAME, "referee-init"));
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::prctl(PR_SET_DUMPABLE, 0) != 0) {
        ::_exit(1);
    }
    if (::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) {
        wire::send_failure(socket, Report::What::Failed, "cannot mount a /proc of its own");
        ::_exit(1);
    }
    // The directories in /proc/1 belong to the user of the agents, who could tell the next game something by
    // their times.
    if (const int own = mounts::clone_of("/proc/1", mounts::Access::ReadOnly);
        own < 0 || !mounts::put(own, "/proc/1")) {
        wire::send_failure(socket, Report::What::Failed, "cannot make its /proc/1 read-only");
        ::_exit(1);
    }
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    // The kernel drops what agents send to an init. What is blocked or has a handler it would keep, and count
    // for our user.
    for (int signal = 1; signal < NSIG; ++signal) {
        ::signal(signal, SIG_DFL);
    }
    ::sigprocmask(SIG_SETMASK, &children, nullptr);
    Report report{.what = Report::What::Ready};
    static_cast<void>(wire::send(socket, &report, sizeof report));
    while (true) {
        std::array<pollfd, 2> watched{pollfd{.fd = socket, .events = POLLIN, .revents = 0},
                                      pollfd{.fd = ended, .events = POLLIN, .revents = 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0) {
            continue;
        }
        if (watched[1].revents != 0) {
            signalfd_siginfo info;
            while (::read(ended, &info, sizeof info) == sizeof info) {
            }
            static_cast<void>(reap());
        }
        if (watched[0].revents != 0) {
            static wire::Order order;
            if (!wire::receive(socket, order)) {
                ::_exit(0);
            }
            report = {.what = Report::What::Swept, .pid = sweep()};
            static_cast<void>(wire::send(socket, &report, sizeof report));
        }
    }
}

void run_door(DoorPlan& plan) noexcept {
    Door(plan).run();
}

} // namespace referee
