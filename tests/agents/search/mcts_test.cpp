#include "agents/ataxx/ataxx.hpp"
#include "agents/search/mcts.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/four_leaves.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/agents/tic_tac_toe/board_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
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

using Cell = TicTacToe::Move;
using Board = TicTacToe::Position;

/// Playouts to the end of the game, which is at most 9 plies away.
constexpr MctsSettings kToTheEnd{.exploration = 1.0, .playout_plies = 9};

Cell move_of_mcts(const Board& board, const MctsSettings& settings, std::uint64_t playouts,
                  std::uint64_t seed = 1) {
    return Mcts<TicTacToe>(settings, seed).search(board, {.nodes = playouts}).move;
}

/// Plays with `settings` against every sequence of moves of the other side.
class EveryGame {
  public:
    EveryGame(const MctsSettings& settings, std::uint64_t playouts)
        : settings_(settings)
        , playouts_(playouts) {}

    /// Whether one of the games from `board` is lost.
    bool can_lose(const Board& board, bool is_mcts_to_move) {
        if (TicTacToe::is_finished(board)) {
            return (TicTacToe::finished_score(board, 0) < 0) == is_mcts_to_move &&
                   TicTacToe::finished_score(board, 0) != 0;
        }
        if (is_mcts_to_move) {
            const auto known = answers_.find({board.own(), board.theirs()});
            const Cell move =
                known != answers_.end() ? known->second : move_of_mcts(board, settings_, playouts_);
            answers_[{board.own(), board.theirs()}] = move;
            return can_lose(TicTacToe::after(board, move), false);
        }
        const auto moves = TicTacToe::moves(board);
        return std::any_of(moves.begin(), moves.end(),
                           [&](const Cell& move) { return can_lose(TicTacToe::after(board, move), true); });
    }

  private:
    MctsSettings settings_;
    std::uint64_t playouts_;
    std::map<std::pair<int, int>, Cell> answers_;
};

TEST(MctsSlow, with_enough_playouts_no_game_of_tic_tac_toe_is_lost) {
    EXPECT_FALSE(EveryGame(kToTheEnd, 3000).can_lose(Board(), true));
    EXPECT_FALSE(EveryGame(kToTheEnd, 3000).can_lose(Board(), false));
}

TEST(Mcts, with_one_playout_games_are_lost) {
    EXPECT_TRUE(EveryGame(kToTheEnd, 1).can_lose(Board(), false));
}

constexpr MctsSettings kFlat{.exploration = 1.0, .is_flat = true, .playout_plies = 9};

TEST(Mcts, tree_and_flat_take_a_win) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Board winning{0003, 0030}; // 0 and 1 against 3 and 4
        EXPECT_EQ(move_of_mcts(winning, kToTheEnd, 500, seed), Cell{2});
        EXPECT_EQ(move_of_mcts(winning, kFlat, 500, seed), Cell{2});
    }
}

// 0 against 3 and 4. Two in a row of its own look as good to flat playouts, where the answer is random.
TEST(Mcts, tree_stops_a_win) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(move_of_mcts(board_of(0001, 0030), kToTheEnd, 2000, seed), Cell{5});
    }
}

TEST(Mcts, share_of_wins_is_that_of_random_games) {
    const auto rate = [](const Board& board) {
        return Mcts<TicTacToe>(kToTheEnd, 1).search(board, {.nodes = 500}).win_rate;
    };
    EXPECT_EQ(rate(board_of(0003, 0030)), 1.0) << "won at once";
    EXPECT_EQ(rate(board_of(0215, 0162)), 0.5) << "drawn by the last square";
    for (const MctsSettings& settings : {kToTheEnd, kFlat}) {
        const auto start = Mcts<TicTacToe>(settings, 1).search(Board(), {.nodes = 3000});
        EXPECT_GT(start.win_rate, 0.5) << "who begins wins more random games";
        EXPECT_LT(start.win_rate, 0.85);
    }
}

/// The first move has a leaf that wins and one that loses, the second two draws. The first looks won.
using Trap = FourLeaves<std::array{1, -1, 0, 0}, std::array{0, -1, 0}>;

/// Without plies a playout is the evaluation, and nothing is left to chance.
MctsResult<int> search_trap(std::uint64_t playouts) {
    Trap::leaves_visited.clear();
    return Mcts<Trap>({.exploration = 1.0, .playout_plies = 0}, 1).search(0, {.nodes = playouts});
}

