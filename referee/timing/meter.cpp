#include "referee/timing/meter.hpp"

#include "referee/process/proc_file.hpp"

#include <vector>

#include <sys/resource.h>
#include <time.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

/// No more threads than this are read: an agent's clock runs meanwhile.
constexpr int kMostTasks = ThreadTimes::kMostThreads;

/// Adds the children of `threads` of `pid` to `found`. Counts `tasks_left` down for each thread, and stops
/// below 0.
void add_children(pid_t pid, const std::vector<pid_t>& threads, std::vector<pid_t>& found, int& tasks_left) {
    for (const pid_t thread : threads) {
        if (--tasks_left < 0) {
            return;
        }
        const auto children = children_of(pid, thread);
        found.insert(found.end(), children.begin(), children.end());
    }
}

/// More processor time than this cannot be that of the first thread when the kernel has not yet counted it
/// there: the kernel counts at each tick.
constexpr std::chrono::milliseconds kMostUncounted{20};

/// Whether the nice value of a process or thread is above that of the referee. Not of one that is gone.
bool gives_way(pid_t pid) {
    return ::getpriority(PRIO_PROCESS, static_cast<id_t>(pid)) > ::getpriority(PRIO_PROCESS, 0);
}

/// Processor time of a process and of the children that it waited for.
nanoseconds with_children(pid_t pid) {
    const auto status = process_status(pid);
    return processor_time(pid).value_or(nanoseconds(0)) +
           (status ? nanoseconds(status->waited_for) : nanoseconds(0));
}

/// Processor time of the children that `init` waited for; 0 without an init.
nanoseconds waited_for_by(pid_t init) {
    const auto status = init > 0 ? process_status(init) : std::nullopt;
    return status ? nanoseconds(status->waited_for) : nanoseconds(0);
}

} // namespace

std::optional<nanoseconds> processor_time(pid_t pid) noexcept {
    clockid_t clock = 0;
    timespec time{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
        return std::nullopt;
    }
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

void ProcessMeter::attach(pid_t pid, std::uint64_t seed, pid_t init) {
    threads_.attach(pid);
    had_no_kin_at_.reset();
    if (pid != pid_) {
        init_before_ = waited_for_by(init);
    }
    pid_ = pid;
    seed_ = seed;
    init_ = init;
}

std::optional<Meter::Reading> ProcessMeter::begin(bool is_listed) {
    threads_.begin(is_listed);
    return read();
}

std::optional<Meter::Reading> ProcessMeter::read() {
    if (!threads_.read()) {
        return std::nullopt;
    }
    const nanoseconds cpu = processor_time(pid_).value_or(nanoseconds(0));
    if (cpu - threads_.first_ran() > kMostUncounted) {
        threads_.expect_others();
    }
    return Reading{threads_.waited(), cpu, throttled(), threads_.busy()};
}

std::optional<nanoseconds> ProcessMeter::cpu() {
    return processor_time(pid_);
}

bool ProcessMeter::may_have_new_threads() {
    const bool may = threads_.may_have_new();
    if (may) { // a process could start others until the number is the same again
        had_no_kin_at_.reset();
    }
    return may;
}

std::optional<Meter::Kin> ProcessMeter::known_kin() {
    const auto started = threads_.started();
    return started && started == had_no_kin_at_ ? std::optional(Kin{.gives_way = gives_way(pid_)})
                                                : std::nullopt;
}

Meter::Kin ProcessMeter::kin() {
    if (const auto known = known_kin()) {
        return *known;
    }
    const auto started = threads_.started();
    Orphans::Left left = init_ > 0 ? Orphans::Left() : orphans_.left_by(seed_);
    std::vector<pid_t>& found = left.own;
    Kin kin{.started = started};
    int tasks_left = kMostTasks;
    if (init_ > 0) {
        add_children(init_, {init_}, found, tasks_left);
    }
    add_children(pid_, threads_.list(), found, tasks_left);
    for (std::size_t i = 0; i < found.size() && tasks_left >= 0; ++i) { // `found` grows
        const auto most = static_cast<std::size_t>(tasks_left) + 1;
        const auto threads = threads_of(found[i], most);
        add_children(found[i], threads, found, tasks_left);
        for (const pid_t thread : threads) {
            if (const auto times = core_times_in(schedstat_of(found[i], thread).fd())) {
                kin.threads.push_back({thread, *times, gives_way(thread)});
            }
        }
    }
    kin.cpu = waited_for_by(init_) - init_before_;
    for (const pid_t pid : found) {
        kin.cpu += with_children(pid);
    }
    for (const pid_t pid : left.unknown) {
        kin.unknown_cpu += with_children(pid);
    }
    if (const auto status = process_status(pid_)) {
        kin.cpu += status->waited_for;
    }
    kin.gives_way = gives_way(pid_);
    kin.is_whole = tasks_left >= 0;
    kin.any = !kin.is_whole || !found.empty() || !left.unknown.empty() || kin.cpu > nanoseconds(0);
    had_no_kin_at_ = kin.any ? std::nullopt : started;
    return kin;
}

bool ProcessMeter::is_runnable() {
    const auto status = process_status(pid_);
    if (!status || status->state == 'R') {
        return status.has_value();
    }
    return status->threads > 1 && is_any_runnable(pid_, threads_of(pid_, ThreadTimes::kMostThreads));
}

bool ProcessMeter::is_first_runnable() {
    const auto status = process_status(pid_);
    return status && status->state == 'R';
}

bool ProcessMeter::has_threads() {
    const auto status = process_status(pid_);
    return status && status->threads > 1;
}

} // namespace referee
