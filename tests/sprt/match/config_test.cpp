#include "referee/agent/topology.hpp"
#include "referee/rules/user_error.hpp"
#include "sprt/match/config.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace sprt {
namespace {

using ataxx::testing_support::TemporaryDir;
using ataxx::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ataxx::Machine kFiveCores{.packages = {{{0}, {1}, {2}, {3}, {4}}}, .quota = {}, .current = 0};

class ConfigFile : public ::testing::Test {
  protected:
    Config read(const std::string& text) {
        const auto file = dir_.path() / "c.json";
        std::ofstream(file) << text;
        Config config;
        read_config(file, config, sources_);
        return config;
    }
    std::string error_of(const std::string& text) {
        return user_error_text([&] {
            const Config config = read(text);
            validate(config, sources_);
        });
    }

    TemporaryDir dir_;
    ConfigSources sources_;
};

TEST_F(ConfigFile, SettingsAreRead) {
    const Config config = read(R"({
        "$schema": "x", "agent1": "mybot --level 'a b'", "agent2": ["other", "x y"],
        "elo0": -3.5, "elo1": 2, "alpha": 0.01, "beta": 0.1, "model": "wald", "openings": "start", "repeats": "count",
        "max_games": 7, "seed": "18446744073709551615", "concurrency": 3,
        "cores": "1,4-6", "pin": "split", "threads_per_agent": 2, "out": "runs/x", "quiet": true,
        "time_ms": 1, "ready_ms": 2, "finish_ms": 0, "turns": 5})");
    EXPECT_THAT(config.agents[0].command, ElementsAre("mybot", "--level", "a b"));
    EXPECT_EQ(config.agents[0].name, "mybot --level 'a b'");
    EXPECT_THAT(config.agents[1].command, ElementsAre("other", "x y"));
    EXPECT_EQ(config.agents[1].name, "other 'x y'");
    EXPECT_EQ(config.test.elo0, -3.5);
    EXPECT_EQ(config.test.elo1, 2);
    EXPECT_EQ(config.test.alpha, 0.01);
    EXPECT_EQ(config.test.beta, 0.1);
    EXPECT_EQ(config.max_games, 7);
    EXPECT_EQ(config.seed, 18446744073709551615u);
    EXPECT_EQ(config.concurrency, 3);
    EXPECT_EQ(config.cores, "1,4-6");
    EXPECT_EQ(config.pin, "split");
    EXPECT_EQ(config.threads_per_agent, 2);
    EXPECT_EQ(config.out, "runs/x");
    EXPECT_TRUE(config.quiet);
    EXPECT_EQ(config.time_ms, 1);
    EXPECT_EQ(config.ready_ms, 2);
    EXPECT_EQ(config.finish_ms, 0);
    EXPECT_EQ(config.turns, 5);
    EXPECT_NO_THROW(validate(config, sources_));
}

TEST_F(ConfigFile, AnAgentMayBeAnObject) {
    const Config config = read(R"({"agent1": {"command": "bot", "name": "new", "dir": "/tmp",
                                              "env": {"A": "b=c"}, "time_ms": 500},
                                   "agent2": {"command": ["bot"]}})");
    EXPECT_EQ(config.agents[0].name, "new");
    EXPECT_EQ(config.agents[0].dir, "/tmp");
    EXPECT_EQ(config.agents[0].env.at("A"), "b=c");
    EXPECT_EQ(config.agents[0].time_ms, 500);
    EXPECT_EQ(config.agents[1].name, "bot");
    EXPECT_FALSE(config.agents[1].time_ms);
}

