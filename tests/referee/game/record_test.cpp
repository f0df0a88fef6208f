#include "referee/game/record.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing_support::user_error_text;
using Json = nlohmann::ordered_json;

/// Every field different from its default.
GameRecord a_record() {
    GameRecord record;
    record.game = 7;
    record.pair = 3;
    record.first = Player::Agent2;
    record.opening = {{4, 3, 5, 3}, {-1, -1, -1, -1}};
    record.moves = {{{1, 1, 2, 2}, 183'999ns}, {{7, 7, 7, 5}, 2s}};
    record.winner = Winner::Agent1;
    record.score = {26, 23};
    record.turns = 4;
    record.termination = Termination::ProtocolError;
    record.fault = FaultNote{Player::Agent2, "sent 'KO' instead of OK", "its last \"bytes\"\n\x1b"};
    record.also_fault = FaultNote{Player::Agent1, "did not say OK in time", "gr\xC3\xBC\xC3\x9F"};
    record.also_termination = Termination::Crashed;
    record.used = {84'012'999ns, 974'388us};
    record.seed = {17, UINT64_MAX};
    record.exit = {"exited 0", "killed by referee"};
    record.turn_limit = 300;
    record.limits = {10s, 5s};
    record.processor = {90ms, 1s};
    record.load = {TurnLoad{.watched = 80ms, .cpu = 70ms, .delay = 9ms, .rival_cpu = 40ms},
                   TurnLoad{.watched = 900ms, .cpu = 100ms, .delay = 750ms, .rival_cpu = 1ms}};
    record.time_loss =
        TimeLoss{700ms, {.watched = 690ms, .cpu = 10ms, .delay = 650ms, .rival_cpu = 1ms}, true};
    record.lacks_opening = {true, false};
    return record;
}

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

const std::string kLine =
    R"({"format":1,"game":7,"pair":3,"first":2,"opening":[[4,3,5,3],[-1,-1,-1,-1]],)"
    R"("moves":[[1,1,2,2,183],[7,7,7,5,2000000]],"winner":1,"score":[26,23],"turns":4,)"
    R"("termination":"protocol_error",)"
    R"("fault":{"agent":2,"reason":"sent 'KO' instead of OK","stderr":"its last \"bytes\"\n\u001b"},)"
    R"("also_fault":{"agent":1,"reason":"did not say OK in time","stderr":"grüß","termination":"crashed"},)"
    R"("used_us":[84012,974388],"seed":["17","18446744073709551615"],)"
    R"("exit":["exited 0","killed by referee"],"turn_limit":300,"budget_us":[10000000,5000000],)"
    R"("lacks_opening":[1],)"
    R"("cpu_us":[90000,1000000],)"
    R"("watched_us":[80000,900000],"watched_cpu_us":[70000,100000],"delay_us":[9000,750000],)"
    R"("rival_cpu_us":[40000,1000],)"
    R"("time_loss":{"disputed":true,"took_us":700000,)"
    R"("watched_us":690000,"cpu_us":10000,"delay_us":650000,"rival_cpu_us":1000},"interference":[2]})";

/// The line with the value at `pointer` replaced, or removed.
std::string with(const std::string& pointer, const std::string& value) {
    Json json = Json::parse(kLine);
    json[Json::json_pointer(pointer)] = Json::parse(value);
    return json.dump();
}
std::string without(const std::string& pointer) {
    Json json = Json::parse(kLine);
    const Json::json_pointer where(pointer);
    json[where.parent_pointer()].erase(where.back());
    return json.dump();
}

std::string error_of(const std::string& line) {
    return user_error_text([&] { static_cast<void>(parse_record(line)); });
}

TEST(Winner, is_the_agent_that_won) {
    EXPECT_EQ(winner_is(Player::Agent1), Winner::Agent1);
    EXPECT_EQ(winner_is(Player::Agent2), Winner::Agent2);
}

TEST(Record, is_one_line_of_json_in_a_fixed_form) {
    EXPECT_EQ(to_json_line(a_record()), kLine);
}

TEST(Record, limits_are_written_and_read_again) {
    struct Row {
        const char* text;
        TimeControl limit;
    };
    TimeControl period(60s);
    period.moves = 40;
    period.increment = 600ms;
    TimeControl beside(10s);
    beside.margin = 7ms;
    beside.search = {.nodes = 5000, .depth = 9};
    TimeControl move(50ms);
    move.kind = LimitKind::Move;
    TimeControl move_beside = move;
    move_beside.search.depth = 9;
    TimeControl nodes;
    nodes.kind = LimitKind::Search;
    nodes.search.nodes = 800;
    TimeControl both = nodes;
    both.search.depth = 6;
    for (const Row& row : {
             Row{R"({"time_us":60000000,"inc_us":600000,"moves":40})", period},
             Row{R"({"time_us":10000000,"inc_us":0,"margin_us":7000,"nodes":5000,"depth":9})", beside},
             Row{R"({"move_us":50000})", move},
             Row{R"({"move_us":50000,"depth":9})", move_beside},
             Row{R"({"nodes":800,"turn_us":60000000})", nodes},
             Row{R"({"nodes":800,"depth":6,"turn_us":60000000})", both},
         }) {
        GameRecord record = a_record();
        record.limits = {row.limit, 5s};
        const std::string line = to_json_line(record);
        EXPECT_THAT(line, testing::HasSubstr(R"("limits":[)" + std::string(row.text) +
                                             R"(,{"time_us":5000000,"inc_us":0}])"));
        EXPECT_EQ(parse_record(line).limits.agent1, row.limit) << row.text;
    }
    std::string line = kLine;
    const std::string budget = R"("budget_us":[10000000,5000000])";
    line.replace(line.find(budget), budget.size(), R"("limits":[{"turn_us":1},{"nodes":1}])");
    EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(parse_record(line)); }),
                testing::HasSubstr("/limits/0/time_us"));
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
        R"("exit":["exited 0","signal 15"],"turn_limit":400,"cpu_us":[0,0],"watched_us":[0,0],"watched_cpu_us":[0,0],)"
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

