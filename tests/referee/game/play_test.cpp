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
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- What the board decides

TEST(Play, a_side_without_stones_loses_at_once) {
    for (const Player first : kPlayers) {
        FakeAgents agents;
        script(agents, kAnnihilation, 1ms);
        const GameRecord record = play(game_of(first), agents);
        EXPECT_EQ(record.termination, Termination::Annihilation);
        EXPECT_EQ(record.winner, winner_is(first));
        EXPECT_EQ(record.score[first], 5);
        EXPECT_EQ(record.score[other(first)], 0);
        EXPECT_EQ(record.turns, 5U);
        EXPECT_FALSE(record.fault);
        EXPECT_FALSE(record.also_fault);
        EXPECT_THAT(texts(record.moves), testing::ContainerEq(texts(kAnnihilation)));
        EXPECT_THAT(agents.answers, IsEmpty());
    }
}

TEST(Play, a_full_board_is_decided_by_stones) {
    const auto moves = playout([](const ataxx::MoveList& legal) { return legal[0]; });
    const Board last = board_after(moves);
    ASSERT_EQ(last.score().first + last.score().second, kSquares);
    FakeAgents agents;
    script(agents, moves);
    const GameRecord record = play(game_of(Player::Agent1), agents);
    EXPECT_EQ(record.termination, Termination::BoardFull);
    EXPECT_EQ(record.turns, moves.size());
    EXPECT_EQ(record.score.agent1, last.score().first);
    EXPECT_EQ(record.score.agent2, last.score().second);
    EXPECT_EQ(record.score.agent1 + record.score.agent2, 49);
    EXPECT_EQ(record.winner, record.score.agent1 > record.score.agent2 ? Winner::Agent1 : Winner::Agent2);
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, the_turn_limit_is_decided_by_stones) {
    struct Row {
        int limit;
        Winner expected;
        PerPlayer<int> score;
    };
    const std::vector<MoveNumbers> moves{MoveNumbers{1, 1, 1, 2}, MoveNumbers{1, 7, 1, 6},
                                         MoveNumbers{7, 7, 7, 6}, MoveNumbers{7, 1, 7, 2}};
    for (const Row& row : {Row{1, Winner::Agent1, {3, 2}}, Row{2, Winner::Draw, {3, 3}},
                           Row{3, Winner::Agent1, {4, 3}}, Row{4, Winner::Draw, {4, 4}}}) {
        FakeAgents agents;
        script(agents, {moves.begin(), moves.begin() + row.limit});
        const GameRecord record = play({.limits = {.turns = row.limit}}, agents);
        EXPECT_EQ(record.termination, Termination::TurnLimit);
        EXPECT_EQ(record.winner, row.expected) << row.limit;
        EXPECT_EQ(record.score, row.score);
        EXPECT_EQ(record.turns, static_cast<std::uint64_t>(row.limit));
        EXPECT_EQ(record.turn_limit, row.limit);
        EXPECT_THAT(agents.answers, IsEmpty());
    }
}

TEST(Play, the_usual_limit_is_four_hundred_turns) {
    // Both agents jump to and fro.
    std::vector<MoveNumbers> moves;
    for (int round = 0; round < 100; ++round) {
        moves.insert(moves.end(), {MoveNumbers{1, 1, 1, 3}, MoveNumbers{7, 1, 7, 3}, MoveNumbers{1, 3, 1, 1},
                                   MoveNumbers{7, 3, 7, 1}});
    }
    FakeAgents agents;
    script(agents, moves);
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::TurnLimit);
    EXPECT_EQ(record.turns, 400U);
    EXPECT_EQ(record.winner, Winner::Draw);
}

