#include "referee/check/checks.hpp"
#include "tests/referee/check/checked_agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee::check {
namespace {

using testing::HasSubstr;
using testing_support::CheckedAgent;
using testing_support::native_script;

Finding found_in_time(Finding (*check)(Bench&), const std::string& script) {
    CheckedAgent agent(script);
    Finding finding = finding_of(check, agent.bench);
    agent.bench.end_process();
    return finding;
}

TEST(FirstMoveCheck, move_is_told_with_its_time_and_limit) {
    const Finding finding = found_in_time(first_move, native_script());
    EXPECT_EQ(finding.level, Level::Ok);
    EXPECT_THAT(finding.seen, testing::MatchesRegex("b7 after [0-9.]+ ms \\(10000 ms\\)"));
    EXPECT_EQ(found_in_time(first_move, "read r; echo OK; read t; echo MOVE 1 1 4 4; read f"),
              fail("illegal_move: played 1 1 4 4: (4,4)=d4 is 3 away, not 1 or 2"));
}

TEST(NativeClockCheck, agent_that_takes_its_time_whatever_is_left_is_noted) {
    const Finding slow =
        found_in_time(native_clock, "read r; echo OK; read t; sleep 0.3; echo MOVE 1 1 1 2; read f");
    EXPECT_EQ(slow.level, Level::Note);
    EXPECT_THAT(slow.seen, HasSubstr("it takes longer than 100 ms when that is left"));
    const Finding stuck = found_in_time(native_clock, "read r; echo OK; read t; printf MOVE; sleep 1000");
    EXPECT_EQ(stuck.level, Level::Note);
    EXPECT_THAT(stuck.seen, HasSubstr("not judged, because no whole line came: "));
    const Finding dead = found_in_time(native_clock, "read r; echo OK; read t; exit 3");
    EXPECT_EQ(dead.level, Level::Fail);
    EXPECT_THAT(dead.seen, testing::StartsWith("with 1000 ms left: crashed: "));
}

} // namespace
} // namespace referee::check
