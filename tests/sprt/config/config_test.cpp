#include "referee/process/cores.hpp"
#include "sprt/config/config.hpp"
#include "tests/sprt/config/config_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;

const referee::Machine kFiveCores{.packages = {{{0}, {1}, {2}, {3}, {4}}}, .quota = {}, .current = 0};

class ConfigErrors : public ConfigFile {
  protected:
    struct Row {
        std::string text;
        std::vector<std::string> fragments; ///< of its error, which is one line
    };
    void expect_errors(const std::vector<Row>& rows) {
        for (const Row& row : rows) {
            sources_ = {};
            const std::string error = error_of(row.text);
            for (const std::string& fragment : row.fragments) {
                EXPECT_THAT(error, HasSubstr(fragment)) << row.text;
            }
            EXPECT_EQ(error.find('\n'), std::string::npos) << error;
        }
    }
};

TEST_F(ConfigErrors, error_names_the_place_of_a_wrong_setting) {
    const std::string agents = R"("agent1": "a", "agent2": "b", )";
    expect_errors({
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
        {"{" + agents + R"("pgn": "a\u0000b"})", {"c.json: /pgn: 'a\\x00b' is no name of a file"}},
        {"{" + agents + R"("openings": "random:4", "book_plies": 2})",
         {"c.json: /book_plies: it is for a file of openings, and openings is 'random:4'"}},
        {"{" + agents + R"("openings": "b", "book_start": 0})", {"c.json: /book_start", "from 1"}},
        {"{" + agents + R"("repeats": "ignore"})", {"c.json: /repeats", "'ignore'", "count or collapse"}},
        {"{" + agents + R"("max_games": 1})", {"c.json: /max_games", "less than a pair"}},
        {"{" + agents + R"("report_every": 0})", {"c.json: /report_every", "from 1"}},
        {R"({"agent1": "a"})", {"agent 2 is missing", "--agent2"}},
        {R"({"agent1": {"command": "a", "time_ms": 0}, "agent2": "b"})", {"c.json: /agent1", "time_ms"}},
        {R"({"agent1": {"command": "a", "env": {"A=B": "c"}}, "agent2": "b"})", {"c.json: /agent1", "A=B"}},
    });
}

