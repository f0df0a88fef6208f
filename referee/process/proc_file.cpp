#include "referee/process/proc_file.hpp"

#include "referee/base/descriptor.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

namespace referee {
namespace {

std::string folder_of(pid_t pid) {
    return "/proc/" + std::to_string(pid);
}

/// Where the name ends in a line `pid (name) state parent ...`. The name may hold any bytes, also
/// parentheses.
std::optional<std::size_t> end_of_name(const std::string& stat) {
    const auto end = stat.rfind(')');
    return end == std::string::npos || end + 4 >= stat.size() ? std::nullopt : std::optional(end);
}

} // namespace

// No stream: streams throw when a process goes away between open and read (ESRCH).
std::string read_proc_file(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string content;
    std::array<char, 4096> block;
    while (file.fd() >= 0 && content.size() < kMostProcBytes) {
        const ssize_t got = ::read(file.fd(), block.data(), block.size());
        if (got > 0) {
            content.append(block.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            break;
        }
    }
    return content;
}

std::vector<pid_t> pids_in(std::string_view text) {
    std::vector<pid_t> pids;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (at < end) {
        pid_t pid = 0;
        const auto [next, error] = std::from_chars(at, end, pid);
        if (error != std::errc()) {
            break;
        }
        pids.push_back(pid);
        at = next + 1; // a blank follows each
    }
    return pids;
}

std::vector<pid_t> children_of(pid_t pid, pid_t thread) {
    return pids_in(read_proc_file(folder_of(pid) + "/task/" + std::to_string(thread) + "/children"));
}

std::optional<ProcessStatus> process_status(pid_t pid) {
    const std::string stat = read_proc_file(folder_of(pid) + "/stat");
    const auto name_end = end_of_name(stat);
    if (!name_end) {
        return std::nullopt;
    }
    // Numbers of fields in proc_pid_stat(5). Times are in clock ticks.
    constexpr int kParent = 4;
    constexpr int kWaitedForUser = 16;
    constexpr int kWaitedForSystem = 17;
    constexpr int kNice = 19;
    constexpr int kThreads = 20;
    std::array<std::int64_t, kThreads + 1> fields{};
    const char* at = stat.data() + *name_end + 4;
    const char* const end = stat.data() + stat.size();
    for (std::size_t i = kParent; i < fields.size(); ++i) {
        const auto [next, error] = std::from_chars(at, end, fields[i]);
        if (error != std::errc()) {
            return std::nullopt;
        }
        at = std::min(next + 1, end);
    }
    static const std::int64_t ticks_a_second = ::sysconf(_SC_CLK_TCK);
    return ProcessStatus{.state = stat[*name_end + 2],
                         .parent = static_cast<pid_t>(fields[kParent]),
                         .waited_for = std::chrono::milliseconds(
                             (fields[kWaitedForUser] + fields[kWaitedForSystem]) * 1000 / ticks_a_second),
                         .nice = static_cast<int>(fields[kNice]),
                         .threads = static_cast<int>(fields[kThreads])};
}

bool is_below(pid_t pid, pid_t ancestor) {
    constexpr int kMostSteps = 100; // the parents of processes that end meanwhile change
    for (int steps = 0; pid > 1 && steps < kMostSteps; ++steps) {
        if (pid == ancestor) {
            return true;
        }
        const auto status = process_status(pid);
        pid = status ? status->parent : 0;
    }
    return false;
}

std::optional<pid_t> last_started() noexcept {
    static const Descriptor kLoad(::open("/proc/loadavg", O_RDONLY | O_CLOEXEC));
    std::array<char, 96> text;
    const ssize_t got = ::pread(kLoad.fd(), text.data(), text.size(), 0);
    const std::string_view line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    const std::size_t begin = line.rfind(' ') + 1; // 0 when there is no blank
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(line.data() + begin, line.data() + line.size(), pid);
    return begin > 0 && error == std::errc() ? std::optional(pid) : std::nullopt;
}

std::optional<pid_t> tracer_of(pid_t pid) {
    constexpr std::string_view kField = "\nTracerPid:\t";
    const std::string status = read_proc_file(folder_of(pid) + "/status");
    const auto field = status.find(kField);
    pid_t tracer = 0;
    if (field != std::string::npos) {
        std::from_chars(status.data() + field + kField.size(), status.data() + status.size(), tracer);
    }
    return tracer > 0 ? std::optional(tracer) : std::nullopt;
}

std::vector<pid_t> threads_of(pid_t pid, std::size_t most) {
    std::vector<pid_t> threads;
    std::error_code gone;
    for (std::filesystem::directory_iterator at(folder_of(pid) + "/task", gone), end;
         !gone && at != end && threads.size() < most; at.increment(gone)) {
        threads.push_back(static_cast<pid_t>(std::atoi(at->path().filename().c_str())));
    }
    return threads;
}

bool is_any_runnable(pid_t pid, const std::vector<pid_t>& threads) {
    return std::ranges::any_of(threads, [pid](pid_t thread) {
        const std::string stat = read_proc_file(folder_of(pid) + "/task/" + std::to_string(thread) + "/stat");
        const auto name_end = end_of_name(stat);
        return name_end && stat[*name_end + 2] == 'R';
    });
}

std::optional<CoreTimes> core_times_in(int schedstat) noexcept {
    std::array<char, 96> text; // `ran waited slices`
    const ssize_t got = ::pread(schedstat, text.data(), text.size(), 0);
    const char* const end = text.data() + std::max<ssize_t>(got, 0);
    std::int64_t ran = 0;
    std::int64_t waited = 0;
    const auto first = std::from_chars(text.data(), end, ran);
    if (first.ec != std::errc() || first.ptr == end ||
        std::from_chars(first.ptr + 1, end, waited).ec != std::errc()) {
        return std::nullopt;
    }
    return CoreTimes{std::chrono::nanoseconds(ran), std::chrono::nanoseconds(waited)};
}

std::optional<std::uint64_t> own_resident_bytes(pid_t pid) {
    static const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::istringstream statm(read_proc_file(folder_of(pid) + "/statm"));
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    return statm >> size >> resident ? std::optional(resident * page_bytes) : std::nullopt;
}

std::uint64_t resident_bytes(pid_t pid) {
    constexpr std::size_t kMost = 1024;
    std::vector<pid_t> all{pid};
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < all.size() && i < kMost; ++i) { // `all` grows
        bytes += own_resident_bytes(all[i]).value_or(0);
        const auto children = children_of(all[i], all[i]);
        all.insert(all.end(), children.begin(), children.end());
    }
    return bytes;
}

std::vector<GroupOfProcess> groups_in(const std::string& text) {
    std::vector<GroupOfProcess> groups;
    std::istringstream lines(text); // `hierarchy:controllers:path`
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first != std::string::npos && second != std::string::npos) {
            groups.push_back({line.substr(first + 1, second - first - 1), line.substr(second + 1)});
        }
    }
    return groups;
}

} // namespace referee