TEST(Record, fields_that_are_not_known_are_named) {
    const auto unknown = [](const std::string& line) {
        std::vector<std::string> fields;
        static_cast<void>(parse_record(line, &fields));
        return fields;
    };
    EXPECT_THAT(unknown(kLine), testing::IsEmpty());
    EXPECT_THAT(unknown(with("/winner", "null")), testing::IsEmpty());
    EXPECT_THAT(unknown(with("/fault", "null")), testing::IsEmpty());
    for (const char* const pointer :
         {"/colour", "/fault/colour", "/also_fault/colour", "/time_loss/termination"}) {
        EXPECT_THAT(unknown(with(pointer, "1")), testing::ElementsAre(pointer));
    }
}

TEST(Record, is_read_as_it_was_written) {
    const GameRecord record = parse_record(kLine);
    EXPECT_EQ(record.game, 7U);
    EXPECT_EQ(record.pair, 3U);
    EXPECT_EQ(record.first, Player::Agent2);
    EXPECT_EQ(record.opening, a_record().opening);
    ASSERT_EQ(record.moves.size(), 2U);
    EXPECT_EQ(record.moves[0].numbers, (MoveNumbers{1, 1, 2, 2}));
    EXPECT_EQ(record.moves[0].took, 183us);
    EXPECT_EQ(record.moves[1].took, 2s);
    EXPECT_EQ(record.winner, Winner::Agent1);
    EXPECT_EQ(record.score, (PerPlayer<int>{26, 23}));
    EXPECT_EQ(record.turns, 4U);
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    ASSERT_TRUE(record.fault && record.also_fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->reason, a_record().fault->reason);
    EXPECT_EQ(record.fault->stderr_tail, a_record().fault->stderr_tail);
    EXPECT_EQ(record.also_termination, Termination::Crashed);
    EXPECT_EQ(record.also_fault->agent, Player::Agent1);
    EXPECT_EQ(record.used, (PerPlayer<std::chrono::nanoseconds>{84'012us, 974'388us}));
    EXPECT_EQ(record.seed, a_record().seed);
    EXPECT_EQ(record.exit, a_record().exit);
    EXPECT_EQ(record.turn_limit, 300);
    EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{true, false}));
    EXPECT_EQ(to_json_line(record), kLine);
}

