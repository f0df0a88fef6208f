#include "referee/process/cores.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/tournament_config.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const referee::Machine kCoresOfTournament{.packages = {{{0}, {1}, {2}, {3}, {4}}}, .quota = {}, .current = 0};

/// Reads a tournament from a file, t.json, and gives the error text for it.
class TournamentConfigFile : public ::testing::Test {
  protected:
    Config read(const std::string& text) {
        sources_ = {};
        Config config(RunKind::Tournament);
        read_config(dir_.file("t.json", text), config, sources_);
        return config;
    }
    std::string error_of(const std::string& text) {
        return user_error_text([&] { validate(read(text), sources_); });
    }
    [[nodiscard]] std::string file() const { return (dir_ / "t.json").string(); }
    Config filled_in(const std::string& text) {
        Config config = read(text);
        validate(config, sources_);
        fill_in(config, place_games(config, sources_, kCoresOfTournament));
        return config;
    }

    referee::testing_support::TemporaryDir dir_;
    ConfigSources sources_;
};

const std::string kThree = R"("agents": ["a", "name=B b --fast", {"command": "c", "time_ms": 50}])";

TEST_F(TournamentConfigFile, settings_are_those_of_runs_but_for_the_test_and_its_own) {
    std::set<std::string_view> keys;
    for (const auto& setting : settings(RunKind::Tournament)) {
        EXPECT_TRUE(keys.insert(setting.key).second) << setting.key << " is there twice";
    }
    const auto help_of = [](std::string_view key) {
        return std::ranges::find(settings(RunKind::Tournament), key, [](const auto& row) { return row.key; })
            ->help;
    };
    EXPECT_EQ(help_of("report_every"), "Rounds between tables");
    EXPECT_THAT(help_of("max_faults"), StartsWith("An agent with more faults is withdrawn"));
    for (const char* own :
         {"format", "seeds", "span", "rounds", "until", "error", "anchor", "max_faults", "openings",
          "repeats", "report_every", "time_ms", "seed", "concurrency", "sandbox", "out", "via"}) {
        EXPECT_TRUE(keys.contains(own)) << own;
    }
    for (const char* other :
         {"elo0", "elo1", "alpha", "beta", "model", "test", "games", "max_games", "agent1", "agents"}) {
        EXPECT_FALSE(keys.contains(other)) << other;
    }
}

TEST_F(TournamentConfigFile, configuration_is_the_same_after_writing_and_reading) {
    const Config config = read("{" + kThree + R"(, "format": "gauntlet", "seeds": 2, "rounds": 7,
        "until": "best", "error": 0.1, "anchor": "B=1500", "max_faults": 5, "time_ms": 20, "seed": "7",
        "openings": "start", "$schema": "x"})");
    EXPECT_THAT(names_of(config.agents), ElementsAre("a", "B", "c"));
    EXPECT_EQ(config.agents[2].time_ms, 50);
    EXPECT_EQ(config.seeds, 2);
    EXPECT_EQ(config.rounds, 7);
    EXPECT_EQ(config.until, "best");
    EXPECT_EQ(config.error, 0.1);
    EXPECT_EQ(config.anchor, "B=1500");
    EXPECT_EQ(config.max_faults.most, 5);
    EXPECT_EQ(config.seed, 7U);
    EXPECT_NO_THROW(validate(config, sources_));
    const std::string text = to_json_text(config);
    EXPECT_EQ(to_json_text(read(text)), text);
    std::vector<std::string> keys;
    const referee::Json json = to_json(config);
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    EXPECT_EQ(keys.size(), settings(RunKind::Tournament).size() + 1);
    EXPECT_EQ(keys.front(), "agents");
    EXPECT_EQ(keys[1], "format");
}

TEST_F(TournamentConfigFile, defaults_are_a_round_robin_of_50_rounds_without_withdrawals) {
    const Config config = read("{" + kThree + "}");
    EXPECT_EQ(config.format, "roundrobin");
    EXPECT_EQ(config.rounds, 50);
    EXPECT_EQ(config.error, 0.05);
    EXPECT_FALSE(config.max_faults.most);
    EXPECT_FALSE(config.seeds || config.span || config.until || config.anchor);
    EXPECT_EQ(reach_of(config), 0U);
}

