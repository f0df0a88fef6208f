// Games that begin at a position of their own.

#include "referee/base/user_error.hpp"
#include "referee/game/play.hpp"
#include "referee/game/replay.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Start kSecondToMove = read_start(Game::Ataxx, "xx4o/7/7/7/3x3/7/o5x o 0 4");
const Start kAfterOneMove = read_start(Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 0 1");

const FakeAgents::Answer kOffersBoth{"OK OPENING FEN"};
const FakeAgents::Answer kOffersFen{"OK FEN"};
const FakeAgents::Answer kOffersMoves{"OK OPENING"};
const FakeAgents::Answer kOffersNothing{"OK"};

Job job_from(const Start& start, std::vector<MoveNumbers> opening = {}, int turns = 2) {
    Job job;
    job.limits.turns = turns;
    job.opening = std::move(opening);
    job.start = start;
    return job;
}

TEST(PlayFromAPosition, side_of_the_position_moves_first) {
    for (const Player first : kPlayers) {
        FakeAgents agents;
        agents.ready = {kOffersFen, kOffersFen};
        agents.answers = {{"MOVE 7 1 7 2", 2ms}, {"MOVE 5 4 5 5", 1ms}};
        Job job = job_from(kSecondToMove);
        job.first = first;
        const GameRecord record = play(job, agents);
        ASSERT_EQ(agents.questions.size(), 2U);
        EXPECT_EQ(agents.questions[0].side, Side::Second);
        EXPECT_EQ(agents.questions[0].message, "FEN xx4o/7/7/7/3x3/7/o5x o 0 4\nTURN 10000 10000\n");
        EXPECT_EQ(agents.questions[1].side, Side::First);
        EXPECT_EQ(agents.questions[1].message,
                  "FEN xx4o/7/7/7/3x3/7/o5x o 0 4\nOPP 7 1 7 2 2\nTURN 10000 9998\n");
        EXPECT_EQ(record.start, kSecondToMove);
        EXPECT_THAT(record.opening, IsEmpty());
        EXPECT_EQ(record.turns, 2U);
        EXPECT_EQ(record.termination, Termination::TurnLimit);
        EXPECT_EQ(record.winner, winner_is(first)) << "5 stones against 3";
        EXPECT_EQ(record.used[other(first)], 2ms);
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(PlayFromAPosition, agent_is_told_moves_when_it_offers_opening_and_else_the_fen) {
    const std::vector<MoveNumbers> moves{{1, 1, 1, 2}};
    FakeAgents agents;
    agents.ready = {kOffersFen, kOffersBoth};
    script(agents, {{7, 1, 7, 2}, {7, 7, 7, 6}});
    const GameRecord record = play(job_from(kAfterOneMove, moves, 3), agents);
    ASSERT_EQ(agents.questions.size(), 2U);
    EXPECT_THAT(agents.questions[0].message, testing::StartsWith("OPENING 1 1 1 1 2\nTURN"));
    EXPECT_THAT(agents.questions[1].message, testing::StartsWith("FEN xx4o/7/7/7/7/7/o5x o 0 1\nOPP"));
    EXPECT_EQ(record.opening, moves);
    EXPECT_EQ(record.start, kAfterOneMove);
    EXPECT_EQ(record.turns, 3U);
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(PlayFromAPosition, game_begins_at_the_usual_start_when_an_agent_cannot_be_told) {
    struct Row {
        FakeAgents::Answer second;
        std::vector<MoveNumbers> moves;
        bool lacks;
    };
    const std::vector<MoveNumbers> one_move{{1, 1, 1, 2}};
    for (const Row& row :
         {Row{kOffersNothing, {}, true}, Row{kOffersMoves, {}, true}, Row{kOffersNothing, one_move, true},
          Row{kOffersMoves, one_move, false}, Row{kOffersFen, {}, false}, Row{kOffersFen, one_move, false}}) {
        FakeAgents agents;
        agents.ready = {kOffersBoth, row.second};
        agents.departures = {};
        agents.answers = {{AgentFault{Termination::Crashed, "exited"}}};
        const GameRecord record = play(job_from(kAfterOneMove, row.moves), agents);
        EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{false, row.lacks}));
        EXPECT_EQ(record.start.has_value(), !row.lacks);
        EXPECT_EQ(agents.questions.at(0).side, row.lacks ? Side::First : Side::Second);
        EXPECT_EQ(record.offers.agent1, (Capabilities{.opening = true, .fen = true}));
    }
}

TEST(PlayFromAPosition, moves_without_a_position_are_not_told_by_fen) {
    FakeAgents agents;
    agents.ready = {kOffersFen, kOffersBoth};
    script(agents, {{1, 1, 1, 2}, {7, 1, 7, 2}});
    Job job;
    job.limits.turns = 2;
    job.opening = {{1, 1, 1, 3}};
    const GameRecord record = play(job, agents);
    EXPECT_EQ(record.lacks_opening, (PerPlayer<bool>{true, false}));
    EXPECT_THAT(record.opening, IsEmpty());
    EXPECT_EQ(agents.questions.at(0).message, "TURN 10000 10000\n");
}

TEST(PlayFromAPosition, what_an_agent_offers_is_unknown_when_it_is_not_ready) {
    FakeAgents agents;
    agents.ready = {kOffersFen, FakeAgents::Answer{"KO"}};
    const GameRecord record = play(job_from(kAfterOneMove), agents);
    EXPECT_EQ(record.offers.agent1, (Capabilities{.opening = false, .fen = true}));
    EXPECT_FALSE(record.offers.agent2);
    EXPECT_FALSE(record.start);
}

/// A game from kSecondToMove that the turn limit ended.
GameRecord short_game(std::vector<MoveNumbers> moves = {{7, 1, 7, 2}, {5, 4, 5, 5}}) {
    FakeAgents agents;
    agents.ready = {kOffersFen, kOffersFen};
    script(agents, moves, 1ms);
    return play(job_from(kSecondToMove, {}, static_cast<int>(moves.size())), agents);
}

TEST(RecordFromAPosition, line_holds_the_fen_beside_the_opening) {
    const GameRecord record = short_game();
    const std::string line = to_json_line(record);
    EXPECT_THAT(line, HasSubstr(R"("opening":[],"start_fen":"xx4o/7/7/7/3x3/7/o5x o 0 4","moves":[)"));
    std::vector<std::string> unknown;
    const GameRecord read = parse_record(line, &unknown);
    EXPECT_EQ(read.start, record.start);
    EXPECT_THAT(unknown, IsEmpty());
    EXPECT_EQ(to_json_line(read), line);
    EXPECT_THAT(differences(read), IsEmpty());
}

TEST(RecordFromAPosition, error_names_the_field) {
    std::string line = to_json_line(short_game());
    line.replace(line.find("xx4o/"), 5, "xx3o/");
    EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_record(line)); }),
                testing::StartsWith("/start_fen: FEN 'xx3o/7/7/7/3x3/7/o5x o 0 4': rank 7 holds 6 squares"));
}

