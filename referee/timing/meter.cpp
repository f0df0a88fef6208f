#include "referee/timing/meter.hpp"

#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

/// Processor time of all threads of a process, also of a zombie. 0 when it is gone.
nanoseconds processor_time(pid_t pid) noexcept {
    clockid_t clock = 0;
    timespec time{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
        return nanoseconds(0);
    }
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// No more threads than this are read: an agent's clock runs meanwhile.
constexpr int kMostTasks = 64;

/// Adds the children of all threads of `pid` to `found`. Counts `tasks_left` down for each thread, and stops
/// below 0.
void add_children(pid_t pid, std::vector<pid_t>& found, int& tasks_left) {
    std::error_code gone;
    for (std::filesystem::directory_iterator at("/proc/" + std::to_string(pid) + "/task", gone), end;
         !gone && at != end && tasks_left >= 0; at.increment(gone)) {
        if (--tasks_left >= 0) {
            for (const pid_t child : pids_in(read_proc_file(at->path().string() + "/children"))) {
                found.push_back(child);
            }
        }
    }
}

/// Processor time of a process and of the children that it waited for.
nanoseconds with_children(pid_t pid) {
    const auto status = process_status(pid);
    return processor_time(pid) + (status ? nanoseconds(status->waited_for) : nanoseconds(0));
}

} // namespace

void ProcessMeter::attach(pid_t pid, std::uint64_t seed) noexcept {
    schedstat_.reset();
    pid_ = pid;
    seed_ = seed;
}

std::optional<Meter::Reading> ProcessMeter::read() {
    if (schedstat_.fd() < 0) {
        const std::string file = "/proc/" + std::to_string(pid_) + "/schedstat";
        schedstat_ = Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    }
    // The file holds nanoseconds on a core, nanoseconds ready without a core, and time slices.
    std::array<char, 96> text;
    const ssize_t got = ::pread(schedstat_.fd(), text.data(), text.size(), 0);
    const char* const begin = text.data();
    const char* const end = begin + std::max<ssize_t>(got, 0);
    const char* const blank = std::find(begin, end, ' ');
    std::int64_t delay = 0;
    if (blank == end || std::from_chars(blank + 1, end, delay).ec != std::errc()) {
        return std::nullopt;
    }
    return Reading{nanoseconds(delay), processor_time(pid_)};
}

Meter::Kin ProcessMeter::kin() {
    Orphans::Left left = orphans_.left_by(seed_);
    std::vector<pid_t>& found = left.own;
    int tasks_left = kMostTasks;
    add_children(pid_, found, tasks_left);
    for (std::size_t i = 0; i < found.size() && tasks_left >= 0; ++i) { // `found` grows
        add_children(found[i], found, tasks_left);
    }
    Kin kin;
    for (const pid_t pid : found) {
        kin.cpu += with_children(pid);
    }
    for (const pid_t pid : left.unknown) {
        kin.unknown_cpu += with_children(pid);
    }
    if (const auto status = process_status(pid_)) {
        kin.cpu += status->waited_for;
        kin.gives_way = status->nice > ::getpriority(PRIO_PROCESS, 0);
    }
    kin.is_whole = tasks_left >= 0;
    kin.any = !kin.is_whole || !found.empty() || !left.unknown.empty() || kin.cpu > nanoseconds(0);
    return kin;
}

bool ProcessMeter::is_runnable() {
    const auto status = process_status(pid_);
    return status && status->state == 'R';
}

bool ProcessMeter::has_threads() {
    const auto status = process_status(pid_);
    return status && status->threads > 1;
}

} // namespace referee