TEST(Record, optional_fields_have_defaults_and_unknown_ones_are_ignored) {
    EXPECT_FALSE(parse_record(without("/also_fault")).also_fault);
    EXPECT_FALSE(parse_record(with("/also_fault", "null")).also_fault);
    EXPECT_EQ(parse_record(without("/turn_limit")).turn_limit, 400);
    EXPECT_FALSE(parse_record(with("/winner", "null")).winner);
    EXPECT_FALSE(parse_record(with("/fault", "null")).fault);
    EXPECT_EQ(parse_record(with("/something_new", "{\"a\":1}")).game, 7U);
    EXPECT_EQ(parse_record(" " + kLine + " ").game, 7U);
}

TEST(Record, agents_that_lack_openings_are_listed_by_number) {
    EXPECT_EQ(parse_record(without("/lacks_opening")).lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[]")).lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[2]")).lacks_opening, (PerPlayer<bool>{false, true}));
    EXPECT_EQ(parse_record(with("/lacks_opening", "[1,2]")).lacks_opening, (PerPlayer<bool>{true, true}));
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

TEST(Record, a_missing_field_is_named) {
    for (const char* pointer : {"/format", "/game", "/pair", "/first", "/opening", "/moves", "/winner",
                                "/score", "/turns", "/termination", "/fault", "/used_us", "/seed", "/exit",
                                "/fault/agent", "/fault/reason", "/fault/stderr", "/also_fault/agent"}) {
        EXPECT_EQ(error_of(without(pointer)), std::string("missing field ") + pointer);
    }
}

TEST(Record, a_wrong_field_is_named_with_what_is_right) {
    struct Row {
        const char* pointer;
        const char* value;
        const char* expected;
    };
    for (const Row& row : {
             Row{"/format", "2", "/format is 2; it must be a whole number from 1 to 1"},
             Row{"/game", "-1", "/game is -1; it must be a whole number from 0 to"},
             Row{"/game", "1.5", "/game is 1.5; it must be a whole number"},
             Row{"/game", "\"1\"", "/game is \"1\"; it must be a whole number"},
             Row{"/game", "18446744073709551615", "/game is 18446744073709551615; it must be a whole number"},
             Row{"/game", "true", "/game is true; it must be"},
             Row{"/first", "0", "/first is 0; it must be a whole number from 1 to 2"},
             Row{"/first", "3", "/first is 3; it must be a whole number from 1 to 2"},
             Row{"/opening", "null", "/opening is null; it must be an array"},
             Row{"/opening/1", "[1,2,3]", "/opening/1 is [1,2,3]; it must be an array of 4"},
             Row{"/moves", "{}", "/moves is {}; it must be an array"},
             Row{"/moves/0", "[1,1,2,2]", "/moves/0 is [1,1,2,2]; it must be an array of 5"},
             Row{"/moves/1/4", "-1", "/moves/1/4 is -1; it must be a whole number from 0 to"},
             Row{"/moves/1/0", "1000000000",
                 "/moves/1/0 is 1000000000; it must be a whole number from -999999999"},
             Row{"/winner", "3", "/winner is 3; it must be a whole number from 0 to 2"},
             Row{"/winner", "\"draw\"", "/winner is \"draw\"; it must be"},
             Row{"/score", "[1,2,3]", "/score is [1,2,3]; it must be an array of 2"},
             Row{"/score/1", "50", "/score/1 is 50; it must be a whole number from 0 to 49"},
             Row{"/turns", "-4", "/turns is -4; it must be"},
             Row{"/termination", "\"boredom\"",
                 "/termination is \"boredom\"; it must be the name of a termination"},
             Row{"/termination", "1", "/termination is 1; it must be a string"},
             Row{"/fault", "[]", "/fault is []; it must be an object"},
             Row{"/fault/agent", "0", "/fault/agent is 0; it must be a whole number from 1 to 2"},
             Row{"/fault/stderr", "null", "/fault/stderr is null; it must be a string"},
             Row{"/used_us/0", "1.5", "/used_us/0 is 1.5; it must be"},
             Row{"/seed/0", "17", "/seed/0 is 17; it must be a string"},
             Row{"/seed/1", "\"18446744073709551616\"",
                 "it must be a whole number from 0 to 18446744073709551615 in a string"},
             Row{"/seed/1", "\"-1\"",
                 "/seed/1 is \"-1\"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/seed/1", "\"\"",
                 "/seed/1 is \"\"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/seed/1", "\"1 \"",
                 "/seed/1 is \"1 \"; it must be a whole number from 0 to 18446744073709551615"},
             Row{"/exit/0", "0", "/exit/0 is 0; it must be a string"},
             Row{"/lacks_opening", "1", "/lacks_opening is 1; it must be an array"},
             Row{"/lacks_opening/0", "3", "/lacks_opening/0 is 3; it must be a whole number from 1 to 2"},
             Row{"/lacks_opening/0", "true", "/lacks_opening/0 is true; it must be a whole number"},
             Row{"/turn_limit", "0", "/turn_limit is 0; it must be a whole number from 1"},
             Row{"/hashfull", "[1001,null]", "/hashfull/0 is 1001; it must be a whole number from 0 to 1000"},
             Row{"/time_ms", "[1]", "/time_ms is [1]; it must be an array of 2"},
             Row{"/started", "\"2026-11-26T21:55:58Z\"",
                 "/started is \"2026-11-26T21:55:58Z\"; it must be a time in UTC, e.g. "
                 "2026-11-26T21:55:58.042Z"},
             Row{"/duration_ms", "-1", "/duration_ms is -1; it must be a whole number from 0"},
         }) {
        EXPECT_THAT(error_of(with(row.pointer, row.value)), HasSubstr(row.expected));
    }
    // Long values are not quoted whole.
    EXPECT_LT(error_of(with("/game", '"' + std::string(5000, 'x') + '"')).size(), 200U);
}

