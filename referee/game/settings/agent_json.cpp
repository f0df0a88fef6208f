#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

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

/// The rows of the settings that are not left open, and their values.
std::vector<std::pair<const Setting<AgentSpec>*, Json>> given_rows(AgentSpec agent) {
    std::vector<std::pair<const Setting<AgentSpec>*, Json>> given;
    AgentSpec usual;
    for (const Setting<AgentSpec>& row : agent_rows()) {
        Json value = value_json(row.place(agent));
        if (value != value_json(row.place(usual))) {
            given.emplace_back(&row, std::move(value));
        }
    }
    return given;
}

bool is_reference(const AgentSpec& agent) {
    return !agent.command.empty() && agent.command.front().starts_with('@');
}

/// A limit takes the place of all limits.
void drop_limits(AgentSpec& agent) {
    for (auto* const limit : {&agent.time_ms, &agent.inc_ms, &agent.move_ms, &agent.nodes, &agent.depth,
                              &agent.margin_ms, &agent.turn_ms}) {
        limit->reset();
    }
    agent.tc.reset();
}

/// Sets in `agent` what `given` has.
void overlay(AgentSpec& agent, const AgentSpec& given) {
    if (given.name != given.command.front()) { // otherwise it is named by its command
        agent.name = given.name;
    }
    agent.dir = given.dir.empty() ? agent.dir : given.dir;
    for (const auto& [variable, text] : given.env) {
        agent.env[variable] = text;
    }
    for (const EngineOption& option : given.options) {
        set_option(agent, option);
    }
    agent.check_options = agent.check_options && given.check_options;
    agent.init.insert(agent.init.end(), given.init.begin(), given.init.end());
    if (has_own_limit(given)) {
        drop_limits(agent);
    }
    for (const auto& [row, value] : given_rows(given)) {
        read_value(JsonNode(value, ""), row->place(agent));
    }
    agent.trusted = agent.trusted && given.trusted;
    agent.read = given.read ? given.read : agent.read;
    agent.ponder = agent.ponder || given.ponder;
}

[[noreturn]] void throw_no_such(const std::string& name, const JsonNode& root, const std::string& file) {
    constexpr std::size_t kMostShown = 400;
    std::string list;
    std::vector<std::string> names;
    for (const auto& member : root.members()) {
        if (member.first != "$schema") {
            list += (list.empty() ? "" : ", ") + member.first;
            names.push_back(to_printable(member.first));
        }
    }
    throw UserError(fmt::format("{} names no agent '{}', but {}{}", file, to_printable(name),
                                list.empty() ? "none at all" : to_printable(list, kMostShown),
                                did_you_mean(name, names)));
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
            set_option(agent, {option, option_text(value)});
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
    json["time_ms"] = agent.time_ms ? Json(*agent.time_ms) : Json(nullptr);
    for (const auto& [row, value] : given_rows(agent)) {
        json[std::string(row->key)] = value;
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

/// The environment has no word: env(1) sets it.
std::vector<std::string> words_of(const AgentSpec& agent) {
    std::vector<std::string> words;
    for (const auto& [row, value] : given_rows(agent)) {
        words.push_back(fmt::format("{}={}", row->key == "protocol" ? "proto" : row->key,
                                    value.is_string() ? value.get<std::string>() : value.dump()));
    }
    if (!agent.dir.empty()) {
        words.push_back("dir=" + agent.dir);
    }
    for (const EngineOption& option : agent.options) {
        words.push_back(fmt::format("option.{}={}", option.name, option.value));
    }
    for (const std::string& line : agent.init) {
        words.push_back("init=" + line);
    }
    if (!agent.env.empty()) {
        words.emplace_back("env");
        for (const auto& [variable, text] : agent.env) {
            words.push_back(variable + "=" + text);
        }
    }
    words.insert(words.end(), agent.command.begin(), agent.command.end());
    return words;
}

AgentSpec find_named(const AgentSpec& agent, const std::filesystem::path& file) {
    if (!is_reference(agent)) {
        return agent;
    }
    const std::string name = agent.command.front().substr(1);
    if (agent.command.size() > 1) {
        throw UserError(
            fmt::format("'@{}' stands for a whole command; no words may follow it", to_printable(name)));
    }
    const Json json = read_json_file(file, fmt::format("the file that names '@{}'", to_printable(name)));
    const JsonNode root(json, file.string() + ": ");
    if (name == "$schema" || !root.has(name)) {
        throw_no_such(name, root, file.string());
    }
    AgentSpec named = read_agent(root.at(name));
    if (is_reference(named)) {
        throw UserError(root.at(name).place() +
                        ": an agent of this file must be a command, not another name");
    }
    const JsonNode node = root.at(name);
    const bool has_name = node.json().is_object() && node.has("name");
    named.name = has_name ? named.name : name;
    overlay(named, agent);
    return named;
}

} // namespace referee
