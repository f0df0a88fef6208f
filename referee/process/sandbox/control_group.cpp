#include "referee/process/sandbox/control_group.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "referee-";

bool write_value(const fs::path& file, const std::string& value) {
    const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    return out.fd() >= 0 &&
           ::write(out.fd(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

/// Groups of version 1 must be told which cores and which memory they have before a process may enter.
void take_cpuset_of(const fs::path& parent, const fs::path& group) {
    for (const char* file : {"cpuset.cpus", "cpuset.mems"}) {
        write_value(group / file, read_proc_file((parent / file).string()));
    }
}

void remove_group(const fs::path& group) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(group, error)) {
        if (entry.is_directory(error)) {
            ::rmdir(entry.path().c_str());
        }
    }
    ::rmdir(group.c_str());
}

std::string digits_behind(const std::string& text, std::size_t at) {
    return text.substr(at, text.find_first_not_of("0123456789", at) - at);
}

void remove_old_groups_in(const fs::path& base) {
    std::error_code error;
    std::vector<fs::path> old;
    for (const auto& entry : fs::directory_iterator(base, error)) {
        const std::string name = entry.path().filename().string();
        const std::string pid = name.starts_with(kName) ? digits_behind(name, kName.size()) : "";
        if (!pid.empty() && !fs::exists("/proc/" + pid, error)) {
            old.push_back(entry.path());
        }
    }
    std::ranges::for_each(old, remove_group);
}

/// A group in `parent` that was not there; empty, with the error, when none can be made. Several threads make
/// groups at once.
fs::path make_new_group(const fs::path& parent, const std::string& name, std::error_code& error) {
    for (int number = 1;; ++number) {
        fs::path group = parent / (name + "-" + std::to_string(number));
        if (::mkdir(group.c_str(), 0755) == 0) { // another thread may remove the one that is there
            return group;
        }
        if (errno != EEXIST) {
            error = {errno, std::generic_category()};
            return {};
        }
    }
}

/// What the kernel counts at each change between processes costs microseconds a turn.
void count_no_pressure(const fs::path& group) {
    write_value(group / "cgroup.pressure", "0"); // older kernels cannot
}

std::string own_name() {
    return std::string(kName) + std::to_string(::getpid());
}

} // namespace

void remove_old_groups() {
    for (const GroupTree& mounted : own_groups()) {
        remove_old_groups_in(mounted.own);
    }
}

ControlGroups::ControlGroups(std::size_t agents, std::size_t games, std::size_t players)
    : games_(games)
    , players_(players) {
    for (const GroupTree& mounted : own_groups()) {
        Tree tree{.base = mounted.own, .own = {}, .is_version_2 = mounted.is_version_2};
        if (!mounted.is_version_2) {
            tree.memory = mounted.may_limit("memory");
            tree.tasks = mounted.may_limit("pids");
            tree.cores = mounted.may_limit("cpuset");
        }
        if (tree.is_version_2 || tree.memory || tree.tasks || tree.cores) {
            add(std::move(tree));
        }
    }
    if (const auto left = memory_ && agents > 0 ? memory_left() : std::nullopt) {
        share_bytes_ = *left / 8 * 7 / agents; // the referee needs some too
    }
}

void ControlGroups::add(Tree tree) {
    std::error_code error;
    tree.own = make_new_group(tree.base, own_name(), error);
    if (tree.own.empty()) {
        return;
    }
    if (tree.is_version_2) {
        count_no_pressure(tree.own);
        enable_controllers(tree);
        freezes_ = freezes_ || fs::exists(tree.own / "cgroup.freeze", error);
    } else if (tree.cores) {
        take_cpuset_of(tree.base, tree.own);
    }
    memory_ = memory_ || tree.memory;
    tasks_ = tasks_ || tree.tasks;
    cores_ = cores_ || tree.cores;
    trees_.push_back(std::move(tree));
}

/// A group whose children have controllers holds no process itself, unless it is the first one of all: this
/// process goes to a child of its group when it must.
void ControlGroups::enable_controllers(Tree& tree) {
    const std::string there = read_proc_file((tree.base / "cgroup.controllers").string());
    const auto enable = [&](const char* controller) {
        if (!has_word(there, controller, " \n")) {
            return false;
        }
        const std::string word = std::string("+") + controller;
        bool is_enabled = write_value(tree.base / "cgroup.subtree_control", word);
        if (!is_enabled && errno == EBUSY && left_.empty()) {
            const fs::path aside = tree.base / (own_name() + "-itself");
            std::error_code error;
            fs::create_directory(aside, error);
            if (write_value(aside / "cgroup.procs", std::to_string(::getpid()))) {
                left_.push_back(aside);
                is_enabled = write_value(tree.base / "cgroup.subtree_control", word);
            } else {
                ::rmdir(aside.c_str());
            }
        }
        return is_enabled && write_value(tree.own / "cgroup.subtree_control", word);
    };
    tree.memory = enable("memory");
    tree.tasks = enable("pids");
    tree.cores = enable("cpuset");
}

