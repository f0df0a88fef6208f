#include "referee/process/limits.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace referee {

std::vector<ResourceLimit> resource_limits(const AgentLimits& limits, const rlimit& descriptors) {
    std::vector<ResourceLimit> result{{RLIMIT_NOFILE, descriptors}};
    const auto add = [&](int resource, std::optional<std::int64_t> amount, rlim_t unit, rlim_t grace) {
        if (!amount) {
            return;
        }
        rlimit ours{};
        if (::getrlimit(static_cast<__rlimit_resource>(resource), &ours) != 0) {
            throw_errno("cannot read a resource limit");
        }
        const rlim_t wanted = static_cast<rlim_t>(*amount) * unit;
        result.push_back(
            {resource, {std::min(wanted, ours.rlim_max), std::min(wanted + grace, ours.rlim_max)}});
    };
    constexpr rlim_t kMebi = rlim_t{1} << 20;
    add(RLIMIT_AS, limits.memory_mb, kMebi, 0);
    add(RLIMIT_CPU, limits.cpu_s, 1, 1); // SIGKILL follows a second after SIGXCPU
    add(RLIMIT_FSIZE, limits.file_mb, kMebi, 0);
    return result;
}

void be_ended_first_without_memory() noexcept {
    constexpr std::string_view kScore = "1000"; // the highest; a lower one would need a privilege
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        static_cast<void>(::write(file, kScore.data(), kScore.size()) > 0);
        ::close(file);
    }
}

rlimit raise_descriptor_limit(std::size_t needed) {
    rlimit before{};
    if (::getrlimit(RLIMIT_NOFILE, &before) != 0) {
        throw_errno("cannot read the limit of open files");
    }
    if (before.rlim_max < needed) {
        throw UserError("too few open files are allowed: " + std::to_string(needed) +
                        " are needed and ulimit -Hn is " + std::to_string(before.rlim_max) +
                        "; raise it or play fewer games at once (--concurrency)");
    }
    const rlimit raised{.rlim_cur = before.rlim_max, .rlim_max = before.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) != 0) {
        throw_errno("cannot raise the limit of open files");
    }
    return before;
}

namespace {

namespace fs = std::filesystem;

/// The group of this process in the tree whose group `shown` is mounted at `tree.top`; empty when it is in
/// none.
fs::path own_group(const GroupTree& tree, const std::string& shown,
                   const std::vector<GroupOfProcess>& groups) {
    for (const auto& [controllers, path] : groups) {
        const bool is_it = tree.is_version_2
                               ? controllers.empty()
                               : !controllers.empty() &&
                                     has_word(tree.controllers, controllers.substr(0, controllers.find(',')));
        if (is_it) {
            const bool is_below = shown != "/" && path.starts_with(shown);
            const auto below = fs::path(is_below ? path.substr(shown.size()) : path).relative_path();
            return below.empty() ? tree.top : tree.top / below;
        }
    }
    return {};
}

/// What the limit of `group` leaves; empty without a limit.
std::optional<std::uint64_t> memory_left_in(const fs::path& group, bool is_version_2) {
    const auto limit = number_in(group / (is_version_2 ? "memory.max" : "memory.limit_in_bytes"));
    const auto used = number_in(group / (is_version_2 ? "memory.current" : "memory.usage_in_bytes"));
    if (!limit || !used) {
        return std::nullopt;
    }
    const std::string stat = read_proc_file((group / "memory.stat").string());
    const std::string all = is_version_2 ? "" : "total_"; // with the groups below
    const std::uint64_t cached = number_behind(stat, all + "inactive_file").value_or(0) +
                                 number_behind(stat, all + "active_file").value_or(0);
    const std::uint64_t needed = *used - std::min(*used, cached);
    return *limit - std::min(*limit, needed);
}

} // namespace

bool has_word(std::string_view text, std::string_view word, std::string_view separators) {
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(separators), text.size());
        if (text.substr(0, end) == word) {
            return true;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ' ') {
            const auto word = line.substr(std::min(line.find_first_not_of(' ', key.size()), line.size()));
            return parse_number<std::uint64_t>(word.substr(0, word.find(' ')));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::nullopt;
}

std::optional<std::uint64_t> number_in(const fs::path& file) {
    return number_behind("n " + read_proc_file(file.string()), "n");
}

std::optional<std::uint64_t> memory_left(const fs::path& root) {
    const auto kib = number_behind(read_proc_file((root / "proc/meminfo").string()), "MemAvailable:");
    std::optional<std::uint64_t> least = kib ? std::optional(*kib * 1024) : std::nullopt;
    for (const GroupTree& tree : own_groups(root)) {
        for (const fs::path& group : tree.may_limit("memory") ? tree.levels() : std::vector<fs::path>()) {
            if (const auto left = memory_left_in(group, tree.is_version_2)) {
                least = std::min(least.value_or(*left), *left);
            }
        }
    }
    return least;
}

std::uint64_t memory_kills(const fs::path& root) {
    for (const GroupTree& tree : own_groups(root)) {
        for (const char* file : {"memory.events.local", "memory.events", "memory.oom_control"}) {
            if (const auto kills = number_behind(read_proc_file((tree.own / file).string()), "oom_kill")) {
                return *kills;
            }
        }
    }
    return number_behind(read_proc_file((root / "proc/vmstat").string()), "oom_kill").value_or(0);
}

bool GroupTree::may_limit(std::string_view controller) const {
    return is_version_2 || has_word(controllers, controller);
}

std::vector<fs::path> GroupTree::levels() const {
    std::vector<fs::path> found{own};
    while (found.back() != top && found.back().has_relative_path()) {
        found.push_back(found.back().parent_path());
    }
    return found;
}

std::vector<GroupTree> own_groups(const fs::path& root) {
    const auto groups = groups_in(read_proc_file((root / "proc/self/cgroup").string()));
    std::vector<GroupTree> result;
    std::istringstream mounts(read_proc_file((root / "proc/self/mountinfo").string()));
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream words(line);
        std::string skipped, shown, at, word, type, source, options;
        words >> skipped >> skipped >> skipped >> shown >> at;
        while (words >> word && word != "-") {
        }
        words >> type >> source >> options;
        if (type != "cgroup" && type != "cgroup2") {
            continue;
        }
        GroupTree tree{.own = {},
                       .top = root / fs::path(at).relative_path(),
                       .is_version_2 = type == "cgroup2",
                       .controllers = options};
        tree.own = own_group(tree, shown, groups);
        if (!tree.own.empty()) {
            result.push_back(std::move(tree));
        }
    }
    return result;
}

} // namespace referee
