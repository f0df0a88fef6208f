#include "sprt/schedule/jobs.hpp"

#include <gtest/gtest.h>

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
} // namespace sprt
