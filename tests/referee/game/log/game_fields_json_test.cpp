#include "referee/game/log/game_fields_json.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace referee {

namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::user_error_text;

/// What `read` makes of a value.
template<class Read>
auto read_from(const std::string& value, Read&& read) {
    const Json json = parse_json(value);
    return read(JsonNode(json, ""));
}

/// The error of `read` for a value that it refuses.
template<class Read>
std::string refusal(const std::string& value, Read&& read) {
    return user_error_text([&] { static_cast<void>(read_from(value, read)); });
}

/// The object with this field and no other.
std::string object_with(const std::string& field) {
    return "{" + field.substr(1) + "}";
}

// ---- Limits

TEST(LimitsField, is_the_budget_of_agents_that_have_a_time_for_the_game_and_nothing_else) {
    EXPECT_EQ(limits_field({10s, 5s}), R"(,"budget_us":[10000000,5000000])");
    EXPECT_EQ(limits_field({10s, 1999ns}), R"(,"budget_us":[10000000,1])") << "whole microseconds";
    const auto both = read_from(R"({"budget_us":[10000000,1]})", read_limits);
    EXPECT_EQ(both.agent1, TimeControl(10s));
    EXPECT_EQ(both.agent2, TimeControl(1us));
}

TEST(LimitsField, is_not_there_while_the_limit_of_an_agent_is_not_known) {
    EXPECT_EQ(limits_field({}), "");
    EXPECT_EQ(limits_field({10s, std::nullopt}), "");
    EXPECT_EQ(limits_field({std::nullopt, 10s}), "");
    const auto none = read_from("{}", read_limits);
    EXPECT_FALSE(none.agent1 || none.agent2);
}

TEST(LimitsField, other_limits_are_written_one_by_one_and_read_again) {
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
        const std::string plain = R"({"time_us":5000000,"inc_us":0})";
        const std::string field = limits_field({row.limit, 5s});
        EXPECT_EQ(field, R"(,"limits":[)" + std::string(row.text) + "," + plain + "]");
        EXPECT_EQ(limits_field({5s, row.limit}), R"(,"limits":[)" + plain + "," + row.text + "]");
        const auto again = read_from(object_with(field), read_limits);
        EXPECT_EQ(again.agent1, row.limit) << row.text;
        EXPECT_EQ(again.agent2, TimeControl(5s)) << row.text;
    }
}

TEST(LimitsField, what_is_wrong_is_named) {
    for (const auto& [text, expected] : {
             std::pair{R"({"budget_us":[1]})", "/budget_us is [1]; it must be an array of 2"},
             {R"({"budget_us":[1,-1]})", "/budget_us/1 is -1; it must be a whole number from 0 to"},
             {R"({"budget_us":[4398046511105,1]})", "/budget_us/0 is 4398046511105; it must be"},
             {R"({"limits":[{"nodes":1},{"turn_us":1}]})", "missing field /limits/1/time_us"},
             {R"({"limits":[{"nodes":0},{"nodes":1}]})", "/limits/0/nodes is 0; it must be a whole number"},
             {R"({"limits":[{"time_us":1,"moves":1000000000},{"nodes":1}]})", "/limits/0/moves"},
             {R"({"limits":[{"move_us":-1},{"nodes":1}]})", "/limits/0/move_us"},
         }) {
        EXPECT_THAT(refusal(text, read_limits), HasSubstr(expected)) << text;
    }
}

// ---- What a tuning played

TEST(TuneField, is_written_and_read_again_without_the_names) {
    EXPECT_EQ(tune_field(std::nullopt), "");
    const TunedGame tune{.kind = TuneKind::Verify,
                         .k = 17,
                         .values = {{{55, true}, {0.91, false}}, {{-45, true}, {1, false}}},
                         .names = {"margin", "scale"}};
    const std::string field = tune_field(tune);
    EXPECT_EQ(field, R"(,"tune":{"kind":"verify","k":17,"values":[[55,0.91],[-45,1.0]]})");
    const auto read = [](const JsonNode& node) { return to_tuned_game(node.at("tune")); };
    const TunedGame again = read_from(object_with(field), read);
    EXPECT_EQ(again, tune);
    EXPECT_THAT(again.names, testing::IsEmpty());
    const TunedGame named = read_from(tuned_game_json(tune).dump(), to_tuned_game);
    EXPECT_EQ(named, tune);
    EXPECT_THAT(named.names, ElementsAre("margin", "scale"));
}

