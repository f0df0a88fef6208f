#include "sprt/command/flags.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/config/tournament_config.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace sprt {
namespace {

using referee::UserError;

bool is_json(const std::string& argument) {
    return referee::lower_case(argument).ends_with(".json");
}

/// Sets both agents, which are the two arguments.
void take_agents(const RunFlags& flags, Config& config, ConfigSources& sources) {
    if (is_json(flags.config_file)) {
        throw UserError("'{}' is a configuration, and two arguments are agents; --agent1 COMMAND "
                        "and --agent2 COMMAND take the place of the agents in a configuration",
                        referee::to_printable(flags.config_file));
    }
    const std::array commands{flags.config_file, *flags.agent2};
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const std::string key = agent_key(config.kind, i);
        if (flags.keys.contains(key)) {
            throw UserError("--{} and the argument '{}' are both agent {}; leave one of them out", key,
                            referee::to_printable(commands[i]), i + 1);
        }
        config.agents[i] = referee::at_place(fmt::format("AGENT{}", i + 1),
                                             [&] { return referee::parse_agent(commands[i]); });
        sources.in_flags.insert(key);
    }
    sources.agents_are_arguments = true;
}

/// Whether the file is a script or a binary.
bool is_program(const std::string& file) {
    std::string head(2, '\0');
    std::ifstream(file, std::ios::binary).read(head.data(), 2);
    return head == "#!" || head == "\x7f"
                                   "E";
}

/// Throws UserError when the only argument is an agent rather than a configuration.
void expect_no_agent(const std::string& argument) {
    std::error_code error;
    const bool exists = std::filesystem::exists(argument, error);
    if (!is_json(argument) &&
        (!exists || (std::filesystem::is_regular_file(argument, error) && is_program(argument)))) {
        throw UserError("'{}' is the only argument, and so a configuration, but {}; give both "
                        "agents as arguments, AGENT1 AGENT2, or both as flags",
                        referee::to_printable(argument),
                        exists ? "it is a program" : "there is no such file");
    }
}

} // namespace

Config read_config(const RunFlags& flags, ConfigSources& sources) {
    Config config(flags.kind);
    sources.in_flags = flags.keys;
    if (flags.agent2) {
        take_agents(flags, config, sources);
    } else if (!flags.config_file.empty()) {
        if (flags.takes_agents) {
            expect_no_agent(flags.config_file);
        }
        read_config(flags.config_file, config, sources);
    }
    for (const auto& set : flags.overrides) {
        set(config);
    }
    name_agents(config, sources);
    if (config.kind == RunKind::Tournament) {
        tell_apart(config.agents);
    }
    return config;
}

} // namespace sprt
