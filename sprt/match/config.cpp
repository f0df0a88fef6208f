#include "sprt/match/config.hpp"

#include "referee/agent/program.hpp"
#include "referee/game/seed.hpp"
#include "referee/rules/user_error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>

#include <sched.h>

namespace sprt {
namespace {

using ataxx::UserError;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostMilliseconds = 1'000'000'000;
constexpr std::int64_t kMostTurns = 1'000'000;
constexpr std::int64_t kMostGames = std::int64_t{1} << 53;
constexpr std::int64_t kMostConcurrency = 4096;
constexpr double kMostElo = 2000;

/// A value of the file and where it stands.
struct Value {
    const Json& json;
    std::string place; ///< `FILE: /pointer`

    [[noreturn]] void fail(const std::string& wanted) const {
        std::string found = json.dump();
        if (found.size() > 60) {
            found = found.substr(0, 57) + "...";
        }
        throw UserError(fmt::format("{} is {}; it must be {}", place, found, wanted));
    }
    [[nodiscard]] std::string text() const {
        if (!json.is_string()) {
            fail("a string");
        }
        return json.get<std::string>();
    }
    [[nodiscard]] double number() const {
        if (!json.is_number()) {
            fail("a number");
        }
        return json.get<double>();
    }
    [[nodiscard]] std::int64_t integer() const {
        if (!json.is_number_integer() ||
            (json.is_number_unsigned() &&
             json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))) {
            fail("a whole number");
        }
        return json.get<std::int64_t>();
    }
    [[nodiscard]] std::optional<std::int64_t> integer_or_null() const {
        return json.is_null() ? std::nullopt : std::optional(integer());
    }
    [[nodiscard]] std::optional<std::uint64_t> seed_or_null() const {
        if (json.is_null()) {
            return std::nullopt;
        }
        const auto seed = json.is_number_unsigned() ? std::optional(json.get<std::uint64_t>())
                          : json.is_string()        ? ataxx::parse_seed(json.get<std::string>())
                                                    : std::nullopt;
        if (!seed) {
            fail(std::string(ataxx::kSeedForm) + ", as a number or a string, or null for a random one");
        }
        return seed;
    }
    [[nodiscard]] bool truth() const {
        if (!json.is_boolean()) {
            fail("true or false");
        }
        return json.get<bool>();
    }
    [[nodiscard]] std::vector<std::string> words() const {
        if (!json.is_array() || json.empty() ||
            !std::all_of(json.begin(), json.end(), [](const Json& word) { return word.is_string(); })) {
            fail("a string or an array of strings, not empty");
        }
        return json.get<std::vector<std::string>>();
    }
};

/// One reader for each key of an object; any other key is an error.
using Readers = std::map<std::string, std::function<void(const Value&)>>;

void read_object(const Json& object, const std::string& file, const std::string& pointer,
                 const Readers& readers) {
    for (const auto& [key, json] : object.items()) {
        const std::string place = file + ": " + pointer + "/" + key;
        const auto reader = readers.find(key);
        if (reader == readers.end()) {
            std::string known;
            for (const auto& entry : readers) {
                known += (known.empty() ? "" : ", ") + entry.first;
            }
            throw UserError(place + " is unknown; known are " + known);
        }
        reader->second({json, place});
    }
}

AgentConfig read_agent(const Value& value, const std::string& file, const std::string& key) {
    const auto read_command = [](const Value& command) {
        if (!command.json.is_string()) {
            const auto words = command.words();
            return AgentConfig{
                .command = words, .name = ataxx::join_words(words), .dir = {}, .env = {}, .time_ms = {}};
        }
        try {
            return agent_from_command(command.text());
        } catch (const UserError& error) {
            throw UserError(command.place + ": " + error.what());
        }
    };
    if (!value.json.is_object()) {
        return read_command(value);
    }
    AgentConfig agent;
    std::optional<std::string> name;
    read_object(value.json, file, "/" + key,
                {{"command",
                  [&](const Value& v) {
                      const AgentConfig read = read_command(v);
                      agent.command = read.command;
                      agent.name = read.name;
                  }},
                 {"name", [&](const Value& v) { name = v.text(); }},
                 {"dir", [&](const Value& v) { agent.dir = v.text(); }},
                 {"env",
                  [&](const Value& v) {
                      if (!v.json.is_object()) {
                          v.fail("an object of strings");
                      }
                      for (const auto& [variable, text] : v.json.items()) {
                          agent.env[variable] = Value{text, v.place + "/" + variable}.text();
                      }
                  }},
                 {"time_ms", [&](const Value& v) { agent.time_ms = v.integer_or_null(); }}});
    if (agent.command.empty()) {
        throw UserError(value.place + "/command is missing; give a string or an array of strings");
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

Json agent_to_json(const AgentConfig& agent) {
    Json json{{"command", agent.command}, {"name", agent.name}};
    if (!agent.dir.empty()) {
        json["dir"] = agent.dir;
    }
    json["env"] = agent.env.empty() ? Json::object() : Json(agent.env);
    json["time_ms"] = agent.time_ms ? Json(*agent.time_ms) : Json(nullptr);
    return json;
}

/// Checks settings one by one, naming the place of the first that is wrong.
class Validator {
  public:
    Validator(const Config& config, const ConfigSources& sources)
        : config_(config)
        , sources_(sources) {}

    void run() const {
        check_agents();
        check_test();
        check_available("model", config_.model, "wald",
                        {"pentanomial", "normalized", "trinomial", "bayeselo"});
        check_available("openings", config_.openings, "start", {});
        check_available("repeats", config_.repeats, "count", {"collapse"});
        check_range("max_games", config_.max_games.value_or(1), 1, kMostGames);
        check_range("concurrency", config_.concurrency.value_or(1), 1, kMostConcurrency);
        check_range("time_ms", config_.time_ms, 1, kMostMilliseconds);
        check_range("ready_ms", config_.ready_ms, 1, kMostMilliseconds);
        check_range("finish_ms", config_.finish_ms, 0, kMostMilliseconds);
        check_range("turns", config_.turns, 1, kMostTurns);
    }

  private:
    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        throw UserError(sources_.place(key) + ": " + what);
    }

    void check_range(const std::string& key, std::int64_t value, std::int64_t least,
                     std::int64_t most) const {
        if (value < least || value > most) {
            fail(key, fmt::format("{} is out of range; it must be from {} to {}", value, least, most));
        }
    }

    void check_available(const std::string& key, const std::string& value, const std::string& available,
                         const std::vector<std::string>& later) const {
        if (value == available) {
            return;
        }
        const bool is_planned =
            key == "openings" || std::find(later.begin(), later.end(), value) != later.end();
        fail(key, fmt::format("'{}' is {}; use {}", value, is_planned ? "not available yet" : "unknown",
                              available));
    }

    void check_agents() const {
        for (std::size_t i = 0; i < config_.agents.size(); ++i) {
            const std::string key = fmt::format("agent{}", i + 1);
            const AgentConfig& agent = config_.agents[i];
            if (agent.command.empty()) {
                throw UserError(
                    fmt::format("agent {} is missing: give --agent{} COMMAND or \"{}\" in a configuration",
                                i + 1, i + 1, key));
            }
            if (agent.name.empty() || agent.name.find_first_of("\n\r") != std::string::npos) {
                fail(key, "its name must be one line of text");
            }
            if (agent.time_ms && (*agent.time_ms < 1 || *agent.time_ms > kMostMilliseconds)) {
                fail(key, fmt::format("its time_ms is {}; it must be from 1 to {}", *agent.time_ms,
                                      kMostMilliseconds));
            }
            for (const auto& [variable, text] : agent.env) {
                if (variable.empty() || variable.find_first_of(std::string("=\0", 2)) != std::string::npos ||
                    text.find('\0') != std::string::npos) {
                    fail(key, fmt::format("its env holds '{}', which cannot be an environment variable",
                                          variable));
                }
            }
        }
    }

    void check_test() const {
        const Hypotheses& test = config_.test;
        for (const auto& [key, value] : {std::pair{"elo0", test.elo0}, std::pair{"elo1", test.elo1}}) {
            if (!(std::abs(value) <= kMostElo)) {
                fail(key,
                     fmt::format("{} is out of range; it must be from {} to {}", value, -kMostElo, kMostElo));
            }
        }
        if (test.elo0 >= test.elo1) {
            fail(sources_.in_flags.contains("elo0") || !sources_.in_flags.contains("elo1") ? "elo0" : "elo1",
                 fmt::format("elo0 ({}) must be below elo1 ({})", test.elo0, test.elo1));
        }
        for (const auto& [key, value] : {std::pair{"alpha", test.alpha}, std::pair{"beta", test.beta}}) {
            if (!(value > 0 && value < 1)) {
                fail(key, fmt::format("{} is out of range; it must be above 0 and below 1", value));
            }
        }
        if (test.alpha + test.beta >= 1) {
            fail(sources_.in_flags.contains("alpha") || !sources_.in_flags.contains("beta") ? "alpha"
                                                                                            : "beta",
                 fmt::format("alpha ({}) and beta ({}) must be below 1 together", test.alpha, test.beta));
        }
    }

    const Config& config_;
    const ConfigSources& sources_;
};

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
        json = Json::parse(text);
    } catch (const Json::parse_error& parse_error) {
        throw UserError(fmt::format("{}:{}: not JSON from here on", file.string(),
                                    line_and_column(text, parse_error.byte)));
    }
    if (!json.is_object()) {
        throw UserError(file.string() + ": it must hold one JSON object");
    }
    const auto agent_reader = [&](std::size_t i) {
        return [&, i](const Value& v) {
            config.agents[i] = read_agent(v, file.string(), fmt::format("agent{}", i + 1));
        };
    };
    const auto text_reader = [](std::string& target) { return [&](const Value& v) { target = v.text(); }; };
    const auto number_reader = [](double& target) { return [&](const Value& v) { target = v.number(); }; };
    const auto integer_reader = [](std::int64_t& target) {
        return [&](const Value& v) { target = v.integer(); };
    };
    read_object(json, file.string(), "",
                {{"$schema", [](const Value& v) { static_cast<void>(v.text()); }}, // for editors
                 {"agent1", agent_reader(0)},
                 {"agent2", agent_reader(1)},
                 {"elo0", number_reader(config.test.elo0)},
                 {"elo1", number_reader(config.test.elo1)},
                 {"alpha", number_reader(config.test.alpha)},
                 {"beta", number_reader(config.test.beta)},
                 {"model", text_reader(config.model)},
                 {"openings", text_reader(config.openings)},
                 {"repeats", text_reader(config.repeats)},
                 {"max_games", [&](const Value& v) { config.max_games = v.integer_or_null(); }},
                 {"seed", [&](const Value& v) { config.seed = v.seed_or_null(); }},
                 {"concurrency", [&](const Value& v) { config.concurrency = v.integer_or_null(); }},
                 {"out", text_reader(config.out)},
                 {"quiet", [&](const Value& v) { config.quiet = v.truth(); }},
                 {"time_ms", integer_reader(config.time_ms)},
                 {"ready_ms", integer_reader(config.ready_ms)},
                 {"finish_ms", integer_reader(config.finish_ms)},
                 {"turns", integer_reader(config.turns)}});
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

void validate(const Config& config, const ConfigSources& sources) {
    Validator(config, sources).run();
}

int cores_to_play_on() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return 1;
    }
    return std::max(1, CPU_COUNT(&allowed));
}

void fill_in(Config& config) {
    if (!config.concurrency) {
        config.concurrency = cores_to_play_on();
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
        {"openings", config.openings},
        {"repeats", config.repeats},
        {"max_games", config.max_games ? Json(*config.max_games) : Json(nullptr)},
        {"seed", config.seed ? Json(std::to_string(*config.seed)) : Json(nullptr)},
        {"concurrency", config.concurrency ? Json(*config.concurrency) : Json(nullptr)},
        {"out", config.out},
        {"quiet", config.quiet},
        {"time_ms", config.time_ms},
        {"ready_ms", config.ready_ms},
        {"finish_ms", config.finish_ms},
        {"turns", config.turns},
    };
    return json.dump(2) + "\n";
}

} // namespace sprt
