#include "sprt/schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
} // namespace sprt