TEST(Record, text_that_is_no_json_is_refused_with_its_column) {
    EXPECT_THAT(error_of(""), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("{"), HasSubstr("not JSON (column 2)"));
    EXPECT_THAT(error_of(kLine.substr(0, kLine.size() - 1)), HasSubstr("not JSON"));
    EXPECT_THAT(error_of(kLine + kLine), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("\xff"), HasSubstr("not JSON"));
    EXPECT_THAT(error_of("[]"), HasSubstr("it is []; it must be an object"));
    EXPECT_THAT(error_of("17"), HasSubstr("it is 17; it must be an object"));
}

TEST(Record, a_deeply_nested_value_is_an_error_of_the_user) {
    constexpr std::size_t kDepth = 200'000;
    std::string line = "{\"format\":";
    line.append(kDepth, '[').append(kDepth, ']').append("}");
    EXPECT_THAT(error_of(line), HasSubstr("nested too deeply"));
}

TEST(Record, a_number_that_overflows_is_an_error_of_the_user) {
    EXPECT_THAT(error_of("{\"format\":1e400}"), HasSubstr("a number is too large"));
}

/// The record in a line, written again, with what was unknown in it; or the error, without its column.
std::string read_of(const std::string& line) {
    std::vector<std::string> unknown;
    try {
        const std::string again = to_json_line(parse_record(line, &unknown));
        return fmt::format("{} {}", again, fmt::join(unknown, " "));
    } catch (const UserError& error) {
        const std::string text = error.what();
        return text.substr(0, text.find(" (column "));
    }
}

/// The line with spaces where to_json_line() writes none: then nothing is taken out of it before it is read.
std::string spaced(std::string line) {
    for (const std::string key : {",\"opening\":[", ",\"moves\":["}) {
        if (const auto at = line.find(key); at != std::string::npos) {
            line.insert(at + 1, " ");
        }
    }
    return line;
}