TEST_F(TournamentConfigFile, error_names_the_place_of_a_wrong_setting) {
    const struct {
        std::string settings; ///< after three agents
        const char* error;
    } rows[] = {
        {R"(, "format": "cup")", ": /format: 'cup' must be roundrobin, gauntlet or ladder"},
        {R"(, "rounds": 0)", ": /rounds: 0 is out of range; it must be from 1 to 1000000000"},
        {R"(, "seeds": 1)", ": /seeds: it is for a gauntlet, and format is roundrobin"},
        {R"(, "span": 1)", ": /span: it is for a ladder, and format is roundrobin"},
        {R"(, "format": "ladder", "seeds": 1)", ": /seeds: it is for a gauntlet, and format is ladder"},
        {R"(, "format": "gauntlet", "seeds": 3)", ": /seeds: 3 must be below the number of agents, 3"},
        {R"(, "format": "ladder", "span": 3)", ": /span: 3 must be below the number of agents, 3"},
        {R"(, "format": "gauntlet", "seeds": 65)", ": /seeds: 65 is out of range; it must be from 1 to 64"},
        {R"(, "until": "soon")", ": /until: 'soon' must be separated or best"},
        {R"(, "format": "ladder", "until": "separated")",
         ": /until: a ladder is played for its rounds: who does not meet cannot be told apart"},
        {R"(, "format": "gauntlet", "until": "best")",
         ": /until: a gauntlet of one seed has no other to be better than; best needs two seeds"},
        {R"(, "error": 0)", ": /error: 0 is out of range; it must be above 0 and at most 0.5"},
        {R"(, "error": 0.51)", ": /error: 0.51 is out of range; it must be above 0 and at most 0.5"},
        {R"(, "anchor": "d")", ": /anchor: no agent is named 'd'; the agents are a, B, c"},
        {R"(, "anchor": "a=x")", ": /anchor: 'x' is no Elo; it must be a number from -1000000 to 1000000"},
        {R"(, "concurrency": 0)", ": /concurrency: 0 is out of range; it must be from 1 to 4096"},
        {R"(, "report_every": 0)", ": /report_every: 0 is out of range"},
        {R"(, "openings": "random:0")", ": /openings: "},
        {R"(, "adjudicate": {"resign": true})",
         ": /adjudicate: resign needs the scores of both agents, and agent 1 sends none: only "
         "engines do"},
        {R"(, "elo0": 1)", ": /elo0 is unknown"},
        {R"(, "rounds": "3")", ": /rounds is \"3\"; it must be "},
    };
    for (const auto& row : rows) {
        EXPECT_THAT(error_of("{" + kThree + row.settings + "}"), StartsWith(file() + row.error))
            << row.settings;
    }
}

TEST_F(TournamentConfigFile, error_names_a_wrong_agent_and_how_many_there_must_be) {
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += (many.empty() ? "\"a" : ", \"a") + std::to_string(i) + "\"";
    }
    const struct {
        std::string agents;
        std::string error;
    } rows[] = {
        {R"(["a"])", ": /agents: 1 agent given; a tournament has 2 to 64: give --agent COMMAND for each, or "
                     "\"agents\" in a configuration"},
        {"[" + many + "]", ": /agents: 65 agents given; a tournament has 2 to 64"},
        {R"(["a", {"command": "b", "time_ms": 0}])",
         ": /agents/1: its time_ms: 0 is out of range; it must be from 1 to 1000000000"},
        {R"(["a", {"command": "b", "env": {"A=B": "c"}}])", ": /agents/1: "},
        {R"(["a", "b", "a"])", ": /agents/2: two agents are named 'a'; give one another name"},
        {R"(["name=x a", "name=x b"])", ": /agents/1: two agents are named 'x'; give one another name"},
        {R"({"a": "b"})", ": /agents is {\"a\":\"b\"}; it must be an array"},
        {R"(["a", {"new": 1}])", ": /agents/1/new is unknown"},
    };
    for (const auto& row : rows) {
        EXPECT_THAT(error_of(R"({"agents": )" + row.agents + "}"), StartsWith(file() + row.error))
            << row.agents;
    }
    EXPECT_THAT(user_error_text([] { validate(Config(RunKind::Tournament), {}); }),
                StartsWith("--agent: 0 agents given; a tournament has 2 to 64"));
    EXPECT_THAT(error_of("{\n  \"agents\": [,]\n}"), HasSubstr("t.json:2:14: not JSON"));
    EXPECT_THAT(user_error_text([&] {
                    Config config(RunKind::Tournament);
                    read_config(dir_ / "none.json", config, sources_);
                }),
                HasSubstr("none.json"));
}

