#include "referee/process/topology.hpp"
#include "sprt/config/config.hpp"
#include "tests/sprt/config/config_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;

const referee::Machine kFiveCores{.packages = {{{0}, {1}, {2}, {3}, {4}}}, .quota = {}, .current = 0};

TEST_F(ConfigFile, error_names_the_place_of_a_wrong_setting) {
    const std::string agents = R"("agent1": "a", "agent2": "b", )";
    const struct {
        std::string text;
        std::vector<std::string> fragments;
    } rows[] = {
        {"{" + agents + R"("elo0": 10, "elo1": 10})", {"c.json: /elo0", "elo0 (10) must be below elo1 (10)"}},
        {"{" + agents + R"("elo1": 2001})", {"c.json: /elo1", "2001"}},
        {"{" + agents + R"("alpha": 0})", {"c.json: /alpha", "above 0"}},
        {"{" + agents + R"("alpha": 0.5, "beta": 0.5})", {"c.json: /", "below 1 together"}},
        {"{" + agents + R"("concurrency": 0})", {"c.json: /concurrency", "from 1"}},
        {"{" + agents + R"("cores": ""})", {"c.json: /cores", "names no core", "0,2,4-7"}},
        {"{" + agents + R"("cores": "3-1"})", {"c.json: /cores", "'3-1'", "write 1-3"}},
        {"{" + agents + R"("pin": "on"})", {"c.json: /pin", "'on'", "game, split or off"}},
        {"{" + agents + R"("threads_per_agent": 0})", {"c.json: /threads_per_agent", "from 1 to 1024"}},
        {"{" + agents + R"("threads_per_agent": 1025})", {"c.json: /threads_per_agent", "1025"}},
        {"{" + agents + R"("max_games": 0})", {"c.json: /max_games", "from 1"}},
        {"{" + agents + R"("turns": 0})", {"c.json: /turns", "from 1"}},
        {"{" + agents + R"("model": "walt"})",
         {"c.json: /model", "'walt'", "pentanomial", "or bayeselo-true"}},
        {"{" + agents + R"("test": "3sprt"})", {"c.json: /test", "'3sprt' must be sprt"}},
        {"{" + agents + R"("test": "2sprt")" + "}",
         {"c.json: /test: there is no 2-SPRT any more; version 0.1.0 is the last one that reads this test"}},
        {"{" + agents + R"("openings": "random:0"})", {"c.json: /openings", "random:0"}},
        {"{" + agents + R"("openings": ""})", {"c.json: /openings"}},
        {"{" + agents + R"("book_order": "fixed"})", {"c.json: /book_order", "random or sequential"}},
        {"{" + agents + R"("book_order": "sequential"})",
         {"c.json: /book_order: it is for a file of openings, and openings is 'random:auto'"}},
        {"{" + agents + R"("openings": "start", "book_start": 2})",
         {"c.json: /book_start: it is for a file of openings, and openings is 'start'"}},
        {"{" + agents + R"("openings": "b", "book_start": 0})", {"c.json: /book_start", "from 1"}},
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

TEST_F(ConfigFile, rules_about_scores_need_two_agents_that_send_them) {
    EXPECT_EQ(
        error_of(
            R"({"agent1": {"command": "a", "protocol": "uai"}, "agent2": "b", "adjudicate": {"resign": true}})"),
        (dir_.path() / "c.json").string() + ": /adjudicate: resign needs the scores of both agents, and "
                                            "agent 2 sends none: only UAI engines do");
    const Config config =
        read(R"({"agent1": "proto=uai a", "agent2": "proto=uai b", "adjudicate": {"resign": true}})");
    EXPECT_NO_THROW(validate(config, sources_));
}

TEST_F(ConfigFile, place_of_a_setting_is_its_flag_when_a_flag_set_it) {
    Config config = read(R"({"agent1": "a", "agent2": "b", "concurrency": 2})");
    config.concurrency = 0;
    sources_.in_flags = {"concurrency"};
    EXPECT_THAT(user_error_text([&] { validate(config, sources_); }), HasSubstr("--concurrency: 0"));
    EXPECT_EQ(sources_.place("max_games"), "--max-games");
}

TEST_F(ConfigFile, fill_in_keeps_given_values) {
    Config config;
    config.seed = 5;
    config.concurrency = 7;
    fill_in(config, place_games(config, {}, kFiveCores));
    EXPECT_EQ(config.seed, 5u);
    EXPECT_EQ(config.concurrency, 7);
}

TEST_F(ConfigFile, turns_are_lowered_to_what_the_game_can_have) {
    const auto turns_of = [&](const std::string& settings) {
        Config config = read(settings);
        fill_in(config, place_games(config, sources_, kFiveCores));
        return config.play.turns;
    };
    EXPECT_EQ(turns_of("{}"), 400);
    EXPECT_EQ(turns_of(R"({"turns": 1000})"), 1000);
    EXPECT_EQ(turns_of(R"({"game": "tic-tac-toe"})"), 9);
    EXPECT_EQ(turns_of(R"({"game": "connect-four", "turns": 1000})"), 42);
    EXPECT_EQ(turns_of(R"({"game": "connect-four", "turns": 10})"), 10);
    EXPECT_EQ(turns_of(R"({"rules": "uai"})"), 4700);
    EXPECT_EQ(turns_of(R"({"rules": "uai", "turns": 400})"), 400);
}

TEST_F(ConfigFile, rules_are_settled_where_the_game_has_several) {
    const auto rules_of = [&](const std::string& settings) {
        Config config = read(settings);
        fill_in(config, place_games(config, sources_, kFiveCores));
        return config.play.rules;
    };
    EXPECT_EQ(rules_of("{}"), "articles");
    EXPECT_EQ(rules_of(R"({"rules": "uai"})"), "uai");
    EXPECT_EQ(rules_of(R"({"game": "tic-tac-toe"})"), std::nullopt);
}

TEST_F(ConfigFile, concurrency_defaults_to_the_games_that_fit_on_the_cores) {
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

TEST_F(ConfigFile, error_names_the_place_of_cores_that_the_machine_lacks) {
    const Config config = read(R"({"cores": "4-6"})");
    const auto error = [&] {
        return user_error_text([&] { static_cast<void>(place_games(config, sources_, kFiveCores)); });
    };
    EXPECT_THAT(error(), AllOf(HasSubstr("c.json: /cores: core 5,6"), HasSubstr("allowed are 0-4")));
    sources_.in_flags = {"cores"};
    EXPECT_THAT(error(), HasSubstr("--cores: core 5,6"));
}

} // namespace
} // namespace sprt
