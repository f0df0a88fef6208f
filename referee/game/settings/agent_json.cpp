#include "referee/game/settings/agent_json.hpp"

#include "referee/base/text.hpp"
#include "referee/game/settings/settings_json.hpp"
#include "referee/process/program.hpp"

#include <nlohmann/json.hpp>

namespace referee {
namespace {

/// The agent that a command starts. The command is one string, or an array of words.
AgentSpec agent_of(const JsonNode& command) {
    if (command.json().is_string()) {
        try {
            return parse_agent(command.text());
        } catch (const UserError& error) {
            throw UserError(command.place() + ": " + error.what());
        }
    }
    AgentSpec agent;
    command.expect(command.json().is_array() && !command.json().empty(),
                   "a string or an array of strings, not empty");
    for (const JsonNode& word : command.items()) {
        agent.command.push_back(word.text());
    }
    agent.name = to_printable(join_words(agent.command), 1000);
    return agent;
}

/// The value of an option of an engine as the text that is sent.
std::string option_text(const JsonNode& node) {
    const Json& json = node.json();
    node.expect(json.is_string() || json.is_boolean() || json.is_number(),
                "a string, a number or a truth value");
    return json.is_string() ? json.get<std::string>() : json.dump();
}

} // namespace

AgentSpec read_agent(const JsonNode& node) {
    if (!node.json().is_object()) {
        return agent_of(node);
    }
    AgentSpec agent;
    if (node.has("command")) {
        agent = agent_of(node.at("command")); // its words may hold settings, which other keys override
    }
    const auto read_options = [&](const JsonNode& options) {
        for (const auto& [option, value] : options.members()) {
            agent.options.push_back({option, option_text(value)});
        }
    };
    const auto read_init = [&](const JsonNode& lines) {
        for (const JsonNode& line : lines.items()) {
            agent.init.push_back(line.text());
        }
    };
    const auto read_env = [&](const JsonNode& env) {
        for (const auto& [variable, text] : env.members()) {
            agent.env[variable] = text.text();
        }
    };
    const auto read_read = [&](const JsonNode& paths) {
        agent.read.emplace();
        for (const JsonNode& path : paths.items()) {
            agent.read->push_back(path.text());
        }
    };
    Readers readers{{"command", [](const JsonNode&) {}},
                    {"name", [&](const JsonNode& n) { agent.name = n.text(); }},
                    {"dir", [&](const JsonNode& n) { agent.dir = n.text(); }},
                    {"env", read_env},
                    {"options", read_options},
                    {"check_options", [&](const JsonNode& n) { agent.check_options = n.truth(); }},
                    {"init", read_init},
                    {"trusted", [&](const JsonNode& n) { agent.trusted = n.truth(); }},
                    {"read", read_read},
                    {"ponder", [&](const JsonNode& n) { agent.ponder = n.truth(); }}};
    for (const auto& row : agent_rows()) {
        readers[std::string(row.key)] = [&agent, &row](const JsonNode& n) {
            read_value(n, row.place(agent));
        };
    }
    read_object(node, readers);
    if (agent.command.empty()) {
        throw UserError(node.place() + "/command is missing; give a string or an array of strings");
    }
    return agent;
}

Json to_json(const AgentSpec& agent) {
    Json json{{"command", agent.command}, {"name", agent.name}};
    if (!agent.dir.empty()) {
        json["dir"] = agent.dir;
    }
    json["env"] = agent.env.empty() ? Json::object() : Json(agent.env);
    AgentSpec values = agent; // place() takes one that may be written to
    AgentSpec usual;
    json["time_ms"] = value_json(&values.time_ms);
    for (const auto& row : agent_rows()) {
        const Json value = value_json(row.place(values));
        if (value != value_json(row.place(usual))) {
            json[std::string(row.key)] = value;
        }
    }
    for (const EngineOption& option : agent.options) {
        json["options"][option.name] = option.value;
    }
    if (!agent.init.empty()) {
        json["init"] = agent.init;
    }
    if (!agent.check_options) {
        json["check_options"] = false;
    }
    if (!agent.trusted) {
        json["trusted"] = false;
    }
    if (agent.read) {
        json["read"] = *agent.read;
    }
    if (agent.ponder) {
        json["ponder"] = true;
    }
    return json;
}

} // namespace referee
