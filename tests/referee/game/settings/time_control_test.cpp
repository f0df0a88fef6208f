#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using namespace std::chrono_literals;

TEST(TimeControl, own_limits_take_the_place_of_those_of_the_run) {
    PlaySettings run;
    run.time_ms = 2000;
    run.inc_ms = 100;
    const auto control = [&](const std::string& text) { return time_control(parse_agent(text), run); };
    EXPECT_EQ(control("a").time, 2s);
    EXPECT_EQ(control("a").increment, 100ms);
    EXPECT_EQ(control("time_ms=500 a").time, 500ms);
    EXPECT_EQ(control("time_ms=500 a").increment, 100ms);
    EXPECT_EQ(control("inc_ms=7 a").time, 2s);
    EXPECT_EQ(control("inc_ms=7 a").increment, 7ms);
    EXPECT_EQ(control("tc=1.5+0.25 a").time, 1500ms);
    EXPECT_EQ(control("tc=1.5+0.25 a").increment, 250ms);
    EXPECT_EQ(control("move_ms=50 a").kind, LimitKind::Move);
    EXPECT_EQ(control("move_ms=50 a").margin, 25ms);
    EXPECT_EQ(control("move_ms=50 margin_ms=3 a").margin, 3ms);
    EXPECT_EQ(control("proto=uai nodes=800 a").kind, LimitKind::Search);
    EXPECT_EQ(control("proto=uai nodes=800 a").search, SearchLimit{.nodes = 800});
    EXPECT_EQ(control("proto=uai nodes=800 depth=8 a").search, (SearchLimit{.nodes = 800, .depth = 8}));
    EXPECT_EQ(control("proto=uai tc=inf depth=8 a"), control("proto=uai depth=8 a"));
    EXPECT_EQ(control("proto=uai depth=8 turn_ms=9 a").turn, 9ms);
    EXPECT_EQ(control("proto=uai tc=40/9 nodes=800 a").moves, 40);
    EXPECT_EQ(control("proto=uai tc=40/9 nodes=800 a").kind, LimitKind::Game);
    EXPECT_EQ(control("proto=uai tc=40/9 nodes=800 a").search.nodes, 800);
    EXPECT_EQ(control("proto=uai move_ms=50 depth=8 a").kind, LimitKind::Move);
    EXPECT_EQ(control("proto=uai move_ms=50 depth=8 a").search.depth, 8);
    run.margin_ms = 11;
    EXPECT_EQ(control("time_ms=500 a").margin, 11ms);
    run.tc = "40/60+0.6";
    EXPECT_EQ(control("inc_ms=7 a").moves, 40);
    EXPECT_EQ(control("inc_ms=7 a").time, 60s);
    EXPECT_EQ(control("time_ms=500 a").moves, 0) << "it is for a game";
    run.tc = "inf";
    EXPECT_EQ(control("proto=uai nodes=800 a").kind, LimitKind::Search);
    EXPECT_EQ(control("proto=uai nodes=800 a").margin, 0ms);
    EXPECT_EQ(control("tc=5 a").margin, 11ms);
    run.tc.reset();
    run.move_ms = 40;
    EXPECT_EQ(control("a").kind, LimitKind::Move);
    EXPECT_EQ(control("a").time, 40ms);
    EXPECT_EQ(control("a").margin, 11ms);
}

TEST(TimeControl, time_controls_are_those_of_chess_testers) {
    EXPECT_EQ(parse_time_control("10").time, 10s);
    EXPECT_EQ(parse_time_control("10").increment, 0ms);
    EXPECT_EQ(parse_time_control("0.05+0.001").time, 50ms);
    EXPECT_EQ(parse_time_control("0.05+0.001").increment, 1ms);
    EXPECT_EQ(parse_time_control("10").moves, 0);
    EXPECT_EQ(parse_time_control("40/60+0.6").moves, 40);
    EXPECT_EQ(parse_time_control("40/60+0.6").time, 60s);
    EXPECT_EQ(parse_time_control("40/60+0.6").increment, 600ms);
    EXPECT_EQ(parse_time_control("1:30+1").time, 90s);
    EXPECT_EQ(parse_time_control("1:30+1").increment, 1s);
    EXPECT_EQ(parse_time_control("40/1:30.5").time, 90'500ms);
    EXPECT_EQ(parse_time_control("inf").kind, LimitKind::Search);
    for (const char* wrong :
         {"",         "x",        "10+",     "+1",     "1+1+1", "-1",    "1e3",     "10 + 1",
          "nan",      "INF",      "inf+1",   "40/inf", "/60",   "40/",   "4.5/60",  "-40/60",
          "40/60/60", "1:",       ":30",     "1.5:0",  "1:2:3", "5+1:0", "1000001", "1000000/5",
          "16667:0",  "16666:41", "40:60/1", "-0:30",  "10+-0"}) {
        EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(parse_time_control(wrong)); }),
                    testing::HasSubstr("is not [MOVES/]TIME[+SECONDS] or inf"))
            << wrong;
    }
    for (const char* wrong : {"0+1", "40/0", "0:00+1"}) {
        EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(parse_time_control(wrong)); }),
                    testing::HasSubstr("begins with no time"));
    }
    EXPECT_THAT(testing_support::user_error_text([] { static_cast<void>(parse_time_control("0/60")); }),
                testing::HasSubstr("is a time for no moves; leave 0/ out"));
}

} // namespace
} // namespace referee
