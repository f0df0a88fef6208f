#include "sprt/report/simulation_text.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sprt {
namespace {

using nlohmann::json;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::Not;

SimulationRequest request(double true_elo = 0) {
    return {.match = {.test = {Model::Pentanomial, {.elo0 = 0, .elo1 = 50}},
                      .repeats = RepeatRule::Collapse,
                      .concurrency = 4},
            .model = {.true_elo = true_elo, .draws = 0.05, .bias_elo = 300},
            .runs = 5,
            .seed = 18446744073709551615U};
}

SimulatedRuns some_runs() {
    SimulatedRuns runs;
    runs.h0 = 2;
    runs.h1 = 1;
    runs.openings_used_up = 2;
    runs.games = {40, 50, 60, 70, 80};
    runs.games_beyond = 3.25;
    return runs;
}

TEST(SimulationReport, json_has_all_numbers) {
    const std::string line = simulation_json(request(), some_runs());
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const json report = json::parse(line);
    EXPECT_EQ(report["seed"], "18446744073709551615");
    EXPECT_EQ(report["runs"], 5);
    EXPECT_EQ(report["h1"]["runs"], 1);
    EXPECT_EQ(report["h0"]["share"], 0.4);
    EXPECT_EQ(report["no_decision"]["runs"], 2);
    EXPECT_EQ(report["no_decision_by_reason"]["openings_used_up"]["runs"], 2);
    EXPECT_EQ(report["no_decision_by_reason"]["max_games"]["runs"], 0);
    EXPECT_EQ(report["no_decision_by_reason"]["repeats"]["share"], 0);
    EXPECT_EQ(report["wrong_verdict"], "H1");
    EXPECT_EQ(report["games"], 60);
    EXPECT_NEAR(report["games_se"].get<double>(), std::sqrt(50), 1e-9);
    EXPECT_EQ(report["games_median"], 60);
    EXPECT_EQ(report["games_q95"], 80);
    EXPECT_EQ(report["games_beyond"], 3.25);
    EXPECT_EQ(report["order"], "schedule");
    EXPECT_TRUE(report["book"].is_null());
    EXPECT_TRUE(report["max_games"].is_null());
    EXPECT_TRUE(json::parse(simulation_json(request(25), some_runs()))["wrong_verdict"].is_null());
    EXPECT_EQ(json::parse(simulation_json(request(50), some_runs()))["wrong_verdict"], "H0");
}

TEST(SimulationReport, text_has_all_numbers) {
    SimulationRequest asked = request();
    asked.model.book = 32;
    asked.model.deterministic = true;
    EXPECT_EQ(simulation_text(asked, some_runs()),
              R"(Test: sprt, pentanomial, Elo [0, 50], alpha 0.05, beta 0.05
Play: true Elo 0.0, 5.0 % draws between equals, openings that give one side 300 Elo
Durations: wins 1, draws 1, losses 1; 4 at once, cut off after 10000000 games
Openings: a book of 32 openings, deterministic agents; repeats: collapse; seed: 18446744073709551615

                              runs     share  95 %
accepted H1                      1   20.00 %  [3.62 %, 62.45 %]  wrongly: the error rate
accepted H0                      2   40.00 %  [11.76 %, 76.93 %]
no decision                      2   40.00 %  [11.76 %, 76.93 %]
  limit of games                 0    0.00 %  [0.00 %, 43.45 %]
  nothing but repeats            0    0.00 %  [0.00 %, 43.45 %]
  openings used up               2   40.00 %  [11.76 %, 76.93 %]
all                              5

Games: 60.0 on average (standard error 7.1), half within 60, 95 % within 80
Games begun beyond the last one counted: 3.2 on average
)");
}

TEST(SimulationReport, no_decision_is_always_printed) {
    SimulatedRuns decided = some_runs();
    decided.h0 = 4;
    decided.openings_used_up = 0;
    EXPECT_THAT(simulation_text(request(), decided),
                HasSubstr("no decision                      0    0.00 %"));
}

TEST(SimulationReport, share_of_wrong_verdicts_is_marked) {
    EXPECT_THAT(simulation_text(request(50), some_runs()),
                HasSubstr("76.93 %]  wrongly: the error rate\nno"));
    const std::string between = simulation_text(request(25), some_runs());
    EXPECT_THAT(between, Not(HasSubstr("error rate")));
    EXPECT_THAT(between, HasSubstr("between the hypotheses"));
}

TEST(SimulationReport, completion_order_is_named) {
    SimulationRequest asked = request();
    asked.match.order = CountingOrder::Completion;
    EXPECT_THAT(simulation_text(asked, some_runs()), HasSubstr("NOT in the order of the schedule"));
    EXPECT_EQ(json::parse(simulation_json(asked, some_runs()))["order"], "completion");
}

TEST(SimulationReport, one_run_has_no_standard_error) {
    SimulatedRuns one;
    one.h0 = 1;
    one.games = {46};
    EXPECT_TRUE(json::parse(simulation_json(request(), one))["games_se"].is_null());
    EXPECT_THAT(simulation_text(request(), one), HasSubstr("Games: 46.0 on average, half"));
}

TEST(SimulationReport, values_out_of_range_name_the_flag) {
    EXPECT_NO_THROW(validate(request()));
    const auto error_of = [](const auto& change) {
        SimulationRequest asked = request();
        change(asked);
        return user_error_text([&] { validate(asked); });
    };
    using R = SimulationRequest;
    EXPECT_EQ(error_of([](R& r) { r.runs = 0; }), "--runs: 0 is out of range; it must be from 1 to 10000000");
    EXPECT_THAT(error_of([](R& r) { r.model.true_elo = NAN; }), HasSubstr("--true-elo"));
    EXPECT_THAT(error_of([](R& r) { r.model.draws = 1.1; }), HasSubstr("--draws"));
    EXPECT_THAT(error_of([](R& r) { r.model.bias_elo = -2001; }), HasSubstr("--bias"));
    EXPECT_THAT(error_of([](R& r) { r.model.wins_last = 0; }), HasSubstr("--wins-last"));
    EXPECT_THAT(error_of([](R& r) { r.model.losses_last = INFINITY; }), HasSubstr("--losses-last"));
    EXPECT_THAT(error_of([](R& r) { r.model.book = 0; }), HasSubstr("--book"));
}

} // namespace
} // namespace sprt
