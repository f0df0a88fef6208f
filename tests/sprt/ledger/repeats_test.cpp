#include "sprt/ledger/repeats.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(Repeats, a_pair_is_new_unless_both_games_and_the_opening_were_seen) {
    Repeats repeats;
    EXPECT_TRUE(repeats.add(1, 10, 11, 1));
    EXPECT_FALSE(repeats.add(1, 10, 11, 1));
    EXPECT_TRUE(repeats.add(1, 10, 12, 1));
    EXPECT_TRUE(repeats.add(1, 12, 11, 1));
    EXPECT_TRUE(repeats.add(1, 11, 10, 1)); // the seats differ
    EXPECT_TRUE(repeats.add(2, 10, 11, 1));
    EXPECT_FALSE(repeats.add(1, 12, 11, 1)); // not the last one, nor the first
    EXPECT_TRUE(repeats.add(2, 12, 11, 1));  // known, but from the other opening
    EXPECT_EQ(repeats.pairs(), 8u);
    EXPECT_EQ(repeats.distinct(), 6u);
}

/// The starting position for every pair, and agents that never play the same game twice.
TEST(Repeats, one_opening_may_have_many_pairs) {
    Repeats repeats;
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t game = 0; game < 200'000; ++game) {
            ASSERT_EQ(repeats.add(0, game, game, 1), round == 0);
        }
    }
    EXPECT_EQ(repeats.distinct(), 200'000u);
}

TEST(Repeats, counts_those_in_a_row) {
    Repeats repeats;
    repeats.add(1, 1, 1, 0);
    EXPECT_EQ(repeats.in_a_row(), 0u);
    repeats.add(1, 1, 1, 0);
    repeats.add(1, 1, 1, 0);
    EXPECT_EQ(repeats.in_a_row(), 2u);
    repeats.add(1, 1, 2, 0);
    EXPECT_EQ(repeats.in_a_row(), 0u);
}

/// Pairs with the points given, all of them new.
void add_pairs(Repeats& repeats, std::uint64_t opening, std::initializer_list<double> points) {
    for (const double of_pair : points) {
        repeats.add(opening, 100 + repeats.pairs(), 0, of_pair);
    }
}

TEST(Repeats, nothing_is_known_without_pairs) {
    EXPECT_FALSE(Repeats().n_eff());
}

TEST(Repeats, different_openings_are_independent) {
    Repeats repeats;
    for (std::uint64_t opening = 0; opening < 50; ++opening) {
        add_pairs(repeats, opening, {static_cast<double>(opening % 3)});
    }
    EXPECT_EQ(repeats.n_eff(), 50);
}

TEST(Repeats, a_deterministic_book_is_worth_its_openings) {
    Repeats repeats;
    for (int round = 0; round < 40; ++round) {
        for (std::uint64_t opening = 0; opening < 32; ++opening) {
            repeats.add(opening, opening, opening, static_cast<double>(opening % 5) / 2);
        }
    }
    EXPECT_EQ(repeats.distinct(), 32u);
    EXPECT_NEAR(repeats.n_eff().value(), 32, 1e-9);
}

TEST(Repeats, one_opening_only) {
    Repeats repeats;
    add_pairs(repeats, 5, {1});
    EXPECT_EQ(repeats.n_eff(), 1);
    repeats.add(5, 100, 0, 1);
    EXPECT_EQ(repeats.n_eff(), 1); // the same again
    add_pairs(repeats, 5, {2, 0});
    EXPECT_FALSE(repeats.n_eff()); // nothing tells luck from the opening
}

/// Points 0, 1 and 1, 2. Between: squares 2 (1/2)^2 + 2 (1/2)^2 = 1, mean square 1 / (2 - 1) = 1. Within: 1/2
/// + 1/2, mean square 1 / (4 - 2) = 1/2. Pairs from an opening: 2. rho = (1 - 1/2) / (1 + 1/2) = 1/3, and 4 /
/// (1
/// + 1/3) = 3.
TEST(Repeats, correlation_by_analysis_of_variance) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1});
    add_pairs(repeats, 2, {1, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 3, 1e-12);
}

/// Points 0, 0, 1 and 2, 2, mean 1. Between: 3 (2/3)^2 + 2 = 10/3, mean square 10/3. Within: 2/3, mean square
/// 2/9. Size: 5 - (9 + 4) / 5 = 2.4. rho = (10/3 - 2/9) / (10/3 + 1.4 * 2/9) = 28 / 32.8, and 5 / (1 + 1.5
/// rho) = 164 / 74.8.
TEST(Repeats, correlation_with_unequal_numbers) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 0, 1});
    add_pairs(repeats, 2, {2, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 164 / 74.8, 1e-12);
}

TEST(Repeats, openings_that_do_not_matter_cost_nothing) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1, 2}); // rho would be below 0
    add_pairs(repeats, 2, {2});
    EXPECT_NEAR(repeats.n_eff().value(), 4, 1e-12);
}

TEST(Repeats, clear_forgets) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1});
    repeats.add(1, 100, 0, 0);
    repeats.clear();
    EXPECT_EQ(repeats.pairs(), 0u);
    EXPECT_EQ(repeats.distinct(), 0u);
    EXPECT_EQ(repeats.in_a_row(), 0u);
    EXPECT_FALSE(repeats.n_eff());
    EXPECT_TRUE(repeats.add(1, 100, 0, 0));
    EXPECT_EQ(repeats.n_eff(), 1);
}

} // namespace
} // namespace sprt