TEST_F(ConfigFile, WhatIsWrongIsNamedWithItsPlace) {
    const std::string agents = R"("agent1": "a", "agent2": "b", )";
    const struct {
        std::string text;
        std::vector<std::string> fragments;
    } rows[] = {
        {"{\n  \"elo0\": 1,\n  \"elo1\" 2}", {"c.json:3:10", "not JSON"}},
        {"[]", {"c.json", "object"}},
        {R"({"elo_0": 1})", {"c.json: /elo_0", "unknown", "elo0"}},
        {R"({"elo0": "1"})", {"c.json: /elo0", "\"1\"", "a number"}},
        {R"({"max_games": 1.5})", {"c.json: /max_games", "1.5", "a whole number"}},
        {R"({"max_games": 99999999999999999999})", {"c.json: /max_games", "a whole number"}},
        {R"({"seed": -1})", {"c.json: /seed", "-1"}},
        {R"({"seed": "1x"})", {"c.json: /seed", "1x"}},
        {R"({"quiet": 1})", {"c.json: /quiet", "true or false"}},
        {R"({"agent1": []})", {"c.json: /agent1", "not empty"}},
        {R"({"agent1": ["a", 1]})", {"c.json: /agent1/1", "a string"}},
        {R"({"agent1": "a 'b"})", {"c.json: /agent1", "never closed"}},
        {R"({"agent1": {"name": "x"}})", {"c.json: /agent1/command", "missing"}},
        {R"({"agent1": {"command": "x", "foo": 1}})", {"c.json: /agent1/foo", "unknown"}},
        {R"({"agent1": {"command": "x", "env": {"A": 1}}})", {"c.json: /agent1/env/A", "a string"}},
        {"{" + agents + R"("elo0": 10, "elo1": 10})", {"c.json: /elo0", "elo0 (10) must be below elo1 (10)"}},
        {"{" + agents + R"("elo1": 2001})", {"c.json: /elo1", "2001"}},
        {"{" + agents + R"("alpha": 0})", {"c.json: /alpha", "above 0"}},
        {"{" + agents + R"("alpha": 0.5, "beta": 0.5})", {"c.json: /", "below 1 together"}},
        {"{" + agents + R"("concurrency": 0})", {"c.json: /concurrency", "from 1"}},
        {R"({"cores": 1})", {"c.json: /cores", "a string"}},
        {"{" + agents + R"("cores": ""})", {"c.json: /cores", "names no core", "0,2,4-7"}},
        {"{" + agents + R"("cores": "3-1"})", {"c.json: /cores", "'3-1'", "write 1-3"}},
        {"{" + agents + R"("pin": "on"})", {"c.json: /pin", "'on'", "game, split or off"}},
        {"{" + agents + R"("threads_per_agent": 0})", {"c.json: /threads_per_agent", "from 1 to 1024"}},
        {"{" + agents + R"("threads_per_agent": 1025})", {"c.json: /threads_per_agent", "1025"}},
        {"{" + agents + R"("max_games": 0})", {"c.json: /max_games", "from 1"}},
        {"{" + agents + R"("turns": 0})", {"c.json: /turns", "from 1"}},
        {"{" + agents + R"("model": "walt"})", {"c.json: /model", "'walt'", "pentanomial", "or bayeselo"}},
        {"{" + agents + R"("test": "3sprt"})", {"c.json: /test", "'3sprt'", "sprt or 2sprt"}},
        {"{" + agents + R"("test": "2sprt", "alpha": 0.5})", {"c.json: /alpha", "below 0.5"}},
        {"{" + agents + R"("openings": "random:0"})", {"c.json: /openings", "random:0"}},
        {"{" + agents + R"("openings": ""})", {"c.json: /openings"}},
        {"{" + agents + R"("repeats": "ignore"})", {"c.json: /repeats", "'ignore'", "count or collapse"}},
        {"{" + agents + R"("max_games": 1})", {"c.json: /max_games", "less than a pair"}},
        {"{" + agents + R"("report_every": 0})", {"c.json: /report_every", "from 1"}},
        {R"({"agent1": "a"})", {"agent 2 is missing", "--agent2"}},
        {R"({"agent1": {"command": "a", "time_ms": 0}, "agent2": "b"})", {"c.json: /agent1", "time_ms"}},
        {R"({"agent1": {"command": "a", "env": {"A=B": "c"}}, "agent2": "b"})", {"c.json: /agent1", "A=B"}},
    };
    for (const auto& row : rows) {
        sources_ = {};
        const std::string error = error_of(row.text);
        for (const std::string& fragment : row.fragments) {
            EXPECT_THAT(error, HasSubstr(fragment)) << row.text;
        }
        EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    }
}

TEST_F(ConfigFile, PlaceIsTheFlagWhereAFlagSetIt) {
    Config config = read(R"({"agent1": "a", "agent2": "b", "concurrency": 2})");
    config.concurrency = 0;
    sources_.in_flags = {"concurrency"};
    EXPECT_THAT(user_error_text([&] { validate(config, sources_); }), HasSubstr("--concurrency: 0"));
    EXPECT_EQ(sources_.place("max_games"), "--max-games");
}

TEST_F(ConfigFile, TheTextOfAConfigurationReadsBackAsIt) {
    Config config =
        read(R"({"agent1": {"command": ["b", "c d"], "name": "n", "dir": "/tmp", "env": {"A": "1"},
                             "time_ms": 9}, "agent2": "x", "elo0": 0.1, "max_games": 5})");
    fill_in(config, place_games(config, sources_, ataxx::this_machine()));
    const std::string text = to_json_text(config);
    EXPECT_EQ(to_json_text(read(text)), text);
    EXPECT_THAT(text, AllOf(HasSubstr("\"seed\": \""), HasSubstr("\"elo0\": 0.1"),
                            HasSubstr("\"max_games\": 4"), HasSubstr("\"cores\": null"),
                            HasSubstr("\"pin\": \"game\""), HasSubstr("\"threads_per_agent\": 1")));
}

