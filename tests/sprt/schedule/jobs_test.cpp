#include "referee/game/job.hpp"
#include "sprt/schedule/jobs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace sprt {
namespace {

using referee::Player;

/// Openings whose number is unknown until an opening after the last one is asked for.
class UncountedOpenings final : public Openings {
  public:
    explicit UncountedOpenings(std::uint64_t size)
        : Openings({.size = std::nullopt, .most_plies = 1})
        , listed_(make_openings(RandomMoves{2}, 3, referee::Game::Ataxx))
        , size_(size) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < size_ ? listed_->opening(pair) : std::nullopt;
    }

  private:
    std::unique_ptr<Openings> listed_;
    std::uint64_t size_;
};

SchedulePlan plan_with(std::optional<std::uint64_t> max_games, bool reuses_openings = false) {
    return {.openings = RandomMoves{2},
            .seed = 3,
            .limits = {.turns = 50},
            .max_games = max_games,
            .reuses_openings = reuses_openings};
}

std::vector<std::uint64_t> ids(const std::vector<Job>& jobs) {
    std::vector<std::uint64_t> found;
    for (const Job& job : jobs) {
        found.push_back(job.id);
    }
    return found;
}

using Ids = std::vector<std::uint64_t>;

TEST(Jobs, job_holds_pair_seats_opening_limits_and_seeds_of_its_game) {
    const auto openings = make_openings(RandomMoves{2}, 3, referee::Game::Ataxx);
    const SchedulePlan plan = plan_with(std::nullopt);
    Jobs jobs(plan, *openings, 4);
    const std::vector<Job> pair = jobs.next_pair();
    ASSERT_EQ(pair.size(), 2u);
    EXPECT_EQ(ids(pair), (Ids{4, 5}));
    EXPECT_EQ(pair[0].pair, 2u);
    EXPECT_EQ(pair[1].pair, 2u);
    EXPECT_EQ(pair[0].first, Player::Agent1);
    EXPECT_EQ(pair[1].first, Player::Agent2);
    EXPECT_EQ(pair[0].opening, openings->opening(2).value().moves);
    EXPECT_EQ(pair[1].opening, openings->opening(2).value().moves);
    EXPECT_EQ(pair[0].limits.turns, 50);
    EXPECT_EQ(pair[0].seeds, job_without_opening(plan, 4).seeds);
    EXPECT_NE(pair[0].seeds.agent1, pair[0].seeds.agent2);
    EXPECT_NE(pair[0].seeds, pair[1].seeds);
}

TEST(Jobs, jobs_may_begin_with_the_second_game_of_a_pair) {
    const auto openings = make_openings(RandomMoves{2}, 3, referee::Game::Ataxx);
    Jobs jobs(plan_with(std::nullopt), *openings, 7);
    EXPECT_EQ(ids(jobs.next_pair()), (Ids{7}));
    EXPECT_EQ(ids(jobs.next_pair()), (Ids{8, 9}));
}

TEST(Jobs, jobs_end_at_the_limit_of_games_also_within_a_pair) {
    const auto openings = make_openings(RandomMoves{2}, 3, referee::Game::Ataxx);
    Jobs jobs(plan_with(3), *openings, 0);
    EXPECT_EQ(ids(jobs.next_pair()), (Ids{0, 1}));
    EXPECT_EQ(ids(jobs.next_pair()), (Ids{2}));
    EXPECT_TRUE(jobs.next_pair().empty());
    EXPECT_FALSE(jobs.are_openings_used_up());
}

TEST(Jobs, jobs_end_after_the_last_opening) {
    for (const std::uint64_t first : {0u, 3u, 9u}) {
        UncountedOpenings openings(2);
        Jobs jobs(plan_with(std::nullopt), openings, first);
        std::size_t games = 0;
        for (auto pair = jobs.next_pair(); !pair.empty(); pair = jobs.next_pair()) {
            games += pair.size();
        }
        EXPECT_EQ(games, first < 4 ? 4 - first : 0);
        EXPECT_TRUE(jobs.are_openings_used_up());
    }
}

TEST(Jobs, openings_are_reused_when_the_plan_says_so) {
    UncountedOpenings openings(2);
    Jobs jobs(plan_with(8, true), openings, 0);
    std::vector<std::vector<referee::MoveNumbers>> played;
    for (auto pair = jobs.next_pair(); !pair.empty(); pair = jobs.next_pair()) {
        ASSERT_EQ(pair.size(), 2u);
        played.push_back(pair[0].opening);
    }
    ASSERT_EQ(played.size(), 4u);
    EXPECT_EQ(played[0], played[2]);
    EXPECT_EQ(played[1], played[3]);
    EXPECT_NE(played[0], played[1]);
}

} // namespace

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
        EXPECT_EQ(job.agents,
                  (referee::PerPlayer<referee::AgentId>{referee::AgentId{0}, referee::AgentId{2}}));
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
