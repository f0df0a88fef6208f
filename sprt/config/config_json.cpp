#include "sprt/config/config_json.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/settings/agent_json.hpp"
#include "referee/game/settings/named_agent.hpp"
#include "referee/game/settings/settings_json.hpp"
#include "sprt/config/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sprt {

using referee::Json;
using referee::JsonNode;
using referee::UserError;

Json to_json(const Config& config) {
    Json json{{"agent1", referee::to_json(config.agents.agent1)},
              {"agent2", referee::to_json(config.agents.agent2)}};
    Config values = config; // place() takes a Config that may be written to
    for (const RunSetting& setting : settings(config.kind)) {
        json[std::string(setting.key)] = referee::value_json(setting.place(values));
    }
    return json;
}

void read_config(const JsonNode& root, Config& config) {
    referee::Readers readers{
        {"$schema", [](const JsonNode& n) { static_cast<void>(n.text()); }}, // for editors
        {"agent1", [&](const JsonNode& n) { config.agents.agent1 = referee::read_agent(n); }},
        {"agent2", [&](const JsonNode& n) { config.agents.agent2 = referee::read_agent(n); }}};
    for (const RunSetting& setting : settings(config.kind)) {
        readers[std::string(setting.key)] = [&config, &setting](const JsonNode& node) {
            referee::read_value(node, setting.place(config));
        };
    }
    referee::read_object(root, readers);
}

void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources) {
    sources.file = file.string();
    const Json json =
        referee::read_json_file(file, "a configuration file, or agents by --agent1 and --agent2");
    read_config(JsonNode(json, file.string() + ": "), config);
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

void name_agents(Config& config, const ConfigSources& sources) {
    const std::filesystem::path beside =
        std::filesystem::path(sources.file).replace_filename(referee::kEnginesFile);
    for (const referee::Player player : referee::kPlayers) {
        try {
            config.agents[player] =
                referee::find_named(config.agents[player], config.play.engines.value_or(beside));
        } catch (const UserError& error) {
            throw UserError(
                fmt::format("{}: {}", sources.place(fmt::format("agent{}", number(player))), error.what()));
        }
    }
}

std::string lines_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json_text(const Config& config) {
    return lines_of(to_json(config));
}

} // namespace sprt