TEST_F(ConfigFile, rules_about_scores_need_two_agents_that_send_them) {
    EXPECT_EQ(
        error_of(
            R"({"agent1": {"command": "a", "protocol": "uai"}, "agent2": "b", "adjudicate": {"resign": true}})"),
        (dir_.path() / "c.json").string() + ": /adjudicate: resign needs the scores of both agents, and "
                                            "agent 2 sends none: only engines do");
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

TEST_F(ConfigFile, time_as_a_flag_is_not_dropped_for_another_limit) {
    for (const auto& [limit, key] :
         {std::pair(R"("tc": "5")", "tc"), std::pair(R"("move_ms": 9)", "move_ms")}) {
        const Config config =
            read(std::string(R"({"agent1": "a", "agent2": "b", "time_ms": 10000, )") + limit + "}");
        EXPECT_NO_THROW(validate(config, sources_)) << "--print-config writes both";
        sources_.in_flags = {"time_ms"};
        EXPECT_EQ(user_error_text([&] { validate(config, sources_); }),
                  std::string("--time-ms: it does not go with ") + key +
                      ", another kind of limit; leave one out");
        sources_ = {};
    }
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

TEST_F(ConfigFile, printed_configuration_that_workers_play_is_accepted) {
    Config config = read(R"({"agent1": "a", "agent2": "b", "via": "nats://hub", "out": "run"})");
    fill_in(config, place_games(config, sources_, kFiveCores));
    EXPECT_EQ(config.concurrency, std::nullopt);
    const Config printed = read(to_json_text(config));
    EXPECT_NO_THROW(validate(printed, sources_));
    for (const char* const setting : {R"("concurrency": 2)", R"("cores": "0")", R"("pin": "off")",
                                      R"("trace": "t")", R"("trace_faults": "t")"}) {
        EXPECT_THAT(
            error_of(std::string(R"({"agent1": "a", "agent2": "b", "via": "nats://hub", "out": "run", )") +
                     setting + "}"),
            HasSubstr("with --via it is not this machine that plays"))
            << setting;
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

namespace {

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ConfigJson : public ConfigErrors {};

TEST_F(ConfigJson, settings_are_read_from_a_file) {
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
    EXPECT_EQ(config.play.cores, "1,4-6");
    EXPECT_EQ(config.play.pin, "split");
    EXPECT_EQ(config.play.threads_per_agent, 2);
    EXPECT_EQ(config.out, "runs/x");
    EXPECT_TRUE(config.quiet);
    EXPECT_EQ(config.play.time_ms, 1);
    EXPECT_EQ(config.play.ready_ms, 2);
    EXPECT_EQ(config.play.finish_ms, 0);
    EXPECT_EQ(config.play.turns, 5);
    EXPECT_NO_THROW(validate(config, sources_));
}

TEST_F(ConfigJson, agent_may_be_an_object) {
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

TEST_F(ConfigJson, error_names_the_place_of_what_cannot_be_read) {
    expect_errors({
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
        {R"({"cores": 1})", {"c.json: /cores", "a string"}},
    });
}

TEST_F(ConfigJson, configuration_is_the_same_after_writing_and_reading) {
    Config config =
        read(R"({"agent1": {"command": ["b", "c d"], "name": "n", "dir": "/tmp", "env": {"A": "1"},
                             "time_ms": 9}, "agent2": "x", "elo0": 0.1, "max_games": 5})");
    fill_in(config, place_games(config, sources_, referee::this_machine()));
    const std::string text = to_json_text(config);
    EXPECT_EQ(to_json_text(read(text)), text);
    EXPECT_THAT(text, AllOf(HasSubstr("\"seed\": \""), HasSubstr("\"elo0\": 0.1"),
                            HasSubstr("\"max_games\": 4"), HasSubstr("\"cores\": null"),
                            HasSubstr("\"pin\": \"game\""), HasSubstr("\"threads_per_agent\": null")));
}

TEST_F(ConfigJson, core_settings_are_the_same_after_writing_and_reading) {
    const std::string text = to_json_text(
        read(R"({"agent1": "a", "agent2": "b", "cores": "0,2-4", "pin": "split", "threads_per_agent": 2})"));
    EXPECT_EQ(to_json_text(read(text)), text);
    EXPECT_THAT(text, AllOf(HasSubstr("\"cores\": \"0,2-4\""), HasSubstr("\"pin\": \"split\""),
                            HasSubstr("\"threads_per_agent\": 2")));
}

TEST_F(ConfigJson, bytes_that_are_not_utf8_are_written_as_replacement_characters) {
    Config config;
    config.agents[0] = referee::parse_agent("caf\xe9 \xff");
    config.agents[1] = referee::parse_agent("b");
    EXPECT_EQ(read(to_json_text(config)).agents[0].name, "caf\xEF\xBF\xBD \xEF\xBF\xBD");
}

TEST_F(ConfigJson, error_names_a_file_that_cannot_be_read) {
    Config config;
    EXPECT_THAT(user_error_text([&] { read_config("/nonexistent/c.json", config, sources_); }),
                AllOf(HasSubstr("/nonexistent/c.json"), HasSubstr("No such file")));
    EXPECT_THAT(user_error_text([&] { read_config("/tmp", config, sources_); }), HasSubstr("directory"));
}

TEST_F(ConfigJson, keys_of_a_file_are_recorded_as_sources) {
    static_cast<void>(read(R"({"agent1": "a", "elo1": 7, "max_games": null})"));
    EXPECT_THAT(sources_.in_file, ElementsAre("agent1", "elo1", "max_games"));
    EXPECT_THAT(sources_.file, HasSubstr("/c.json"));
}

TEST_F(ConfigJson, open_settings_are_written_and_read_as_null) {
    const referee::Json json = to_json(Config());
    for (const char* key :
         {"repeats", "max_games", "seed", "concurrency", "cores", "memory_mb", "cpu_s", "file_mb"}) {
        EXPECT_TRUE(json.at(key).is_null()) << key;
    }
    Config config;
    config.max_games = 3;
    config.seed = 4;
    config.play.cores = "0";
    const referee::Json open{{"max_games", nullptr}, {"seed", nullptr}, {"cores", nullptr}};
    read_config(referee::JsonNode(open, ""), config);
    EXPECT_FALSE(config.max_games);
    EXPECT_FALSE(config.seed);
    EXPECT_FALSE(config.play.cores);
}

TEST_F(ConfigJson, no_limit_is_null_or_the_word_none) {
    Config config;
    EXPECT_EQ(to_json(config).at("max_faults"), 3);
    for (const referee::Json& none : {referee::Json(nullptr), referee::Json("none")}) {
        config.max_faults = {7};
        const referee::Json file{{"max_faults", none}};
        read_config(referee::JsonNode(file, ""), config);
        EXPECT_FALSE(config.max_faults.most);
        EXPECT_TRUE(to_json(config).at("max_faults").is_null());
    }
    const referee::Json wrong{{"max_faults", "off"}};
    EXPECT_THAT(user_error_text([&] { read_config(referee::JsonNode(wrong, "c.json: "), config); }),
                HasSubstr("c.json: /max_faults is \"off\"; it must be a whole number, or null or \"none\""));
}

TEST_F(ConfigJson, error_in_a_nested_configuration_names_the_whole_pointer) {
    const referee::Json file{{"config", {{"elo0", "x"}}}};
    Config config;
    const referee::JsonNode root(file, "run.json: ");
    EXPECT_THAT(user_error_text([&] { read_config(root.at("config"), config); }),
                HasSubstr("run.json: /config/elo0 is \"x\""));
}

TEST_F(ConfigJson, directory_of_an_agent_is_written_only_when_given) {
    Config config;
    config.agents = {referee::parse_agent("a"), referee::parse_agent("b")};
    config.agents[1].dir = "somewhere";
    const referee::Json json = to_json(config);
    EXPECT_FALSE(json.at("agent1").contains("dir"));
    EXPECT_EQ(json.at("agent2").at("dir"), "somewhere");
    EXPECT_EQ(json.at("agent1").at("env"), referee::Json::object());
}

} // namespace
} // namespace sprt
