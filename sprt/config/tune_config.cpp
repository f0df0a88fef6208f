#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/game/settings/setting.hpp"
#include "sprt/config/tournament_config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::UserError;

constexpr std::int64_t kFewestGames = 32;

[[noreturn]] void fail(const ConfigSources& sources, std::string_view key, const std::string& what) {
    throw UserError(fmt::format("{}: {}", sources.place(key), what));
}

/// The texts of an agent that may have placeholders.
std::vector<std::string> texts_of(const AgentConfig& agent) {
    std::vector<std::string> texts(agent.command.begin() + 1, agent.command.end());
    texts.insert(texts.end(), agent.init.begin(), agent.init.end());
    for (const auto& [variable, text] : agent.env) {
        texts.push_back(text);
    }
    for (const referee::EngineOption& option : agent.options) {
        texts.push_back(option.value);
    }
    return texts;
}

void check_params(const Config& config, const ConfigSources& sources) {
    if (config.params.empty() || config.params.size() > kMostParams) {
        fail(sources, "params",
             fmt::format(
                 "{}; a tuning has 1 to {}: give --param {} for each, or \"params\" in a configuration",
                 referee::counted(config.params.size(), "parameter"), kMostParams, kTuneParamForm));
    }
    std::set<std::string_view> names;
    for (const TuneParam& param : config.params) {
        if (const auto problem = problem_of(param)) {
            fail(sources, "params", fmt::format("{}: {}", referee::to_printable(param.name), *problem));
        }
        if (!names.insert(param.name).second) {
            fail(sources, "params", param.name + ": two parameters have this name");
        }
    }
}

void check_placeholders(const Config& config, const ConfigSources& sources) {
    const AgentConfig& agent = config.agents.front();
    std::set<std::string> told;
    try {
        for (const std::string& text : texts_of(agent)) {
            told.merge(referee::placeholders_in(text));
        }
    } catch (const UserError& error) {
        fail(sources, "agent", error.what());
    }
    std::set<std::string> sent; // as options, whose names are the same in capitals
    for (const TuneParam& param : config.params) {
        const bool is_told = told.erase(param.name) > 0;
        const auto same = std::ranges::find(
            agent.options, referee::lower_case(param.name),
            [](const referee::EngineOption& option) { return referee::lower_case(option.name); });
        if (!is_told && same != agent.options.end()) {
            fail(sources, "params",
                 fmt::format(
                     "{}: the agent has its own option.{}; leave that out, or give it the value {{{}}}",
                     param.name, same->name, param.name));
        }
        if (!is_told && agent.command.front().find("{" + param.name + "}") != std::string::npos) {
            fail(
                sources, "agent",
                fmt::format("{{{}}} stands in the name of the program, which is one for all values; write it "
                            "behind the program",
                            param.name));
        }
        if (!is_told && !is_engine(agent)) {
            fail(sources, "params",
                 fmt::format(
                     "{}: it is nowhere in the agent's command: write {{{}}} where its value is to stand",
                     param.name, param.name));
        }
        if (!is_told && !sent.insert(referee::lower_case(param.name)).second) {
            fail(sources, "params", param.name + ": another parameter is the same option in other letters");
        }
    }
    if (!told.empty()) {
        fail(sources, "agent",
             fmt::format("{{{}}} is no parameter; give --param {}=START:LOW:HIGH, or write {{{{ for a brace",
                         referee::to_printable(*told.begin()), referee::to_printable(*told.begin())));
    }
}

void check_numbers(const Config& config, const ConfigSources& sources) {
    const std::int64_t games = config.games.value_or(0);
    if (games < kFewestGames || games % 2 != 0) {
        fail(sources, "games", fmt::format("{} must be even and at least {}", games, kFewestGames));
    }
    if (config.verify && *config.verify % 2 != 0) {
        fail(sources, "verify",
             fmt::format("{} must be even: each opening is played from both sides", *config.verify));
    }
    const std::int64_t pairs = games / 2;
    if (config.lag && *config.lag > pairs / 4) {
        fail(sources, "lag",
             fmt::format("{} is above {}, a quarter of the pairs: it would oscillate", *config.lag,
                         pairs / 4));
    }
}

} // namespace

TuneParam read_tune_param(const JsonNode& node) {
    TuneParam param;
    if (node.json().is_string()) {
        try {
            return parse_tune_param(node.text());
        } catch (const UserError& error) {
            throw UserError(node.place() + ": " + error.what());
        }
    }
    bool are_whole = true;
    std::string type;
    const auto read_number = [&](double& value) {
        return [&](const JsonNode& n) {
            value = n.number();
            are_whole = are_whole && n.json().is_number_integer();
        };
    };
    const auto read_optional = [](std::optional<double>& value) {
        return
            [&value](const JsonNode& n) { value = n.is_null() ? std::nullopt : std::optional(n.number()); };
    };
    const referee::Readers readers{{"name", [&](const JsonNode& n) { param.name = n.text(); }},
                                   {"start", read_number(param.start)},
                                   {"low", read_number(param.low)},
                                   {"high", read_number(param.high)},
                                   {"type",
                                    [&](const JsonNode& n) {
                                        type = n.text();
                                        n.expect(type == "int" || type == "float", "int or float");
                                    }},
                                   {"step", read_optional(param.step)},
                                   {"log", [&](const JsonNode& n) { param.is_log = n.truth(); }},
                                   {"reach", read_optional(param.reach)}};
    referee::read_object(node, readers);
    for (const char* key : {"name", "start", "low", "high"}) {
        static_cast<void>(node.at(key));
    }
    param.is_whole = type.empty() ? are_whole : type == "int";
    return param;
}