std::vector<std::string> lines_of_all_forms() {
    GameRecord engine = a_record();
    engine.moves = {{{-1, -1, -1, -1}, 0ns}, {{1, 1, 2, 2}, 999'999'999us}, {{2, 2, 3, 3}, 1000s}};
    engine.opening = {};
    GameRecord column;
    column.rules = Game::ConnectFour;
    column.opening = {{4}, {5}};
    column.moves = {{{1}, 5us}, {{2}, 0us}};
    GameRecord square = column;
    square.rules = Game::TicTacToe;
    square.opening = {};
    square.moves = {{{1, 1}, 5us}, {{2, 2}, 70us}, {{3, 1}, 1us}};
    return {kLine, to_json_line(engine), to_json_line(column), to_json_line(square),
            to_json_line(GameRecord())};
}

TEST(Record, lists_are_taken_out_of_the_lines_that_are_written) {
    for (const std::string& line : lines_of_all_forms()) {
        EXPECT_EQ(read_of(line), read_of(spaced(line)));
        EXPECT_EQ(read_of(line), line + " ");
    }
}

TEST(Record, lists_of_another_form_are_read_as_the_rest_is) {
    for (const std::string moves : {"[[01,1,2,2,3]]",
                                    "[[1,1,2,2,-3]]",
                                    "[[1,1,2,2,4294967297]]",
                                    "[[1,1,2,2,1000000000]]",
                                    "[[1,1,2,2,1e3]]",
                                    "[[1,1,2,2,5.0]]",
                                    "[[-0,1,2,2,5]]",
                                    "[[-01,1,2,2,5]]",
                                    "[[--1,1,2,2,5]]",
                                    "[[+1,1,2,2,5]]",
                                    "[[1,1,2,2,3],]",
                                    "[[1,1,2,2,3]",
                                    "[[1,1,2,2]]",
                                    "[[1,1,2,2,3],[1,1,2,2]]",
                                    "[[1,1,2,2,3,4]]",
                                    "[[]]",
                                    "[[1,1,2,2,]]",
                                    "[1,1]",
                                    "[[[1,1,2,2,3]]]",
                                    "[[1,1,2,2,3]]]",
                                    "[[1,1,2,2,\"3\"]]",
                                    "[[1,1,2,2,3]],\"moves\":[[1,1,2,2,3]]",
                                    "[[1,1,2,2,3]],\"later\":{\"moves\":[]}",
                                    "{\"moves\":[]}",
                                    "\",\\\"moves\\\":[[\"",
                                    "[[1000000000,1,2,2,3]]"}) {
        const auto begin = kLine.find("[[1,1,2,2");
        const std::string line = kLine.substr(0, begin) + moves + kLine.substr(kLine.find(",\"winner\""));
        EXPECT_EQ(read_of(line), read_of(spaced(line))) << moves;
    }
    const std::string inner = R"({"x":{"a":1,"moves":[[1,1,2,2,3]]},)" + kLine.substr(1);
    EXPECT_EQ(read_of(inner), read_of(spaced(inner)));
}

TEST(Record, ten_thousand_damaged_lines_are_read_alike_whether_lists_are_taken_out_or_not) {
    constexpr std::string_view kBytes = "0123456789-+.eE[]{},:\" \\a\x01";
    std::mt19937_64 random(20261126);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    const std::vector<std::string> lines = lines_of_all_forms();
    std::size_t readable = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::string line = lines[below(lines.size())];
        for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
            // Half of them where the lists are.
            const std::size_t lists = below(2) == 0 ? std::string::npos : line.find("\"opening\"");
            const std::size_t begin = lists == std::string::npos ? 0 : lists;
            const std::size_t end = std::min(line.size(), begin == 0 ? line.size() : begin + 100);
            const std::size_t at = begin + below(end - begin);
            const std::size_t kind = below(3);
            line.replace(at, kind == 0 ? 0 : 1,
                         kind == 2 ? "" : std::string(1, kBytes[below(kBytes.size())]));
        }
        const std::string read = read_of(line);
        readable += read.starts_with("{") ? 1U : 0U;
        ASSERT_EQ(read, read_of(spaced(line))) << line;
    }
    EXPECT_GT(readable, 500U);
}

} // namespace
} // namespace referee
