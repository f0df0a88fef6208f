#include "sprt/play/check_game.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/eventfd.h>
#include <unistd.h>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Termination;

GameRecord lost_by_agent2(Termination termination) {
    GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.termination = termination;
    record.fault = referee::FaultNote{referee::Player::Agent2, "closed its output", "last words\n"};
    record.exit.agent2 = "exited 7";
    return record;
}

/// What find_broken_agent() says of games that end as `ends`, and how many were played.
struct Checked {
    std::optional<GameRecord> lost;
    std::size_t games = 0;
};

Checked check(const std::vector<GameRecord>& ends, std::chrono::nanoseconds ready = kLongestCheck) {
    Checked checked;
    const auto player = [&](const referee::StopToken&, int) -> PlayGame {
        return [&](const Job&) { return ends.at(checked.games++); };
    };
    checked.lost = find_broken_agent(Job(), ready, player, {});
    return checked;
}

TEST(CheckGame, ends_after_one_move_of_each_agent_from_the_first_opening) {
    const auto openings = make_openings(RandomMoves{6}, 5);
    SchedulePlan plan;
    plan.openings = RandomMoves{6};
    plan.seed = 5;
    plan.limits.turns = 100;
    const Job job = check_job(plan, *openings);
    EXPECT_EQ(job.opening, openings->opening(0).value());
    EXPECT_EQ(job.limits.turns, 8);
}

TEST(CheckGame, that_no_agent_lost_by_a_fault_finds_nothing) {
    const Checked checked = check({fake_game(0, referee::Winner::Agent1)});
    EXPECT_FALSE(checked.lost);
    EXPECT_EQ(checked.games, 1U);
}

TEST(CheckGame, that_an_agent_lost_by_a_fault_finds_that_agent_at_once) {
    const Checked checked = check({lost_by_agent2(Termination::Crashed)});
    ASSERT_TRUE(checked.lost);
    EXPECT_EQ(checked.games, 1U);
    EXPECT_EQ(check_failure_text(*checked.lost), "the check game failed: agent 2 crashed: closed its output "
                                                 "(exited 7) (--no-check begins the run without it)");
    EXPECT_EQ(last_words(*checked.lost), std::vector<std::string>{"agent 2's standard error: last words"});
}

TEST(CheckGame, blames_no_agent_for_a_time_loss) {
    EXPECT_FALSE(check({lost_by_agent2(Termination::Timeout)}).lost);
}

TEST(CheckGame, blames_an_agent_that_is_not_ready_unless_the_run_gives_it_more_time) {
    const GameRecord silent = lost_by_agent2(Termination::ReadyTimeout);
    EXPECT_TRUE(check({silent}, kLongestCheck).lost);
    EXPECT_FALSE(check({silent}, kLongestCheck + std::chrono::seconds(1)).lost);
    GameRecord other_too = silent;
    other_too.also_fault = referee::FaultNote{referee::Player::Agent1, "exited", ""};
    other_too.also_termination = Termination::Crashed;
    EXPECT_TRUE(check({other_too}, kLongestCheck + std::chrono::seconds(1)).lost);
}

TEST(CheckGame, waits_for_no_agent_longer_than_ten_seconds) {
    const auto openings = make_openings(StartOnly{}, 5);
    SchedulePlan plan;
    plan.limits.ready = std::chrono::hours(1);
    plan.limits.time = {std::chrono::seconds(2), std::chrono::hours(1)};
    const Job job = check_job(plan, *openings);
    EXPECT_EQ(job.limits.ready, kLongestCheck);
    EXPECT_EQ(job.limits.time.agent1, std::chrono::seconds(2));
    EXPECT_EQ(job.limits.time.agent2, kLongestCheck);
}

TEST(CheckGame, finds_nothing_when_it_is_interrupted) {
    const referee::Descriptor stop(eventfd(1, EFD_CLOEXEC));
    const auto player = [](const referee::StopToken& token, int) -> PlayGame {
        return [token](const Job&) {
            static_cast<void>(wait_for_gate(token, [] { return false; }));
            return aborted_game(0);
        };
    };
    EXPECT_FALSE(find_broken_agent(Job(), kLongestCheck, player, {stop.fd()}));
}

} // namespace
} // namespace sprt
