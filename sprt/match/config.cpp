#include "sprt/match/config.hpp"

#include "referee/agent/cores.hpp"
#include "referee/agent/program.hpp"
#include "referee/agent/text.hpp"
#include "referee/game/json.hpp"
#include "referee/game/seed.hpp"
#include "referee/rules/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

namespace sprt {
namespace {

using ataxx::Json;
using ataxx::JsonNode;
using ataxx::UserError;

/// Null for what is open.
std::optional<std::int64_t> integer_or_null(const JsonNode& node) {
    return node.is_null() ? std::nullopt : std::optional(node.integer());
}

std::optional<std::string> text_or_null(const JsonNode& node) {
    return node.is_null() ? std::nullopt : std::optional(node.text());
}

std::optional<std::uint64_t> seed_or_null(const JsonNode& node) {
    if (node.is_null()) {
        return std::nullopt;
    }
    const Json& json = node.json();
    const auto seed = json.is_number_unsigned() ? std::optional(json.get<std::uint64_t>())
                      : json.is_string()        ? ataxx::parse_seed(json.get<std::string>())
                                                : std::nullopt;
    node.expect(seed.has_value(),
                std::string(ataxx::kSeedForm) + ", as a number or a string, or null for a random one");
    return seed;
}

/// A command: one string, or an array of words.
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
    agent.name = ataxx::to_printable(ataxx::join_words(agent.command), 1000);
    return agent;
}

/// One reader for each key of an object; any other key is an error.
using Readers = std::map<std::string, std::function<void(const JsonNode&)>>;

void read_object(const JsonNode& object, const Readers& readers) {
    for (const auto& [key, value] : object.members()) {
        const auto reader = readers.find(key);
        if (reader == readers.end()) {
            std::string known;
            for (const auto& entry : readers) {
                known += (known.empty() ? "" : ", ") + entry.first;
            }
            throw UserError(value.place() + " is unknown; known are " + known);
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
                       {"time_ms", [&](const JsonNode& n) { agent.time_ms = integer_or_null(n); }}});
    if (agent.command.empty()) {
        throw UserError(node.place() + "/command is missing; give a string or an array of strings");
    }
    if (name) {
        agent.name = *name;
    }
    return agent;
}

/// Line and column, from 1, of byte `offset` (from 1).
std::string line_and_column(const std::string& text, std::size_t offset) {
    const std::size_t end = std::min(offset > 0 ? offset - 1 : 0, text.size());
    const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    const auto line_begin = text.rfind('\n', end > 0 ? end - 1 : 0);
    const std::size_t column = lines == 0 || line_begin == std::string::npos ? end : end - line_begin - 1;
    return fmt::format("{}:{}", lines + 1, column + 1);
}

Json to_json(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json(nullptr);
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

std::string ConfigSources::place(const std::string& key) const {
    if (in_flags.contains(key) || !in_file.contains(key)) {
        std::string flag = key;
        std::replace(flag.begin(), flag.end(), '_', '-');
        return "--" + flag;
    }
    return file + ": /" + key;
}

AgentConfig agent_from_command(const std::string& command) {
    return {.command = ataxx::split_words(command), .name = command, .dir = {}, .env = {}, .time_ms = {}};
}

void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources) {
    sources.file = file.string();
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        throw UserError(file.string() + " is a directory; name a configuration file");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        throw UserError("cannot read the configuration " + file.string() + ": " +
                        std::generic_category().message(errno));
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Json json;
    try {
        json = ataxx::parse_json(text);
    } catch (const ataxx::NotJson& wrong) {
        throw UserError(fmt::format("{}:{}: {} from here on", file.string(),
                                    line_and_column(text, wrong.byte()), wrong.what()));
    }
    const JsonNode root(json, file.string() + ": ");
    const auto agent_reader = [&](std::size_t i) {
        return [&config, i](const JsonNode& n) { config.agents[i] = read_agent(n); };
    };
    const auto text_reader = [](std::string& target) {
        return [&](const JsonNode& n) { target = n.text(); };
    };
    const auto number_reader = [](double& target) { return [&](const JsonNode& n) { target = n.number(); }; };
    const auto limit_reader = [](std::optional<std::int64_t>& target) {
        return [&](const JsonNode& n) { target = integer_or_null(n); };
    };
    const auto integer_reader = [](std::int64_t& target) {
        return [&](const JsonNode& n) { target = n.integer(); };
    };
    read_object(root, {{"$schema", [](const JsonNode& n) { static_cast<void>(n.text()); }}, // for editors
                       {"agent1", agent_reader(0)},
                       {"agent2", agent_reader(1)},
                       {"elo0", number_reader(config.test.elo0)},
                       {"elo1", number_reader(config.test.elo1)},
                       {"alpha", number_reader(config.test.alpha)},
                       {"beta", number_reader(config.test.beta)},
                       {"model", text_reader(config.model)},
                       {"test", text_reader(config.test_kind)},
                       {"openings", text_reader(config.openings)},
                       {"repeats",
                        [&](const JsonNode& n) {
                            config.repeats = n.is_null() ? std::nullopt : std::optional(n.text());
                        }},
                       {"max_games", limit_reader(config.max_games)},
                       {"seed", [&](const JsonNode& n) { config.seed = seed_or_null(n); }},
                       {"concurrency", limit_reader(config.concurrency)},
                       {"cores", [&](const JsonNode& n) { config.cores = text_or_null(n); }},
                       {"pin", text_reader(config.pin)},
                       {"threads_per_agent", integer_reader(config.threads_per_agent)},
                       {"out", text_reader(config.out)},
                       {"report_every", integer_reader(config.report_every)},
                       {"quiet", [&](const JsonNode& n) { config.quiet = n.truth(); }},
                       {"time_ms", integer_reader(config.time_ms)},
                       {"ready_ms", integer_reader(config.ready_ms)},
                       {"finish_ms", integer_reader(config.finish_ms)},
                       {"turns", integer_reader(config.turns)},
                       {"stderr_kb", integer_reader(config.stderr_kb)},
                       {"clock", text_reader(config.clock)},
                       {"memory_mb", limit_reader(config.limits.memory_mb)},
                       {"cpu_s", limit_reader(config.limits.cpu_s)},
                       {"file_mb", limit_reader(config.limits.file_mb)},
                       {"trace", text_reader(config.trace)},
                       {"trace_faults", text_reader(config.trace_faults)},
                       {"max_faults", limit_reader(config.max_faults)}});
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

ataxx::Placement place_games(const Config& config, const ConfigSources& sources,
                             const ataxx::Machine& machine) {
    ataxx::PlacementSettings settings{.pin = ataxx::parse_pin(config.pin).value(),
                                      .threads_per_agent = static_cast<int>(config.threads_per_agent),
                                      .cores = {}};
    if (config.cores) {
        settings.cores = ataxx::parse_cores(*config.cores);
    }
    try {
        return ataxx::Placement(settings, machine);
    } catch (const UserError& error) {
        throw UserError(sources.place("cores") + ": " + error.what());
    }
}

SequentialTest test_of(const Config& config) {
    return {model_named(config.model).value(), test_kind_named(config.test_kind).value(), config.test};
}

RepeatRule repeats_of(const Config& config) {
    return repeat_rule_named(config.repeats.value()).value();
}

void fill_in(Config& config, const ataxx::Placement& placement) {
    const Model model = model_named(config.model).value();
    if (!config.repeats) {
        config.repeats = name(default_repeat_rule(model));
    }
    if (is_pairwise(model) && config.max_games) {
        *config.max_games -= *config.max_games % 2; // only whole pairs count
    }
    if (!config.concurrency) {
        config.concurrency = placement.games_that_fit();
    }
    if (!config.seed) {
        config.seed = ataxx::random_seed();
    }
}

std::string to_json_text(const Config& config) {
    const Json json{
        {"agent1", agent_to_json(config.agents[0])},
        {"agent2", agent_to_json(config.agents[1])},
        {"elo0", config.test.elo0},
        {"elo1", config.test.elo1},
        {"alpha", config.test.alpha},
        {"beta", config.test.beta},
        {"model", config.model},
        {"test", config.test_kind},
        {"openings", config.openings},
        {"repeats", config.repeats ? Json(*config.repeats) : Json(nullptr)},
        {"max_games", to_json(config.max_games)},
        {"seed", config.seed ? Json(std::to_string(*config.seed)) : Json(nullptr)},
        {"concurrency", to_json(config.concurrency)},
        {"cores", config.cores ? Json(*config.cores) : Json(nullptr)},
        {"pin", config.pin},
        {"threads_per_agent", config.threads_per_agent},
        {"out", config.out},
        {"report_every", config.report_every},
        {"quiet", config.quiet},
        {"time_ms", config.time_ms},
        {"ready_ms", config.ready_ms},
        {"finish_ms", config.finish_ms},
        {"turns", config.turns},
        {"stderr_kb", config.stderr_kb},
        {"clock", config.clock},
        {"memory_mb", to_json(config.limits.memory_mb)},
        {"cpu_s", to_json(config.limits.cpu_s)},
        {"file_mb", to_json(config.limits.file_mb)},
        {"trace", config.trace},
        {"trace_faults", config.trace_faults},
        {"max_faults", to_json(config.max_faults)},
    };
    return json.dump(2) + "\n";
}

} // namespace sprt
