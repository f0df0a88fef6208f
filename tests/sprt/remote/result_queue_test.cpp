#include "sprt/remote/result_queue.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

referee::GameRecord game(std::uint64_t number) {
    referee::GameRecord record;
    record.game = number;
    return record;
}

TEST(ResultQueue, hands_games_on_in_schedule_order_and_each_once) {
    ResultQueue queue(4);
    queue.put(game(5), 10);
    EXPECT_FALSE(queue.next());
    queue.put(game(4), 10);
    queue.put(game(4), 10);
    EXPECT_EQ(queue.next()->game, 4);
    EXPECT_EQ(queue.next()->game, 5);
    queue.put(game(4), 10);
    EXPECT_FALSE(queue.next());
    EXPECT_EQ(queue.next_game(), 6);
}

TEST(ResultQueue, is_full_while_more_than_64_MiB_wait) {
    ResultQueue queue(0);
    queue.put(game(1), ResultQueue::kMostBytes);
    queue.put(game(1), 1); // is there already
    EXPECT_FALSE(queue.is_full());
    queue.put(game(0), 1);
    EXPECT_TRUE(queue.is_full());
    EXPECT_TRUE(queue.next());
    EXPECT_FALSE(queue.is_full());
}

} // namespace
} // namespace sprt::remote