TEST(TuneField, what_is_wrong_is_named) {
    for (const auto& [text, expected] : {
             std::pair{R"({"kind":"try","k":1,"values":[[1],[2]]})",
                       "/kind is \"try\"; it must be probe, tune or verify"},
             {R"({"kind":"tune","k":-1,"values":[[1],[2]]})", "/k is -1"},
             {R"({"kind":"tune","k":1,"values":[[1]]})", "/values is [[1]]; it must be an array of 2"},
             {R"({"kind":"tune","k":1,"values":[[1],["2"]]})", "/values/1/0 is \"2\"; it must be a number"},
             {R"({"kind":"tune","k":1,"values":[[1],[2]],"names":["a","b"]})", "as many names as values"},
             {R"({"kind":"tune","k":1,"values":[[1],[2,3]],"names":["a"]})", "as many names as values"},
             {R"({"kind":"tune","k":1,"values":[[1,2],[3]],"names":["a"]})", "as many names as values"},
         }) {
        EXPECT_THAT(refusal(text, to_tuned_game), HasSubstr(expected)) << text;
    }
}

// ---- Single values

TEST(GameField, player_is_1_or_2_and_both_have_a_place_in_an_array) {
    EXPECT_EQ(read_from("1", to_player), Player::Agent1);
    EXPECT_EQ(read_from("2", to_player), Player::Agent2);
    EXPECT_THAT(refusal("0", to_player), HasSubstr("from 1 to 2"));
    EXPECT_THAT(refusal("3", to_player), HasSubstr("from 1 to 2"));
    const Json both = parse_json("[7,8]");
    EXPECT_EQ(of_both(JsonNode(both, "")).agent1.integer(), 7);
    EXPECT_EQ(of_both(JsonNode(both, "")).agent2.integer(), 8);
    EXPECT_THAT(refusal("[7,8,9]", of_both), HasSubstr("an array of 2"));
}

TEST(GameField, count_goes_as_far_as_any_reader_of_json_is_exact) {
    EXPECT_EQ(read_from("9007199254740992", to_count), std::uint64_t{1} << 53);
    EXPECT_THAT(refusal("9007199254740993", to_count), HasSubstr("from 0 to 9007199254740992"));
    EXPECT_THAT(refusal("-1", to_count), HasSubstr("from 0 to"));
    EXPECT_EQ(read_from("41", to_agent_id), AgentId{41});
}

TEST(GameField, seed_is_all_64_bits_in_a_string) {
    EXPECT_EQ(read_from("\"18446744073709551615\"", to_seed), UINT64_MAX);
    EXPECT_THAT(refusal("\"0x11\"", to_seed), HasSubstr("in a string"));
    EXPECT_THAT(refusal("17", to_seed), HasSubstr("it must be a string"));
}

TEST(GameField, each_set_of_rules_is_read_by_its_name_and_another_name_lists_them) {
    for (const Game game : kGames) {
        EXPECT_EQ(read_from('"' + std::string(rules_name(game)) + '"', to_game), game);
        EXPECT_THAT(refusal("\"go\"", to_game), HasSubstr(std::string(rules_name(game))));
    }
}

TEST(GameField, numbers_of_a_move_are_the_first_items) {
    const auto numbers = [](const JsonNode& node) { return to_numbers(node.items(), 2); };
    EXPECT_EQ(read_from("[3,-1,90000]", numbers), (MoveNumbers{3, -1}));
    EXPECT_EQ(read_from("[-999999999,999999999]", numbers), (MoveNumbers{-999'999'999, 999'999'999}));
    EXPECT_THAT(refusal("[1,1000000000]", numbers), HasSubstr("/1 is 1000000000"));
    EXPECT_THAT(refusal("[-1000000000,1]", numbers), HasSubstr("/0 is -1000000000"));
}

TEST(GameField, position_that_is_none_is_named_with_its_place) {
    const auto start = [](const JsonNode& node) { return to_start(node.at("start"), Game::TicTacToe); };
    EXPECT_EQ(read_from(R"({"start":"3/1x1/3 o"})", start).fen, "3/1x1/3 o 1");
    EXPECT_THAT(refusal(R"({"start":"3/1x1/4 o"})", start), testing::StartsWith("/start: FEN '3/1x1/4 o': "));
}

