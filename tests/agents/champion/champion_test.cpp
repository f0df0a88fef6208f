#include "agents/champion/champion.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace search {
namespace {

using Rules = ataxx::uai::Rules;

Champion::Found think(const Champion::Position& position, const Limits& limits) {
    return Champion(1).think(position, limits);
}
Champion::Found think(const std::string& fen, const Limits& limits) {
    return think(Rules::read_fen(fen), limits);
}

bool is_legal(const Champion::Position& position, ataxx::Move move) {
    const auto moves = Rules::moves(position);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

TEST(Champion, move_is_legal_whatever_the_limits_are) {
    Champion champion(1);
    for (const auto& stones : random_positions(200, 1)) {
        const Champion::Position position(stones, {}, 0);
        for (const Limits& limits : {Limits{.depth = 1}, Limits{.nodes = 1}, Limits{.nodes = 500},
                                     Limits{.deadline = std::chrono::steady_clock::time_point{}},
                                     Limits{.is_stopped = [] { return true; }}}) {
            const auto found = champion.think(position, limits);
            EXPECT_TRUE(is_legal(position, found.choice.move)) << Rules::fen(position);
        }
    }
}

TEST(Champion, line_is_legal_to_its_end) {
    Champion champion(1);
    for (const auto& stones : random_positions(300, 2)) {
        Champion::Position position(stones, {}, 0);
        const auto found = champion.think(position, {.nodes = 3000});
        ASSERT_FALSE(found.line.empty());
        EXPECT_EQ(found.line[0], found.choice.move);
        for (const auto move : found.line) {
            ASSERT_TRUE(is_legal(position, move));
            position = Rules::after(position, move);
        }
    }
}

TEST(Champion, same_nodes_give_the_same_search_and_no_more_are_searched) {
    for (const auto& stones : random_positions(10, 3)) {
        const Champion::Position position(stones, {}, 0);
        const auto one = think(position, {.nodes = 5000});
        const auto two = think(position, {.nodes = 5000});
        EXPECT_EQ(one.choice.move, two.choice.move);
        EXPECT_EQ(one.choice.value, two.choice.value);
        EXPECT_EQ(one.line, two.line);
        EXPECT_LE(one.nodes, 5000U);
    }
}

TEST(Champion, last_stone_of_the_opponent_is_taken_at_once) {
    const auto found = think("x6/7/2o4/7/7/7/6x x 0 1", {.depth = 5}); // from a7 to b6 or b5: c5 is turned
    EXPECT_EQ(found.choice.value, kInfinity - 1);
    EXPECT_EQ(found.depth, 1);
}

TEST(Champion, side_without_a_move_passes) {
    const auto found = think("xxx4/xxx4/xxx4/7/7/7/6o o 0 1", {.depth = 4});
    EXPECT_FALSE(found.choice.move.is_pass());
    const auto shut_in = think("oxx4/xxx4/xxx4/7/7/7/7 o 0 1", {.depth = 4});
    EXPECT_TRUE(shut_in.choice.move.is_pass());
    EXPECT_LT(shut_in.choice.value, 0);
}

TEST(Champion, blocked_squares_are_not_entered_and_end_the_game_as_the_rules_say) {
    // Only b1 is free: black clones to it, and the game ends with 2 stones to 1.
    const auto last = think("-------/-------/-------/-------/-------/---o---/x1----- x 0 1", {.depth = 6});
    EXPECT_EQ(ataxx::uai_notation(last.choice.move.numbers()), "b1");
    EXPECT_EQ(last.choice.value, kInfinity - 1);
}

TEST(Champion, draw_by_half_moves_is_seen) {
    // Black's only move is a jump, here with the hundredth half-move.
    const std::string board = "-------/-------/-------/-------/-------/-------/x-1-o-- x ";
    const auto found = think(board + "99 1", {.depth = 3});
    EXPECT_TRUE(found.choice.move.is_jump());
    EXPECT_EQ(found.choice.value, 0);
    EXPECT_NE(think(board + "0 1", {.depth = 3}).choice.value, 0);
}

TEST(Champion, no_depth_is_begun_when_the_time_is_enough) {
    Limits limits;
    limits.enough = std::chrono::steady_clock::now();
    EXPECT_EQ(think(Champion::Position(), limits).depth, 1);
}

TEST(Champion, what_is_found_at_each_depth_is_told) {
    std::vector<int> depths;
    const auto found = Champion(1).think(
        {}, {.depth = 5}, [&](const Champion::Found& so_far) { depths.push_back(so_far.depth); });
    EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5}));
    EXPECT_EQ(found.depth, 5);
}

TEST(Champion, deeper_search_does_not_lose_to_a_shallower_one) {
    const auto play = [](int first_depth, int second_depth) {
        Champion first(1);
        Champion second(1);
        Champion::Position position;
        for (int turn = 0; turn < 400 && !Rules::ending(position); ++turn) {
            auto& mover = turn % 2 == 0 ? first : second;
            position = Rules::after(
                position,
                mover.think(position, {.depth = turn % 2 == 0 ? first_depth : second_depth}).choice.move);
        }
        return Rules::score(position)[ataxx::Side::First] - Rules::score(position)[ataxx::Side::Second];
    };
    EXPECT_GT(play(6, 1), 0);
    EXPECT_LT(play(1, 6), 0);
}

} // namespace
} // namespace search
