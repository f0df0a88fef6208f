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

GameRecord lost_by_agent2(Termination termination, bool is_disputed = false) {
    GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.termination = termination;
    record.fault = referee::FaultNote{referee::Player::Agent2, "closed its output", "last words\n"};
    record.exit.agent2 = "exited 7";
    if (termination == Termination::Timeout) {
        record.time_loss = referee::TimeLoss{.took = {}, .load = {}, .disputed = is_disputed};
    }
    return record;
}

/// What find_broken_agent() says of games that end as `ends`, and how many were played.
struct Checked {
    std::optional<GameRecord> lost;
    std::size_t games = 0;
};

Checked check(const std::vector<GameRecord>& ends) {
    Checked checked;
    const auto player = [&](const referee::StopToken&, int) -> PlayGame {
        return [&](const Job&) { return ends.at(checked.games++); };
    };
    checked.lost = find_broken_agent(Job(), player, {});
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

TEST(CheckGame, is_played_three_times_while_an_agent_loses_on_time) {
    const GameRecord late = lost_by_agent2(Termination::Timeout);
    const Checked checked = check({late, late, late});
    ASSERT_TRUE(checked.lost);
    EXPECT_THAT(check_failure_text(*checked.lost),
                testing::StartsWith("the check game failed, 3 times in a row: agent 2 timeout: "));
    EXPECT_FALSE(check({late, late, fake_game(0, referee::Winner::Agent2)}).lost);
    EXPECT_TRUE(check({late, lost_by_agent2(Termination::IllegalMove)}).lost);
}

TEST(CheckGame, blames_no_agent_for_a_time_loss_that_is_disputed) {
    const GameRecord late = lost_by_agent2(Termination::Timeout);
    EXPECT_FALSE(check({late, late, lost_by_agent2(Termination::Timeout, true)}).lost);
}

TEST(CheckGame, finds_nothing_when_it_is_interrupted) {
    const referee::Descriptor stop(eventfd(1, EFD_CLOEXEC));
    const auto player = [](const referee::StopToken& token, int) -> PlayGame {
        return [token](const Job&) {
            static_cast<void>(wait_for_gate(token, [] { return false; }));
            return aborted_game(0);
        };
    };
    EXPECT_FALSE(find_broken_agent(Job(), player, {stop.fd()}));
}

} // namespace
} // namespace sprt
