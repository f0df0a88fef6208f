#include "sprt/store/machine.hpp"

#include "referee/process/cores.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

#include <sys/utsname.h>

namespace sprt {
namespace {

using referee::Json;

std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    std::string line;
    while (std::getline(cpuinfo, line)) {
        if (line.starts_with("model name")) {
            const auto colon = line.find(": ");
            return colon == std::string::npos ? std::string() : line.substr(colon + 2);
        }
    }
    return {};
}

/// The cores of the `games` played at once, an entry for each. Games after the last entry share the entries,
/// beginning with the first.
Json placement_json(const referee::Placement& placement, std::int64_t games) {
    Json entries = Json::array();
    for (const referee::GameCores& game : placement.games()) {
        if (static_cast<std::int64_t>(entries.size()) == games) {
            break;
        }
        entries.push_back({{"worker", referee::cores_text(game.worker)},
                           {"agents", {referee::cores_text(game.first), referee::cores_text(game.second)}}});
    }
    return entries;
}

} // namespace

Json describe_machine(const referee::Placement& placement, std::int64_t games) {
    utsname system{};
    ::uname(&system);
    return {{"system", std::string(system.sysname) + " " + system.release},
            {"architecture", system.machine},
            {"processor", processor_name()},
            {"cores", placement.cores().size()},
            {"placement", placement_json(placement, games)}};
}

} // namespace sprt
