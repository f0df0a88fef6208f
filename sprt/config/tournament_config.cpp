#include "sprt/config/tournament_config.hpp"

#include "referee/base/text.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace sprt {
namespace {

/// The words of the command as a name: what an agent is called that has no other one.
bool has_own_name(const AgentConfig& agent) {
    return agent.name != referee::to_printable(referee::join_words(agent.command), 1000);
}

} // namespace

void tell_apart(std::vector<AgentConfig>& agents) {
    std::map<std::string, int> seen;
    std::set<std::string> taken;
    for (const AgentConfig& agent : agents) {
        taken.insert(agent.name);
    }
    for (AgentConfig& agent : agents) {
        if (has_own_name(agent)) {
            continue;
        }
        int& number = seen[agent.name];
        const std::string name = agent.name;
        while (++number > 1) {
            agent.name = fmt::format("{} ({})", name, number);
            if (taken.insert(agent.name).second) {
                break;
            }
        }
    }
}

void fill_in_tournament(Config& config) {
    if (config.format == "gauntlet") {
        config.seeds = config.seeds.value_or(1);
        if (!config.anchor) {
            config.anchor = config.agents.front().name;
        }
    } else if (config.format == "ladder") {
        config.span = config.span.value_or(1);
    }
}

std::size_t reach_of(const Config& config) {
    return static_cast<std::size_t>(config.seeds.value_or(config.span.value_or(0)));
}

std::vector<std::string> names_of(const std::vector<AgentConfig>& agents) {
    return referee::texts_of(agents, &AgentConfig::name);
}

} // namespace sprt
