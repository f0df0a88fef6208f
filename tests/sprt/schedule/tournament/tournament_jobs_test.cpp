#include "referee/game/alternation.hpp"
#include "sprt/schedule/tournament/tournament_jobs.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace sprt {
namespace {

using referee::Player;
using std::chrono::milliseconds;

/// Three agents with limits of 10, 20 and 30 ms, of which the last one's process never ends.
TournamentSchedule schedule_of_three() {
    TournamentSchedule schedule;
    schedule.base.openings = RandomMoves{1}; // five of them
    schedule.base.seed = 7;
    schedule.base.limits.turns = 50;
    schedule.times = {milliseconds(10), milliseconds(20), milliseconds(30)};
    schedule.restarts = {referee::Restart::Pair, referee::Restart::Pair, referee::Restart::Never};
    return schedule;
}

TEST(TournamentJobs, job_has_the_agents_of_its_meeting_their_limits_and_alternating_seats) {
    const TournamentSchedule schedule = schedule_of_three();
    for (std::uint64_t game = 0; game < 4; ++game) {
        const Job job = job_without_opening(
            schedule, {.game = game, .round = 3, .meeting = {0, 2}, .is_catch_up = false});
        EXPECT_EQ(job.id, game);
        EXPECT_EQ(job.pair, game / 2);
        EXPECT_EQ(job.first, game % 2 == 0 ? Player::Agent1 : Player::Agent2);
        EXPECT_EQ(job.round, 3U);
        EXPECT_EQ(job.agents, (referee::PerPlayer{referee::AgentId{0}, referee::AgentId{2}}));
        EXPECT_EQ(job.limits.time.agent1.time, milliseconds(10));
        EXPECT_EQ(job.limits.time.agent2.time, milliseconds(30));
        EXPECT_EQ(job.limits.turns, 50);
        for (const Player player : referee::kPlayers) {
            EXPECT_EQ(job.seeds[player], referee::agent_seed({7, schedule.base.seed_rule}, game, player));
            EXPECT_EQ(job.keeps[player], game % 2 == 0) << "the next game may be between others";
        }
        EXPECT_TRUE(job.opening.empty());
    }
}

/// The jobs of all pairs from game `first` on, of which `played` games of the block were counted.
std::vector<Job> jobs_from(std::uint64_t first, std::uint64_t played, std::uint64_t rounds,
                           bool& is_used_up) {
    static const TournamentSchedule schedule = schedule_of_three();
    const auto openings = make_openings(schedule.base.openings, 7, schedule.base.rules);
    RoundSequence sequence(
        {.format = TournamentFormat::Gauntlet, .reach = 1, .stages = {{0, {0, 1, 2}, rounds}}});
    auto block = sequence.next({});
    TournamentJobs jobs(schedule, *openings, sequence, block, played, first, {});
    std::vector<Job> all;
    for (auto pair = jobs.next_pair(); !pair.empty(); pair = jobs.next_pair()) {
        for (const Job& job : pair) {
            EXPECT_EQ(job.opening, openings->opening(job.round.value())->moves);
            EXPECT_EQ(job.pair, pair.front().pair);
        }
        EXPECT_EQ(pair.size(), referee::begins_pair(pair.front().id) ? 2U : 1U);
        all.insert(all.end(), pair.begin(), pair.end());
    }
    EXPECT_TRUE(jobs.next_pair().empty()) << "and again";
    is_used_up = jobs.are_openings_used_up();
    return all;
}

TEST(TournamentJobs, pairs_follow_the_blocks_until_the_rounds_or_the_openings_end) {
    const struct {
        std::uint64_t first;
        std::uint64_t rounds;
        std::size_t games;
        bool is_used_up;
    } rows[] = {{0, 2, 8, false},  {1, 2, 7, false}, {2, 2, 6, false}, {3, 2, 5, false},
                {0, 5, 20, false}, {0, 6, 20, true}, {3, 9, 17, true}};
    for (const auto& row : rows) {
        bool is_used_up = false;
        const std::vector<Job> jobs = jobs_from(row.first, row.first, row.rounds, is_used_up);
        ASSERT_EQ(jobs.size(), row.games);
        EXPECT_EQ(is_used_up, row.is_used_up);
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            EXPECT_EQ(jobs[i].id, row.first + i);
            EXPECT_EQ(jobs[i].round, jobs[i].id / 4);
            EXPECT_EQ(index(jobs[i].agents.agent2), 1 + jobs[i].id % 4 / 2);
        }
    }
}

} // namespace
} // namespace sprt
