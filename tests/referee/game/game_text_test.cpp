#include "referee/game/game_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {

namespace {

GameFault fault_with(const std::string& stderr_tail) {
    return {7, Termination::Crashed, FaultNote{Player::Agent2, "closed its output", stderr_tail}, "exited 3"};
}

TEST(FaultText, standard_error_is_shown_in_printable_lines) {
    EXPECT_EQ(fault_text(fault_with("one\n\ntwo\x1b[2J"), 100),
              "Game 7: agent 2 crashed: closed its output (exited 3)\n"
              "  stderr: one\n"
              "  stderr: \n"
              "  stderr: two\\x1b[2J\n");
    EXPECT_EQ(fault_text(fault_with(""), 100), "Game 7: agent 2 crashed: closed its output (exited 3)\n");
}

TEST(FaultText, only_the_end_of_long_standard_error_is_shown) {
    EXPECT_EQ(fault_text(fault_with(std::string(1000, 'x') + "\nlast\n"), 7),
              "Game 7: agent 2 crashed: closed its output (exited 3)\n"
              "  stderr: x\n"
              "  stderr: last\n");
}

TEST(ShortFaultText, shows_the_last_line_that_is_not_blank) {
    EXPECT_EQ(short_fault_text(fault_with("Traceback\nKeyError: 3\n \n")),
              "Game 7: agent 2 crashed: closed its output (exited 3)\n"
              "  stderr: KeyError: 3\n");
    EXPECT_EQ(short_fault_text(fault_with(" \n")), "Game 7: agent 2 crashed: closed its output (exited 3)\n");
}

TEST(FirstFaults, are_the_first_of_their_kind_and_agent) {
    FirstFaults first;
    const GameFault illegal{8, Termination::IllegalMove, {Player::Agent2, "played 1 9 1 9", ""}, ""};
    const GameFault of_the_other{9, Termination::Crashed, {Player::Agent1, "closed its output", ""}, ""};
    EXPECT_TRUE(first.add(fault_with("")));
    EXPECT_FALSE(first.add(fault_with("another text")));
    EXPECT_TRUE(first.add(illegal));
    EXPECT_TRUE(first.add(of_the_other));
    EXPECT_FALSE(first.add(illegal));
}

TEST(FaultsOf, a_game_are_those_of_both_agents_that_failed_to_get_ready) {
    GameRecord record;
    EXPECT_THAT(faults_of(record), testing::IsEmpty());
    record.game = 4;
    record.termination = Termination::ReadyTimeout;
    record.fault = FaultNote{Player::Agent1, "slow", ""};
    record.exit = {"killed by referee", "exited 1"};
    record.also_fault = AlsoFault{{Player::Agent2, "closed its output", ""}, Termination::Crashed};
    const auto faults = faults_of(record);
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(fault_text(faults[0], 0) + fault_text(faults[1], 0),
              "Game 4: agent 1 ready_timeout: slow\n"
              "Game 4: agent 2 crashed: closed its output (exited 1)\n");
}

} // namespace

namespace {

using namespace std::chrono_literals;

GameRecord a_game() {
    GameRecord record;
    record.first = Player::Agent2;
    record.winner = Winner::Agent2;
    record.score = {23, 26};
    record.turns = 89;
    record.termination = Termination::BoardFull;
    record.used = {101'999'999ns, 758ms};
    return record;
}

TEST(GameLine, names_take_the_place_of_agent_1_and_agent_2) {
    GameRecord record = a_game();
    const PerPlayer<std::string> names{"pvs", "greedy"};
    EXPECT_EQ(game_line(record, names), "greedy(O) WINS 26-23 | T89 | pvs 101ms / greedy 758ms");
    record.termination = Termination::Timeout;
    record.fault = FaultNote{.agent = Player::Agent1, .reason = {}, .stderr_tail = {}};
    EXPECT_EQ(game_line(record, names), "greedy(O) WINS | T89 | pvs 101ms / greedy 758ms | pvs timeout");
}

TEST(GameLine, as_the_articles_print_it) {
    GameRecord record = a_game();
    EXPECT_EQ(game_line(record), "agent2(O) WINS 26-23 | T89 | A1 101ms / A2 758ms");

    record.first = Player::Agent1;
    EXPECT_EQ(game_line(record), "agent2(X) WINS 26-23 | T89 | A1 101ms / A2 758ms");

    record.winner = Winner::Agent1;
    record.score = {26, 23};
    EXPECT_EQ(game_line(record), "agent1(O) WINS 26-23 | T89 | A1 101ms / A2 758ms");

    record.first = Player::Agent2;
    EXPECT_EQ(game_line(record), "agent1(X) WINS 26-23 | T89 | A1 101ms / A2 758ms");
}

TEST(GameLine, a_draw_begins_with_draw) {
    GameRecord record = a_game();
    record.winner = Winner::Draw;
    record.score = {24, 24};
    record.turns = 400;
    record.termination = Termination::TurnLimit;
    EXPECT_EQ(game_line(record), "DRAW 24-24 | T400 | A1 101ms / A2 758ms");
}

TEST(GameLine, a_draw_whatever_the_stones_has_its_reason) {
    GameRecord record = a_game();
    record.winner = Winner::Draw;
    record.termination = Termination::HalfmoveLimit;
    EXPECT_EQ(game_line(record), "DRAW 23-26 | T89 | A1 101ms / A2 758ms | halfmove_limit");
}

TEST(GameLine, a_game_that_the_board_did_not_decide_has_its_reason) {
    GameRecord record = a_game();
    record.first = Player::Agent2;
    record.winner = Winner::Agent1;
    record.score = {12, 30};
    record.turns = 41;
    record.termination = Termination::Timeout;
    record.used = {84ms, 10s};
    record.fault = FaultNote{Player::Agent2, "sent no answer in time", ""};
    EXPECT_EQ(game_line(record), "agent1(X) WINS | T41 | A1 84ms / A2 10000ms | agent2 timeout");

    record.winner = Winner::Agent2;
    record.first = Player::Agent1;
    record.score = {2, 2};
    record.turns = 0;
    record.termination = Termination::Crashed;
    record.used = {0ns, 999'999ns};
    record.fault = FaultNote{Player::Agent1, "exited", ""};
    EXPECT_EQ(game_line(record), "agent2(X) WINS | T0 | A1 0ms / A2 0ms | agent1 crashed");
}

TEST(GameLine, an_unscored_game_begins_with_unscored) {
    GameRecord record = a_game();
    record.winner.reset();
    record.termination = Termination::Aborted;
    EXPECT_EQ(game_line(record), "UNSCORED 23-26 | T89 | A1 101ms / A2 758ms | aborted");
    record.termination = Termination::RefereeFailure;
    EXPECT_EQ(game_line(record), "UNSCORED 23-26 | T89 | A1 101ms / A2 758ms | referee_failure");
}

} // namespace

} // namespace referee