// Playouts 1 and 2 try the moves. 3 and 4 follow the first one (1 + 0.833 against 0.5 + 0.833; 1 + 0.741
// against 0.5 + 1.048), which gets its children, to its leaves: won, lost. 5 follows the second one (0.667 +
// 0.680 against 0.5 + 1.177) to its first leaf.
TEST(Mcts, first_five_playouts_are_those_computed_by_hand) {
    const std::array<std::size_t, 5> nodes{3, 3, 5, 5, 7};
    const std::array<double, 5> share_of_first{1, 1, 1, 2.0 / 3, 2.0 / 3};
    for (std::size_t playouts = 1; playouts <= 5; ++playouts) {
        const auto found = search_trap(playouts);
        EXPECT_EQ(found.move, 1) << playouts;
        EXPECT_EQ(found.tree_nodes, nodes.at(playouts - 1)) << playouts;
        EXPECT_EQ(found.win_rate, share_of_first.at(playouts - 1)) << playouts;
    }
    EXPECT_EQ(Trap::leaves_visited, (std::vector{3, 4, 5}));
    EXPECT_EQ(search_trap(5).line, (std::vector{1, 4})) << "the answer that wins for the other side";
}

TEST(Mcts, draw_is_preferred_to_a_move_with_an_answer_that_wins) {
    const auto found = search_trap(1000);
    EXPECT_EQ(found.move, 2);
    EXPECT_EQ(found.win_rate, 0.5);
    EXPECT_EQ(found.tree_nodes, 7U) << "finished positions have no children";
}

TEST(Mcts, same_seed_and_playouts_give_the_same_game) {
    const auto play = [](std::uint64_t seed) {
        Mcts<Ataxx> mcts({}, seed);
        return self_play(
                   ataxx::Position(),
                   [&](const auto& position) {
                       const auto found = mcts.search(position, {.nodes = 30});
                       EXPECT_TRUE(position.is_legal(found.move));
                       EXPECT_EQ(found.playouts, 30U);
                       return found.move;
                   },
                   60)
            .moves;
    };
    EXPECT_EQ(play(1), play(1));
    EXPECT_NE(play(1), play(2));
}

TEST(Mcts, passed_deadline_still_gives_a_move) {
    Mcts<Ataxx> mcts({}, 1);
    const auto found = mcts.search(ataxx::Position(), {.deadline = std::chrono::steady_clock::time_point()});
    EXPECT_EQ(found.playouts, 1U);
    EXPECT_TRUE(ataxx::Position().is_legal(found.move));
}

TEST(Mcts, full_tree_continues_without_growing) {
    const MctsSettings small{.tree_bytes = 16'000};
    const auto found = Mcts<Ataxx>(small, 1).search(ataxx::Position(), {.nodes = 5000});
    EXPECT_EQ(found.playouts, 5000U);
    EXPECT_LT(found.tree_nodes, 1000U);
    EXPECT_GT(Mcts<Ataxx>({}, 1).search(ataxx::Position(), {.nodes = 5000}).tree_nodes, 5000U);
}

TEST(Mcts, flat_grows_no_tree) {
    const auto found = Mcts<Ataxx>({.is_flat = true}, 1).search(ataxx::Position(), {.nodes = 500});
    EXPECT_LE(found.tree_nodes, 1 + ataxx::legal_moves(ataxx::Position()).size());
    EXPECT_EQ(found.line.size(), 1U);
}

TEST(Mcts, line_is_legal) {
    for (const auto& start : random_positions(20, 3)) {
        auto position = start;
        for (const auto move : Mcts<Ataxx>({}, 1).search(start, {.nodes = 2000}).line) {
            ASSERT_TRUE(position.is_legal(move));
            position = position.after(move);
        }
        EXPECT_NE(position, start);
    }
}

TEST(Mcts, takes_the_last_stone) {
    // The clone to b2 turns over all that is left.
    const auto position = at("x6/7/2o4/7/7/7/7 x");
    for (const bool is_flat : {false, true}) {
        const auto found = Mcts<Ataxx>({.is_flat = is_flat}, 1).search(position, {.nodes = 300});
        EXPECT_TRUE(position.after(found.move).is_finished()) << is_flat;
        EXPECT_EQ(found.win_rate, 1.0);
    }
}

} // namespace

} // namespace search
