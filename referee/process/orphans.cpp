#include "referee/process/orphans.hpp"

#include "referee/base/text.hpp"
#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

/// The environment that `pid` was started with; each entry ends in NUL. It is empty for a moment during an
/// exec, so an empty one is read again, for 10 ms.
std::string environment_of(pid_t pid) {
    const std::string file = "/proc/" + std::to_string(pid) + "/environ";
    std::string environment = read_proc_file(file);
    for (int patience = 20; environment.empty() && patience > 0; --patience) {
        constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 500'000};
        ::nanosleep(&kMoment, nullptr);
        environment = read_proc_file(file);
    }
    return environment;
}

/// The value of REFEREE_SEED among `entries`.
std::optional<std::uint64_t> seed_in(std::string_view entries) {
    constexpr std::string_view kVariable = "REFEREE_SEED=";
    while (!entries.empty()) { // in place: its owner decides how many there are
        const std::string_view entry = entries.substr(0, entries.find('\0'));
        if (entry.starts_with(kVariable)) {
            return parse_number<std::uint64_t>(entry.substr(kVariable.size()));
        }
        entries.remove_prefix(std::min(entry.size() + 1, entries.size()));
    }
    return std::nullopt;
}

/// The children in an open file of the form /proc/PID/task/TID/children.
std::vector<pid_t> children_in(const Descriptor& file) {
    std::string text;
    std::array<char, 4096> block;
    ssize_t got = 0;
    while ((got = ::pread(file.fd(), block.data(), block.size(), static_cast<off_t>(text.size()))) > 0) {
        text.append(block.data(), static_cast<std::size_t>(got));
    }
    return pids_in(text);
}

/// The children of the calling thread; none for the main thread, whose children are orphans too.
std::vector<pid_t> children_of_this_worker() {
    return ::gettid() == ::getpid()
               ? std::vector<pid_t>()
               : children_in(Descriptor(::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC)));
}

/// Throws std::system_error, which says what to do, when agents could not be watched.
void expect_pidfd() {
    if (Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0))).fd() < 0) {
        throw_errno(errno == ENOSYS
                        ? "this system has no pidfd_open, by which agents are watched: it needs Linux "
                          "5.3 or newer"
                        : "this system refuses pidfd_open, by which agents are watched: a "
                          "container's filter of system calls must allow it; update its runtime");
    }
}

sigset_t only_sigcont() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCONT);
    return signals;
}

} // namespace

Orphans::Orphans(std::chrono::milliseconds remembered)
    : remembered_(remembered) {
    const sigset_t continues = only_sigcont();
    pthread_sigmask(SIG_BLOCK, &continues, nullptr);
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
        throw_errno("cannot become a child subreaper");
    }
    expect_pidfd();
    // Orphans become children of the main thread, whose number is that of the process.
    const std::string file = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
    children_file_ = Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (children_file_.fd() < 0) {
        const std::string what =
            ::access("/proc/self/stat", F_OK) != 0
                ? "/proc is not mounted, by which agents are watched: mount -t proc proc /proc"
                : "cannot read " + file +
                      ", by which processes that agents leave behind are found: the kernel needs "
                      "CONFIG_PROC_CHILDREN";
        throw_errno(what.c_str());
    }
    const auto before = children_in(children_file_);
    strangers_.insert(before.begin(), before.end());
}

Orphans::~Orphans() {
    const std::scoped_lock lock(mutex_);
    live_.clear();
    sweep();
}

void Orphans::agent_begins(std::uint64_t seed) {
    const std::scoped_lock lock(mutex_);
    live_.insert(seed);
}

void Orphans::agent_has_begun(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    agents_.insert(pid);
}

void Orphans::agent_is_gone(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    agents_.erase(pid);
    remember(pid);
}

void Orphans::helper_has_begun(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    helpers_.insert(pid);
}

void Orphans::helper_is_gone(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    helpers_.erase(pid);
}

void Orphans::remember(pid_t pid) {
    past_.push_back({pid, SteadyTime::now()});
    forget_old();
}

void Orphans::forget_old() {
    const auto old = SteadyTime::now() - remembered_;
    while (!past_.empty() && past_.front().seen < old) {
        past_.pop_front();
    }
}

