#include "referee/game/record.hpp"
#include "sprt/play/delivery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace sprt {
namespace {

referee::GameRecord game(std::uint64_t number) {
    referee::GameRecord record;
    record.game = number;
    return record;
}

TEST(Delivery, hands_on_in_schedule_order_whatever_the_order_of_arrival) {
    std::vector<std::uint64_t> arrival(50);
    std::iota(arrival.begin(), arrival.end(), 0);
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(arrival.begin(), arrival.end(), random);
        Delivery<referee::GameRecord> delivery;
        std::vector<std::uint64_t> handed_on;
        for (const std::uint64_t number : arrival) {
            delivery.put(game(number));
            while (const auto record = delivery.next()) {
                handed_on.push_back(record->game);
            }
        }
        EXPECT_TRUE(std::is_sorted(handed_on.begin(), handed_on.end()));
        EXPECT_EQ(handed_on.size(), arrival.size());
        EXPECT_EQ(delivery.handed_on(), arrival.size());
    }
}

TEST(Delivery, holds_back_until_the_gap_is_filled) {
    Delivery<referee::GameRecord> delivery;
    delivery.put(game(1));
    delivery.put(game(2));
    EXPECT_FALSE(delivery.next());
    delivery.put(game(0));
    EXPECT_EQ(delivery.next()->game, 0u);
    EXPECT_EQ(delivery.next()->game, 1u);
    EXPECT_EQ(delivery.next()->game, 2u);
    EXPECT_FALSE(delivery.next());
}

TEST(Delivery, from_a_later_game) {
    Delivery<referee::GameRecord> delivery(7);
    EXPECT_EQ(delivery.handed_on(), 7u);
    delivery.put(game(8));
    EXPECT_FALSE(delivery.next());
    delivery.put(game(7));
    EXPECT_EQ(delivery.next()->game, 7u);
    EXPECT_EQ(delivery.next()->game, 8u);
    EXPECT_EQ(delivery.handed_on(), 9u);
}

} // namespace
} // namespace sprt