Json to_json(const TuneParam& param) {
    const auto number = [&](double value) {
        return param.is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    Json json{{"name", param.name},
              {"start", number(param.start)},
              {"low", number(param.low)},
              {"high", number(param.high)},
              {"type", param.is_whole ? "int" : "float"}};
    if (param.step) {
        json["step"] = number(*param.step);
    }
    if (param.is_log) {
        json["log"] = true;
    }
    if (param.reach) {
        json["reach"] = *param.reach;
    }
    return json;
}

std::chrono::minutes parse_max_time(const std::string& text) {
    constexpr std::int64_t kMostHours = 1'000'000;
    std::int64_t hours = -1;
    std::int64_t minutes = -1;
    const char* const end = text.data() + text.size();
    const auto [colon, error] = std::from_chars(text.data(), end, hours);
    if (error == std::errc() && end - colon == 3 && *colon == ':') {
        const auto [rest, wrong] = std::from_chars(colon + 1, end, minutes);
        minutes = wrong == std::errc() && rest == end ? minutes : -1;
    }
    if (hours < 0 || hours > kMostHours || minutes < 0 || minutes > 59 || hours + minutes == 0) {
        throw UserError(fmt::format("'{}' must be hours and minutes, as 1:30, and more than 0:00",
                                    referee::to_printable(text)));
    }
    return std::chrono::minutes(60 * hours + minutes);
}

void check_tuning(const Config& config, const ConfigSources& sources) {
    check_numbers(config, sources);
    check_params(config, sources);
    check_placeholders(config, sources);
}

void fill_in_tuning(Config& config) {
    const std::int64_t games = config.games.value();
    constexpr std::int64_t kPartToVerify = 10;
    if (!config.verify) {
        config.verify = referee::in_whole_pairs(games / kPartToVerify);
    }
    if (!config.lag) {
        config.lag = static_cast<std::int64_t>(usual_lag(static_cast<std::uint64_t>(games) / 2));
    }
}

namespace {

/// `text` where nothing is to be filled in.
std::string with_double_braces(const std::string& text) {
    std::string doubled;
    for (const char c : text) {
        doubled += c == '{' ? std::string(2, c) : std::string(1, c);
    }
    return doubled;
}

/// The program, its directory and names of variables hold no values: as in referee::with_values().
AgentConfig with_plain_names(AgentConfig agent) {
    agent.command.front() = with_double_braces(agent.command.front());
    agent.dir = with_double_braces(agent.dir);
    std::map<std::string, std::string> env;
    for (const auto& [variable, text] : agent.env) {
        env[with_double_braces(variable)] = text;
    }
    agent.env = std::move(env);
    for (referee::EngineOption& option : agent.options) {
        option.name = with_double_braces(option.name);
    }
    return agent;
}

/// Flags with which a gate plays the game of the tuning by its clock.
std::vector<std::string> flags_of_gate(referee::PlaySettings play, bool is_engine) {
    referee::PlaySettings usual;
    usual.rules = referee::default_rules(play, is_engine);
    std::vector<std::string> flags;
    for (const auto& row : referee::play_settings()) {
        constexpr std::array<std::string_view, 6> kTold{"game",    "rules",  "tc",
                                                        "time_ms", "inc_ms", "move_ms"};
        const referee::Json value = referee::value_json(row.place(play));
        if (std::ranges::find(kTold, row.key) != kTold.end() && !value.is_null() &&
            value != referee::value_json(row.place(usual))) {
            flags.push_back(referee::flag_of(row.key));
            flags.push_back(value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
    return flags;
}

} // namespace

TuneRules tune_rules_of(const Config& config) {
    const auto pairs_of = [](const std::optional<std::int64_t>& games) {
        return static_cast<std::uint64_t>(games.value()) / 2;
    };
    AgentConfig agent = config.agents.front();
    std::vector<std::string> gate = flags_of_gate(config.play, is_engine(agent));
    std::set<std::string> told;
    for (const std::string& text : texts_of(agent)) {
        told.merge(referee::placeholders_in(text));
    }
    for (const TuneParam& param : config.params) {
        if (!told.contains(param.name)) {
            agent.options.push_back({param.name, "{" + param.name + "}"});
        }
    }
    return {.params = config.params,
            .command = referee::words_of(with_plain_names(std::move(agent))),
            .gate = std::move(gate),
            .seed = config.seed.value(),
            .first_pairs = pairs_of(config.games),
            .pairs = pairs_of(config.games),
            .verify_pairs = pairs_of(config.verify),
            .lag = static_cast<std::uint64_t>(config.lag.value()),
            .has_probes = config.probe == "on"};
}

std::vector<std::string> tune_warnings(const TuneRules& rules, int concurrency) {
    constexpr std::uint64_t kGamesForEach = 300;
    std::vector<std::string> warnings;
    const std::string lag =
        (rules.lag == usual_lag(rules.pairs) ? "the usual lag of " : "--lag ") + std::to_string(rules.lag);
    if (8 * rules.lag > rules.pairs) {
        warnings.push_back(
            fmt::format("{} is above an eighth of the {} pairs: the values may swing", lag, rules.pairs));
    }
    if (2 * rules.pairs < kGamesForEach * rules.params.size()) {
        warnings.push_back(fmt::format("{} games for {} are few: below {} for each, chance moves the values "
                                       "more than they move themselves",
                                       2 * rules.pairs, referee::counted(rules.params.size(), "parameter"),
                                       kGamesForEach));
    }
    if (static_cast<std::uint64_t>(concurrency) > rules.lag + 1) {
        warnings.push_back(fmt::format("{} games at once are more than {} lets begin: {}", concurrency, lag,
                                       referee::counted(rules.lag + 1, "pair")));
    }
    return warnings;
}

} // namespace sprt
