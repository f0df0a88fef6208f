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

/// What `codec` reads.
template<class Value, class Codec>
auto by(const Codec& codec) {
    return [codec](const JsonNode& node) {
        Value value{};
        read_by(codec, node, value);
        return value;
    };
}

// ---- Limits

using Limits = PerPlayer<std::optional<TimeControl>>;
constexpr auto itself = [](auto& limits) -> auto& {
    return limits;
};
constexpr auto kLimitsFields = fields<Limits>(budget_row(itself), limits_row(itself));

std::string limits_text(const Limits& limits) {
    return kLimitsFields.write(limits).dump();
}

Limits read_limits(const JsonNode& node) {
    return kLimitsFields.read(node);
}

TEST(LimitsField, is_the_budget_of_agents_that_have_a_time_for_the_game_and_nothing_else) {
    EXPECT_EQ(limits_text({10s, 5s}), R"({"budget_us":[10000000,5000000]})");
    EXPECT_EQ(limits_text({10s, 1999ns}), R"({"budget_us":[10000000,1]})") << "whole microseconds";
    const auto both = read_from(R"({"budget_us":[10000000,1]})", read_limits);
    EXPECT_EQ(both.agent1, TimeControl(10s));
    EXPECT_EQ(both.agent2, TimeControl(1us));
}

TEST(LimitsField, is_not_there_while_the_limit_of_an_agent_is_not_known) {
    EXPECT_EQ(limits_text({}), "{}");
    EXPECT_EQ(limits_text({10s, std::nullopt}), "{}");
    EXPECT_EQ(limits_text({std::nullopt, 10s}), "{}");
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
        const std::string field = limits_text({row.limit, 5s});
        EXPECT_EQ(field, R"({"limits":[)" + std::string(row.text) + "," + plain + "]}");
        EXPECT_EQ(limits_text({5s, row.limit}), R"({"limits":[)" + plain + "," + row.text + "]}");
        const auto again = read_from(field, read_limits);
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

const auto to_tuned_game = by<TunedGame>(TunedGameCode());

TEST(TuneField, is_written_and_read_again_without_the_names) {
    const TunedGame tune{.kind = TuneKind::Verify,
                         .k = 17,
                         .values = {{{55, true}, {0.91, false}}, {{-45, true}, {1, false}}},
                         .names = {"margin", "scale"}};
    std::string text;
    TunedGameCode().append(text, tune);
    EXPECT_EQ(text, R"({"kind":"verify","k":17,"values":[[55,0.91],[-45,1.0]]})");
    const TunedGame again = read_from(text, to_tuned_game);
    EXPECT_EQ(again, tune);
    EXPECT_THAT(again.names, testing::IsEmpty());
    const TunedGame named = read_from(TunedGameCode().write(tune).dump(), to_tuned_game);
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
    const auto of_both = by<PerPlayer<AgentId>>(kAgentId);
    EXPECT_EQ(read_from("[7,8]", of_both), (PerPlayer<AgentId>{AgentId{7}, AgentId{8}}));
    EXPECT_THAT(refusal("[7,8,9]", of_both), HasSubstr("an array of 2"));
}

TEST(GameField, count_goes_as_far_as_any_reader_of_json_is_exact) {
    const auto to_agent_id = by<AgentId>(kAgentId);
    EXPECT_EQ(read_from("9007199254740992", to_agent_id), AgentId{std::size_t{1} << 53});
    EXPECT_THAT(refusal("9007199254740993", to_agent_id), HasSubstr("from 0 to 9007199254740992"));
    EXPECT_THAT(refusal("-1", to_agent_id), HasSubstr("from 0 to"));
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

const auto read_time_scale = by<TimeScale>(TimeScaleCode());

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

} // namespace referee
