#include "agents/search/killer.hpp"
#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/support/repetitions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Killers, most_recent_move_is_first_and_the_oldest_is_dropped) {
    Killers<int> killers(3);
    EXPECT_THAT(killers.at(2), IsEmpty());
    killers.cut_off(2, 10);
    killers.cut_off(2, 20);
    EXPECT_THAT(killers.at(2), ElementsAre(20, 10));
    killers.cut_off(2, 30);
    killers.cut_off(2, 40);
    EXPECT_THAT(killers.at(2), ElementsAre(40, 30, 20));
    EXPECT_THAT(killers.at(1), IsEmpty());
    EXPECT_THAT(killers.at(3), IsEmpty());
}

TEST(Killers, known_move_moves_to_the_front) {
    Killers<int> killers(3);
    for (const int move : {10, 20, 30}) {
        killers.cut_off(0, move);
    }
    killers.cut_off(0, 20);
    EXPECT_THAT(killers.at(0), ElementsAre(20, 30, 10));
    killers.cut_off(0, 10);
    EXPECT_THAT(killers.at(0), ElementsAre(10, 20, 30));
    killers.cut_off(0, 10);
    EXPECT_THAT(killers.at(0), ElementsAre(10, 20, 30));
    killers.clear();
    EXPECT_THAT(killers.at(0), IsEmpty());
}

TEST(Killers, list_of_none_stays_empty_and_the_greatest_depth_has_a_list) {
    Killers<int> none(0);
    none.cut_off(0, 1);
    EXPECT_THAT(none.at(0), IsEmpty());
    Killers<int> one(1);
    one.cut_off(kMaxDepth, 1);
    one.cut_off(kMaxDepth, 2);
    EXPECT_THAT(one.at(kMaxDepth), ElementsAre(2));
}

TEST(Killer, chooses_the_moves_of_alphabeta_from_fewer_nodes) {
    for (const std::size_t kept : {1U, 2U, 4U, 32U}) {
        Killers<ataxx::Move> killers(kept);
        std::uint64_t plain_nodes = 0;
        std::uint64_t killer_nodes = 0;
        for (const auto& position : random_positions(referee::testing_support::repetitions(60), 4)) {
            const auto moves = legal_moves(position);
            const auto expected = alphabeta_move<Ataxx>(position, moves, 3, NodeCount(plain_nodes));
            const auto choice = killer_move<Ataxx>(position, moves, 3, killers, NodeCount(killer_nodes));
            ASSERT_EQ(choice.move, expected.move);
            ASSERT_EQ(choice.value, expected.value);
        }
        EXPECT_LT(killer_nodes, plain_nodes * 8 / 10) << kept;
    }
}

TEST(Killer, without_killers_visits_the_nodes_of_alphabeta) {
    Killers<ataxx::Move> none(0);
    std::uint64_t plain_nodes = 0;
    std::uint64_t killer_nodes = 0;
    for (const auto& position : random_positions(10, 5)) {
        (void)alphabeta_move<Ataxx>(position, legal_moves(position), 3, NodeCount(plain_nodes));
        (void)killer_move<Ataxx>(position, legal_moves(position), 3, none, NodeCount(killer_nodes));
    }
    EXPECT_EQ(killer_nodes, plain_nodes);
}

TEST(Killer, solves_tic_tac_toe_from_fewer_nodes) {
    Killers<TicTacToe::Move> killers(2);
    std::uint64_t plain_nodes = 0;
    std::uint64_t killer_nodes = 0;
    const TicTacToe::Position start;
    EXPECT_EQ(alphabeta_value<TicTacToe>(start, 0, 9, Window{}, NodeCount(plain_nodes)), 0);
    const KillerTree<TicTacToe, NodeCount> tree(killers, 9, NodeCount(killer_nodes));
    EXPECT_EQ(tree.value(start, 0, Window{}), 0);
    EXPECT_LT(killer_nodes, plain_nodes);
}

} // namespace
} // namespace search
