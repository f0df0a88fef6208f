#include "referee/process/topology.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include <sched.h>

namespace referee {
namespace {

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

/// Cores that a quota and a period allow; empty for `max`, -1, and texts that are no numbers.
std::optional<double> ratio(const std::string& quota, const std::string& period) {
    std::istringstream text(quota + ' ' + period);
    double allowed = 0;
    double of = 0;
    if (!(text >> allowed >> of) || allowed <= 0 || of <= 0) {
        return std::nullopt;
    }
    return allowed / of;
}

} // namespace

std::optional<double> quota_in(const fs::path& dir) {
    std::istringstream v2(read_proc_file((dir / "cpu.max").string()));
    std::string quota;
    std::string period;
    if (v2 >> quota >> period) {
        return ratio(quota, period);
    }
    return ratio(word_in(dir / "cpu.cfs_quota_us"), word_in(dir / "cpu.cfs_period_us"));
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
    // The limit of a group also holds for groups below it, and a container sees only the groups below the
    // mounted one.
    std::set<fs::path> dirs{root / "sys/fs/cgroup", root / "sys/fs/cgroup/cpu"};
    for (const auto& [controllers, path] : groups_in(read_proc_file((root / "proc/self/cgroup").string()))) {
        const bool is_cpu = (',' + controllers + ',').find(",cpu,") != std::string::npos;
        if (!controllers.empty() && !is_cpu) {
            continue;
        }
        fs::path dir = root / "sys/fs/cgroup";
        if (is_cpu) {
            dir /= "cpu"; // a link to `cpu,cpuacct` where both are mounted together
        }
        for (const fs::path& name : fs::path(path).relative_path()) {
            dir /= name;
            dirs.insert(dir);
        }
    }
    std::optional<double> least;
    for (const fs::path& dir : dirs) {
        if (const auto quota = quota_in(dir)) {
            least = std::min(least.value_or(*quota), *quota);
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
