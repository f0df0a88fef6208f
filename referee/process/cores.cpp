#include "referee/process/cores.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>

#include <sched.h>

namespace referee {
namespace {

/// The number of a core that `digits` is; empty for another text.
std::optional<int> parse_core(std::string_view digits) {
    const auto core = parse_number<int>(digits);
    return core && *core >= 0 && *core <= kHighestCore ? core : std::nullopt;
}

namespace fs = std::filesystem;

/// The first word of a small file; empty when there is no file or no word.
std::string word_in(const fs::path& file) {
    std::istringstream content(read_proc_file(file.string()));
    std::string word;
    content >> word;
    return word;
}

/// A name for the physical core of `core`: its lowest thread, or, on kernels without such a list, its own
/// number. A negative number means that the machine does not know.
std::string physical_core_of(int core, const fs::path& dir) {
    for (const char* const file : {"thread_siblings_list", "core_cpus_list"}) {
        try {
            return "thread " + std::to_string(parse_cores(word_in(dir / "topology" / file)).front());
        } catch (const UserError&) { // no such file, or another form: try the next file
        }
    }
    const std::string id = word_in(dir / "topology/core_id");
    return id.empty() || id.front() == '-' ? "own " + std::to_string(core) : "id " + id;
}

/// A name for the package of a core: its socket, and the memory node where a socket has several.
std::string package_of(const fs::path& dir) {
    std::string node;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(dir, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("node") && name.find_first_not_of("0123456789", 4) == std::string::npos) {
            node = name;
        }
    }
    const std::string id = word_in(dir / "topology/physical_package_id");
    return (id.empty() || id.front() == '-' ? "0" : id) + ' ' + node;
}

} // namespace

std::vector<int> parse_cores(std::string_view text) {
    const auto fail = [&](const std::string& what) {
        throw UserError("'" + to_printable(text) + "': " + what + "; give a list such as 0,2,4-7");
    };
    if (text.empty()) {
        fail("it names no core");
    }
    std::set<int> named;
    for (const std::string_view part : split(text, ',')) {
        const std::size_t dash = part.find('-');
        const auto first = parse_core(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : parse_core(part.substr(dash + 1));
        if (!first || !last) {
            fail("'" + to_printable(part) + "' is neither a core's number, from 0 to " +
                 std::to_string(kHighestCore) + ", nor a range of them");
        }
        if (*first > *last) {
            fail(std::string(part) + " runs backwards, write " + std::to_string(*last) + '-' +
                 std::to_string(*first));
        }
        for (int core = *first; core <= *last; ++core) {
            if (!named.insert(core).second) {
                fail("core " + std::to_string(core) + " is named twice");
            }
        }
    }
    return {named.begin(), named.end()};
}

std::string cores_text(const std::vector<int>& cores) {
    std::string text;
    for (std::size_t i = 0; i < cores.size();) {
        std::size_t last = i;
        while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ",") + std::to_string(cores[i]);
        if (last > i) {
            text += (last > i + 1 ? '-' : ',') + std::to_string(cores[last]);
        }
        i = last + 1;
    }
    return text;
}

std::vector<int> allowed_cores(pid_t thread) {
    // The kernel refuses a set that is smaller than its own, and does not say the size of its own.
    for (std::size_t sets = 1;; sets *= 2) {
        std::vector<cpu_set_t> allowed(sets);
        const std::size_t bytes = sets * sizeof(cpu_set_t);
        if (::sched_getaffinity(thread, bytes, allowed.data()) == 0) {
            std::vector<int> cores;
            for (std::size_t core = 0; core < sets * CPU_SETSIZE; ++core) {
                if (CPU_ISSET_S(core, bytes, allowed.data())) {
                    cores.push_back(static_cast<int>(core));
                }
            }
            return cores;
        }
        if (errno != EINVAL || sets * CPU_SETSIZE > kHighestCore) {
            throw_errno("cannot tell which cores may be used");
        }
    }
}

CoreMask::CoreMask(const std::vector<int>& cores) {
    for (const int core : cores) {
        const auto number = static_cast<std::size_t>(core);
        sets_.resize(std::max(sets_.size(), number / CPU_SETSIZE + 1));
        CPU_SET_S(number, bytes(), sets_.data());
    }
}

void pin_this_thread(const std::vector<int>& cores) {
    assert(!cores.empty());
    const CoreMask mask(cores);
    if (::sched_setaffinity(0, mask.bytes(), mask.set()) != 0) {
        throw_errno(
            ("cannot keep a game on core " + cores_text(cores) + " (--pin off leaves games to the scheduler)")
                .c_str());
    }
}

std::optional<double> quota_in(const fs::path& group) {
    const auto content = [&](const char* file) { return read_proc_file((group / file).string()) + ' '; };
    // Version 2 has the first file, version 1 the others; without a limit they say `max` and -1.
    std::istringstream text(content("cpu.max") + content("cpu.cfs_quota_us") + content("cpu.cfs_period_us"));
    double allowed = 0;
    double period = 0;
    return text >> allowed >> period && allowed > 0 && period > 0 ? std::optional(allowed / period)
                                                                  : std::nullopt;
}

std::vector<Package> topology_of(const std::vector<int>& cores, const fs::path& root) {
    std::vector<Package> packages;
    std::map<std::string, std::size_t> place_of_package;
    std::map<std::string, std::size_t> place_of_core; // within its package
    for (const int core : cores) {
        const fs::path dir = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(core));
        const std::string package_name = package_of(dir);
        const auto package = place_of_package.try_emplace(package_name, packages.size()).first->second;
        packages.resize(std::max(packages.size(), package + 1));
        const auto place =
            place_of_core
                .try_emplace(package_name + ' ' + physical_core_of(core, dir), packages[package].size())
                .first->second;
        packages[package].resize(std::max(packages[package].size(), place + 1));
        packages[package][place].push_back(core);
    }
    return packages;
}

std::optional<double> core_quota(const fs::path& root) {
    std::optional<double> least;
    for (const GroupTree& tree : own_groups(root)) {
        for (const fs::path& group : tree.may_limit("cpu") ? tree.levels() : std::vector<fs::path>()) {
            if (const auto quota = quota_in(group)) {
                least = std::min(least.value_or(*quota), *quota);
            }
        }
    }
    return least;
}

Machine this_machine() {
    return {.packages = topology_of(allowed_cores()),
            .quota = core_quota(),
            .current = std::max(0, ::sched_getcpu())};
}

} // namespace referee
