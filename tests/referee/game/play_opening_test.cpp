#include "referee/game/play.hpp"
#include "referee/game/review/review.hpp"
#include "referee/talk/protocol.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- Openings

const PerSide<FakeAgents::Answer> kBothOpen{FakeAgents::Answer{"OK OPENING"},
                                            FakeAgents::Answer{"OK OPENING"}};
const std::vector<MoveNumbers> kTwoMoves{MoveNumbers{1, 1, 1, 2}, MoveNumbers{1, 7, 3, 6}};
const char* const kTwoMovesLine = "OPENING 2 1 1 1 2 1 7 3 6\n";

TEST(Play, an_opening_is_sent_before_the_first_turn_of_each_agent) {
    FakeAgents agents;
    agents.ready = kBothOpen;
    agents.answers = {{"MOVE 7 7 6 6", 5ms}, {"MOVE 3 6 3 5", 1ms}, {"MOVE 1 1 2 1", 1ms}};
    const GameRecord record =
        play({.first = Player::Agent2, .limits = {.turns = 5}, .opening = kTwoMoves}, agents);
    ASSERT_EQ(agents.questions.size(), 3U);
    EXPECT_EQ(agents.questions[0].side, Side::First);
    EXPECT_EQ(agents.questions[0].message, kTwoMovesLine + "TURN 10000 10000\n"s);
    EXPECT_EQ(agents.questions[0].limit, 10s);
    EXPECT_EQ(agents.questions[1].side, Side::Second);
    EXPECT_EQ(agents.questions[1].message, kTwoMovesLine + "OPP 7 7 6 6 5\nTURN 10000 9995\n"s);
    EXPECT_EQ(agents.questions[2].message, "OPP 3 6 3 5 1\nTURN 9995 9999\n"); // once only
    EXPECT_THAT(agents.last_words, ElementsAre(PerSide<std::string>{"FINISH\n", "OPP 1 1 2 1 1\nFINISH\n"}));

    EXPECT_EQ(record.termination, Termination::TurnLimit);
    EXPECT_EQ(record.turns, 5U); // moves of the opening are turns
    EXPECT_THAT(texts(record.opening), testing::ContainerEq(texts(kTwoMoves)));
    EXPECT_THAT(texts(record.moves), ElementsAre("7 7 6 6", "3 6 3 5", "1 1 2 1"));
    EXPECT_EQ(record.score, (PerPlayer<int>{3, 5}));
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{1ms, 6ms}));
    EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, after_an_odd_opening_the_second_player_moves_first) {
    FakeAgents agents;
    agents.ready = kBothOpen;
    agents.answers = {{"MOVE 1 7 2 6", 2ms}, {"MOVE 7 7 6 6", 1ms}};
    const GameRecord record = play({.limits = {.turns = 3}, .opening = {MoveNumbers{1, 1, 3, 1}}}, agents);
    ASSERT_EQ(agents.questions.size(), 2U);
    EXPECT_EQ(agents.questions[0].side, Side::Second);
    EXPECT_EQ(agents.questions[0].message, "OPENING 1 1 1 3 1\nTURN 10000 10000\n");
    EXPECT_EQ(agents.questions[1].side, Side::First);
    EXPECT_EQ(agents.questions[1].message, "OPENING 1 1 1 3 1\nOPP 1 7 2 6 2\nTURN 10000 9998\n");
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{1ms, 2ms}));
    EXPECT_EQ(record.turns, 3U);
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, an_agent_without_a_turn_is_told_the_opening_before_the_last_move) {
    const std::vector<MoveNumbers> opening(kAnnihilation.begin(), kAnnihilation.end() - 1);
    FakeAgents agents;
    agents.ready = kBothOpen;
    script(agents, {kAnnihilation.back()});
    const GameRecord record = play({.opening = opening}, agents);
    EXPECT_EQ(record.termination, Termination::Annihilation);
    EXPECT_EQ(record.turns, 5U);
    EXPECT_EQ(agents.last_words[0].first, "FINISH\n");
    EXPECT_EQ(agents.last_words[0].second,
              "OPENING 4 1 1 2 3 1 7 3 5 7 7 6 6 7 1 5 3\nOPP 2 3 4 4 0\nFINISH\n");
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, an_agent_that_does_not_offer_openings_gets_none) {
    const FakeAgents::Answer plain{"OK"};
    const FakeAgents::Answer opens{"OK OPENING"};
    struct Row {
        FakeAgents::Answer first, second;
        PerSide<bool> lacks;
    };
    for (const Row& row : {Row{plain, opens, {true, false}}, Row{opens, plain, {false, true}},
                           Row{plain, plain, {true, true}}}) {
        for (const Player first : kPlayers) {
            FakeAgents agents;
            agents.ready = {row.first, row.second};
            script(agents, kTwoMoves, 1ms);
            const GameRecord record =
                play({.first = first, .limits = {.turns = 2}, .opening = {MoveNumbers{7, 7, 7, 6}}}, agents);
            ASSERT_EQ(agents.questions.size(), 2U);
            EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
            EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 2 1\nTURN 10000 9999\n");
            EXPECT_THAT(record.opening, IsEmpty());
            EXPECT_EQ(record.turns, 2U);
            EXPECT_EQ(record.lacks_opening[first], row.lacks.first);
            EXPECT_EQ(record.lacks_opening[other(first)], row.lacks.second);
            EXPECT_THAT(differences(record), IsEmpty());
        }
    }
}

