#include "agents/search/minimax.hpp"
#include "agents/search/rng.hpp"
#include "referee/rules/fen.hpp"
#include "referee/rules/outcome.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace ataxx {
namespace {

Position at(const std::string& fen) {
    return parse_fen(fen).position;
}

/// Minimax as a textbook has it: the value for the first player, which one side makes large and the other
/// small.
int textbook_value(const Position& position, int ply, int depth) {
    const int difference = position.stones(Side::First).count() - position.stones(Side::Second).count();
    if (position.is_finished()) {
        const bool first_to_move = position.to_move() == Side::First;
        const int own = first_to_move ? difference : -difference;
        const int value = own > 0 ? (1 << 30) - ply : ply - (1 << 30);
        return first_to_move ? value : -value;
    }
    if (ply == depth) {
        return difference;
    }
    std::vector<int> values;
    for (const Move move : legal_moves(position)) {
        values.push_back(textbook_value(position.after(move), ply + 1, depth));
    }
    return position.to_move() == Side::First ? *std::max_element(values.begin(), values.end())
                                             : *std::min_element(values.begin(), values.end());
}

/// Positions of random games, of every stage.
std::vector<Position> positions(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Position> found;
    while (found.size() < count) {
        Position position;
        const auto plies = random() % 120;
        for (std::uint64_t ply = 0; ply < plies && !position.is_finished(); ++ply) {
            const MoveList moves = legal_moves(position);
            position = position.after(moves[random() % moves.size()]);
        }
        if (!position.is_finished()) {
            found.push_back(position);
        }
    }
    return found;
}

struct SelfPlay {
    int turns = 0;
    Position last;
};

SelfPlay self_play(const std::function<Move(const Position&)>& choose) {
    SelfPlay game;
    for (; !board_verdict(game.last, game.turns, 400); ++game.turns) {
        game.last = game.last.after(choose(game.last));
    }
    return game;
}

TEST(Score, from_the_side_to_move) {
    EXPECT_EQ(stone_difference(Position()), 0);
    EXPECT_EQ(stone_difference(at("xxx3o/7/7/7/7/7/7 x")), 2);
    EXPECT_EQ(stone_difference(at("xxx3o/7/7/7/7/7/7 o")), -2);
    EXPECT_EQ(finished_score(at("xx5/7/7/7/7/7/7 x"), 3), (1 << 30) - 3);
    EXPECT_EQ(finished_score(at("xx5/7/7/7/7/7/7 o"), 3), -((1 << 30) - 3));
    EXPECT_LT(finished_score(at("xx5/7/7/7/7/7/7 x"), 1), kInfinity);
    EXPECT_GT(finished_score(at("xx5/7/7/7/7/7/7 o"), 1), -kInfinity);
}

TEST(Minimax, agrees_with_the_textbook) {
    for (const Position& position : positions(40, 1)) {
        for (int depth = 0; depth <= 2; ++depth) {
            const int expected = textbook_value(position, 0, depth);
            ASSERT_EQ(minimax_value(position, 0, depth),
                      position.to_move() == Side::First ? expected : -expected);
        }
    }
}

TEST(AlphaBeta, with_an_open_window_it_has_the_same_value) {
    for (const Position& position : positions(40, 2)) {
        for (int depth = 0; depth <= 2; ++depth) {
            ASSERT_EQ(alphabeta_value(position, 0, depth, -kInfinity, kInfinity),
                      minimax_value(position, 0, depth));
        }
    }
}

TEST(AlphaBeta, with_a_narrow_window_it_is_a_bound_on_the_right_side) {
    for (const Position& position : positions(20, 3)) {
        const int value = minimax_value(position, 0, 2);
        for (const int alpha : {-6, -2, 0, 1, 5}) {
            const int bound = alphabeta_value(position, 0, 2, alpha, alpha + 1);
            ASSERT_EQ(bound > alpha, value > alpha);
        }
    }
}

TEST(AlphaBeta, chooses_the_same_moves_as_minimax) {
    Rng rng(4);
    for (const Position& position : positions(60, 4)) {
        MoveList moves = legal_moves(position);
        for (int depth = 1; depth <= 2; ++depth) {
            ASSERT_EQ(alphabeta_move(position, moves, depth), minimax_move(position, moves, depth));
            rng.shuffle(moves); // whatever the order
            ASSERT_EQ(alphabeta_move(position, moves, depth), minimax_move(position, moves, depth));
        }
    }
}

TEST(Minimax, the_first_of_equals_is_kept) {
    const MoveList moves = legal_moves(Position());
    EXPECT_EQ(minimax_move(Position(), moves, 1), moves[0]); // all clones are worth one stone
    EXPECT_EQ(greedy_move(Position(), moves), moves[0]);
    MoveList reversed;
    for (std::size_t i = moves.size(); i > 0; --i) {
        reversed.push_back(moves[i - 1]);
    }
    // In that order the first clone is the last of the corner (7,7).
    EXPECT_EQ(minimax_move(Position(), reversed, 1), Move(Square(48), Square(47)));
    EXPECT_EQ(greedy_move(Position(), reversed), Move(Square(48), Square(47)));
}

TEST(Minimax, takes_the_win_at_hand_and_sees_the_loss_to_come) {
    // A clone to (1,4) takes the last two stones; a clone next to one of them takes one only.
    const Position win = at("1x1o3/5x1/7/7/7/7/7 x");
    for (const int depth : {1, 2, 3}) {
        const Move move = alphabeta_move(win, legal_moves(win), depth);
        EXPECT_TRUE(win.after(move).is_finished()) << depth << ' ' << to_string(move);
        EXPECT_EQ(minimax_move(win, legal_moves(win), depth), move);
    }
    EXPECT_EQ(minimax_value(win, 0, 3), (1 << 30) - 1); // at once, not later
}

TEST(Greedy, takes_the_most) {
    // (3,3) touches three stones; everything else touches fewer.
    const Position position = at("7/1ooo3/7/2x4/7/7/6o x");
    const Move move = greedy_move(position, legal_moves(position));
    EXPECT_EQ(to_string(move), "4 3 3 3");
    EXPECT_EQ(move, minimax_move(position, legal_moves(position), 1));
}

TEST(Minimax, a_pass_takes_a_ply) {
    const Position stuck = at("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x");
    const MoveList moves = legal_moves(stuck);
    EXPECT_TRUE(minimax_move(stuck, moves, 3).is_pass());
    EXPECT_TRUE(alphabeta_move(stuck, moves, 3).is_pass());
    // The second player fills the board with its 25th stone: lost at the second ply.
    EXPECT_EQ(minimax_value(stuck, 0, 3), -((1 << 30) - 2));
}

// The article's experiment: to depth 3 both searches play this game, 26-23 for the first player at turn 89.
TEST(SelfPlay, the_articles_game) {
    for (const auto& choose :
         {+[](const Position& position) { return alphabeta_move(position, legal_moves(position), 3); },
          +[](const Position& position) { return minimax_move(position, legal_moves(position), 3); }}) {
        const SelfPlay game = self_play(choose);
        EXPECT_EQ(game.turns, 89);
        EXPECT_EQ(game.last.stones(Side::First).count(), 26);
        EXPECT_EQ(game.last.stones(Side::Second).count(), 23);
    }
}

} // namespace
} // namespace ataxx