TEST(Play, random_games_end_as_the_rules_say_and_review_agrees) {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto moves = random_playout(seed, 120);
        const Board last = board_after(moves);
        FakeAgents agents;
        script(agents, moves, nanoseconds(1'234'567 + seed));
        const Player first = seed % 2 == 0 ? Player::Agent1 : Player::Agent2;
        const GameRecord record = play({.first = first, .limits = {.turns = 120}}, agents);
        ASSERT_EQ(record.termination, board_verdict(Course(last, static_cast<int>(moves.size())), 120));
        ASSERT_EQ(texts(record.moves), texts(moves));
        ASSERT_EQ(record.score[first], last.score().first);
        const auto side = leader(last);
        ASSERT_EQ(record.winner, side ? winner_is(player_of(*side, first)) : Winner::Draw);
        ASSERT_THAT(differences(record), IsEmpty());
        for (std::size_t turn = 0; turn + 1 < moves.size(); ++turn) {
            if (moves[turn] == ataxx::kPass) {
                ++passes;
                ASSERT_THAT(agents.questions[turn + 1].message, HasSubstr("OPP -1 -1 -1 -1 1\nTURN "));
            }
        }
    }
    EXPECT_GT(passes, 0);
}

// ---- Messages

TEST(Play, agents_are_told_exactly_what_the_protocol_says) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1'999'999ns}, {"MOVE 1 7 2 6", 500us}, {"MOVE 7 7 6 6", 1ns}};
    const GameRecord record =
        play({.first = Player::Agent2, .limits = {.time = {10s, 8s}, .ready = 1234ms, .turns = 3}}, agents);

    EXPECT_THAT(agents.ready_messages, ElementsAre(PerSide<std::string>{"READY FIRST\n", "READY SECOND\n"}));
    EXPECT_EQ(agents.ready_limit, 1234ms);
    ASSERT_EQ(agents.questions.size(), 3U);
    EXPECT_EQ(agents.questions[0].side, Side::First);
    EXPECT_EQ(agents.questions[0].message, "TURN 8000 10000\n");
    EXPECT_EQ(agents.questions[0].limit, 8s);
    EXPECT_EQ(agents.questions[1].side, Side::Second);
    EXPECT_EQ(agents.questions[1].message, "OPP 1 1 2 2 1\nTURN 10000 7998\n");
    EXPECT_EQ(agents.questions[1].limit, 10s);
    EXPECT_EQ(agents.questions[2].side, Side::First);
    EXPECT_EQ(agents.questions[2].message, "OPP 1 7 2 6 0\nTURN 7998 9999\n");
    EXPECT_EQ(agents.questions[2].limit, 7'998'000'001ns);
    // The last move is told to the agent that did not make it.
    EXPECT_THAT(agents.last_words, ElementsAre(PerSide<std::string>{"FINISH\n", "OPP 7 7 6 6 0\nFINISH\n"}));

    EXPECT_EQ(record.first, Player::Agent2);
    EXPECT_EQ(record.winner, Winner::Agent2);
    EXPECT_EQ(record.score, (PerPlayer<int>{3, 4}));
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{500us, 2ms}));
    ASSERT_EQ(record.moves.size(), 3U);
    EXPECT_EQ(record.moves[0].took, 1'999'999ns);
    EXPECT_EQ(record.moves[1].took, 500us);
    EXPECT_EQ(record.moves[2].took, 1ns);
}

TEST(Play, the_first_player_is_told_the_last_move_of_the_second) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1ms}, {"MOVE 1 7 2 6", 7'999'999ns}};
    static_cast<void>(play({.limits = {.turns = 2}}, agents));
    EXPECT_THAT(agents.last_words, ElementsAre(PerSide<std::string>{"OPP 1 7 2 6 7\nFINISH\n", "FINISH\n"}));
}