TEST(ReplayFromAPosition, turns_are_counted_from_the_position) {
    const GameRecord record = short_game();
    std::vector<std::string> turns;
    const Replayed replayed = replay(record, [&](const ReplayedTurn& turn) {
        turns.push_back(std::to_string(turn.after.turns()) + ": " + to_string(turn.move));
    });
    EXPECT_THAT(turns, ElementsAre("1: 7 1 7 2", "2: 5 4 5 5"));
    EXPECT_FALSE(replayed.difference);
    EXPECT_EQ(first_board(record), kSecondToMove.board);
}

TEST(ReplayFromAPosition, opening_must_lead_to_the_position) {
    GameRecord record = short_game();
    record.opening = {{1, 1, 1, 2}};
    ++record.turns;
    ++record.turn_limit;
    EXPECT_EQ(first_board(record), Board(Game::Ataxx));
    EXPECT_THAT(differences(record), testing::Contains("turn 1: the opening does not lead to start_fen"));
}

TEST(DifferencesFromAPosition, times_belong_to_the_side_that_moved) {
    GameRecord record = short_game({{7, 1, 7, 2}});
    EXPECT_EQ(record.used, (PerPlayer<std::chrono::nanoseconds>{0ms, 1ms}));
    EXPECT_THAT(differences(record), IsEmpty());
    std::swap(record.used.agent1, record.used.agent2);
    EXPECT_THAT(differences(record), testing::Contains("used_us of agent 1 is 1000, but its moves took 0"));
}

TEST(ReviewFromAPosition, game_with_the_second_side_to_move_has_no_differences) {
    std::istringstream log(to_json_line(short_game()) + "\n");
    EXPECT_THAT(review(log, "log").found, IsEmpty());
}

TEST(ShowFromAPosition, begins_at_the_position) {
    const std::string text = show(short_game(), std::nullopt, {});
    EXPECT_THAT(text, HasSubstr("Start (FEN xx4o/7/7/7/3x3/7/o5x o 0 4)\n"));
    EXPECT_THAT(text, HasSubstr("O 4, X 2 | agent 2 (X) to move"));
    EXPECT_THAT(text, HasSubstr("Turn 1: agent 2 (X)"));
    EXPECT_THAT(text, HasSubstr("Turn 2: agent 1 (O)"));
}

using PlayFromAPositionDeath = testing::Test;

TEST(PlayFromAPositionDeath, moves_that_lead_elsewhere_are_a_bug) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    FakeAgents agents;
    EXPECT_DEATH(static_cast<void>(play(job_from(kAfterOneMove, {{1, 1, 2, 1}}), agents)),
                 "leads to its position");
}

} // namespace
} // namespace referee