TEST_F(ConfigFile, TheTextKeepsWhatIsSaidOfCores) {
    const std::string text = to_json_text(
        read(R"({"agent1": "a", "agent2": "b", "cores": "0,2-4", "pin": "split", "threads_per_agent": 2})"));
    EXPECT_EQ(to_json_text(read(text)), text);
    EXPECT_THAT(text, AllOf(HasSubstr("\"cores\": \"0,2-4\""), HasSubstr("\"pin\": \"split\""),
                            HasSubstr("\"threads_per_agent\": 2")));
}

TEST_F(ConfigFile, TheTextIsJsonWhateverTheFlagsHeld) {
    Config config;
    config.agents[0] = agent_from_command("caf\xe9 \xff");
    config.agents[1] = agent_from_command("b");
    EXPECT_EQ(read(to_json_text(config)).agents[0].name, "caf\xEF\xBF\xBD \xEF\xBF\xBD");
}

TEST_F(ConfigFile, FillInKeepsWhatIsGiven) {
    Config config;
    config.seed = 5;
    config.concurrency = 7;
    fill_in(config, place_games(config, {}, kFiveCores));
    EXPECT_EQ(config.seed, 5u);
    EXPECT_EQ(config.concurrency, 7);
}

TEST_F(ConfigFile, AsManyGamesAtOnceAsFitOnTheCores) {
    const struct {
        std::string settings;
        int games;
    } rows[] = {{"{}", 5},
                {R"({"pin": "split"})", 2},
                {R"({"threads_per_agent": 2})", 2},
                {R"({"pin": "off"})", 5},
                {R"({"cores": "1-3"})", 3},
                {R"({"cores": "1-3", "pin": "off"})", 3},
                {R"({"cores": "4", "pin": "split", "threads_per_agent": 3})", 1}};
    for (const auto& row : rows) {
        Config config = read(row.settings);
        fill_in(config, place_games(config, sources_, kFiveCores));
        EXPECT_EQ(config.concurrency, row.games) << row.settings;
        EXPECT_TRUE(config.seed);
    }
}

TEST_F(ConfigFile, CoresThatAreNotHereAreNamedWithTheirPlace) {
    const Config config = read(R"({"cores": "4-6"})");
    const auto error = [&] {
        return user_error_text([&] { static_cast<void>(place_games(config, sources_, kFiveCores)); });
    };
    EXPECT_THAT(error(), AllOf(HasSubstr("c.json: /cores: core 5,6"), HasSubstr("allowed are 0-4")));
    sources_.pointer = "/config"; // of a run.json
    EXPECT_THAT(error(), HasSubstr("c.json: /config/cores: core 5,6"));
    sources_.in_flags = {"cores"};
    EXPECT_THAT(error(), HasSubstr("--cores: core 5,6"));
}

TEST(ConfigFileMissing, IsNamed) {
    Config config;
    ConfigSources sources;
    EXPECT_THAT(user_error_text([&] { read_config("/nonexistent/c.json", config, sources); }),
                AllOf(HasSubstr("/nonexistent/c.json"), HasSubstr("No such file")));
    EXPECT_THAT(user_error_text([&] { read_config("/tmp", config, sources); }), HasSubstr("directory"));
}

} // namespace
} // namespace sprt
