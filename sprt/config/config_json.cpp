#include "sprt/config/config_json.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/synonym.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/synonyms.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::UserError;

// read() sets `value` from the node of a setting. Null leaves an optional setting open. Throws UserError for
// another type.

void read(const JsonNode& node, double& value) {
    value = node.number();
}

void read(const JsonNode& node, bool& value) {
    value = node.truth();
}

void read(const JsonNode& node, std::int64_t& value) {
    value = node.integer();
}

void read(const JsonNode& node, referee::Limit& value) {
    if (node.is_null() || node.json() == referee::kNoLimit) {
        value.most.reset();
        return;
    }
    node.expect(node.json().is_number(), "a whole number, or null or \"none\" for no limit");
    value.most = node.integer();
}

void read(const JsonNode& node, std::string& value) {
    value = node.text();
}

void read(const JsonNode& node, std::optional<std::int64_t>& value) {
    value = node.is_null() ? std::nullopt : std::optional(node.integer());
}

void read(const JsonNode& node, std::optional<std::string>& value) {
    value = node.is_null() ? std::nullopt : std::optional(node.text());
}

void read(const JsonNode& node, std::optional<std::uint64_t>& value) {
    value.reset();
    if (node.is_null()) {
        return;
    }
    const Json& json = node.json();
    if (json.is_string()) {
        value = referee::parse_seed(json.get<std::string>());
    } else if (json.is_number_unsigned()) {
        value = json.get<std::uint64_t>();
    } else if (json.is_number_float()) { // 10.0 and 1e4 are whole numbers too
        constexpr double kTooLarge = 18446744073709551616.0;
        const auto number = json.get<double>();
        if (number >= 0 && number < kTooLarge && std::trunc(number) == number) {
            value = static_cast<std::uint64_t>(number);
        }
    }
    node.expect(value.has_value(),
                std::string(referee::kSeedForm) + ", as a number or a string, or null for a random one");
}

/// The agent that a command starts. The command is one string, or an array of words.
AgentConfig agent_of(const JsonNode& command) {
    if (command.json().is_string()) {
        try {
            return agent_from_command(command.text());
        } catch (const UserError& error) {
            throw UserError(command.place() + ": " + error.what());
        }
    }
    AgentConfig agent;
    command.expect(command.json().is_array() && !command.json().empty(),
                   "a string or an array of strings, not empty");
    for (const JsonNode& word : command.items()) {
        agent.command.push_back(word.text());
    }
    agent.name = referee::to_printable(referee::join_words(agent.command), 1000);
    return agent;
}

/// One reader for each key of an object; any other key is an error.
using Readers = std::map<std::string, std::function<void(const JsonNode&)>>;

[[noreturn]] void throw_unknown(const JsonNode& value, const std::string& key, const Readers& readers) {
    std::vector<std::string> known;
    std::string list;
    for (const auto& entry : readers) {
        known.push_back(entry.first);
        list += (list.empty() ? "" : ", ") + entry.first;
    }
    const std::string hint =
        referee::hint_for(key, known, referee::setting_synonyms(), referee::Spelling::Key);
    throw UserError(value.place() + " is unknown" + (hint.empty() ? "; known are " + list : hint));
}

void read_object(const JsonNode& object, const Readers& readers) {
    for (const auto& [key, value] : object.members()) {
        const auto reader = readers.find(key);
        if (reader == readers.end()) {
            throw_unknown(value, key, readers);
        }
        reader->second(value);
    }
}

AgentConfig read_agent(const JsonNode& node) {
    if (!node.json().is_object()) {
        return agent_of(node);
    }
    AgentConfig agent;
    std::optional<std::string> name;
    const auto read_command = [&](const JsonNode& command) {
        const AgentConfig read = agent_of(command);
        agent.command = read.command;
        agent.name = read.name;
    };
    const auto read_env = [&](const JsonNode& env) {
        for (const auto& [variable, text] : env.members()) {
            agent.env[variable] = text.text();
        }
    };
    read_object(node, {{"command", read_command},
                       {"name", [&](const JsonNode& n) { name = n.text(); }},
                       {"dir", [&](const JsonNode& n) { agent.dir = n.text(); }},
                       {"env", read_env},
                       {"time_ms", [&](const JsonNode& n) { read(n, agent.time_ms); }}});
    if (agent.command.empty()) {
        throw UserError(node.place() + "/command is missing; give a string or an array of strings");
    }
    if (name) {
        agent.name = *name;
    }
    return agent;
}

/// Line and column of byte `offset`; all three are counted from 1.
std::string line_and_column(const std::string& text, std::size_t offset) {
    const std::size_t end = std::min(offset > 0 ? offset - 1 : 0, text.size());
    const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    const auto line_begin = text.rfind('\n', end > 0 ? end - 1 : 0);
    const std::size_t column = lines == 0 || line_begin == std::string::npos ? end : end - line_begin - 1;
    return fmt::format("{}:{}", lines + 1, column + 1);
}

template<class Value>
Json to_json(const Value& value) {
    return Json(value);
}

template<class Value>
Json to_json(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json to_json(const referee::Limit& limit) {
    return to_json(limit.most);
}

Json to_json(const std::optional<std::uint64_t>& seed) {
    return seed ? Json(std::to_string(*seed)) : Json(nullptr);
}

Json agent_to_json(const AgentConfig& agent) {
    Json json{{"command", agent.command}, {"name", agent.name}};
    if (!agent.dir.empty()) {
        json["dir"] = agent.dir;
    }
    json["env"] = agent.env.empty() ? Json::object() : Json(agent.env);
    json["time_ms"] = to_json(agent.time_ms);
    return json;
}

} // namespace

Json to_json(const Config& config) {
    Json json{{"agent1", agent_to_json(config.agents.agent1)},
              {"agent2", agent_to_json(config.agents.agent2)}};
    Config values = config; // place() takes a Config that may be written to
    for (const RunSetting& setting : settings()) {
        json[std::string(setting.key)] =
            std::visit([](const auto* value) { return to_json(*value); }, setting.place(values));
    }
    return json;
}

Json read_json_file(const std::filesystem::path& file, const std::string& what) {
    std::ifstream in = referee::open_input(file, what);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    try {
        return referee::parse_json(text);
    } catch (const referee::NotJson& wrong) {
        throw UserError(
            fmt::format("{}:{}: {}", file.string(), line_and_column(text, wrong.byte()), wrong.what()));
    }
}

void read_config(const JsonNode& root, Config& config) {
    Readers readers{{"$schema", [](const JsonNode& n) { static_cast<void>(n.text()); }}, // for editors
                    {"agent1", [&](const JsonNode& n) { config.agents.agent1 = read_agent(n); }},
                    {"agent2", [&](const JsonNode& n) { config.agents.agent2 = read_agent(n); }}};
    for (const RunSetting& setting : settings()) {
        readers[std::string(setting.key)] = [&config, &setting](const JsonNode& node) {
            std::visit([&](auto* value) { read(node, *value); }, setting.place(config));
        };
    }
    read_object(root, readers);
}

void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources) {
    sources.file = file.string();
    const Json json = read_json_file(file, "a configuration file, or agents by --agent1 and --agent2");
    read_config(JsonNode(json, file.string() + ": "), config);
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

std::string lines_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json_text(const Config& config) {
    return lines_of(to_json(config));
}

} // namespace sprt
