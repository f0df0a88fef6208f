#include "sprt/config/config.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/support/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {

namespace {

using referee::Json;
using referee::Player;
using referee::Winner;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A state in which every written value differs from its default.
RunState a_result() {
    using namespace std::chrono_literals;
    RunState result;
    result.reason = EndReason::Verdict;
    result.standing.games = {30, 5, 3};
    result.standing.pairs = {{1, 2, 3, 4, 9}};
    result.standing.whole_pairs = 19;
    result.standing.distinct_pairs = 18;
    result.standing.dropped_pairs = 2;
    result.standing.n_eff = 17.5;
    result.standing.unscored = 4;
    result.standing.drift.lag_one = {0.5, 0.25};
    result.standing.evaluation = {.llr = 2.95, .verdict = Verdict::H1};
    result.broken = Player::Agent2;
    referee::GameRecord late = fake_game(0, Winner::Agent1);
    late.termination = referee::Termination::Timeout;
    late.fault = referee::FaultNote{Player::Agent2, "sent no answer in time", ""};
    late.time_loss = referee::TimeLoss{1s, {}, true};
    late.load = {referee::TurnLoad{.watched = 900ms, .delay = 1500us, .rival_cpu = 500ms}, {}};
    late.lacks_opening = {false, true};
    result.conduct.add(late);
    result.machine.add(late);
    referee::GameRecord crashed = fake_game(1, Winner::Agent2);
    crashed.termination = referee::Termination::Crashed;
    crashed.fault = referee::FaultNote{Player::Agent1, "exited", ""};
    crashed.disturbances = {.tampering = {1, 0}, .referee_stopped = 2, .machine_suspended = 3};
    result.conduct.add(crashed);
    result.machine.add(crashed);
    result.standing.adjudicated.of[referee::AdjudicationRule::Fill] = {
        .ended = 5, .verified = 2, .wrong = 1, .turns_saved = 9};
    result.games_beyond = 6;
    result.elapsed = 12'345'600us;
    return result;
}

const char* const kResult =
    R"({"verdict":"H1","reason":"verdict","llr":2.95,)"
    R"("games":38,"wld":[30,5,3],"ptnml":[1,2,3,4,9],)"
    R"("pairs":{"whole":19,"distinct":18,"dropped":2,"n_eff":17.5},"drift":{"lag_one":{"r":0.5,"p":0.25},"trend":null},"unscored":4,)"
    R"("games_beyond":6,"broken":2,"faults":[1,0],"time_losses":[0,1],)"
    R"("disputed":[0,1],"rests_on_disputed":false,"adjudicated":{"fill":{"ended":5,"verified":2,"wrong":1,"turns_saved":9}},)"
    R"("rests_on_adjudication":false,"rests_on_doubtful":false,)"
    R"("disturbed":{"tampering":[1,0],"referee_stopped":2,"machine_suspended":3},"rests_on_tampering":true,)"
    R"("rests_on_distrusted":false,)"
    R"("delays_us":{"median":0,"p99":1500,"largest":1500},"interference":[0,1],)"
    R"("lacks_opening":[false,true],"restarts":[0,0],"used_us":[4000,2000],"elapsed_s":12.346})";

std::vector<std::string> pointers(const Json& stored, const RunState& computed) {
    std::vector<std::string> found;
    for (const ResultDifference& difference : result_differences(stored, to_json(computed))) {
        found.push_back(difference.pointer);
    }
    return found;
}

TEST(RunResult, every_field_of_a_result_is_written) {
    EXPECT_EQ(to_json(a_result()).dump(), kResult);
}

TEST(RunResult, result_without_a_verdict_has_null_for_absent_values) {
    RunState result = a_result();
    result.reason = EndReason::MaxGames;
    result.standing.disputed.otherwise = Evaluation{};
    result.standing.n_eff.reset();
    result.broken.reset();
    const Json json = to_json(result);
    EXPECT_TRUE(json["verdict"].is_null()) << "whatever the LLR";
    EXPECT_EQ(json["reason"], "max_games");
    EXPECT_EQ(json["rests_on_disputed"], false);
    EXPECT_TRUE(json["broken"].is_null());
    EXPECT_TRUE(json["pairs"]["n_eff"].is_null());
    result.reason = EndReason::Verdict;
    EXPECT_EQ(to_json(result)["rests_on_disputed"], true);
}

TEST(RunResult, keys_of_a_result_are_listed_with_those_of_other_runs) {
    std::vector<std::string> written{"two_sprt", "tune"};
    const Json result = to_json(a_result());
    for (const auto& [key, value] : result.items()) {
        written.push_back(key);
    }
    written.emplace_back("ended");
    EXPECT_THAT(result_keys(), ::testing::UnorderedElementsAreArray(written));
}

TEST(RunResult, that_of_a_match_has_nothing_about_a_test) {
    const Json match = to_json(a_result(), RunKind::Match);
    for (const char* const of_tests : {"verdict", "llr", "rests_on_disputed", "rests_on_adjudication",
                                       "rests_on_doubtful", "rests_on_tampering", "rests_on_distrusted"}) {
        EXPECT_FALSE(match.contains(of_tests)) << of_tests;
        EXPECT_TRUE(to_json(a_result()).contains(of_tests)) << of_tests;
    }
    EXPECT_EQ(match.size() + 7, to_json(a_result()).size());
    EXPECT_THAT(result_differences(match, to_json(a_result(), RunKind::Match)), IsEmpty());
}

TEST(RunResult, every_reason_is_written_by_its_name) {
    const std::pair<EndReason, const char*> rows[] = {
        {EndReason::Verdict, "verdict"},      {EndReason::MaxGames, "max_games"},
        {EndReason::Repeats, "repeats"},      {EndReason::Tampering, "tampering"},
        {EndReason::MaxFaults, "max_faults"}, {EndReason::OpeningsUsedUp, "openings_used_up"},
        {EndReason::Games, "games"},          {EndReason::Interrupted, "interrupted"},
        {EndReason::MaxTime, "max_time"},     {EndReason::NoEffect, "no_effect"}};
    for (const auto& [reason, text] : rows) {
        RunState result;
        result.reason = reason;
        EXPECT_EQ(to_json(result)["reason"], text);
    }
}

TEST(RunResult, result_does_not_differ_from_itself) {
    EXPECT_THAT(pointers(to_json(a_result()), a_result()), IsEmpty());
    EXPECT_THAT(pointers(Json::parse(to_json(a_result()).dump()), a_result()), IsEmpty());
}

TEST(RunResult, fields_that_games_do_not_tell_are_not_compared) {
    Json stored = to_json(a_result());
    stored["games_beyond"] = 99;
    stored["elapsed_s"] = 1.5;
    stored["ended"] = "2026-01-01T00:00:00Z";
    stored["something_new"] = 1;
    EXPECT_THAT(pointers(stored, a_result()), IsEmpty());
    for (const char* key : {"games_beyond", "elapsed_s"}) {
        stored.erase(key);
    }
    EXPECT_THAT(pointers(stored, a_result()), IsEmpty());
}

TEST(RunResult, result_of_an_old_run_with_ratios_of_a_2sprt_does_not_differ) {
    Json stored = to_json(a_result());
    stored["two_sprt"] = {1.5, -0.25};
    EXPECT_THAT(pointers(stored, a_result()), IsEmpty());
}

TEST(RunResult, each_field_that_games_tell_is_compared_and_named_by_its_pointer) {
    const struct {
        const char* pointer;
        const char* value;
    } rows[] = {{"/verdict", R"("H0")"},
                {"/verdict", "null"},
                {"/reason", R"("max_games")"},
                {"/llr", "2.9501"},
                {"/llr", R"("2.95")"},
                {"/llr", "null"},
                {"/games", "39"},
                {"/wld", "[31,5,3]"},
                {"/wld", R"("30-5-3")"},
                {"/ptnml", "[1,2,3,4,8]"},
                {"/pairs/whole", "18"},
                {"/pairs/distinct", "19"},
                {"/pairs/dropped", "0"},
                {"/pairs/n_eff", "17"},
                {"/pairs", "3"},
                {"/drift/lag_one/p", "0.3"},
                {"/unscored", "0"},
                {"/broken", "1"},
                {"/faults", "[0,0]"},
                {"/time_losses", "[1,1]"},
                {"/disputed", "[0,0]"},
                {"/rests_on_disputed", "true"},
                {"/adjudicated/fill/wrong", "2"},
                {"/adjudicated/fill", "null"},
                {"/rests_on_adjudication", "true"},
                {"/rests_on_doubtful", "true"},
                {"/disturbed/tampering", "[0,0]"},
                {"/disturbed/referee_stopped", "0"},
                {"/rests_on_tampering", "false"},
                {"/rests_on_distrusted", "true"},
                {"/delays_us/median", "1"},
                {"/delays_us/p99", "1"},
                {"/delays_us/largest", "1"},
                {"/interference", "[0,0]"},
                {"/lacks_opening", "[true,true]"},
                {"/restarts", "[1,0]"},
                {"/used_us", "[4000,2001]"}};
    const Json right = to_json(a_result());
    for (const auto& row : rows) {
        const Json::json_pointer where(row.pointer);
        Json stored = right;
        stored[where] = Json::parse(row.value);
        const auto found = result_differences(stored, right);
        ASSERT_EQ(found.size(), 1u) << row.pointer << " " << row.value;
        EXPECT_EQ(found[0].pointer, std::string("/result") + row.pointer);
        EXPECT_EQ(found[0].stored, stored[where]);
        EXPECT_EQ(found[0].computed, right[where]);
    }
}

TEST(RunResult, missing_field_differs_as_null) {
    const Json right = to_json(a_result());
    const auto found = result_differences(Json::object(), right);
    EXPECT_EQ(found.size(), right.size() - 10); // all except games_beyond, elapsed_s, and what old runs lack
    for (const ResultDifference& difference : found) {
        EXPECT_TRUE(difference.stored.is_null());
    }
}

TEST(RunResult, numbers_may_differ_by_rounding) {
    Json stored = to_json(a_result());
    stored["llr"] = 2.95 + 1e-10;
    EXPECT_THAT(pointers(stored, a_result()), IsEmpty());
    stored["llr"] = 2.95 + 1e-8;
    EXPECT_THAT(pointers(stored, a_result()), ElementsAre("/result/llr"));
    RunState large = a_result();
    large.standing.evaluation.llr = 3e6;
    stored = to_json(large);
    stored["llr"] = 3e6 + 1e-4; // the tolerance is relative
    EXPECT_THAT(pointers(stored, large), IsEmpty());
}

TEST(RunResult, integer_equals_the_same_number_with_a_fraction) {
    RunState result = a_result();
    result.standing.n_eff = 17;
    Json stored = to_json(result);
    stored["pairs"]["n_eff"] = 17; // an integer in JSON
    EXPECT_THAT(pointers(stored, result), IsEmpty());
}

TEST(RunResult, stored_reason_openings_used_up_is_accepted_when_games_do_not_end_the_run) {
    RunState computed = a_result();
    computed.reason = EndReason::Interrupted;
    Json stored = to_json(computed);
    EXPECT_THAT(pointers(stored, computed), IsEmpty());
    stored["reason"] = "openings_used_up";
    EXPECT_THAT(pointers(stored, computed), IsEmpty());
    stored["reason"] = "max_games";
    EXPECT_THAT(pointers(stored, computed), ElementsAre("/result/reason"));
    stored["reason"] = "interrupted";
    computed.reason = EndReason::MaxGames; // the games end the run
    EXPECT_THAT(pointers(stored, computed), ElementsAre("/result/reason"));
}

} // namespace