TEST_F(TournamentConfigFile, place_is_a_flag_when_a_flag_gave_it) {
    Config config = read("{" + kThree + R"(, "rounds": 3})");
    EXPECT_EQ(sources_.place_of_agent(RunKind::Tournament, 2), file() + ": /agents/2");
    sources_.in_flags = {"agents", "rounds"};
    EXPECT_EQ(sources_.place_of_agent(RunKind::Tournament, 2), "--agent 3");
    config.rounds = 0;
    EXPECT_THAT(user_error_text([&] { validate(config, sources_); }),
                StartsWith("--rounds: 0 is out of range"));
    sources_ = {.file = "run.json", .in_file = {"agents"}, .in_flags = {}, .pointer = "/config"};
    EXPECT_EQ(sources_.place_of_agent(RunKind::Tournament, 0), "run.json: /config/agents/0");
}

TEST_F(TournamentConfigFile, what_is_open_is_filled_in_by_the_format) {
    const Config robin = filled_in("{" + kThree + "}");
    EXPECT_EQ(robin.concurrency, 5);
    EXPECT_TRUE(robin.seed);
    EXPECT_EQ(robin.play.turns, 400);
    EXPECT_EQ(robin.play.rules, "articles");
    EXPECT_FALSE(robin.anchor || robin.seeds || robin.span);
    EXPECT_EQ(robin.openings, "random:" + std::to_string(enough_random_moves(50, referee::Game::Ataxx)));
    const Config gauntlet = filled_in("{" + kThree + R"(, "format": "gauntlet"})");
    EXPECT_EQ(gauntlet.seeds, 1);
    EXPECT_EQ(gauntlet.anchor, "a");
    EXPECT_EQ(reach_of(gauntlet), 1U);
    const Config two = filled_in("{" + kThree + R"(, "format": "gauntlet", "seeds": 2, "anchor": "B"})");
    EXPECT_EQ(two.seeds, 2);
    EXPECT_EQ(two.anchor, "B");
    const Config ladder = filled_in("{" + kThree + R"(, "format": "ladder"})");
    EXPECT_EQ(ladder.span, 1);
    EXPECT_FALSE(ladder.anchor);
    const Config given = filled_in(
        "{" + kThree + R"(, "seed": "9", "concurrency": 2, "openings": "random:3", "format": "ladder",
                                     "span": 2})");
    EXPECT_EQ(given.seed, 9U);
    EXPECT_EQ(given.concurrency, 2);
    EXPECT_EQ(given.openings, "random:3");
    EXPECT_EQ(reach_of(given), 2U);
}

TEST_F(TournamentConfigFile, agents_of_the_same_command_are_numbered_and_names_of_users_stay) {
    const struct {
        std::vector<std::string> agents;
        std::vector<std::string> names;
    } rows[] = {
        {{"a", "b"}, {"a", "b"}},
        {{"a", "a", "a"}, {"a", "a (2)", "a (3)"}},
        {{"a --x", "b", "a --x"}, {"a --x", "b", "a --x (2)"}},
        {{"name=a b", "a", "a"}, {"a", "a", "a (2)"}},
        {{"a", "a", "name='a (2)' c"}, {"a", "a (3)", "a (2)"}},
        {{"name=x a", "name=x a"}, {"x", "x"}},
    };
    for (const auto& row : rows) {
        std::vector<AgentConfig> agents;
        for (const std::string& agent : row.agents) {
            agents.push_back(referee::parse_agent(agent));
        }
        tell_apart(agents);
        EXPECT_EQ(names_of(agents), row.names);
    }
}

TEST_F(TournamentConfigFile, named_agents_are_taken_from_the_file_beside_the_configuration) {
    dir_.file("engines.json", R"({"strong": {"command": "engine --deep", "protocol": "uai"}})");
    Config config = read(R"({"agents": ["@strong", "b"]})");
    name_agents(config, sources_);
    EXPECT_THAT(config.agents[0].command, ElementsAre("engine", "--deep"));
    EXPECT_EQ(config.agents[0].protocol, "uai");
    EXPECT_THAT(config.agents[1].command, ElementsAre("b"));
    Config wrong = read(R"({"agents": ["b", "@weak"]})");
    EXPECT_THAT(user_error_text([&] { name_agents(wrong, sources_); }), StartsWith(file() + ": /agents/1: "));
}

} // namespace
} // namespace sprt
