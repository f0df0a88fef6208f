#include "referee/game/record.hpp"
#include "tests/referee/game/a_record.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_support::a_record;
using testing_support::kLine;

TEST(Record, what_a_quota_took_is_written_only_when_it_took_anything) {
    GameRecord throttled;
    throttled.load.agent2 = {.watched = 2s, .delay = 1s, .throttled = 900ms};
    const std::string line = to_json_line(throttled);
    EXPECT_THAT(line, testing::HasSubstr(R"("throttled_us":[0,900000])"));
    std::vector<std::string> unknown;
    EXPECT_EQ(to_json_line(parse_record(line, &unknown)), line);
    EXPECT_THAT(unknown, testing::IsEmpty());
    throttled.load.agent2.throttled = 999ns;
    EXPECT_THAT(to_json_line(throttled), testing::Not(testing::HasSubstr("throttled_us")));
}

TEST(Record, threads_are_written_only_of_agents_that_ran_several) {
    GameRecord record;
    EXPECT_THAT(to_json_line(record), testing::Not(testing::HasSubstr("threads")));
    record.threads = {1, 4};
    const std::string line = to_json_line(record);
    EXPECT_THAT(line, testing::HasSubstr(R"("threads":[1,4])"));
    EXPECT_EQ(parse_record(line).threads, (PerPlayer<int>{1, 4}));
}

TEST(Winner, is_the_agent_that_won) {
    EXPECT_EQ(winner_is(Player::Agent1), Winner::Agent1);
    EXPECT_EQ(winner_is(Player::Agent2), Winner::Agent2);
}

TEST(Record, is_one_line_of_json_in_a_fixed_form) {
    EXPECT_EQ(to_json_line(a_record()), kLine);
}

TEST(Record, without_a_winner_the_winner_is_null_and_of_a_draw_0) {
    GameRecord record;
    record.score = {2, 2};
    record.turns = 0;
    record.exit = {"exited 0", "signal 15"};
    EXPECT_EQ(
        to_json_line(record),
        R"({"format":1,"game":0,"pair":0,"first":1,"opening":[],"moves":[],"winner":null,"score":[2,2],)"
        R"("turns":0,"termination":"aborted","fault":null,"used_us":[0,0],"seed":["0","0"],)"
        R"("exit":["exited 0","signal 15"],"turn_limit":400,"cpu_us":[0,0],)"
        R"("watched_us":[0,0],"watched_cpu_us":[0,0],)"
        R"("delay_us":[0,0],"rival_cpu_us":[0,0]})");
    record.winner = Winner::Draw;
    EXPECT_THAT(to_json_line(record), HasSubstr(R"("winner":0,)"));
}

TEST(Record, times_of_engines_are_written_where_there_are_some_and_read_again) {
    GameRecord record = a_record();
    record.over.agent1 = {.most = 3ms, .sum = 5ms};
    record.pings.agent2 = {.most = 40us, .sum = 70us, .count = 3};
    record.most_cpu = {4ms, 0ms};
    const std::string line = to_json_line(record);
    EXPECT_THAT(line, HasSubstr(R"(,"over_us":[[3000,5000],[0,0]],"ping_us":[[0,0],[40,70,3]],)"
                                R"("most_cpu_us":[4000,0],"lacks_opening")"));
    const GameRecord again = parse_record(line);
    EXPECT_EQ(again.over, record.over);
    EXPECT_EQ(again.pings, record.pings);
    EXPECT_EQ(again.most_cpu, record.most_cpu);
}

TEST(Record, agents_that_lack_openings_are_listed_by_number) {
    GameRecord record = a_record();
    record.lacks_opening = {true, true};
    EXPECT_THAT(to_json_line(record), HasSubstr(R"(,"lacks_opening":[1,2],)"));
    record.lacks_opening = {false, true};
    EXPECT_THAT(to_json_line(record), HasSubstr(R"(,"lacks_opening":[2],)"));
    record.lacks_opening = {};
    EXPECT_EQ(to_json_line(record).find("lacks_opening"), std::string::npos);
}

/// A log holds whole microseconds: its reader must judge as the program that wrote it.
TEST(Record, interference_is_judged_by_what_the_log_holds) {
    struct Row {
        TurnLoad load;
        bool interferes;
    };
    for (const Row& row :
         {Row{{.watched = 200'000'100ns, .rival_cpu = 20'000'900ns}, false}, // by ns it would
          Row{{.watched = 199'999'999ns, .rival_cpu = 20'000'000ns}, true},
          Row{{.watched = 1ms, .rival_cpu = 9'999'999ns}, false}}) {
        GameRecord record;
        record.load.agent1 = row.load;
        EXPECT_EQ(interfered(record, Player::Agent2), row.interferes);
        EXPECT_FALSE(interfered(record, Player::Agent1));
        EXPECT_EQ(interfered(parse_record(to_json_line(record)), Player::Agent2), row.interferes);
    }
}

TEST(Record, what_engines_say_and_when_is_written_where_it_is_known) {
    GameRecord record = a_record();
    for (const char* key : {"depth", "time_ms", "seldepth", "hashfull", "tbhits", "started", "duration_ms"}) {
        EXPECT_THAT(to_json_line(record), testing::Not(HasSubstr('"' + std::string(key) + '"')));
    }
    record.search = {{.nodes = 12, .time_ms = 40, .tbhits = 0, .pv = "g2"},
                     {.depth = 7, .seldepth = 9, .hashfull = 1000}};
    record.started = utc_time_of("2026-11-26T21:55:58.042Z");
    record.duration = 83'123ms;
    const std::string line = to_json_line(record);
    EXPECT_THAT(
        line, HasSubstr(R"(,"depth":[null,7],"nodes":[12,null],"time_ms":[40,null],)"
                        R"("seldepth":[null,9],"hashfull":[null,1000],"tbhits":[0,null],"pv":["g2",null],)"));
    EXPECT_THAT(line, HasSubstr(R"(,"started":"2026-11-26T21:55:58.042Z","duration_ms":83123)"));
    std::vector<std::string> unknown;
    const GameRecord again = parse_record(line, &unknown);
    EXPECT_THAT(unknown, testing::IsEmpty());
    EXPECT_EQ(again.search, record.search);
    EXPECT_EQ(again.started, record.started);
    EXPECT_EQ(to_json_line(again), line);
}

TEST(Record, latency_is_what_a_move_took_beyond_the_time_its_engine_told) {
    GameRecord record;
    record.moves = {{{1, 1, 2, 2}, 42'999'999ns}};
    EXPECT_EQ(latency(record, 0), std::nullopt);
    for (const auto& [told, expected] : {std::pair(std::optional<std::uint64_t>(40), std::optional(2'999us)),
                                         {42, 999us},
                                         {43, 0us},
                                         {0, 42'999us},
                                         {std::nullopt, std::nullopt}}) {
        record.search = {{.time_ms = told}};
        EXPECT_EQ(latency(record, 0), expected);
    }
}

} // namespace

namespace {

TEST(Results, wins_and_losses_are_those_of_agent_1) {
    Results results;
    EXPECT_EQ(to_text(results), "Total: 0, WLD: 0/0/0");
    for (const Winner winner :
         {Winner::Agent1, Winner::Draw, Winner::Agent2, Winner::Agent1, Winner::Agent1, Winner::Agent2}) {
        results.add(winner);
    }
    EXPECT_EQ(results, (Results{.wins = 3, .losses = 2, .draws = 1}));
    EXPECT_EQ(results.games(), 6U);
    EXPECT_EQ(to_text(results), "Total: 6, WLD: 3/2/1");
}

} // namespace

} // namespace referee