namespace {

/// Six digits of each number that is not whole: what other compilers compute may differ in the last ones.
void shorten(Json& json) {
    if (json.is_number_float() && json.get<double>() != 0) {
        const double value = json.get<double>();
        const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 5);
        json = std::abs(value) < 1e-9 ? 0.0 : std::round(value / unit) * unit;
        json = std::stod(fmt::format("{:.6g}", json.get<double>()));
    } else if (json.is_structured()) {
        for (Json& item : json) {
            shorten(item);
        }
    }
}

TEST(TournamentResult, results_equal_the_snapshots) {
    for (const char* const name :
         {"rounds", "gauntlet", "best", "saturated", "two", "stages", "groups", "no_games"}) {
        const TournamentSample sample = tournament_sample(name);
        Json json = to_json(sample.state, sample.plan.anchor);
        for (const auto& [key, value] : json.items()) {
            EXPECT_THAT(tournament_result_keys(), ::testing::Contains(key));
        }
        shorten(json);
        std::string text; // a line for each key of the result and of the ratings
        for (const auto& [key, value] : json.items()) {
            if (key != "ratings") {
                text += key + " " + value.dump() + "\n";
            }
        }
        for (const auto& [key, value] : json["ratings"].items()) {
            text += "ratings." + key + " " + value.dump() + "\n";
        }
        const std::string file = std::string("sprt/store/tournament/results/") + name + ".txt";
        EXPECT_EQ(text, referee::testing_support::snapshot(file, text)) << name;
    }
}

