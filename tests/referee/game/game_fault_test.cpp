#include "referee/game/game_fault.hpp"

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
    record.also_fault = FaultNote{Player::Agent2, "closed its output", ""};
    record.also_termination = Termination::Crashed;
    const auto faults = faults_of(record);
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(fault_text(faults[0], 0) + fault_text(faults[1], 0),
              "Game 4: agent 1 ready_timeout: slow\n"
              "Game 4: agent 2 crashed: closed its output (exited 1)\n");
}

} // namespace
} // namespace referee