TEST(GameField, factor_of_times_is_written_and_read_in_thousandths) {
    for (std::int64_t thousandths = TimeScale::kLeast; thousandths <= TimeScale::kMost; ++thousandths) {
        const TimeScale scale{thousandths};
        ASSERT_EQ(read_from(to_string(scale), read_time_scale), scale) << to_string(scale);
    }
    EXPECT_EQ(to_string(TimeScale{}), "1");
    EXPECT_EQ(to_string(TimeScale{1337}), "1.337");
}

TEST(GameField, factors_of_times_that_are_none_are_refused) {
    for (const char* text : {"0.249", "4.001", "1.0005", "-1", "0", "1e300", "\"1\"", "null"}) {
        EXPECT_NE(refusal(text, read_time_scale), "") << text;
    }
}

} // namespace

namespace {

std::vector<SearchNote> searches_in(const std::string& line, std::size_t moves) {
    const Json json = parse_json(line);
    return read_searches(JsonNode(json, ""), moves);
}

std::string refused_search(const std::string& line, std::size_t moves) {
    return user_error_text([&] { static_cast<void>(searches_in(line, moves)); });
}

TEST(SearchFields, are_those_that_are_known_of_a_move_and_null_where_they_are_not) {
    const std::vector<SearchNote> nothing(3);
    EXPECT_EQ(search_fields(nothing), "");
    EXPECT_EQ(search_fields({}), "");
    std::vector<SearchNote> notes(3);
    notes[0] = {.depth = 7, .score = engine::Score{-35}, .nodes = 91210, .pv = "g2 a1a3"};
    notes[2] = {.depth = 0, .score = engine::Score{-3, true}, .line = "info \"x\" \\"};
    EXPECT_EQ(search_fields(notes),
              R"(,"depth":[7,null,0],"scores":[-35,null,"#-3"],"nodes":[91210,null,null],)"
              R"("pv":["g2 a1a3",null,null],"line":[null,null,"info \"x\" \\"])");
}

TEST(SearchFields, each_number_has_a_field_of_its_own) {
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        std::vector<SearchNote> notes(2);
        notes[1].*number.place = number.most;
        const std::string field = search_fields(notes);
        EXPECT_EQ(field, ",\"" + std::string(number.key) + "\":[null," + std::to_string(number.most) + "]");
        EXPECT_EQ(searches_in("{" + field.substr(1) + "}", 2), notes);
        EXPECT_THAT(refused_search(
                        "{\"" + std::string(number.key) + "\":[" + std::to_string(number.most + 1) + "]}", 1),
                    HasSubstr("from 0 to " + std::to_string(number.most)));
    }
}

TEST(SearchFields, are_read_as_they_were_written) {
    std::vector<SearchNote> notes(4);
    notes[0] = {.depth = 7, .score = engine::Score{35}, .time_ms = 0, .pv = "g2"};
    notes[1] = {.score = engine::Score{5, true}, .nodes = 1};
    notes[3] = {.depth = 2147483647, .score = engine::Score{-2147483647}, .line = "gr\xC3\xBC\xC3\x9F"};
    EXPECT_EQ(searches_in("{" + search_fields(notes).substr(1) + "}", 4), notes);
}

TEST(SearchFields, line_without_them_has_no_notes_and_with_one_a_note_for_each_move) {
    EXPECT_EQ(searches_in("{}", 3).size(), 0U);
    EXPECT_EQ(searches_in(R"({"pv":[null,null,null]})", 3), std::vector<SearchNote>(3));
}

TEST(SearchFields, what_is_wrong_is_named) {
    for (const auto& [line, expected] : {
             std::pair{R"({"depth":[1]})", "/depth is [1]; it must be an array of 2"},
             {R"({"depth":[1,2,3]})", "/depth is [1,2,3]; it must be an array of 2"},
             {R"({"depth":[1,-1]})", "/depth/1 is -1; it must be a whole number from 0 to 2147483647"},
             {R"({"scores":[1,0.5]})", "/scores/1 is 0.5; it must be a whole number"},
             {R"({"scores":[-2147483648,1]})", "/scores/0 is -2147483648; it must be a whole number"},
             {R"({"scores":["5",1]})",
              "/scores/0 is \"5\"; it must be a whole number, or the moves to a win"},
             {R"({"pv":[1,null]})", "/pv/0 is 1; it must be a string"},
             {R"({"line":[null,[]]})", "/line/1 is []; it must be a string"},
         }) {
        EXPECT_THAT(refused_search(line, 2), HasSubstr(expected)) << line;
    }
}

} // namespace

} // namespace referee
