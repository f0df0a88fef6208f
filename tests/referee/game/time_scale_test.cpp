#include "referee/game/json.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/record.hpp"
#include "referee/game/time_scale.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using namespace std::chrono_literals;

TimeScale read_scale(const Json& json) {
    return read_time_scale(JsonNode(json, ""));
}

TEST(TimeScale, each_time_of_an_agent_is_multiplied_and_rounded_down) {
    TimeControl clock(10s);
    clock.increment = 100ms;
    clock.margin = 7ms;
    const TimeControl longer = scaled(clock, {1337});
    EXPECT_EQ(longer.time, 13'370ms);
    EXPECT_EQ(longer.increment, 133'700us);
    EXPECT_EQ(longer.margin, 7ms) << "the margin is the referee's";
    TimeControl move(3us);
    move.kind = LimitKind::Move;
    EXPECT_EQ(scaled(move, {250}).time, 0us);
    EXPECT_EQ(scaled(move, {500}).time, 1us);
}

TEST(TimeScale, limits_that_are_no_times_stay) {
    for (const LimitKind kind : {LimitKind::Nodes, LimitKind::Depth}) {
        TimeControl control;
        control.kind = kind;
        control.count = 800;
        EXPECT_EQ(scaled(control, {4000}), control);
    }
}

TEST(TimeScale, longest_time_fits) {
    const TimeControl longest(std::chrono::milliseconds(1'000'000'000));
    EXPECT_EQ(scaled(longest, {TimeScale::kMost}).time, 4 * longest.time);
}

TEST(TimeScale, it_is_written_and_read_in_thousandths) {
    for (std::int64_t thousandths = TimeScale::kLeast; thousandths <= TimeScale::kMost; ++thousandths) {
        const TimeScale scale{thousandths};
        ASSERT_EQ(read_scale(Json::parse(to_string(scale))), scale) << to_string(scale);
    }
    EXPECT_EQ(to_string(TimeScale{}), "1");
    EXPECT_EQ(to_string(TimeScale{1337}), "1.337");
}

TEST(TimeScale, other_numbers_are_refused) {
    for (const char* text : {"0.249", "4.001", "1.0005", "-1", "0", "1e300", "\"1\"", "null"}) {
        EXPECT_NE(testing_support::user_error_text([&] { static_cast<void>(read_scale(Json::parse(text))); }),
                  "")
            << text;
    }
}

TEST(TimeScale, line_of_a_game_holds_it_only_when_there_is_one) {
    GameRecord record;
    record.limits = {10s, 10s};
    EXPECT_EQ(parse_record(to_json_line(record)).time_scale, std::nullopt);
    EXPECT_EQ(to_json_line(record).find("time_scale"), std::string::npos);
    record.time_scale = TimeScale{500};
    std::vector<std::string> unknown;
    EXPECT_EQ(parse_record(to_json_line(record), &unknown).time_scale, TimeScale{500});
    EXPECT_THAT(unknown, testing::IsEmpty());
}

} // namespace
} // namespace referee
