#include "sprt/schedule/delivery.hpp"

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

/// What `delivery` hands on, up to the first result that is missing.
std::vector<std::string> all_ready(Delivery<std::string>& delivery) {
    std::vector<std::string> results;
    while (auto result = delivery.next()) {
        results.push_back(std::move(*result));
    }
    return results;
}

using Results = std::vector<std::string>;

TEST(Delivery, results_are_handed_on_by_rising_id_whatever_the_order_of_arrival) {
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
        Results handed_on;
        for (const std::uint64_t id : arrival) {
            EXPECT_TRUE(delivery.put(id, std::to_string(id)));
            for (std::string& result : all_ready(delivery)) {
                handed_on.push_back(std::move(result));
            }
        }
        EXPECT_EQ(handed_on, in_order);
        EXPECT_EQ(delivery.next_id(), 50u);
    }
}

TEST(Delivery, results_wait_until_the_gap_before_them_is_filled) {
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

TEST(Delivery, ids_may_begin_anywhere) {
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

TEST(Delivery, second_result_of_an_id_that_was_handed_on_changes_nothing) {
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

TEST(Delivery, window_moves_with_the_results_handed_on) {
    Delivery<std::string> delivery(0, 2);
    for (std::uint64_t id = 0; id < 100; id += 2) {
        EXPECT_TRUE(delivery.put(id + 1, "odd"));
        EXPECT_TRUE(delivery.put(id, "even"));
        EXPECT_EQ(all_ready(delivery), (Results{"even", "odd"}));
    }
}

TEST(DeliveryDeathTest, id_beyond_the_window_is_a_bug) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    Delivery<std::string> delivery(5, 3);
    EXPECT_TRUE(delivery.put(7, "the last of the window"));
    EXPECT_DEATH(delivery.put(8, "the first beyond it"), "window_");
}

TEST(Delivery, results_need_not_be_copied) {
    Delivery<std::unique_ptr<int>> delivery(0, 1);
    EXPECT_TRUE(delivery.put(0, std::make_unique<int>(4)));
    const auto result = delivery.next();
    ASSERT_TRUE(result);
    EXPECT_EQ(**result, 4);
}

} // namespace
} // namespace sprt