TEST(Play, times_are_rounded_when_shown_and_summed_exactly) {
    FakeAgents agents;
    const std::vector<MoveNumbers> to_and_fro{MoveNumbers{1, 1, 1, 3}, MoveNumbers{7, 1, 7, 3},
                                              MoveNumbers{1, 3, 1, 1}, MoveNumbers{7, 3, 7, 1}};
    for (int round = 0; round < 3; ++round) {
        script(agents, to_and_fro, 400'000ns);
    }
    const GameRecord record = play({.limits = {.turns = 12}}, agents);
    std::vector<std::string> first_hears;
    for (const auto& question : agents.questions) {
        if (question.side == Side::First) {
            first_hears.push_back(question.message.substr(question.message.find("TURN")));
        }
    }
    EXPECT_THAT(first_hears, ElementsAre("TURN 10000 10000\n", "TURN 9999 9999\n", "TURN 9999 9999\n",
                                         "TURN 9998 9998\n", "TURN 9998 9998\n", "TURN 9998 9998\n"));
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{2'400'000ns, 2'400'000ns}));
}

TEST(Play, ok_may_be_followed_by_capabilities) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK OPENING"}, FakeAgents::Answer{"OK\r"}};
    script(agents, {MoveNumbers{1, 1, 1, 2}});
    EXPECT_EQ(play({.limits = {.turns = 1}}, agents).termination, Termination::TurnLimit);
    EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
}

// ---- Getting ready

TEST(Play, getting_ready_costs_no_time) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK", 2s}, FakeAgents::Answer{"OK", 3s}};
    script(agents, {MoveNumbers{1, 1, 1, 2}});
    const GameRecord record = play({.limits = {.turns = 1}}, agents);
    EXPECT_EQ(agents.questions[0].message, "TURN 10000 10000\n");
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{0ns, 0ns}));
}

TEST(Play, the_record_holds_what_the_job_says) {
    FakeAgents agents;
    agents.departures = {Departure{"exited 3", "first"}, Departure{"killed by referee", "second"}};
    script(agents, {MoveNumbers{1, 1, 1, 2}});
    const GameRecord record =
        play({.id = 17, .pair = 8, .first = Player::Agent2, .seeds = {5, 6}, .limits = {.turns = 1}}, agents);
    EXPECT_EQ(record.game, 17U);
    EXPECT_EQ(record.pair, 8U);
    EXPECT_EQ(record.seed, (PerPlayer<std::uint64_t>{5, 6}));
    EXPECT_EQ(record.exit, (PerPlayer<std::string>{"killed by referee", "exited 3"}));
    EXPECT_THAT(record.opening, IsEmpty());
    EXPECT_FALSE(record.fault);
}

// ---- Stopped

TEST(Play, a_stopped_game_is_not_scored) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 2 2", 1ms}, {Stopped{}, 70ms}};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Aborted);
    EXPECT_FALSE(record.winner);
    EXPECT_FALSE(record.fault);
    EXPECT_EQ(record.turns, 1U);
    EXPECT_EQ(record.score, (PerPlayer<int>{3, 2}));
    EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish)); // the board did not decide
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(Play, a_game_stopped_at_ready_is_not_scored) {
    for (const auto& ready :
         {PerSide<FakeAgents::Answer>{{Stopped{}}, {Stopped{}}},
          PerSide<FakeAgents::Answer>{{Stopped{}}, {"OK"}}, PerSide<FakeAgents::Answer>{{"OK"}, {Stopped{}}},
          PerSide<FakeAgents::Answer>{{kGone}, {Stopped{}}}}) {
        FakeAgents agents;
        agents.ready = ready;
        const GameRecord record = play({}, agents);
        EXPECT_EQ(record.termination, Termination::Aborted);
        EXPECT_FALSE(record.winner);
        EXPECT_FALSE(record.fault);
        EXPECT_THAT(agents.questions, IsEmpty());
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
    }
}

TEST(Play, a_stop_at_ready_hides_a_fault_of_the_second_player) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{Stopped{}}, FakeAgents::Answer{kGone}};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Aborted);
    EXPECT_FALSE(record.winner);
    EXPECT_FALSE(record.fault);
    EXPECT_THAT(differences(record), IsEmpty());
}

} // namespace
} // namespace referee