TEST(Play, an_agent_that_offers_something_else_than_in_the_first_game_of_its_pair_loses) {
    for (const bool lacked : {true, false}) {
        FakeAgents agents;
        agents.ready = {FakeAgents::Answer{lacked ? "OK OPENING" : "OK"}, FakeAgents::Answer{"OK OPENING"}};
        const GameRecord record = play({.opening = kTwoMoves}, agents, {lacked, false});
        EXPECT_EQ(record.termination, Termination::ProtocolError);
        EXPECT_EQ(record.winner, Winner::Agent2);
        EXPECT_THAT(agents.questions, IsEmpty());
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, a_fault_after_an_opening_keeps_the_opening_in_the_record) {
    for (const auto& answer : std::vector<FakeAgents::Answer>{{"KO", 1ms},
                                                              {"MOVE 1 2 1 2", 1ms},
                                                              {"MOVE 1 1 1 2", 11s},
                                                              {AgentFault{Termination::Crashed, "exited"}}}) {
        FakeAgents agents;
        agents.ready = kBothOpen;
        agents.answers = {answer};
        const GameRecord record = play({.opening = kTwoMoves}, agents);
        EXPECT_EQ(record.winner, Winner::Agent2);
        EXPECT_EQ(record.turns, 2U);
        EXPECT_EQ(record.opening.size(), 2U);
        EXPECT_EQ(record.score, (PerPlayer<int>{3, 2}));
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, no_opening_is_played_when_an_agent_is_not_ready) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK OPENING"}, FakeAgents::Answer{"KO"}};
    const GameRecord record = play({.opening = kTwoMoves}, agents);
    EXPECT_EQ(record.termination, Termination::ProtocolError);
    EXPECT_THAT(record.opening, IsEmpty());
    EXPECT_EQ(record.turns, 0U);
    EXPECT_EQ(record.score, (PerPlayer<int>{2, 2}));
    // Nothing is known of the agent that was not ready.
    EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{false, false}));
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, a_game_after_any_opening_ends_as_the_game_from_the_start) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto moves = random_playout(seed, 120);
        const auto length = static_cast<std::ptrdiff_t>(
            std::min<std::size_t>(seed % (kMostOpeningMoves + 1), moves.size() - 1));
        FakeAgents agents;
        agents.ready = kBothOpen;
        script(agents, {moves.begin() + length, moves.end()}, 1'234'567ns);
        const Player first = seed % 2 == 0 ? Player::Agent1 : Player::Agent2;
        const GameRecord record = play(
            {.first = first, .limits = {.turns = 120}, .opening = {moves.begin(), moves.begin() + length}},
            agents);
        ASSERT_EQ(record.turns, moves.size());
        ASSERT_EQ(record.score[first], board_after(moves).score().first);
        ASSERT_THAT(differences(record), IsEmpty());
        ASSERT_THAT(differences(parse_record(to_json_line(record))), IsEmpty());
    }
}

using PlayDeath = testing::Test;

TEST(PlayDeath, an_opening_that_cannot_be_played_is_a_bug) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    FakeAgents agents;
    agents.ready = kBothOpen;
    const auto play_with = [&](const std::vector<MoveNumbers>& opening, int turns) {
        static_cast<void>(play({.limits = {.turns = turns}, .opening = opening}, agents));
    };
    EXPECT_DEATH(play_with({MoveNumbers{1, 7, 1, 6}}, 400), "the opening is legal");
    EXPECT_DEATH(play_with(kAnnihilation, 400), "the opening is legal");
    EXPECT_DEATH(play_with(kTwoMoves, 2), "the opening is legal");
}

} // namespace
} // namespace referee
