#include "sprt/config/config.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/process/cores.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/config/tournament_config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sprt {

using referee::Json;
using referee::JsonNode;

std::string ConfigSources::place(std::string_view name) const {
    const std::string key(name);
    if (agents_are_arguments && (key == "agent1" || key == "agent2")) {
        return "AGENT" + key.substr(key.size() - 1);
    }
    if (in_flags.contains(key) || !in_file.contains(key)) {
        return key == "params" ? "--param" : referee::flag_of(key); // a flag for each
    }
    return file + ": " + pointer + "/" + key;
}

std::string ConfigSources::place_of_agent(RunKind kind, std::size_t i) const {
    if (kind != RunKind::Tournament) {
        return place(agent_key(kind, i));
    }
    const bool is_flag = in_flags.contains("agents") || !in_file.contains("agents");
    return is_flag ? fmt::format("--agent {}", i + 1) : fmt::format("{}: {}/agents/{}", file, pointer, i);
}

referee::Placement place_games(const Config& config, const ConfigSources& sources,
                               const referee::Machine& machine) {
    return referee::at_place(sources.place("cores"), [&] {
        return referee::Placement(referee::placement_settings(config.play), machine);
    });
}

void settle_openings(Config& config) {
    if (config.openings != kRandomAuto) {
        return;
    }
    const referee::Game game = referee::rules_of(config.play);
    if (config.kind != RunKind::Test) {
        const auto games =
            config.kind == RunKind::Tournament ? std::optional(2 * config.rounds) : config.games;
        if (games) {
            const auto pairs = static_cast<std::uint64_t>(*games + config.verify.value_or(0)) / 2;
            config.openings = fmt::format("random:{}", enough_random_moves(pairs, game));
        }
        return;
    }
    const auto model = model_named(config.model);
    if (!model || problem_of(config.test)) {
        return;
    }
    const auto limit =
        config.max_games ? std::optional(static_cast<std::uint64_t>(*config.max_games)) : std::nullopt;
    config.openings = fmt::format("random:{}", enough_random_moves(config.test, *model, limit, game));
}

namespace {

/// Of a run of two seats: what counts, and whole pairs.
void fill_in_counting(Config& config) {
    const Model model = model_named(config.model).value();
    if (config.kind == RunKind::Tune) { // no pair is left out as a copy
        config.repeats = name(RepeatRule::Count);
        fill_in_tuning(config);
    }
    if (!config.repeats) {
        config.repeats = name(default_repeat_rule(model));
    }
    if (is_pairwise(model)) { // only whole pairs count
        for (std::optional<std::int64_t>* const limit : {&config.max_games, &config.games}) {
            if (*limit) {
                **limit = referee::in_whole_pairs(**limit);
            }
        }
    }
}

} // namespace

void fill_in(Config& config, const referee::Placement& placement) {
    if (config.kind == RunKind::Tournament) {
        fill_in_tournament(config);
    } else {
        fill_in_counting(config);
    }
    if (!config.play.rules) {
        config.play.rules =
            referee::default_rules(config.play, std::ranges::all_of(config.agents, referee::is_engine));
    }
    config.play.turns = referee::game_limits(config.play).turns;
    if (!config.pgn.empty()) { // a run may be resumed in another directory
        config.pgn = std::filesystem::absolute(config.pgn).lexically_normal();
    }
    if (!config.concurrency && !config.remote.via) { // each worker plays as many as fit on its cores
        config.concurrency = placement.games_that_fit();
    }
    if (!config.seed) {
        config.seed = referee::random_seed();
    }
    settle_openings(config);
}

std::string agent_key(RunKind kind, std::size_t i) {
    return kind == RunKind::Tune ? "agent" : fmt::format("agent{}", i + 1);
}

Json to_json(const Config& config) {
    Json json = Json::object();
    for (std::size_t i = 0; i < config.agents.size(); ++i) {
        if (config.kind == RunKind::Tournament) {
            json["agents"].push_back(referee::to_json(config.agents[i]));
        } else {
            json[agent_key(config.kind, i)] = referee::to_json(config.agents[i]);
        }
    }
    if (config.kind == RunKind::Tune) {
        json["params"] = Json::array();
        for (const TuneParam& param : config.params) {
            json["params"].push_back(to_json(param));
        }
    }
    Config values = config; // place() takes a Config that may be written to
    for (const RunSetting& setting : settings(config.kind)) {
        json[std::string(setting.key)] = referee::value_json(setting.place(values));
    }
    return json;
}

void read_config(const JsonNode& root, Config& config) {
    referee::Readers readers{
        {"$schema", [](const JsonNode& n) { static_cast<void>(n.text()); }}, // for editors
    };
    if (config.kind == RunKind::Tune) {
        readers["agent"] = [&](const JsonNode& n) {
            const AgentConfig agent = referee::read_agent(n);
            config.agents = {agent, agent};
        };
        readers["params"] = [&](const JsonNode& n) {
            config.params.clear();
            for (const JsonNode& param : n.items()) {
                config.params.push_back(read_tune_param(param));
            }
        };
    } else if (config.kind == RunKind::Tournament) {
        readers["agents"] = [&](const JsonNode& n) {
            config.agents.clear();
            for (const JsonNode& agent : n.items()) {
                config.agents.push_back(referee::read_agent(agent));
            }
        };
    } else {
        for (std::size_t i = 0; i < config.agents.size(); ++i) {
            readers[agent_key(config.kind, i)] = [&config, i](const JsonNode& n) {
                config.agents[i] = referee::read_agent(n);
            };
        }
    }
    for (const RunSetting& setting : settings(config.kind)) {
        readers[std::string(setting.key)] = [&config, &setting](const JsonNode& node) {
            referee::read_value(node, setting.place(config));
        };
    }
    referee::read_object(root, readers);
}

void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources) {
    sources.file = file.string();
    const Json json = referee::read_json_file(
        file, fmt::format("a configuration file, or agents by {}",
                          config.kind == RunKind::Tournament ? "--agent" : "--agent1 and --agent2"));
    read_config(JsonNode(json, file.string() + ": "), config);
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

std::string out_in(const std::filesystem::path& file) {
    const Json json = referee::read_json_file(file, "a configuration file");
    const JsonNode config(json, file.string() + ": ");
    return config.has("out") ? config.at("out").text() : "";
}

void name_agents(Config& config, const ConfigSources& sources) {
    const std::filesystem::path beside =
        std::filesystem::path(sources.file).replace_filename(referee::kEnginesFile);
    for (std::size_t i = 0; i < config.agents.size(); ++i) {
        config.agents[i] = referee::at_place(sources.place_of_agent(config.kind, i), [&] {
            return referee::find_named(config.agents[i], config.play.engines.value_or(beside));
        });
    }
}

std::string lines_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json_text(const Config& config) {
    return lines_of(to_json(config));
}

} // namespace sprt
