#include "sprt/schedule/delivery.hpp"
#include "sprt/simulate/virtual_workers.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace sprt {
namespace {

TEST(VirtualWorkers, every_game_finishes_once_and_after_the_first_of_its_pair) {
    for (const std::uint64_t count : {1U, 3U, 16U}) {
        Schedule schedule(101, std::nullopt, false);
        SimulatedGames games({.losses_last = 20}, 5);
        VirtualWorkers workers(count, schedule, games);
        std::set<std::uint64_t> finished;
        while (const auto result = workers.next(finished.size())) {
            EXPECT_TRUE(finished.insert(result->game).second);
            EXPECT_TRUE(result->game % 2 == 0 || finished.contains(result->game - 1)) << result->game;
        }
        EXPECT_EQ(finished.size(), 101u);
        EXPECT_EQ(workers.begun(), 101u);
    }
}

TEST(VirtualWorkers, no_pair_begins_beyond_the_lead) {
    Schedule schedule(1000, std::nullopt, false);
    SimulatedGames games({}, 5);
    VirtualWorkers workers(4, schedule, games);
    EXPECT_EQ(workers.lead(), 4 * kLeadPerWorker);
    std::vector<std::uint64_t> finished;
    while (const auto result = workers.next(0)) {
        finished.push_back(result->game);
    }
    EXPECT_EQ(finished.size(), workers.lead());
    EXPECT_EQ(workers.begun(), workers.lead());
}

} // namespace
} // namespace sprt
