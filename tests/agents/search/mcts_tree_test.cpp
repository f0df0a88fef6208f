#include "agents/search/mcts_tree.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace search {
namespace {

using Tree = MctsTree<char>;
constexpr std::size_t kRoot = 0;
constexpr std::size_t kRoomForAll = 1000 * sizeof(Tree::Node);

/// Counts `visits` of `node`, which won `half_wins` altogether.
void visit(Tree& tree, std::size_t node, unsigned visits, unsigned half_wins) {
    for (unsigned visit = 0; visit < visits; ++visit) {
        tree.count_visit(node, visit == 0 ? half_wins : 0);
    }
}

/// The children 1, 2 and 3 of the root, and the children 4 and 5 of 1, not visited.
Tree two_levels() {
    Tree tree(kRoomForAll);
    tree.add_children(kRoot, std::vector<char>{'a', 'b', 'c'});
    tree.add_children(1, std::vector<char>{'d', 'e'});
    return tree;
}

// Of ten visits the first move has 6 with 4 points, the second 3 with 1.5, the third 1 with 0.
// ln 10 = 2.303, so w/n + c * sqrt(ln t / n) is 0.667 + 0.619 c, 0.500 + 0.876 c, 0.000 + 1.517 c.
TEST(MctsTreeSelection, takes_the_greatest_of_the_formula) {
    Tree tree = two_levels();
    visit(tree, kRoot, 10, 0);
    visit(tree, 1, 6, 8);
    visit(tree, 2, 3, 3);
    visit(tree, 3, 1, 0);
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.0), 1U) << "0.667, 0.500, 0.000";
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.6), 1U) << "1.038, 1.026, 0.910";
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.7), 2U) << "1.100, 1.113, 1.062";
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.8), 3U) << "1.162, 1.201, 1.214";
    EXPECT_EQ(tree.most_promising_child(kRoot, 9.0), 3U);
}

// As above, where t is what changes the choice: 0.667 + c * sqrt(ln t / 6) against 0.500 + c * sqrt(ln t /
// 3).
TEST(MctsTreeSelection, t_is_the_number_of_visits_of_the_parent) {
    for (const unsigned of_parent : {9U, 90U}) {
        Tree tree = two_levels();
        visit(tree, kRoot, 1000, 0);
        visit(tree, 1, of_parent, 0);
        visit(tree, 4, 6, 8);
        visit(tree, 5, 3, 3);
        EXPECT_EQ(tree.most_promising_child(1, 0.5), of_parent == 9 ? 4U : 5U) << of_parent;
    }
}

TEST(MctsTreeSelection, takes_a_move_without_visits_before_all_others) {
    Tree tree = two_levels();
    EXPECT_EQ(tree.most_promising_child(kRoot, 1.0), 1U) << "the first of them";
    visit(tree, kRoot, 5, 0);
    visit(tree, 1, 5, 10);
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.0), 2U);
    visit(tree, 2, 1, 2);
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.0), 3U);
    visit(tree, 3, 1, 0);
    EXPECT_EQ(tree.most_promising_child(kRoot, 0.0), 1U) << "all have visits";
}

TEST(MctsTreeExpansion, gives_a_node_its_moves_in_their_order_without_visits) {
    Tree tree(kRoomForAll);
    EXPECT_FALSE(tree[kRoot].has_children());
    ASSERT_TRUE(tree.add_children(kRoot, std::vector<char>{'a', 'b'}));
    ASSERT_TRUE(tree.add_children(2, std::vector<char>{'c', 'd', 'e'}));
    EXPECT_EQ(tree.size(), 6U);
    EXPECT_EQ(tree[kRoot].children, 1U);
    EXPECT_EQ(tree[kRoot].child_count, 2U);
    EXPECT_FALSE(tree[1].has_children());
    EXPECT_EQ(tree[2].children, 3U);
    EXPECT_EQ(tree[2].child_count, 3U);
    for (std::size_t node = 1; node < tree.size(); ++node) {
        EXPECT_EQ(tree[node].move, "abcde"[node - 1]);
        EXPECT_EQ(tree[node].visits, 0U);
        EXPECT_EQ(tree[node].win_rate(), 0.0);
    }
}

TEST(MctsTreeExpansion, full_tree_keeps_its_nodes) {
    Tree tree(5 * sizeof(Tree::Node));
    ASSERT_TRUE(tree.add_children(kRoot, std::vector<char>{'a', 'b'}));
    EXPECT_FALSE(tree.add_children(1, std::vector<char>{'c', 'd', 'e'})) << "there is room for two";
    EXPECT_EQ(tree.size(), 3U);
    EXPECT_FALSE(tree[1].has_children());
    EXPECT_TRUE(tree.add_children(2, std::vector<char>{'c', 'd'}));
    EXPECT_EQ(tree.size(), 5U);
}

TEST(MctsTreeExpansion, root_gets_its_children_even_without_room) {
    Tree tree(0);
    EXPECT_TRUE(tree.add_children(kRoot, std::vector<char>{'a', 'b'}));
    EXPECT_EQ(tree.size(), 3U);
    tree.clear();
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_FALSE(tree[kRoot].has_children());
}

TEST(MctsTreeBackpropagation, sides_take_turns_from_the_last_move_up) {
    Tree tree = two_levels();
    tree.count_path({kRoot, 1, 4}, 2); // who moved to 4 wins
    EXPECT_EQ(tree[4].half_wins, 2U);
    EXPECT_EQ(tree[1].half_wins, 0U) << "the other side moved to 1";
    EXPECT_EQ(tree[kRoot].half_wins, 2U);
    tree.count_path({kRoot, 1, 5}, 0); // who moved to 5 loses
    EXPECT_EQ(tree[5].half_wins, 0U);
    EXPECT_EQ(tree[1].half_wins, 2U);
    EXPECT_EQ(tree[kRoot].half_wins, 2U);
    tree.count_path({kRoot, 1}, 1); // a draw
    EXPECT_EQ(tree[1].half_wins, 3U);
    EXPECT_EQ(tree[kRoot].half_wins, 3U);
    EXPECT_EQ(tree[1].win_rate(), 0.5);
    tree.count_path({kRoot, 2}, 2);
    EXPECT_EQ(tree[2].half_wins, 2U);
    EXPECT_EQ(tree[kRoot].half_wins, 3U);
}

TEST(MctsTreeBackpropagation, counts_one_visit_of_each_node_of_the_path_and_of_no_other) {
    Tree tree = two_levels();
    tree.count_path({kRoot, 1, 4}, 2);
    tree.count_path({kRoot, 1, 4}, 1);
    tree.count_path({kRoot, 3}, 2);
    const std::vector<unsigned> expected{3, 2, 0, 1, 2, 0};
    for (std::size_t node = 0; node < expected.size(); ++node) {
        EXPECT_EQ(tree[node].visits, expected[node]) << node;
    }
    EXPECT_EQ(tree[2].half_wins, 0U);
    EXPECT_EQ(tree[4].win_rate(), 0.75);
}

} // namespace
} // namespace search