TEST(TournamentResult, disturbances_are_in_it_where_there_were_some) {
    TournamentState state = tournament_sample("two").state;
    EXPECT_EQ(to_json(state, std::nullopt)["disturbed"].dump(),
              R"({"tampering":[0,0],"referee_stopped":0,"machine_suspended":0})");
    referee::GameRecord record;
    record.disturbances = {.tampering = {},
                           .referee_stopped = 2,
                           .machine_suspended = 3,
                           .machine_overloaded = 4,
                           .out_of_memory = 5};
    state.machine.add(record);
    state.agents[1].tampering = 1;
    state.agents[0].lacks_opening = true;
    const Json json = to_json(state, std::nullopt);
    EXPECT_EQ(json["disturbed"].dump(), R"({"tampering":[0,1],"referee_stopped":2,"machine_suspended":3,)"
                                        R"("machine_overloaded":4,"out_of_memory":5})");
    EXPECT_EQ(json["lacks_opening"].dump(), "[true,false]");
}

std::vector<std::string> pointers(const std::vector<ResultDifference>& differences) {
    std::vector<std::string> found;
    for (const ResultDifference& difference : differences) {
        found.push_back(difference.pointer);
    }
    return found;
}

TEST(TournamentResult, differences_are_those_of_values_that_games_tell) {
    const TournamentSample sample = tournament_sample("gauntlet");
    const Json whole = to_json(sample.state, sample.plan.anchor);
    const auto found = [&](const Json& stored) { return pointers(result_differences(stored, whole)); };
    EXPECT_THAT(found(whole), IsEmpty());
    const struct {
        const char* pointer;
        const char* value;
        bool differs;
    } rows[] = {{"/reason", R"("best")", true},
                {"/rounds", "1", true},
                {"/games", "1", true},
                {"/unscored", "1", true},
                {"/pairs/distinct", "1", true},
                {"/pairings/1/ptnml/3", "77", true},
                {"/pairings/0/saturated", "true", true},
                {"/ratings/elo/1", "12.5", true},
                {"/ratings/groups/0/1", "3", true},
                {"/first_player_score", "0.1", true},
                {"/faults/3", "1", true},
                {"/used_us/0", "1", true},
                {"/games_beyond", "7", false},
                {"/elapsed_s", "7", false},
                {"/ended", R"("2026-01-02T04:00:00Z")", false}};
    for (const auto& row : rows) {
        Json stored = whole;
        stored[Json::json_pointer(row.pointer)] = Json::parse(row.value);
        EXPECT_EQ(found(stored).size(), row.differs ? 1U : 0U) << row.pointer;
    }
    Json near = whole; // other machines round differently
    near["ratings"]["elo"][1] = near["ratings"]["elo"][1].get<double>() * (1 + 1e-12);
    EXPECT_THAT(found(near), IsEmpty());
    Json other = whole;
    other["rounds"] = 99;
    EXPECT_THAT(found(other), ElementsAre("/result/rounds"));
    EXPECT_THAT(pointers(result_differences(whole, to_json(sample.state, Anchor{.agent = 1, .elo = 0}))),
                ::testing::Contains("/result/ratings/elo"));
}

TEST(TournamentResult, games_do_not_tell_that_the_openings_are_used_up) {
    TournamentSample sample = tournament_sample("used_up");
    const Json stored = to_json(sample.state, std::nullopt);
    EXPECT_EQ(stored["reason"], "openings_used_up");
    sample.state.reason = TournamentEnd::Interrupted;
    EXPECT_THAT(result_differences(stored, to_json(sample.state, std::nullopt)), IsEmpty());
    sample.state.reason = TournamentEnd::Rounds;
    EXPECT_EQ(result_differences(stored, to_json(sample.state, std::nullopt)).size(), 1U);
}

} // namespace

} // namespace sprt
