#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/config/tournament_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using testing::ElementsAre;
using testing::HasSubstr;

Config config_of(const std::string& agent, std::vector<std::string> params) {
    Config config;
    config.kind = RunKind::Tune;
    config.agents[0] = config.agents[1] = referee::parse_agent(agent);
    config.games = 6400;
    config.seed = 5;
    for (const std::string& param : params) {
        config.params.push_back(parse_tune_param(param));
    }
    return config;
}

std::string error_of(const Config& config) {
    try {
        check_tuning(config, {});
    } catch (const referee::UserError& error) {
        return error.what();
    }
    return "";
}

TEST(TuneConfig, parameter_is_read_as_it_is_written) {
    for (const char* const text : {"a=5:0:9:step=1", "b=0.5:0.25:2.0:log:reach=0.3", "c=1:0:2:float"}) {
        const TuneParam param = parse_tune_param(text);
        const Json json = to_json(param);
        EXPECT_EQ(read_tune_param(JsonNode(json, "")), param) << text;
        const Json written(text);
        EXPECT_EQ(read_tune_param(JsonNode(written, "")), param) << text;
    }
    const Json whole{{"name", "x"}, {"start", 1}, {"low", 0}, {"high", 2}, {"step", nullptr}};
    EXPECT_TRUE(read_tune_param(JsonNode(whole, "")).is_whole);
    const Json lacks{{"name", "x"}, {"start", 1}, {"low", 0}};
    EXPECT_THROW(static_cast<void>(read_tune_param(JsonNode(lacks, ""))), referee::UserError);
}

TEST(TuneConfig, time_is_hours_and_minutes) {
    EXPECT_EQ(parse_max_time("1:30"), std::chrono::minutes(90));
    EXPECT_EQ(parse_max_time("0:01"), std::chrono::minutes(1));
    for (const char* const wrong : {"0:00", "90", "1:60", "1:5", ":30", "-1:30", "1:30:00", ""}) {
        EXPECT_THROW(static_cast<void>(parse_max_time(wrong)), referee::UserError) << wrong;
    }
}

TEST(TuneConfig, placeholders_and_parameters_must_fit) {
    EXPECT_EQ(error_of(config_of("./a {x}", {"x=1:0:2"})), "");
    EXPECT_THAT(error_of(config_of("./a {x} {y}", {"x=1:0:2"})), HasSubstr("{y} is no parameter"));
    EXPECT_THAT(error_of(config_of("./a", {"x=1:0:2"})),
                HasSubstr("x: it is nowhere in the agent's command"));
    EXPECT_THAT(error_of(config_of("./a {x", {"x=1:0:2"})), HasSubstr("it is not closed"));
    EXPECT_EQ(error_of(config_of("proto=uci ./a", {"x=1:0:2"})), "") << "it becomes an option";
    EXPECT_THAT(error_of(config_of("proto=uci option.X=2 ./a", {"x=1:0:2"})), HasSubstr("its own option.X"));
    EXPECT_THAT(error_of(config_of("proto=uci ./a", {"x=1:0:2", "X=1:0:2"})),
                HasSubstr("X: another parameter is the same option in other letters"));
    EXPECT_EQ(error_of(config_of("./a {x} {X}", {"x=1:0:2", "X=1:0:2"})), "") << "they are no options";
    EXPECT_THAT(error_of(config_of("./a-{x}", {"x=1:0:2"})),
                HasSubstr("{x} stands in the name of the program, which is one for all values"));
}

TEST(TuneConfig, braces_in_names_of_files_and_variables_stay) {
    Config config = config_of("'dir=/d{x}' 'option.{x}=2' './a{q' {x} {{", {"x=1:0:2"});
    config.agents[0].env = {{"A{q}", "{x}"}};
    fill_in_tuning(config);
    const Tuning tuning(tune_rules_of(config));
    EXPECT_EQ(tuning.command(tuning.start_values()), "'dir=/d{x}' 'option.{x}=2' env 'A{q}=1' './a{q' 1 '{'");
}

TEST(TuneConfig, rules_follow_from_the_configuration) {
    Config config = config_of("proto=uci nodes=9 option.Hash={h} ./a", {"h=16:1:64", "x=1.0:0.0:2.0"});
    fill_in_tuning(config);
    EXPECT_EQ(config.verify, 640);
    EXPECT_EQ(config.lag, 100);
    const TuneRules rules = tune_rules_of(config);
    EXPECT_THAT(rules.command, ElementsAre("proto=uci", "nodes=9", "option.Hash={h}", "option.x={x}", "./a"));
    EXPECT_THAT(rules.gate, testing::IsEmpty());
    EXPECT_EQ(rules.pairs, 3200U);
    EXPECT_EQ(rules.all_pairs(), 6U + 3200 + 320);
    EXPECT_TRUE(tune_warnings(rules, 4).empty());
    EXPECT_THAT(
        tune_warnings(rules, 200),
        ElementsAre(HasSubstr("200 games at once are more than the usual lag of 100 lets begin: 101 pairs")));
    config.lag = 500;
    EXPECT_THAT(tune_warnings(tune_rules_of(config), 1),
                ElementsAre(HasSubstr("--lag 500 is above an eighth of the 3200 pairs")));
    config.play.game = "connect-four";
    config.play.tc = "1+0.01";
    EXPECT_THAT(tune_rules_of(config).gate, ElementsAre("--game", "connect-four", "--tc", "1+0.01"));
}

} // namespace
} // namespace sprt
