#include "sprt/stats/ratings/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Pairing won(std::size_t a, std::size_t b) {
    return {a, b, Ptnml{{0, 0, 0, 0, 3}}};
}
Pairing shared(std::size_t a, std::size_t b) {
    return {a, b, Ptnml{{1, 0, 0, 0, 1}}};
}

TEST(Groups, are_connected_by_counted_pairs) {
    EXPECT_THAT(
        groups_of({.agents = 6, .pairings = {shared(4, 1), shared(1, 3), won(0, 5), {2, 0, Ptnml{}}}}),
        ElementsAre(AgentList{0, 5}, AgentList{1, 3, 4}))
        << "agent 2 has no counted pair";
    EXPECT_THAT(groups_of({.agents = 3, .pairings = {}}), IsEmpty());
}

TEST(Classes, stronger_ones_come_first) {
    const std::vector<double> unknown(6);
    const Crosstable chain{.agents = 4, .pairings = {won(2, 0), won(0, 3), won(3, 1)}};
    EXPECT_THAT(classes_of(chain, {0, 1, 2, 3}, unknown),
                ElementsAre(AgentList{2}, AgentList{0}, AgentList{3}, AgentList{1}));
    const Crosstable one{.agents = 3, .pairings = {won(0, 1), won(1, 2), won(2, 0)}};
    EXPECT_THAT(classes_of(one, {0, 1, 2}, unknown), ElementsAre(AgentList{0, 1, 2}));
    const Crosstable above{.agents = 4, .pairings = {shared(1, 2), won(0, 1), won(0, 3), shared(2, 3)}};
    EXPECT_THAT(classes_of(above, {0, 1, 2, 3}, unknown), ElementsAre(AgentList{0}, AgentList{1, 2, 3}));
}

TEST(Classes, that_nothing_orders_come_by_strength) {
    const Crosstable results{.agents = 3, .pairings = {won(0, 1), won(0, 2)}};
    EXPECT_THAT(classes_of(results, {0, 1, 2}, {9, 1, 2}),
                ElementsAre(AgentList{0}, AgentList{2}, AgentList{1}));
    EXPECT_THAT(classes_of(results, {0, 1, 2}, {9, 2, 1}),
                ElementsAre(AgentList{0}, AgentList{1}, AgentList{2}));
}

TEST(Classes, draws_and_single_points_join) {
    const Crosstable drawn{.agents = 2, .pairings = {{0, 1, Ptnml{{0, 0, 1, 0, 20}}}}};
    EXPECT_THAT(classes_of(drawn, {0, 1}, {0, 0}), ElementsAre(AgentList{0, 1}));
    const Crosstable half{.agents = 2, .pairings = {{0, 1, Ptnml{{0, 0, 0, 1, 20}}}}};
    EXPECT_THAT(classes_of(half, {0, 1}, {0, 0}), ElementsAre(AgentList{0, 1}));
}

TEST(Rank, is_that_of_the_differences) {
    const Crosstable results{.agents = 5, .pairings = {won(0, 1), won(1, 2), won(0, 2), won(3, 4)}};
    EXPECT_EQ(rank_of(results, {0, 1, 2, 3}), 3U);
    EXPECT_EQ(rank_of(results, {0, 2}), 2U);
    EXPECT_EQ(rank_of(results, {}), 0U);
}

} // namespace

} // namespace sprt
