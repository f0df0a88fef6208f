#include "referee/base/user_error.hpp"
#include "sprt/store/workers_json.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sprt {
namespace {

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
