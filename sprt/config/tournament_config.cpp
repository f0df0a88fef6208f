#include "sprt/config/tournament_config.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/config/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sprt {
namespace {

using referee::FlagGroup;
using referee::in;
using referee::Json;
using referee::JsonNode;
using referee::Range;
using referee::RealRange;
using referee::UserError;
using referee::Words;
using TournamentSetting = referee::Setting<TournamentConfig>;

constexpr std::int64_t kMostRounds = 1'000'000'000;

template<class Value>
TournamentSetting own_row(referee::SettingRow says, Value TournamentConfig::*member) {
    return {{std::move(says)}, referee::place_at(member)};
}

std::vector<TournamentSetting> make_tournament_table() {
    using T = TournamentConfig;
    std::vector<TournamentSetting> table{
        own_row({"format", "Who meets whom", Words{"roundrobin", "gauntlet", "ladder"}}, &T::format),
        own_row(in(FlagGroup::Agents,
                   {"seeds", "Of a gauntlet: so many agents of the list meet all others; by default 1",
                    Range{1, static_cast<std::int64_t>(kMostAgents)}}),
                &T::seeds),
        own_row(in(FlagGroup::Agents,
                   {"span", "Of a ladder: each agent meets so many next ones of the list; by default 1",
                    Range{1, static_cast<std::int64_t>(kMostAgents)}}),
                &T::span),
        own_row({"rounds", "Pairs of games between any two that meet", Range{1, kMostRounds}}, &T::rounds),
        own_row({"until",
                 "End sooner: when all neighbours of the table are certain (separated), or the first place "
                 "is (best)",
                 Words{"separated", "best"}},
                &T::until),
        own_row(in(FlagGroup::Test, {"error", "How often what is called certain may be wrong",
                                     RealRange{.least = 0, .most = 0.5, .only_above = true}}),
                &T::error),
        own_row(in(FlagGroup::Agents,
                   {"anchor", "This agent has the rating ELO (0), others follow from it", {}, "NAME[=ELO]"}),
                &T::anchor),
    };
    for (const RunSetting& setting : settings(RunKind::Tournament)) {
        TournamentSetting row = referee::lifted<TournamentConfig, Config>(setting, &T::run);
        if (setting.key == "report_every") {
            row.help = "Rounds between tables";
        } else if (setting.key == "max_faults") {
            row.help = "An agent with more faults is withdrawn, as one that lost its last 8 games on time; "
                       "by default none is";
        }
        table.push_back(std::move(row));
    }
    return table;
}

/// The words of the command as a name: what an agent is called that has no other one.
bool has_own_name(const AgentConfig& agent) {
    return agent.name != referee::to_printable(referee::join_words(agent.command), 1000);
}

/// Checks a configuration. Throws UserError naming the place of the first wrong setting.
class TournamentValidator {
  public:
    TournamentValidator(const TournamentConfig& config, const ConfigSources& sources)
        : config_(config)
        , sources_(sources) {}

    void run() const {
        check_agents();
        for (const TournamentSetting& setting : tournament_settings()) {
            if (const auto problem = referee::problem_of(setting, config_)) {
                fail(setting.key, *problem);
            }
        }
        check_shared(config_.run, sources_);
        check_adjudication();
        check_reach("seeds", config_.seeds, "gauntlet");
        check_reach("span", config_.span, "ladder");
        check_until();
        if (config_.anchor) {
            static_cast<void>(
                read_anchor(*config_.anchor, names_of(config_.agents), sources_.place("anchor")));
        }
    }

  private:
    [[noreturn]] void fail(std::string_view key, const std::string& what) const {
        throw UserError(sources_.place(key) + ": " + what);
    }

    void check_agents() const {
        if (config_.agents.size() < 2 || config_.agents.size() > kMostAgents) {
            throw UserError(
                fmt::format("{}: {} given; a tournament has 2 to {}: give --agent COMMAND for each, or "
                            "\"agents\" in a configuration",
                            sources_.in_file.contains("agents") && !sources_.in_flags.contains("agents")
                                ? sources_.place("agents")
                                : "--agent",
                            referee::counted(config_.agents.size(), "agent"), kMostAgents));
        }
        for (std::size_t i = 0; i < config_.agents.size(); ++i) {
            const AgentConfig& agent = config_.agents[i];
            const std::string place = place_of_agent(sources_, i);
            if (const auto problem = problem_of(agent, config_.run.play)) {
                throw UserError(place + ": " + *problem);
            }
        }
        if (const auto alike = first_alike(names_of(config_.agents))) {
            throw UserError(fmt::format("{}: two agents are named '{}'; give one another name",
                                        place_of_agent(sources_, *alike),
                                        referee::to_printable(config_.agents[*alike].name)));
        }
    }

    void check_adjudication() const {
        const bool are_engines = std::ranges::all_of(config_.agents, referee::is_engine);
        const referee::PlaySettings& play = config_.run.play;
        if (const auto problem =
                problem_of(play.adjudicate, referee::rules_of(play), {are_engines, are_engines})) {
            fail("adjudicate", *problem);
        }
    }

