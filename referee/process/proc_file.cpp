#include "referee/process/proc_file.hpp"

#include "referee/base/descriptor.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include <fcntl.h>
#include <unistd.h>

namespace referee {

// No stream: streams throw when a process goes away between open and read (ESRCH).
std::string read_proc_file(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string content;
    std::array<char, 4096> block;
    while (file.fd() >= 0) {
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

std::optional<ProcessStatus> process_status(pid_t pid) {
    const std::string stat = read_proc_file("/proc/" + std::to_string(pid) + "/stat");
    // The line is `pid (name) state parent ...`; the name may hold any bytes, also parentheses.
    const auto name_end = stat.rfind(')');
    if (name_end == std::string::npos || name_end + 4 >= stat.size()) {
        return std::nullopt;
    }
    // Numbers of fields in proc_pid_stat(5). Times are in clock ticks.
    constexpr int kParent = 4;
    constexpr int kWaitedForUser = 16;
    constexpr int kWaitedForSystem = 17;
    constexpr int kNice = 19;
    constexpr int kThreads = 20;
    std::array<std::int64_t, kThreads + 1> fields{};
    const char* at = stat.data() + name_end + 4;
    const char* const end = stat.data() + stat.size();
    for (std::size_t i = kParent; i < fields.size(); ++i) {
        const auto [next, error] = std::from_chars(at, end, fields[i]);
        if (error != std::errc()) {
            return std::nullopt;
        }
        at = std::min(next + 1, end);
    }
    static const std::int64_t ticks_a_second = ::sysconf(_SC_CLK_TCK);
    return ProcessStatus{.state = stat[name_end + 2],
                         .parent = static_cast<pid_t>(fields[kParent]),
                         .waited_for = std::chrono::milliseconds(
                             (fields[kWaitedForUser] + fields[kWaitedForSystem]) * 1000 / ticks_a_second),
                         .nice = static_cast<int>(fields[kNice]),
                         .threads = static_cast<int>(fields[kThreads])};
}

} // namespace referee
