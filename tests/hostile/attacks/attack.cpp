#include "tests/hostile/attacks/attack.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>

namespace attack {

namespace {

constexpr int kMostGenerations = 5; // from the referee to an agent, whatever stands between them

bool is_ours(pid_t process) {
    const std::string name = content_of(proc(process, "comm"));
    return name == "sprt\n" || name == "referee\n";
}

bool descends(pid_t process, pid_t from) {
    for (int i = 0; i < kMostGenerations && process > 0; ++i) {
        process = parent_of(process);
        if (process == from) {
            return true;
        }
    }
    return false;
}

std::vector<std::string> split(const std::string& text, char end) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t stop = std::min(text.find(end, begin), text.size());
        parts.push_back(text.substr(begin, stop - begin));
        begin = stop + 1;
    }
    return parts;
}

/// The fields of /proc/PID/stat behind the name: state, parent, ...
std::vector<std::string> status_of(pid_t process) {
    const std::string text = content_of(proc(process, "stat"));
    const std::size_t name_end = text.rfind(") ");
    return name_end == std::string::npos ? std::vector<std::string>() : split(text.substr(name_end + 2), ' ');
}

} // namespace

void tell(std::string_view what, const Failure& failure) {
    complain("attack: TRIED " + std::string(what) + ": " + failure.value_or("worked") + "\n");
}

std::string why() {
    return std::strerror(errno);
}

std::string content_of(const std::string& path) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    std::string text;
    if (file < 0) {
        return text;
    }
    std::array<char, 4096> block{};
    for (ssize_t got = 0; text.size() < kMost && (got = ::read(file, block.data(), block.size())) > 0;) {
        text.append(block.data(), static_cast<std::size_t>(got));
    }
    ::close(file);
    return text;
}

Failure write_file(const std::string& path, int flags, std::string_view text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0755);
    if (file < 0) {
        return why();
    }
    const Failure failure =
        unless(::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(file);
    return failure;
}

std::string target_of(const std::string& link) {
    std::error_code error;
    return std::filesystem::read_symlink(link, error).string();
}

std::string proc(pid_t process, std::string_view entry) {
    return "/proc/" + std::to_string(process) + "/" + std::string(entry);
}

std::vector<pid_t> processes() {
    std::vector<pid_t> found;
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator("/proc", error);
         entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename();
        if (name.find_first_not_of("0123456789") == std::string::npos) {
            found.push_back(std::stoi(name));
        }
    }
    return found;
}

pid_t parent_of(pid_t process) {
    const std::vector<std::string> status = status_of(process);
    return status.size() < 2 ? 0 : std::stoi(status[1]);
}

char state_of(pid_t process) {
    const std::vector<std::string> status = status_of(process);
    return status.empty() ? 'X' : status[0].at(0);
}

std::vector<std::string> words_of(pid_t process) {
    return split(content_of(proc(process, "cmdline")), '\0');
}

std::optional<std::string> variable_of(pid_t process, std::string_view name) {
    const std::string start = std::string(name) + "=";
    for (const std::string& each : split(content_of(proc(process, "environ")), '\0')) {
        if (each.starts_with(start)) {
            return each.substr(start.size());
        }
    }
    return std::nullopt;
}

std::string variable(const char* name) {
    const char* const own = std::getenv(name);
    return own != nullptr ? own : variable_of(referee_process(), name).value_or("");
}

pid_t referee_process() {
    pid_t found = 0;
    pid_t ancestor = ::getppid();
    for (int i = 0; i < kMostGenerations && ancestor > 0; ++i) {
        if (is_ours(ancestor)) {
            found = ancestor;
        }
        ancestor = parent_of(ancestor);
    }
    const bool is_in_namespace = ::getppid() == 1 && ::getpid() < 100; // small numbers are those of a new one
    return found == 0 && is_in_namespace ? 1 : found;
}

std::vector<pid_t> rivals() {
    const pid_t self = ::getpid();
    const pid_t from = referee_process();
    const std::string executable = target_of(proc(self, "exe"));
    const char* const seed = std::getenv("REFEREE_SEED");
    std::vector<pid_t> found;
    for (const pid_t process : processes()) {
        const bool is_other = process != self && process != from && !is_ours(process) &&
                              target_of(proc(process, "exe")) != executable && !descends(process, self);
        if (is_other && from != 0 && descends(process, from) &&
            variable_of(process, "REFEREE_SEED") != seed) {
            found.push_back(process);
        }
    }
    return found;
}

} // namespace attack
