#include "sprt/schedule/rounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using enum TournamentFormat;

std::vector<std::size_t> all(std::size_t agents) {
    std::vector<std::size_t> positions(agents);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return positions;
}

/// The legs are written one after the other.
TEST(Rounds, round_robin_is_the_circle_method) {
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(2)), ElementsAre(Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(3)),
                ElementsAre(Meeting{1, 2}, Meeting{0, 2}, Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(4)),
                ElementsAre(Meeting{0, 3}, Meeting{1, 2}, Meeting{1, 3}, Meeting{0, 2}, Meeting{2, 3},
                            Meeting{0, 1}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(5)),
                ElementsAre(Meeting{1, 4}, Meeting{2, 3}, Meeting{0, 2}, Meeting{3, 4}, Meeting{1, 3},
                            Meeting{0, 4}, Meeting{2, 4}, Meeting{0, 1}, Meeting{0, 3}, Meeting{1, 2}));
    EXPECT_THAT(meetings_of_round(RoundRobin, 0, all(6)),
                ElementsAre(Meeting{0, 5}, Meeting{1, 4}, Meeting{2, 3}, Meeting{1, 5}, Meeting{0, 2},
                            Meeting{3, 4}, Meeting{2, 5}, Meeting{1, 3}, Meeting{0, 4}, Meeting{3, 5},
                            Meeting{2, 4}, Meeting{0, 1}, Meeting{4, 5}, Meeting{0, 3}, Meeting{1, 2}));
}

TEST(Rounds, all_of_a_round_robin_meet_once) {
    for (std::size_t agents = 2; agents <= 64; ++agents) {
        std::set<std::pair<std::size_t, std::size_t>> met;
        for (const auto& [a, b] : meetings_of_round(RoundRobin, 0, all(agents))) {
            EXPECT_LT(a, b);
            EXPECT_TRUE(met.emplace(a, b).second) << a << " and " << b << " of " << agents;
        }
        EXPECT_EQ(met.size(), agents * (agents - 1) / 2) << agents;
    }
}

TEST(Rounds, seeds_of_a_gauntlet_meet_each_rival_and_not_each_other) {
    EXPECT_THAT(meetings_of_round(Gauntlet, 2, all(5)),
                ElementsAre(Meeting{0, 2}, Meeting{1, 2}, Meeting{0, 3}, Meeting{1, 3}, Meeting{0, 4},
                            Meeting{1, 4}));
    EXPECT_THAT(meetings_of_round(Gauntlet, 2, {1, 3, 4}), ElementsAre(Meeting{1, 3}, Meeting{1, 4}))
        << "a seed that no longer plays";
    EXPECT_TRUE(meetings_of_round(Gauntlet, 1, {1, 2}).empty()) << "no seed is left";
}

TEST(Rounds, each_of_a_ladder_meets_the_next_ones) {
    EXPECT_THAT(meetings_of_round(Ladder, 2, all(5)),
                ElementsAre(Meeting{0, 1}, Meeting{1, 2}, Meeting{2, 3}, Meeting{3, 4}, Meeting{0, 2},
                            Meeting{1, 3}, Meeting{2, 4}));
    EXPECT_EQ(meetings_of_round(Ladder, 4, all(5)).size(), 10U);
}

TEST(Rounds, formats_have_names) {
    for (const TournamentFormat format : {RoundRobin, Gauntlet, Ladder}) {
        EXPECT_EQ(format_named(name(format)), format);
    }
    EXPECT_FALSE(format_named("swiss"));
}

} // namespace
} // namespace sprt
