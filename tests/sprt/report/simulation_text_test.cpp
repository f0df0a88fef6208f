#include "sprt/report/calculation.hpp"
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

TuningSimulationRequest tuning_request() {
    return {.params = {2, 20}, .games = {32, 50'000}, .runs = 4, .seed = 18446744073709551615U};
}

TEST(TuningSimulationReport, has_a_model_for_each_number_of_parameters_and_games) {
    TuningSimulationRequest asked = tuning_request();
    const auto models = models_of(asked);
    ASSERT_EQ(models.size(), 4u);
    EXPECT_EQ(models[1].params, 2u);
    EXPECT_EQ(models[1].pairs, 25'000u);
    EXPECT_EQ(models[1].lag, 781u); // as sprt tune has it
    EXPECT_EQ(models[2].params, 20u);
    EXPECT_EQ(models[2].lag, 4u);
    asked.lag = 0;
    EXPECT_EQ(models_of(asked)[1].lag, 0u);
}

TEST(TuningSimulationReport, has_all_numbers) {
    TuningSimulationRequest asked = tuning_request();
    const SimulatedTunings row{.gains = {-6, 12, 18, 24}};
    EXPECT_EQ(tuning_simulation_head(asked) + tuning_simulation_row(models_of(asked)[1], row),
              R"(Play: the best values are 30.0 Elo above the start; 50.0 % draws between equals
Runs: 4 a row; seed: 18446744073709551615

parameters    games     lag  Elo gained    share  10 % to 90 %      weaker than the start
         2    50000     781        12.0     40 %  -6.0 to 24.0      25.0 %
)");
    const std::string line = tuning_simulation_json(asked, {row, row});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const json report = json::parse(line);
    EXPECT_EQ(report["seed"], "18446744073709551615");
    EXPECT_EQ(report["runs"], 4);
    EXPECT_EQ(report["win_elo"], 30);
    EXPECT_EQ(report["draws"], 0.5);
    EXPECT_EQ(report["rows"].size(), 2u);
    EXPECT_EQ(report["rows"][1], json({{"parameters", 2},
                                       {"games", 50'000},
                                       {"lag", 781},
                                       {"gain", 12.0},
                                       {"gain_share", 0.4},
                                       {"gain_q10", -6.0},
                                       {"gain_q90", 24.0},
                                       {"weaker", report["rows"][0]["weaker"]}}));
    EXPECT_EQ(report["rows"][0]["weaker"]["runs"], 1);
    EXPECT_EQ(report["rows"][0]["weaker"]["share"], 0.25);
}

TEST(TuningSimulationReport, values_out_of_range_name_the_flag) {
    EXPECT_NO_THROW(validate(tuning_request()));
    const auto error_of = [](const auto& change) {
        TuningSimulationRequest asked = tuning_request();
        change(asked);
        return user_error_text([&] { validate(asked); });
    };
    using R = TuningSimulationRequest;
    EXPECT_EQ(error_of([](R& r) {
                  r.params = {2, 257};
              }),
              "--tune: 257 is out of range; it must be from 1 to 256");
    EXPECT_THAT(error_of([](R& r) { r.params[1] = 0; }), HasSubstr("--tune"));
    EXPECT_THAT(error_of([](R& r) { r.games[1] = 30; }), HasSubstr("--games: 30 is out of range"));
    EXPECT_EQ(error_of([](R& r) { r.games[1] = 33; }), "--games: 33 must be even: games are played in pairs");
    EXPECT_THAT(error_of([](R& r) { r.win_elo = 0; }), HasSubstr("--win"));
    EXPECT_THAT(error_of([](R& r) { r.win_elo = NAN; }), HasSubstr("--win"));
    EXPECT_THAT(error_of([](R& r) { r.lag = -1; }), HasSubstr("--lag"));
    EXPECT_THAT(error_of([](R& r) { r.draws = 1.1; }), HasSubstr("--draws"));
    EXPECT_THAT(error_of([](R& r) { r.runs = 0; }), HasSubstr("--runs"));
}

} // namespace
} // namespace sprt
