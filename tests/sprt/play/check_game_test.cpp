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

/// The check game when games end as `ends`, if it shows a broken agent, and how many were played.
struct Checked {
    std::optional<GameRecord> lost;
    std::size_t games = 0;
};

Checked check(const std::vector<GameRecord>& ends, std::chrono::nanoseconds ready = kLongestCheck) {
    Checked checked;
    const auto player = [&](const referee::StopToken&, int) -> PlayGame {
        return [&](const Job&) { return ends.at(checked.games++); };
    };
    checked.lost = play_check_game(Job(), player, {});
    if (checked.lost && !shows_broken_agent(*checked.lost, ready)) {
        checked.lost.reset();
    }
    return checked;
}

TEST(CheckGame, ends_after_one_move_of_each_agent_from_the_first_opening) {
    const auto openings = make_openings(RandomMoves{6}, 5, referee::Game::Ataxx);
    SchedulePlan plan;
    plan.openings = RandomMoves{6};
    plan.seed = 5;
    plan.limits.turns = 100;
    const Job job = check_job(plan, *openings);
    EXPECT_EQ(job.opening, openings->opening(0).value().moves);
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

TEST(CheckGame, names_the_first_opening_that_an_agent_cannot_be_told) {
    const Opening near{.moves = {{1, 1, 1, 2}},
                       .start = referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 0 1")};
    const Opening far{.moves = {},
                      .start = referee::read_start(referee::Game::Ataxx, "x1x1o2/7/7/7/7/7/7 o 0 9")};
    const OpeningsFacts only_near{
        .size = {}, .first_position = PlacedOpening{"b:1", near}, .first_without_moves = {}};
    const OpeningsFacts with_far{.size = {},
                                 .first_position = PlacedOpening{"b:1", near},
                                 .first_without_moves = PlacedOpening{"b:5", far}};
    const auto text = [](referee::Capabilities one, referee::Capabilities two, const OpeningsFacts& facts) {
        GameRecord game = fake_game(0, referee::Winner::Agent1);
        game.offers = {one, two};
        return untold_opening_text(game, facts);
    };
    const referee::Capabilities both{.opening = true, .fen = true};
    const referee::Capabilities fen{.opening = false, .fen = true};
    const referee::Capabilities moves{.opening = true, .fen = false};
    EXPECT_EQ(text(both, fen, with_far), "");
    EXPECT_EQ(text(moves, fen, only_near), "");
    EXPECT_EQ(text({}, {}, {}), "")
        << "moves are told to those that offer OPENING, and others begin at the start";
    EXPECT_EQ(text(fen, moves, with_far),
              "b:5: agent 2 does not offer FEN, and no 4 moves or fewer lead from "
              "the start to this position");
    for (const OpeningsFacts& facts : {only_near, with_far}) {
        EXPECT_EQ(text({}, both, facts),
                  "b:1: agent 1 offers neither FEN nor OPENING, and cannot be told that "
                  "games begin at this position");
    }
    EXPECT_EQ(untold_opening_text(fake_game(0, referee::Winner::Agent1), with_far), "") << "nobody said OK";
}

TEST(CheckGame, waits_for_no_agent_longer_than_ten_seconds) {
    const auto openings = make_openings(StartOnly{}, 5, referee::Game::Ataxx);
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
    EXPECT_FALSE(play_check_game(Job(), player, {stop.fd()}));
}

} // namespace
} // namespace sprt