    void check_reach(std::string_view key, const std::optional<std::int64_t>& reach,
                     std::string_view format) const {
        if (!reach) {
            return;
        }
        if (config_.format != format) {
            fail(key, fmt::format("it is for a {}, and format is {}", format, config_.format));
        }
        if (*reach >= static_cast<std::int64_t>(config_.agents.size())) {
            fail(key,
                 fmt::format("{} must be below the number of agents, {}", *reach, config_.agents.size()));
        }
    }

    void check_until() const {
        if (!config_.until) {
            return;
        }
        if (config_.format == "ladder") {
            fail("until", "a ladder is played for its rounds: who does not meet cannot be told apart");
        }
        if (*config_.until == "best" && config_.format == "gauntlet" && config_.seeds.value_or(1) < 2) {
            fail("until", "a gauntlet of one seed has no other to be better than; best needs two seeds");
        }
    }

    const TournamentConfig& config_;
    const ConfigSources& sources_;
};

} // namespace

std::span<const TournamentSetting> tournament_settings() {
    static const std::vector<TournamentSetting> kTable = make_tournament_table();
    return kTable;
}

void read_config(const JsonNode& root, TournamentConfig& config) {
    referee::Readers readers{
        {"$schema", [](const JsonNode& n) { static_cast<void>(n.text()); }}, // for editors
        {"agents", [&](const JsonNode& n) {
             config.agents.clear();
             for (const JsonNode& agent : n.items()) {
                 config.agents.push_back(referee::read_agent(agent));
             }
         }}};
    for (const TournamentSetting& setting : tournament_settings()) {
        readers[std::string(setting.key)] = [&config, &setting](const JsonNode& node) {
            referee::read_value(node, setting.place(config));
        };
    }
    referee::read_object(root, readers);
}

void read_config(const std::filesystem::path& file, TournamentConfig& config, ConfigSources& sources) {
    sources.file = file.string();
    const Json json = referee::read_json_file(file, "a configuration file, or agents by --agent");
    read_config(JsonNode(json, file.string() + ": "), config);
    for (const auto& [key, value] : json.items()) {
        sources.in_file.insert(key);
    }
}

Json to_json(const TournamentConfig& config) {
    Json agents = Json::array();
    for (const AgentConfig& agent : config.agents) {
        agents.push_back(referee::to_json(agent));
    }
    Json json{{"agents", std::move(agents)}};
    TournamentConfig values = config; // place() takes one that may be written to
    for (const TournamentSetting& setting : tournament_settings()) {
        json[std::string(setting.key)] = referee::value_json(setting.place(values));
    }
    return json;
}

std::string to_json_text(const TournamentConfig& config) {
    return lines_of(to_json(config));
}

void name_agents(TournamentConfig& config, const ConfigSources& sources) {
    const std::filesystem::path beside =
        std::filesystem::path(sources.file).replace_filename(referee::kEnginesFile);
    for (std::size_t i = 0; i < config.agents.size(); ++i) {
        try {
            config.agents[i] =
                referee::find_named(config.agents[i], config.run.play.engines.value_or(beside));
        } catch (const UserError& error) {
            throw UserError(fmt::format("{}: {}", place_of_agent(sources, i), error.what()));
        }
    }
}

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

void validate(const TournamentConfig& config, const ConfigSources& sources) {
    TournamentValidator(config, sources).run();
}

std::string place_of_agent(const ConfigSources& sources, std::size_t i) {
    const bool is_flag = sources.in_flags.contains("agents") || !sources.in_file.contains("agents");
    return is_flag ? fmt::format("--agent {}", i + 1)
                   : fmt::format("{}: {}/agents/{}", sources.file, sources.pointer, i);
}

void fill_in(TournamentConfig& config, const referee::Placement& placement) {
    if (config.format == "gauntlet") {
        config.seeds = config.seeds.value_or(1);
        if (!config.anchor) {
            config.anchor = config.agents.front().name;
        }
    } else if (config.format == "ladder") {
        config.span = config.span.value_or(1);
    }
    fill_in_play(config.run, std::ranges::all_of(config.agents, referee::is_engine), placement);
    if (config.run.openings == kRandomAuto) {
        config.run.openings =
            fmt::format("random:{}", enough_random_moves(static_cast<std::uint64_t>(config.rounds),
                                                         referee::rules_of(config.run.play)));
    }
}

std::size_t reach_of(const TournamentConfig& config) {
    return static_cast<std::size_t>(config.seeds.value_or(config.span.value_or(0)));
}

std::vector<std::string> names_of(const std::vector<AgentConfig>& agents) {
    std::vector<std::string> names;
    names.reserve(agents.size());
    for (const AgentConfig& agent : agents) {
        names.push_back(agent.name);
    }
    return names;
}

} // namespace sprt
