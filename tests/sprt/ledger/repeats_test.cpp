#include "sprt/ledger/repeats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace sprt {
namespace {

constexpr PairWinners kOneEach{referee::Winner::Agent1, referee::Winner::Agent2};

/// The winners of a pair with so many points for agent 1: 0, 1/2, 1, 3/2 or 2.
PairWinners winners_of(double points) {
    using referee::Winner;
    constexpr std::array<PairWinners, 5> kByHalfPoints{{{Winner::Agent2, Winner::Agent2},
                                                        {Winner::Draw, Winner::Agent2},
                                                        {Winner::Draw, Winner::Draw},
                                                        {Winner::Agent1, Winner::Draw},
                                                        {Winner::Agent1, Winner::Agent1}}};
    return kByHalfPoints.at(static_cast<std::size_t>(2 * points));
}

Comparison add(Repeats& repeats, std::uint64_t opening, std::uint64_t game_a, std::uint64_t game_b,
               double points = 1) {
    return repeats.add({opening, game_a, game_b, winners_of(points)});
}

TEST(PairWinners, half_points_are_those_of_agent_1) {
    for (int half_points = 0; half_points <= 4; ++half_points) {
        EXPECT_EQ(winners_of(half_points / 2.0).half_points(), static_cast<std::size_t>(half_points));
    }
    EXPECT_EQ(kOneEach.half_points(), 2u);
}

TEST(Repeats, pair_is_new_unless_an_earlier_one_has_the_same_opening_and_games) {
    Repeats repeats;
    EXPECT_TRUE(add(repeats, 1, 10, 11).is_new);
    EXPECT_FALSE(add(repeats, 1, 10, 11).is_new);
    EXPECT_TRUE(add(repeats, 1, 10, 12).is_new);
    EXPECT_TRUE(add(repeats, 1, 12, 11).is_new);
    EXPECT_TRUE(add(repeats, 1, 11, 10).is_new); // the seats are swapped
    EXPECT_TRUE(add(repeats, 2, 10, 11).is_new);
    EXPECT_FALSE(add(repeats, 1, 12, 11).is_new); // repeats neither the first pair nor the last
    EXPECT_TRUE(add(repeats, 2, 12, 11).is_new);  // known only from opening 1
    EXPECT_EQ(repeats.pairs(), 8u);
    EXPECT_EQ(repeats.distinct(), 6u);
}

TEST(Repeats, pairs_of_one_opening_show_chance_from_the_first_that_differs) {
    Repeats repeats;
    EXPECT_FALSE(add(repeats, 1, 10, 11).shows_chance);
    EXPECT_FALSE(add(repeats, 1, 10, 11).shows_chance);
    EXPECT_FALSE(add(repeats, 2, 20, 21).shows_chance); // another opening
    EXPECT_FALSE(repeats.show_chance());
    EXPECT_TRUE(add(repeats, 1, 10, 12).shows_chance);
    EXPECT_TRUE(add(repeats, 1, 10, 11).shows_chance); // a copy no longer
    EXPECT_FALSE(add(repeats, 2, 20, 21).shows_chance);
    EXPECT_TRUE(repeats.show_chance());
}

TEST(Repeats, earlier_copies_are_reported_once_by_the_first_pair_that_differs) {
    Repeats repeats;
    repeats.add({1, 10, 11, kOneEach});
    for (int copy = 0; copy < 2; ++copy) {
        EXPECT_EQ(add(repeats, 1, 10, 11).copies, 0u);
    }
    EXPECT_EQ(add(repeats, 1, 12, 13, 2).copies, 2u);
    EXPECT_EQ(repeats.first_of(1).half_points(), 2u);
    EXPECT_EQ(repeats.first_of(1).a, kOneEach.a);
    EXPECT_EQ(add(repeats, 1, 14, 15, 2).copies, 0u);
    EXPECT_EQ(add(repeats, 1, 10, 11).copies, 0u);
}

TEST(Repeats, pair_that_was_broken_off_is_new_and_does_not_show_chance) {
    Repeats repeats;
    add(repeats, 1, 10, 11);
    const Comparison broken_off = repeats.add({1, 10, 12, kOneEach, true});
    EXPECT_TRUE(broken_off.is_new);
    EXPECT_FALSE(broken_off.shows_chance);
    EXPECT_FALSE(add(repeats, 1, 10, 11).is_new);
    EXPECT_FALSE(repeats.show_chance());
}

/// All pairs have the same opening. The second round repeats the pairs of the first.
TEST(Repeats, repeats_are_found_among_many_pairs_of_one_opening) {
    Repeats repeats;
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t game = 0; game < 200'000; ++game) {
            ASSERT_EQ(add(repeats, 0, game, game).is_new, round == 0);
        }
    }
    EXPECT_EQ(repeats.distinct(), 200'000u);
}

TEST(Repeats, in_a_row_counts_repeated_pairs_after_the_last_new_one) {
    Repeats repeats;
    add(repeats, 1, 1, 1, 0);
    EXPECT_EQ(repeats.in_a_row(), 0u);
    add(repeats, 1, 1, 1, 0);
    add(repeats, 1, 1, 1, 0);
    EXPECT_EQ(repeats.in_a_row(), 2u);
    add(repeats, 1, 1, 2, 0);
    EXPECT_EQ(repeats.in_a_row(), 0u);
}

