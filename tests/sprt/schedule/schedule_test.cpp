#include "referee/game/job.hpp"
#include "sprt/schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace sprt {

namespace {

using referee::Player;

TEST(Schedule, pair_is_two_consecutive_games_with_swapped_seats_and_one_opening) {
    Schedule schedule(std::nullopt, std::nullopt, false);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const auto game = schedule.next();
        ASSERT_TRUE(game);
        EXPECT_EQ(game->game, i);
        EXPECT_EQ(game->pair, i / 2);
        EXPECT_EQ(game->opening, i / 2);
        EXPECT_EQ(game->first, i % 2 == 0 ? Player::Agent1 : Player::Agent2);
    }
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, schedule_ends_at_the_limit_of_games) {
    for (const std::uint64_t games : {0U, 1U, 5U, 6U}) {
        Schedule schedule(games, std::nullopt, true);
        for (std::uint64_t i = 0; i < games; ++i) {
            EXPECT_TRUE(schedule.next());
        }
        EXPECT_FALSE(schedule.next());
        EXPECT_FALSE(schedule.next());
        EXPECT_FALSE(schedule.book_is_used_up());
    }
}

TEST(Schedule, schedule_ends_after_the_last_opening) {
    Schedule schedule(std::nullopt, 3, false);
    for (std::uint64_t i = 0; i < 6; ++i) {
        EXPECT_EQ(schedule.next()->opening, i / 2);
    }
    EXPECT_FALSE(schedule.book_is_used_up());
    EXPECT_FALSE(schedule.next());
    EXPECT_TRUE(schedule.book_is_used_up());
}

TEST(Schedule, reused_book_begins_again_after_its_last_opening) {
    Schedule schedule(16, 3, true);
    for (std::uint64_t i = 0; i < 16; ++i) {
        const auto game = schedule.next();
        EXPECT_EQ(game->pair, i / 2);
        EXPECT_EQ(game->opening, i / 2 % 3);
    }
    EXPECT_FALSE(schedule.next());
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, limit_of_games_takes_precedence_over_the_end_of_the_book) {
    Schedule schedule(6, 3, false);
    while (schedule.next()) {
    }
    EXPECT_FALSE(schedule.book_is_used_up());
}

TEST(Schedule, empty_book_is_used_up_at_once) {
    for (const bool reuses : {false, true}) {
        Schedule schedule(std::nullopt, 0, reuses);
        EXPECT_FALSE(schedule.next());
        EXPECT_TRUE(schedule.book_is_used_up());
    }
}

/// The number of openings may be unknown until an opening after the last one is asked for.
TEST(Schedule, book_of_unknown_size_may_end) {
    for (const bool reuses : {false, true}) {
        Schedule schedule(std::nullopt, std::nullopt, reuses);
        for (int i = 0; i < 4; ++i) {
            static_cast<void>(schedule.next());
        }
        ASSERT_EQ(schedule.next()->opening, 2u);
        schedule.book_ends(2);
        const auto next = schedule.next();
        ASSERT_EQ(next.has_value(), reuses);
        EXPECT_EQ(schedule.book_is_used_up(), !reuses);
        if (next) {
            EXPECT_EQ(next->game, 4u);
            EXPECT_EQ(next->opening, 0u);
        }
    }
}

/// The later game may be the second one of its pair.
TEST(Schedule, schedule_from_a_later_game_equals_the_rest_of_the_whole_schedule) {
    const std::optional<std::uint64_t> none;
    for (const auto games : {none, std::optional<std::uint64_t>(13)}) {
        for (const auto book : {none, std::optional<std::uint64_t>(3)}) {
            for (const bool reuses : {false, true}) {
                for (std::uint64_t first = 0; first < 16; ++first) {
                    Schedule whole(games, book, reuses);
                    bool has_ended = false; // no run is resumed after its last game
                    for (std::uint64_t i = 0; i < first; ++i) {
                        has_ended = has_ended || !whole.next();
                    }
                    if (has_ended) {
                        continue;
                    }
                    Schedule rest(games, book, reuses, first);
                    for (int i = 0; i < 20; ++i) {
                        const auto expected = whole.next();
                        const auto game = rest.next();
                        ASSERT_EQ(game.has_value(), expected.has_value());
                        if (game) {
                            EXPECT_EQ(game->game, expected->game);
                            EXPECT_EQ(game->pair, expected->pair);
                            EXPECT_EQ(game->first, expected->first);
                            EXPECT_EQ(game->opening, expected->opening);
                        }
                    }
                    EXPECT_EQ(rest.book_is_used_up(), whole.book_is_used_up());
                }
            }
        }
    }
}

} // namespace

namespace {

/// The results that `delivery` delivers, up to the first missing one.
std::vector<std::string> all_ready(Delivery<std::string>& delivery) {
    std::vector<std::string> results;
    while (auto result = delivery.next()) {
        results.push_back(std::move(*result));
    }
    return results;
}

using Results = std::vector<std::string>;

TEST(Delivery, results_are_delivered_by_rising_id_in_any_order_of_arrival) {
    std::vector<std::uint64_t> arrival(50);
    std::iota(arrival.begin(), arrival.end(), 0);
    Results in_order;
    for (const std::uint64_t id : arrival) {
        in_order.push_back(std::to_string(id));
    }
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(arrival.begin(), arrival.end(), random);
        Delivery<std::string> delivery(0, 50);
        Results delivered;
        for (const std::uint64_t id : arrival) {
            EXPECT_TRUE(delivery.put(id, std::to_string(id)));
            for (std::string& result : all_ready(delivery)) {
                delivered.push_back(std::move(result));
            }
        }
        EXPECT_EQ(delivered, in_order);
        EXPECT_EQ(delivery.next_id(), 50u);
    }
}

