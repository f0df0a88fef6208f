#include "sprt/remote/messages.hpp"
#include "sprt/session/remote_run.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/sprt/report/held_snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

namespace {

TEST(ViaToGiveAgain, printed_command_has_what_run_json_lacks_and_no_password) {
    for (const auto& [via, again] : std::vector<std::pair<std::string, std::string>>{
             {"/hub/invitations/ann.json", ""},
             {"nats://hub.example:4222", ""},
             {"nats://ann@hub.example:4222", "nats://ann@hub.example:4222"},
             {"tls://ann:secret@hub.example", "tls://ann:PASSWORD@hub.example"}}) {
        EXPECT_EQ(via_to_give_again(via), again);
    }
}

} // namespace

namespace {

using referee::Json;

TEST(LongestPair, is_a_month_at_most_and_no_setting_is_too_large_for_it) {
    constexpr auto kMonth = std::chrono::hours(30 * 24);
    PlayPlan play;
    referee::GameLimits limits;
    limits.turns = 100;
    limits.ready = std::chrono::seconds(10);
    play.rules.finish_wait = std::chrono::seconds(0);
    EXPECT_EQ(longest_pair(play, limits, {std::chrono::seconds(30)}), std::chrono::seconds(4 * (20 + 60)));
    limits.turns = 1'000'000;
    for (const auto kind : {referee::LimitKind::Game, referee::LimitKind::Move, referee::LimitKind::Search}) {
        referee::TimeControl most(std::chrono::hours(277));
        most.kind = kind;
        most.increment = most.margin = most.turn = most.time;
        most.moves = 1;
        EXPECT_EQ(longest_pair(play, limits, {most}), kMonth);
    }
}

TEST(StandingEvent, run_says_its_result_and_whether_it_is_over) {
    Config config;
    config.max_games = 100;
    RunState state = tally_for(config).state();
    const HeldSnapshot held(config, state);
    const auto event = [&] { return Json::parse(standing_event(held, estimates_of(held.run.plan, state))); };
    EXPECT_EQ(event()["format"], remote::kFormat);
    EXPECT_EQ(event()["over"], false);
    EXPECT_TRUE(event()["sentence"].is_null());
    for (const char* const key : {"result", "estimates", "doubts"}) {
        EXPECT_TRUE(event().contains(key)) << key;
    }
    state.reason = EndReason::MaxGames;
    EXPECT_EQ(event()["over"], true);
    EXPECT_TRUE(event()["sentence"].is_string());
}

TEST(StandingEvent, tournament_leaves_out_what_is_too_large_for_a_message) {
    const TournamentSample sample = tournament_sample("rounds");
    const std::string text = standing_event(sample.plan, sample.state, {"agent 1's program differs"});
    const Json event = Json::parse(text);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(event["format"], remote::kFormat);
    EXPECT_EQ(event["over"], sample.state.is_over());
    EXPECT_EQ(event["doubts"].size(), 1U);
    EXPECT_TRUE(event["result"]["ratings"].contains("elo"));
    for (const char* const key : {"cov", "difference_se", "los"}) {
        EXPECT_FALSE(event["result"]["ratings"].contains(key)) << key;
    }
    EXPECT_FALSE(event["result"].contains("trusted_ratings"));
}

} // namespace

} // namespace sprt