void Orphans::agents_ended(const std::vector<std::uint64_t>& seeds) {
    const std::scoped_lock lock(mutex_);
    for (const std::uint64_t seed : seeds) {
        if (const auto found = live_.find(seed); found != live_.end()) {
            live_.erase(found);
        }
    }
    sweep();
}

/// Killing a process makes orphans of its children, so passes are made until one finds nothing to kill.
/// Processes that fork faster than they are killed must not stop the run: the last pass is made after a limit
/// of time, and the rest is left to the end of the next game.
void Orphans::sweep() {
    constexpr std::chrono::milliseconds kPatience{500};
    const auto deadline = SteadyTime::now() + kPatience;
    do {
        const std::vector<pid_t> found = doomed();
        if (found.empty()) {
            return;
        }
        for (const pid_t pid : found) {
            remember(pid);
        }
        kill_and_reap(found, std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyTime::now()));
    } while (SteadyTime::now() < deadline);
}

std::vector<pid_t> Orphans::doomed() const {
    std::vector<pid_t> found = children_in(children_file_);
    std::erase_if(found, [&](pid_t pid) {
        return agents_.contains(pid) || helpers_.contains(pid) || strangers_.contains(pid) ||
               belongs_to_live_agent(pid);
    });
    for (const pid_t pid : children_of_this_worker()) {
        if (!agents_.contains(pid) && !helpers_.contains(pid)) {
            found.push_back(pid);
        }
    }
    return found;
}

bool Orphans::belongs_to_live_agent(pid_t pid) const {
    const auto status = process_status(pid);
    if (live_.empty() || !status || status->state == 'Z') {
        return false;
    }
    const auto seed = seed_in(environment_of(pid));
    return seed && live_.contains(*seed);
}

Orphans::Left Orphans::left_by(std::uint64_t seed) {
    Left left;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) {
        return left;
    }
    // A child that becomes an agent does not have the environment of one before its exec.
    const bool one_begins = live_.size() != agents_.size();
    const auto look_at = [&](pid_t pid, bool is_known) {
        if (agents_.contains(pid) || helpers_.contains(pid) || strangers_.contains(pid)) {
            return;
        }
        const auto whose = seed_in(read_proc_file("/proc/" + std::to_string(pid) + "/environ"));
        if (whose == seed) {
            left.own.push_back(pid);
        } else if ((!whose || !live_.contains(*whose)) && is_known) {
            left.unknown.push_back(pid);
        }
    };
    for (const pid_t pid : children_in(children_file_)) {
        look_at(pid, !one_begins);
    }
    for (const pid_t pid : children_of_this_worker()) {
        look_at(pid, true); // this thread begins none at the moment
    }
    return left;
}

bool Orphans::is_ours(pid_t pid) {
    const std::scoped_lock lock(mutex_);
    forget_old();
    if (agents_.contains(pid) || std::ranges::find(past_, pid, &Past::pid) != past_.end()) {
        return true;
    }
    // A parent may be reaped between two reads, and its children become ours: then start again.
    for (int tries = 0; tries < 5; ++tries) {
        pid_t at = pid;
        auto status = process_status(at);
        while (status && status->parent != ::getpid() && status->parent > 1) {
            at = status->parent;
            status = process_status(at);
        }
        if (status && status->parent == ::getpid()) {
            return !strangers_.contains(at);
        }
        if (status && status->parent == 1) {
            return false;
        }
    }
    return false;
}

/// Of several signals that wait the kernel keeps the first one.
Orphans::Continued Orphans::continued() {
    constexpr timespec kNoWait{};
    const sigset_t continues = only_sigcont();
    const std::scoped_lock lock(continued_mutex_);
    siginfo_t info{};
    if (::sigtimedwait(&continues, &info, &kNoWait) == SIGCONT) {
        // The kernel itself, and a process outside of this PID namespace, have the number 0.
        const bool is_by_ours = info.si_pid > 0 && is_ours(info.si_pid);
        (is_by_ours ? continued_.by_ours : continued_.by_others) = SteadyTime::now();
    }
    return continued_;
}

} // namespace referee
