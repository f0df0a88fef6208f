#include "agents/search/deepening.hpp"
#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace search {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Lines, are_built_from_the_end) {
    Lines<int> lines;
    EXPECT_THAT(lines.at(0), IsEmpty());
    lines.clear(3);
    lines.put(2, 30);
    lines.put(1, 20);
    lines.put(0, 10);
    EXPECT_THAT(lines.at(0), ElementsAre(10, 20, 30));
    lines.clear(2); // another position at that ply, with nothing after it
    lines.put(1, 21);
    EXPECT_THAT(lines.at(1), ElementsAre(21));
    EXPECT_THAT(lines.at(0), ElementsAre(10, 20, 30)); // the new line was not put at ply 0
    lines.put(0, 11);
    EXPECT_THAT(lines.at(0), ElementsAre(11, 21));
}

TEST(Lines, reach_the_greatest_depth) {
    Lines<int> lines;
    lines.clear(kMaxDepth);
    for (int ply = kMaxDepth - 1; ply >= 0; --ply) {
        lines.put(ply, ply);
    }
    EXPECT_EQ(lines.at(0).size(), static_cast<std::size_t>(kMaxDepth));
    EXPECT_EQ(lines.at(0).back(), kMaxDepth - 1);
}

using ataxx::Move;
using ataxx::Position;
using Idab = AlphaBeta<Ataxx, TableUse::None>;

TEST(Deepening, searches_the_first_depth_whatever_the_limits) {
    const auto past = std::chrono::steady_clock::now() - std::chrono::hours(1);
    for (const auto& limits : {Limits{.nodes = 1}, Limits{.deadline = past}}) {
        for (const Position& position : random_positions(20, 1)) {
            Idab search;
            const auto found = deepen(search, position, legal_moves(position), limits);
            const auto expected = alphabeta_move<Ataxx>(position, legal_moves(position), 1);
            ASSERT_EQ(found.choice.move, expected.move);
            ASSERT_EQ(found.depth, 1);
        }
    }
}

TEST(Deepening, keeps_a_limit_of_nodes_and_chooses_a_legal_move) {
    for (const std::uint64_t nodes : {100U, 1000U, 10'000U}) {
        for (const Position& position : random_positions(20, 2)) {
            Table<Move> table(1);
            Pvs<Ataxx> search(table);
            const auto first_depth = deepen(search, position, legal_moves(position), {.depth = 1}).nodes;
            const auto found = deepen(search, position, legal_moves(position), {.nodes = nodes});
            ASSERT_TRUE(position.is_legal(found.choice.move));
            ASSERT_LE(found.nodes, std::max(nodes, first_depth));
        }
    }
}

// A move of an unfinished depth counts only when it is better than the best move of the depth before.
TEST(Deepening, keeps_the_best_move_of_the_last_finished_depth_when_stopped) {
    const Position position = random_positions(1, 3)[0];
    std::vector<Move> best_at_last; // of each depth
    std::vector<std::uint64_t> nodes_until;
    for (int depth = 1; depth <= 3; ++depth) {
        Idab search;
        const auto found = deepen(search, position, legal_moves(position), {.depth = depth});
        best_at_last.push_back(found.choice.move);
        nodes_until.push_back(found.nodes);
    }
    for (std::size_t i = 0; i < nodes_until.size(); ++i) {
        Idab search;
        const auto found = deepen(search, position, legal_moves(position), {.nodes = nodes_until[i] + 1});
        EXPECT_EQ(found.choice.move, best_at_last[i]);
        EXPECT_EQ(found.depth, static_cast<int>(i) + 1);
    }
}

TEST(Deepening, line_is_legal_and_begins_with_the_choice) {
    for (Position position : random_positions(30, 4)) {
        Idab search;
        const auto found = deepen(search, position, legal_moves(position), {.depth = 3});
        ASSERT_FALSE(found.line.empty());
        EXPECT_EQ(found.line[0], found.choice.move);
        EXPECT_LE(found.line.size(), 3U);
        for (const Move move : found.line) {
            ASSERT_TRUE(!position.is_finished() && position.is_legal(move));
            position = position.after(move);
        }
        if (!is_decided(found.choice.value)) { // the line leads to the value
            EXPECT_EQ(found.line.size(), 3U);
            EXPECT_EQ(-Ataxx::evaluation(position), found.choice.value);
        }
    }
}

TEST(Deepening, ends_when_the_game_is_decided) {
    const Position win = at("1x1o3/5x1/7/7/7/7/7 x");
    Idab search;
    const auto found = deepen(search, win, legal_moves(win), {});
    EXPECT_EQ(found.depth, 1);
    EXPECT_EQ(found.choice.value, kInfinity - 1);
    // A board that is nearly full is searched to the end.
    const Position late = at("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooo2 x");
    const auto lost = deepen(search, late, legal_moves(late), {});
    EXPECT_TRUE(is_decided(lost.choice.value));
    EXPECT_LT(lost.depth, 10);
}

TEST(Deepening, solves_tic_tac_toe) {
    Table<TicTacToe::Move> table(1);
    AlphaBeta<TicTacToe, TableUse::None> idab;
    AlphaBeta<TicTacToe, TableUse::MoveFirst> ttmo(table);
    AlphaBeta<TicTacToe, TableUse::CutOff> ttco(table);
    Pvs<TicTacToe> pvs(table);
    const TicTacToe::Position start;
    const auto solve = [&](auto& search) {
        const auto found = deepen(search, start, TicTacToe::moves(start), {.depth = 9});
        EXPECT_EQ(found.choice.value, 0);
        EXPECT_EQ(found.depth, 9);
        EXPECT_EQ(found.line.empty(), false);
        return found.nodes;
    };
    const auto idab_nodes = solve(idab);
    const auto ttmo_nodes = solve(ttmo);
    EXPECT_LT(ttmo_nodes, idab_nodes);
    EXPECT_LT(solve(ttco), ttmo_nodes);
    EXPECT_LT(solve(pvs), ttmo_nodes);
}

} // namespace

} // namespace search