/// Adds new pairs with the given points.
void add_pairs(Repeats& repeats, std::uint64_t opening, std::initializer_list<double> points) {
    for (const double of_pair : points) {
        add(repeats, opening, 100 + repeats.pairs(), 0, of_pair);
    }
}

TEST(Repeats, n_eff_is_empty_without_pairs) {
    EXPECT_FALSE(Repeats().n_eff());
}

TEST(Repeats, n_eff_is_the_number_of_pairs_when_all_openings_differ) {
    Repeats repeats;
    for (std::uint64_t opening = 0; opening < 50; ++opening) {
        add_pairs(repeats, opening, {static_cast<double>(opening % 3)});
    }
    EXPECT_EQ(repeats.n_eff(), 50);
}

TEST(Repeats, n_eff_is_the_number_of_openings_when_games_are_deterministic) {
    Repeats repeats;
    for (int round = 0; round < 40; ++round) {
        for (std::uint64_t opening = 0; opening < 32; ++opening) {
            add(repeats, opening, opening, opening, static_cast<double>(opening % 5) / 2);
        }
    }
    EXPECT_EQ(repeats.distinct(), 32u);
    EXPECT_NEAR(repeats.n_eff().value(), 32, 1e-9);
}

TEST(Repeats, n_eff_of_one_opening_is_empty_when_its_pairs_differ) {
    Repeats repeats;
    add_pairs(repeats, 5, {1});
    EXPECT_EQ(repeats.n_eff(), 1);
    add(repeats, 5, 100, 0, 1);
    EXPECT_EQ(repeats.n_eff(), 1); // the same points
    add_pairs(repeats, 5, {2, 0});
    EXPECT_FALSE(repeats.n_eff()); // the correlation is unknown
}

/// The openings have the points 0, 1 and 1, 2; the mean is 1.
/// Between openings: sum of squares 2 (1/2)^2 + 2 (1/2)^2 = 1, mean square 1 / (2 - 1) = 1.
/// Within openings: sum of squares 1/2 + 1/2 = 1, mean square 1 / (4 - 2) = 1/2.
/// Pairs from an opening: 2. rho = (1 - 1/2) / (1 + 1/2) = 1/3, and n_eff = 4 / (1 + 1/3) = 3.
TEST(Repeats, n_eff_uses_the_correlation_from_the_analysis_of_variance) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1});
    add_pairs(repeats, 2, {1, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 3, 1e-12);
}

/// The openings have the points 0, 0, 1 and 2, 2; the mean is 1.
/// Between openings: sum of squares 3 (2/3)^2 + 2 = 10/3, mean square 10/3.
/// Within openings: sum of squares 2/3, mean square 2/9. Size: 5 - (9 + 4) / 5 = 2.4.
/// rho = (10/3 - 2/9) / (10/3 + 1.4 * 2/9) = 28 / 32.8, and n_eff = 5 / (1 + 1.5 rho) = 164 / 74.8.
TEST(Repeats, n_eff_holds_for_unequal_numbers_of_pairs_per_opening) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 0, 1});
    add_pairs(repeats, 2, {2, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 164 / 74.8, 1e-12);
}

TEST(Repeats, n_eff_takes_a_negative_correlation_as_zero) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1, 2}); // rho would be below 0
    add_pairs(repeats, 2, {2});
    EXPECT_NEAR(repeats.n_eff().value(), 4, 1e-12);
}

using referee::Winner;

GameResult drawn(std::uint64_t moves) {
    return {.game = 0, .pair = 0, .opening = 1, .moves = moves, .winner = Winner::Draw};
}

/// After how many of `games` the draws are noticed; 0: never.
std::size_t noticed_after(const std::vector<GameResult>& games) {
    SameDraws draws;
    std::size_t noticed = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (draws.add(games[i])) {
            EXPECT_EQ(noticed, 0u) << "it is said once";
            noticed = i + 1;
        }
    }
    return noticed;
}

TEST(SameDraws, six_games_that_repeat_two_draws_are_noticed_once) {
    const std::vector<GameResult> same{drawn(1), drawn(2), drawn(1), drawn(2),
                                       drawn(1), drawn(2), drawn(1), drawn(2)};
    EXPECT_EQ(noticed_after(same), 6u);
    EXPECT_EQ(noticed_after({same.begin(), same.begin() + 5}), 0u);
}

TEST(SameDraws, other_moves_or_another_result_are_not) {
    std::vector<GameResult> games{drawn(1), drawn(2), drawn(1), drawn(2), drawn(1), drawn(2), drawn(1)};
    for (std::size_t i = 0; i < SameDraws::kGames; ++i) {
        std::vector<GameResult> won = games;
        won[i].winner = Winner::Agent1;
        EXPECT_EQ(noticed_after(won), 0u) << i;
        std::vector<GameResult> other = games;
        other[i].moves = 9;
        EXPECT_EQ(noticed_after(other), 0u) << i;
        std::vector<GameResult> unscored = games;
        unscored[i].winner.reset();
        EXPECT_EQ(noticed_after(unscored), 0u) << i;
    }
}

} // namespace
} // namespace sprt
