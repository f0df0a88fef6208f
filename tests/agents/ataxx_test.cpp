#include "agents/search/ataxx.hpp"
#include "tests/agents/search_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace search {
namespace {

TEST(AtaxxModel, scores_are_from_the_side_to_move) {
    EXPECT_EQ(Ataxx::evaluation(ataxx::Position()), 0);
    EXPECT_EQ(Ataxx::evaluation(at("xxx3o/7/7/7/7/7/7 x")), 2);
    EXPECT_EQ(Ataxx::evaluation(at("xxx3o/7/7/7/7/7/7 o")), -2);
    EXPECT_EQ(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 x"), 3), (1 << 30) - 3);
    EXPECT_EQ(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 o"), 3), -((1 << 30) - 3));
    EXPECT_LT(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 x"), 1), kInfinity);
    EXPECT_GT(Ataxx::finished_score(at("xx5/7/7/7/7/7/7 o"), 1), -kInfinity);
}

TEST(AtaxxModel, a_decided_score_is_not_a_number_of_stones) {
    EXPECT_FALSE(is_decided(49));
    EXPECT_FALSE(is_decided(-49));
    EXPECT_TRUE(is_decided(kInfinity - 1));
    EXPECT_TRUE(is_decided(kInfinity - kMaxDepth));
    EXPECT_TRUE(is_decided(-(kInfinity - kMaxDepth)));
}

TEST(AtaxxModel, moves_are_the_rules_and_the_legal_ones) {
    for (const auto& position : random_positions(100, 1)) {
        const auto moves = Ataxx::moves(position);
        const auto rules = ataxx::legal_moves(position);
        ASSERT_TRUE(std::equal(moves.begin(), moves.end(), rules.begin(), rules.end()));
        for (const auto move : moves) {
            ASSERT_TRUE(Ataxx::is_legal(position, move));
            ASSERT_EQ(Ataxx::after(position, move), position.after(move));
        }
    }
}

} // namespace
} // namespace search
