#include "agents/search/playout.hpp"
#include "tests/agents/search/four_leaves.hpp"

#include <gtest/gtest.h>

#include <array>

namespace search {
namespace {

constexpr int kWin = 7;
constexpr int kLoss = -7;
constexpr int kDraw = 0;

template<class G>
unsigned half_wins(int node, int plies) {
    referee::SplitMix64 random(1);
    return play_out<G>(node, plies, random);
}

TEST(Playout, finished_position_has_its_own_score) {
    using Tree = FourLeaves<std::array{kWin, kLoss, kDraw, kDraw}>;
    for (const int plies : {0, 8}) {
        EXPECT_EQ(half_wins<Tree>(3, plies), 2U);
        EXPECT_EQ(half_wins<Tree>(4, plies), 0U);
        EXPECT_EQ(half_wins<Tree>(5, plies), 1U);
    }
}

TEST(Playout, result_is_for_the_side_to_move_where_it_begins) {
    using Won = FourLeaves<std::array{kWin, kWin, kWin, kWin}>;
    EXPECT_EQ(half_wins<Won>(0, 8), 2U) << "two plies to the leaf: the same side";
    EXPECT_EQ(half_wins<Won>(1, 8), 0U) << "one ply: the other side";
    using Lost = FourLeaves<std::array{kLoss, kLoss, kLoss, kLoss}>;
    EXPECT_EQ(half_wins<Lost>(0, 8), 0U);
    EXPECT_EQ(half_wins<Lost>(1, 8), 2U);
    using Drawn = FourLeaves<std::array{kDraw, kDraw, kDraw, kDraw}>;
    EXPECT_EQ(half_wins<Drawn>(0, 8), 1U);
    EXPECT_EQ(half_wins<Drawn>(1, 8), 1U);
}

TEST(Playout, evaluation_decides_where_it_is_cut) {
    using Tree = FourLeaves<std::array{kWin, kWin, kWin, kWin}, std::array{0, 3, 3}>;
    EXPECT_EQ(half_wins<Tree>(0, 0), 1U) << "the root's own evaluation";
    EXPECT_EQ(half_wins<Tree>(0, 1), 0U) << "the evaluation is for the other side";
    EXPECT_EQ(half_wins<Tree>(1, 0), 2U);
    EXPECT_EQ(half_wins<Tree>(0, 2), 2U) << "the game is finished after two plies";
}

TEST(Playout, moves_are_equally_likely) {
    using Tree = FourLeaves<std::array{1, 1, 1, 1}>;
    Tree::leaves_visited.clear();
    referee::SplitMix64 random(1);
    for (int playout = 0; playout < 4000; ++playout) {
        ASSERT_EQ(play_out<Tree>(0, 8, random), 2U);
    }
    std::array<int, 4> visits{};
    for (const int leaf : Tree::leaves_visited) {
        ++visits.at(static_cast<std::size_t>(leaf - 3));
    }
    for (const int count : visits) { // a standard deviation is 27
        EXPECT_NEAR(count, 1000, 110);
    }
}

} // namespace
} // namespace search
