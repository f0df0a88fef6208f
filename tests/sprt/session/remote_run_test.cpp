#include "sprt/remote/messages.hpp"
#include "sprt/session/remote_run.hpp"
#include "tests/sprt/ledger/played_game.hpp"
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

TEST(LongestStart, is_that_of_the_slowest_engine) {
    using namespace std::chrono_literals;
    const auto agent = [](referee::Protocol protocol, std::chrono::milliseconds start) {
        referee::RosterAgent made;
        made.manner.protocol = protocol;
        made.manner.start = start;
        made.manner.new_game = 60s;
        return made;
    };
    EXPECT_EQ(longest_start(referee::Roster({agent(referee::Protocol::Native, 500s)})), 0s);
    EXPECT_EQ(longest_start(
                  referee::Roster({agent(referee::Protocol::Uai, 10s), agent(referee::Protocol::Uci, 200s),
                                   agent(referee::Protocol::Uci, 5s)})),
              460s)
        << "it starts, is set up, and begins a game";
}

/// Game 3 of a run, as a worker brings it.
class BroughtGame : public ::testing::Test {
  protected:
    BroughtGame() { job_.opening = opening_.moves; }
    [[nodiscard]] std::string problem(const std::function<void(referee::GameRecord&)>& change) const {
        referee::GameRecord record = won_game(3, config_, opening_, referee::Winner::Agent1);
        record.search.resize(record.moves.size());
        change(record);
        return problem_of_brought(record, job_, kit_).value_or("none");
    }

    Config config_ = short_games_config();
    Opening opening_ = openings_of(config_)->opening(1).value();
    Job job_ = job_without_opening(plan_for(config_).schedule, 3);
    referee::PlayerKit kit_{};
};

TEST_F(BroughtGame, says_what_its_agents_were_given) {
    EXPECT_EQ(problem([](referee::GameRecord&) {}), "none");
    EXPECT_EQ(problem([](referee::GameRecord& record) { record.limits = {}; }),
              "it does not say what time the agents had");
}

TEST_F(BroughtGame, has_an_opening_unless_it_ended_before_or_an_agent_cannot_be_told) {
    const auto begin_anew = [this](referee::GameRecord& record) {
        record = won_game(3, config_, {}, referee::Winner::Agent1);
    };
    EXPECT_EQ(problem(begin_anew), "it has no opening, and both agents could be told it");
    EXPECT_THAT(problem([&](referee::GameRecord& record) {
                    const Opening other = openings_of(config_)->opening(2).value();
                    record = won_game(3, config_, other, referee::Winner::Agent1);
                }),
                ::testing::StartsWith("its opening is not that of pair 1: "));
    EXPECT_EQ(problem([&](referee::GameRecord& record) {
                  begin_anew(record);
                  record.lacks_opening.agent2 = true;
              }),
              "none");
    EXPECT_THAT(problem([](referee::GameRecord& record) {
                    record.moves.clear();
                    record.opening.clear();
                }),
                ::testing::Not(::testing::HasSubstr("could be told")));
}

/// Games that say so make a gate undecided, whatever was played in them.
TEST_F(BroughtGame, does_not_doubt_what_it_shows) {
    EXPECT_EQ(problem([](referee::GameRecord& record) { record.lacks_opening.agent1 = true; }),
              "it has an opening, and an agent that cannot be told it");
    EXPECT_EQ(problem([](referee::GameRecord& record) { record.doubtful = true; }),
              "it is doubtful, which does not go with turn_limit");
    for (const auto termination : {referee::Termination::Timeout, referee::Termination::Crashed}) {
        EXPECT_THAT(problem([&](referee::GameRecord& record) {
                        record.doubtful = true;
                        record.termination = termination;
                        record.time_loss.emplace();
                    }),
                    ::testing::Not(::testing::HasSubstr("doubtful")));
    }
}

TEST_F(BroughtGame, has_no_words_that_the_run_does_not_keep) {
    const auto has_pv = [](referee::GameRecord& record) { record.search[0].pv = "e2e4"; };
    const auto has_line = [](referee::GameRecord& record) { record.search[0].line = "info"; };
    EXPECT_EQ(problem(has_pv), "it has pv or line, which the run does not keep");
    EXPECT_EQ(problem(has_line), "it has pv or line, which the run does not keep");
    EXPECT_EQ(problem([](referee::GameRecord& record) { record.exit.agent2.assign(101, 'x'); }),
              "its exit is no word of a referee");
    kit_.logs_pv = true;
    kit_.settings.kept.emplace("info");
    EXPECT_EQ(problem(has_pv), "none");
    EXPECT_EQ(problem(has_line), "none");
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
