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