TEST(Delivery, results_wait_for_all_results_with_smaller_ids) {
    Delivery<std::string> delivery(0, 8);
    EXPECT_EQ(all_ready(delivery), Results{});
    delivery.put(1, "one");
    delivery.put(3, "three");
    EXPECT_EQ(all_ready(delivery), Results{});
    EXPECT_EQ(delivery.next_id(), 0u);
    delivery.put(0, "zero");
    EXPECT_EQ(all_ready(delivery), (Results{"zero", "one"}));
    EXPECT_EQ(delivery.next_id(), 2u);
    delivery.put(2, "two");
    EXPECT_EQ(all_ready(delivery), (Results{"two", "three"}));
    EXPECT_EQ(all_ready(delivery), Results{});
}

TEST(Delivery, first_id_may_be_any_number) {
    Delivery<std::string> delivery(7, 8);
    EXPECT_EQ(delivery.next_id(), 7u);
    EXPECT_FALSE(delivery.put(6, "counted before"));
    delivery.put(8, "eight");
    EXPECT_EQ(all_ready(delivery), Results{});
    delivery.put(7, "seven");
    EXPECT_EQ(all_ready(delivery), (Results{"seven", "eight"}));
    EXPECT_EQ(delivery.next_id(), 9u);
}

TEST(Delivery, second_result_of_a_waiting_id_changes_nothing) {
    Delivery<std::string> delivery(0, 8);
    EXPECT_TRUE(delivery.put(0, "zero"));
    EXPECT_FALSE(delivery.put(0, "again"));
    EXPECT_TRUE(delivery.put(2, "two"));
    EXPECT_FALSE(delivery.put(2, "again"));
    EXPECT_TRUE(delivery.put(1, "one"));
    EXPECT_EQ(all_ready(delivery), (Results{"zero", "one", "two"}));
}

TEST(Delivery, second_result_of_a_delivered_id_changes_nothing) {
    Delivery<std::string> delivery(0, 8);
    delivery.put(0, "zero");
    delivery.put(1, "one");
    delivery.put(3, "three");
    EXPECT_EQ(all_ready(delivery), (Results{"zero", "one"}));
    EXPECT_FALSE(delivery.put(0, "again"));
    EXPECT_FALSE(delivery.put(1, "again"));
    EXPECT_EQ(delivery.next_id(), 2u);
    EXPECT_EQ(all_ready(delivery), Results{});
    delivery.put(2, "two");
    EXPECT_EQ(all_ready(delivery), (Results{"two", "three"})) << "the waiting result is not lost";
}

TEST(Delivery, window_begins_at_the_next_id_to_deliver) {
    Delivery<std::string> delivery(0, 2);
    for (std::uint64_t id = 0; id < 100; id += 2) {
        EXPECT_TRUE(delivery.put(id + 1, "odd"));
        EXPECT_TRUE(delivery.put(id, "even"));
        EXPECT_EQ(all_ready(delivery), (Results{"even", "odd"}));
    }
}

TEST(Delivery, bytes_are_those_of_results_that_wait) {
    Delivery<std::string> delivery(0);
    EXPECT_TRUE(delivery.put(1, "one", 64));
    EXPECT_FALSE(delivery.put(1, "is there already", 1));
    EXPECT_EQ(delivery.bytes(), 64u);
    delivery.put(0, "zero", 1);
    EXPECT_EQ(delivery.bytes(), 65u);
    EXPECT_EQ(delivery.next(), "zero");
    EXPECT_EQ(delivery.bytes(), 64u);
}

TEST(DeliveryDeathTest, id_after_the_window_fails_an_assertion) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    Delivery<std::string> delivery(5, 3);
    EXPECT_TRUE(delivery.put(7, "the last of the window"));
    EXPECT_DEATH(delivery.put(8, "the first after it"), "window_");
}

TEST(Delivery, results_that_cannot_be_copied_are_delivered) {
    Delivery<std::unique_ptr<int>> delivery(0, 1);
    EXPECT_TRUE(delivery.put(0, std::make_unique<int>(4)));
    const auto result = delivery.next();
    ASSERT_TRUE(result);
    EXPECT_EQ(**result, 4);
}

} // namespace

namespace {

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
std::vector<Job> jobs_from(std::uint64_t first, std::uint64_t played, std::uint64_t rounds, bool& is_used_up,
                           bool reuses_openings = false) {
    TournamentSchedule schedule = schedule_of_three();
    schedule.base.reuses_openings = reuses_openings;
    const auto openings = make_openings(schedule.base.openings, 7, schedule.base.rules);
    RoundSequence sequence(
        {.format = TournamentFormat::Gauntlet, .reach = 1, .stages = {{0, {0, 1, 2}, rounds}}});
    auto block = sequence.next({});
    TournamentJobs jobs(schedule, *openings, sequence, block, played, first, {});
    std::vector<Job> all;
    for (auto pair = jobs.next_pair(); !pair.empty(); pair = jobs.next_pair()) {
        for (const Job& job : pair) {
            EXPECT_EQ(job.opening, openings->opening(job.round.value() % 5)->moves);
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

TEST(TournamentJobs, openings_begin_again_when_the_plan_says_so) {
    bool is_used_up = false;
    EXPECT_EQ(jobs_from(0, 0, 11, is_used_up, true).size(), 44U);
    EXPECT_FALSE(is_used_up);
}

} // namespace

} // namespace sprt