ControlGroups::~ControlGroups() {
    for (const Tree& tree : trees_) {
        remove_group(tree.own);
        if (tree.is_version_2 && !left_.empty()) {
            for (const char* controller : {"-memory", "-pids", "-cpuset"}) {
                write_value(tree.base / "cgroup.subtree_control", controller);
            }
            if (write_value(tree.base / "cgroup.procs", std::to_string(::getpid()))) {
                ::rmdir(left_.front().c_str());
            }
        }
    }
}

std::string ControlGroups::text() const {
    std::string text;
    const std::string memory =
        share_bytes_ ? "memory (" + std::to_string(*share_bytes_ >> 20U) + " MiB for each agent)" : "memory";
    for (const auto& [is_there, word] :
         {std::pair(memory_, memory), std::pair(tasks_, std::string("processes")),
          std::pair(cores_, std::string("cores")), std::pair(freezes_, std::string("freezing"))}) {
        if (is_there) {
            text += (text.empty() ? "" : ", ") + word;
        }
    }
    return text;
}

ControlGroup::ControlGroup(const ControlGroups& groups, const GroupLimits& limits) {
    for (const ControlGroups::Tree& tree : groups.trees_) {
        std::error_code error;
        const fs::path dir = make_new_group(tree.own, "agent", error);
        if (dir.empty()) {
            throw std::system_error(error, "cannot make a control group in " + tree.own.string());
        }
        dirs_.push_back(dir);
        const auto set = [&](const char* file, const std::string& value) {
            if (!write_value(dir / file, value)) {
                throw_errno(("cannot set " + (dir / file).string() + " to " + value).c_str());
            }
        };
        if (tree.memory) {
            memory_ = dir;
        }
        if (tree.memory && limits.memory_bytes) {
            const std::string bytes = std::to_string(*limits.memory_bytes);
            set(tree.is_version_2 ? "memory.max" : "memory.limit_in_bytes", bytes);
            // Not all machines count what is swapped out.
            write_value(dir / (tree.is_version_2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes"),
                        tree.is_version_2 ? "0" : bytes);
        }
        if (tree.tasks) {
            set("pids.max", std::to_string(limits.tasks));
        }
        if (tree.cores) {
            if (!tree.is_version_2) {
                take_cpuset_of(tree.own, dir);
            }
            set("cpuset.cpus", limits.cores);
        }
        if (tree.is_version_2) {
            count_no_pressure(dir);
            freeze_ = Descriptor(::open((dir / "cgroup.freeze").c_str(), O_WRONLY | O_CLOEXEC));
        }
    }
}

ControlGroup::~ControlGroup() {
    hold(false);
    freeze_.reset();
    for (const fs::path& dir : dirs_) {
        constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 1'000'000};
        constexpr int kMostTries = 100; // the kernel needs a moment to forget a process
        for (int tries = 0; ::rmdir(dir.c_str()) != 0 && errno == EBUSY && tries < kMostTries; ++tries) {
            ::nanosleep(&kMoment, nullptr);
        }
    }
}

std::optional<GroupMemory> ControlGroup::memory() const {
    if (memory_.empty()) {
        return std::nullopt;
    }
    const auto content = [&](const char* file) { return read_proc_file((memory_ / file).string()); };
    const auto number_of = [&](const char* file) { return number_in(memory_ / file); };
    GroupMemory now;
    if (const std::string events = content("memory.events"); !events.empty()) {
        now.kills = number_behind(events, "oom_kill").value_or(0);
        now.own_limit = number_behind(events, "oom").value_or(0); // no group is below this one
        now.most_bytes = number_of("memory.peak").value_or(number_of("memory.current").value_or(0));
    } else {
        constexpr std::uint64_t kBatch = std::uint64_t{1} << 20U; // charged at once at most
        now.kills = number_behind(content("memory.oom_control"), "oom_kill").value_or(0);
        now.most_bytes = number_of("memory.max_usage_in_bytes").value_or(0);
        // Version 1 does not count it: a limit that was never reached ended nothing.
        const auto was_reached = [&](const char* most, const char* limit) {
            return number_of(most).value_or(0) + kBatch >= number_of(limit).value_or(UINT64_MAX);
        };
        now.own_limit = was_reached("memory.max_usage_in_bytes", "memory.limit_in_bytes") ||
                                was_reached("memory.memsw.max_usage_in_bytes", "memory.memsw.limit_in_bytes")
                            ? now.kills
                            : 0;
    }
    return now;
}

std::optional<GroupMemory> ControlGroup::memory_from_now() {
    if (!memory_.empty()) { // files of version 1
        write_value(memory_ / "memory.max_usage_in_bytes", "0");
        write_value(memory_ / "memory.memsw.max_usage_in_bytes", "0");
    }
    return memory();
}

void ControlGroup::add(pid_t pid) {
    for (const fs::path& dir : dirs_) {
        if (!write_value(dir / "cgroup.procs", std::to_string(pid))) {
            throw_errno(("cannot put an agent into the control group " + dir.string()).c_str());
        }
    }
}

void ControlGroup::hold(bool still) noexcept {
    if (freeze_.fd() >= 0 && still != is_held_ && ::pwrite(freeze_.fd(), still ? "1" : "0", 1, 0) == 1) {
        is_held_ = still;
    }
}

} // namespace referee
