#include "referee/agent/meter.hpp"

#include "referee/agent/proc_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <time.h>

namespace ataxx {
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

/// The children of all threads of `pid` are added to `found`.
void add_children(pid_t pid, std::vector<pid_t>& found) {
    std::error_code gone;
    for (std::filesystem::directory_iterator at("/proc/" + std::to_string(pid) + "/task", gone), end;
         !gone && at != end; at.increment(gone)) {
        for (const pid_t child : pids_in(read_proc_file(at->path().string() + "/children"))) {
            found.push_back(child);
        }
    }
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
    // Nanoseconds on a core, nanoseconds ready without one, time slices.
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
    std::vector<pid_t> found = orphans_.left_by(seed_);
    add_children(pid_, found);
    for (std::size_t i = 0; i < found.size() && i < 1000; ++i) { // it grows; a thousand are enough to tell
        add_children(found[i], found);
    }
    Kin kin;
    kin.any = !found.empty();
    found.push_back(pid_);
    for (const pid_t pid : found) {
        if (pid != pid_) {
            kin.cpu += processor_time(pid);
        }
        if (const auto status = process_status(pid)) {
            kin.cpu += status->waited_for;
        }
    }
    kin.any = kin.any || kin.cpu > nanoseconds(0);
    return kin;
}

bool ProcessMeter::is_runnable() {
    const auto status = process_status(pid_);
    return status && status->state == 'R';
}

} // namespace ataxx
