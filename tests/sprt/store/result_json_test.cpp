#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/store/result_json.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace sprt {
namespace {

TEST(JsonNumbers, numbers_that_are_undefined_or_infinite_are_null) {
    EXPECT_EQ(json_number(0.5).dump(), "0.5");
    EXPECT_EQ(json_number(-0.0).dump(), "0.0");
    for (const std::optional<double> none :
         {std::optional<double>(), std::optional<double>(NAN), std::optional<double>(-INFINITY)}) {
        EXPECT_EQ(json_number(none).dump(), "null");
    }
    EXPECT_EQ(json_interval({}).dump(), "[null,null]");
    EXPECT_EQ(json_interval(Interval{-INFINITY, 2}).dump(), "[null,2.0]");
}

/// Made-up numbers that a double holds exactly.
Ratings some_ratings() {
    Ratings ratings;
    ratings.groups = {{0, 1}};
    ratings.classes = {{{0}, {1}}};
    ratings.elo = {12.5, -12.5, std::nullopt};
    ratings.covariance = {{4.0, -4.0, {}}, {-4.0, 4.0, {}}, {{}, {}, {}}};
    ratings.critical = 1.5;
    ratings.critical_joint = 2.5;
    ratings.half_width = {3.0, 3.0, {}};
    ratings.difference_error = {{0.0, 4.0, {}}, {4.0, 0.0, {}}, {{}, {}, {}}};
    ratings.los = {{{}, 0.75, {}}, {0.25, {}, {}}, {{}, {}, {}}};
    ratings.ranks = {{1, 2}, {1, 3}, {1, 3}};
    ratings.expected_score = {0.625};
    ratings.residual_z = {std::nullopt};
    return ratings;
}

TEST(RatingsJson, numbers_have_their_keys_and_what_is_undefined_is_null) {
    Ratings ratings = some_ratings();
    EXPECT_EQ(
        ratings_json_text(ratings),
        R"({"method":"ml","classes":[[[0],[1]]],"groups":[[0,1]],"elo":[12.5,-12.5,null],)"
        R"("cov":[[4.0,-4.0,null],[-4.0,4.0,null],[null,null,null]],"cluster":"pair","openings":null,"df":null,)"
        R"("critical":1.5,"critical_joint":2.5,"half_width":[3.0,3.0,null],)"
        R"("difference_se":[[0.0,4.0,null],[4.0,0.0,null],[null,null,null]],)"
        R"("los":[[null,0.75,null],[0.25,null,null],[null,null,null]],"ranks":[[1,2],[1,3],[1,3]],)"
        R"("expected_score":[0.625],"residual_z":[null],"dispersion":null,"fit":{"chi2":null,"df":0,"p":null}})"
        "\n");
    ratings.has_prior = true;
    ratings.cluster = Cluster::Opening;
    ratings.openings = 30;
    ratings.df = 29;
    ratings.dispersion = 0.5;
    ratings.fit = {.chi2 = 2.5, .df = 3, .p = 0.25};
    ratings.residual_z = {-1.5};
    const referee::Json json = to_json(ratings);
    EXPECT_EQ(json["method"], "jeffreys");
    EXPECT_EQ(json["cluster"], "opening");
    EXPECT_EQ(json["openings"], 30);
    EXPECT_EQ(json["df"], 29);
    EXPECT_EQ(json["dispersion"], 0.5);
    EXPECT_EQ(json["fit"].dump(), R"({"chi2":2.5,"df":3,"p":0.25})");
    EXPECT_EQ(json["residual_z"].dump(), "[-1.5]");
}

TEST(RatingsJson, numbers_that_json_cannot_hold_are_null) {
    Ratings ratings = some_ratings();
    ratings.elo[0] = std::numeric_limits<double>::infinity();
    ratings.los[0][1] = std::numeric_limits<double>::quiet_NaN();
    const referee::Json json = to_json(ratings);
    EXPECT_TRUE(json["elo"][0].is_null()) << json["elo"].dump();
    EXPECT_TRUE(json["los"][0][1].is_null());
}

using referee::Json;

/// A tuning of x alone, without probes, of which agent 1 won each game so far.
RunState state_after(std::uint64_t pairs, std::uint64_t verify_pairs) {
    RunState state;
    state.tuning.emplace(TuneRules{.params = {parse_tune_param("x=40:0:100")},
                                   .command = {"./a", "{x}"},
                                   .first_pairs = 100,
                                   .pairs = 100,
                                   .verify_pairs = verify_pairs,
                                   .has_probes = false});
    for (std::uint64_t game = 0; game < 2 * pairs; ++game) {
        referee::GameRecord record;
        record.game = game;
        record.pair = referee::pair_of(game);
        record.first = referee::first_player(game);
        record.winner = referee::Winner::Agent1;
        state.tuning->add(record);
    }
    return state;
}

TEST(TuneJson, has_the_start_before_the_first_pair) {
    const Json json = tune_json(state_after(0, 0));
    EXPECT_EQ(json["parameters"][0]["value"], 40);
    EXPECT_TRUE(json["parameters"][0]["value"].is_number_integer());
    EXPECT_EQ(json["parameters"][0]["band"], Json({40, 40}));
    EXPECT_EQ(json["trace"].size(), 1U);
    EXPECT_EQ(json["command"], "./a 40");
    EXPECT_TRUE(json["verify"].is_null());
    EXPECT_TRUE(json["tuned_until"].is_null());
}

TEST(TuneJson, band_is_of_the_last_quarter) {
    const RunState state = state_after(8, 5);
    const Tuning& tuning = *state.tuning;
    double low = 1;
    double high = 0;
    for (std::uint64_t pairs = 6; pairs <= 8; ++pairs) { // three states
        low = std::min(low, tuning.u(pairs, 0));
        high = std::max(high, tuning.u(pairs, 0));
    }
    const auto [at_ten, at_ninety] = band_of(tuning, 0);
    EXPECT_GE(at_ten.value, 100 * low - 1);
    EXPECT_LE(at_ninety.value, 100 * high + 1);
    EXPECT_LE(at_ten.value, at_ninety.value);
    const Json verify = tune_json(state)["verify"];
    EXPECT_EQ(verify["games"], 0);
    EXPECT_TRUE(verify["elo"].is_null());
}

TEST(TuneJson, mean_near_an_end_is_at_a_bound) {
    EXPECT_TRUE(is_at_bound(0.02));
    EXPECT_FALSE(is_at_bound(0.021));
    EXPECT_TRUE(is_at_bound(0.985));
}

GamesByWorker games_of(const std::string& worker) {
    GamesByWorker games;
    for (std::uint64_t game = 0; game < 2; ++game) {
        referee::GameRecord record =
            fake_game(game, game == 0 ? referee::Winner::Agent1 : referee::Winner::Draw);
        record.worker = worker;
        games.add(record);
    }
    return games;
}

std::map<std::string, WorkerFacts> read_again(const referee::Json& json) {
    return workers_of(referee::JsonNode(json, "run.json: "));
}

TEST(WorkersJson, facts_and_games_stand_together) {
    const std::map<std::string, WorkerFacts> facts{{"ann",
                                                    {.pairs = 7,
                                                     .voided = 2,
                                                     .wrong = 1,
                                                     .copies = 4,
                                                     .differed = 3,
                                                     .is_distrusted = true,
                                                     .refused = "no library",
                                                     .quarantined = "it lied",
                                                     .machine = {{"cores", 4}}}}};
    EXPECT_EQ(workers_json(facts, games_of("ann")).dump(),
              R"({"ann":{"pairs":7,"voided":2,"wrong":1,"refused":"no library","copies":4,"differed":3,)"
              R"("quarantined":"it lied","distrusted":true,"machine":{"cores":4},"games":2,"wld":[1,0,1],)"
              R"("faults":[0,0],"time_losses":[0,0],"disputed":[0,0],"interference":[0,0],)"
              R"("delays_us":{"median":0,"p99":0,"largest":0},"reported":null}})");
}

TEST(WorkersJson, worker_whose_session_was_killed_has_its_games) {
    const referee::Json json = workers_json({}, games_of("bob"));
    EXPECT_EQ(json.at("bob").at("pairs"), 0);
    EXPECT_EQ(json.at("bob").at("games"), 2);
}

TEST(WorkersJson, worker_without_a_game_has_none) {
    const referee::Json json = workers_json({{"ann", {.copies = 1}}}, games_of("bob"));
    EXPECT_EQ(json.at("ann").at("games"), 0);
    EXPECT_EQ(json.at("ann").at("wld").dump(), "[0,0,0]");
}

TEST(WorkersJson, without_games_only_facts_are_said) {
    const referee::Json json = workers_json({{"ann", {.pairs = 1}}}, {});
    EXPECT_FALSE(json.at("ann").contains("games"));
    EXPECT_EQ(json.at("ann").at("quarantined"), nullptr);
}

TEST(WorkersJson, facts_are_read_again) {
    const std::map<std::string, WorkerFacts> facts{
        {"ann", {.pairs = 7, .voided = 2, .wrong = 1, .copies = 4, .differed = 3, .is_distrusted = true}},
        {"v-bob", {.refused = "x", .quarantined = "y", .machine = {{"cores", 4}}}}};
    const referee::Json json = workers_json(facts, games_of("ann"));
    EXPECT_EQ(workers_json(read_again(json), games_of("ann")), json);
}

TEST(WorkersJson, worker_of_an_earlier_version_is_read) {
    const auto facts = read_again(
        referee::Json::parse(R"({"w":{"pairs":1,"voided":2,"wrong":3,"refused":"a library is missing"}})"));
    EXPECT_EQ(facts.at("w").voided, 2U);
    EXPECT_EQ(facts.at("w").refused, "a library is missing");
    EXPECT_FALSE(facts.at("w").is_distrusted);
}

TEST(WorkersJson, of_what_a_worker_says_of_its_machine_only_the_known_is_kept) {
    EXPECT_EQ(machine_said(R"({"system":"Linux","cores":4,"owner":"x","processor":7})").dump(),
              R"({"system":"Linux","cores":4})");
    EXPECT_EQ(machine_said(R"({"cores":-1})").dump(), R"({"cores":1})");
    EXPECT_LE(machine_said(R"({"system":")" + std::string(5000, 'x') + "\"}").dump().size(), 300U);
    for (const char* const text : {"", "null", "{", "[]"}) {
        EXPECT_EQ(machine_said(text), nullptr) << text;
    }
}

TEST(WorkersJson, what_is_no_worker_is_refused) {
    for (const char* const text : {R"({"w":{}})", R"({"w":{"pairs":-1,"voided":2,"wrong":3,"refused":null}})",
                                   R"({"w":{"pairs":1,"voided":2,"wrong":3,"refused":null,"copies":1}})",
                                   R"({"w":{"pairs":1,"voided":2,"wrong":3,"refused":null,"bonus":1}})"}) {
        EXPECT_THROW(static_cast<void>(read_again(referee::Json::parse(text))), referee::UserError) << text;
    }
}

} // namespace
} // namespace sprt
