#include "agents/connect_four/score_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace search {
namespace {

TEST(ScoreTable, gives_back_the_bounds_of_a_key) {
    ScoreTable table(1);
    EXPECT_FALSE(table.find(77));
    for (const ScoreBounds bounds : {ScoreBounds{-21, 21}, {-3, -3}, {0, 5}, {18, 18}}) {
        table.store(77, bounds, 100);
        EXPECT_EQ(table.find(77), bounds);
    }
    EXPECT_FALSE(table.find(78));
    const std::uint64_t longest = (std::uint64_t{1} << 49) - 1;
    table.store(longest, {-1, 1}, 1);
    EXPECT_EQ(table.find(longest), (ScoreBounds{-1, 1}));
}

TEST(ScoreTable, holds_two_entries_of_8_bytes_in_each_place) {
    EXPECT_EQ(ScoreTable(1).size(), 1024U * 1024 / 8);
    EXPECT_EQ(ScoreTable(3).size(), 2U * 1024 * 1024 / 8);
}

TEST(ScoreTable, keeps_what_took_much_work) {
    ScoreTable table(1);
    const std::uint64_t costly = 123'456'789;
    table.store(costly, {1, 2}, 1'000'000);
    for (std::uint64_t key = 1; key <= 2'000'000; ++key) { // more than there is room for
        table.store(key, {0, 0}, 1);
    }
    EXPECT_EQ(table.find(costly), (ScoreBounds{1, 2}));
    EXPECT_EQ(table.find(2'000'000), (ScoreBounds{0, 0})) << "the latest is always there";
}

} // namespace
} // namespace search
