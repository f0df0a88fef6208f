#include "agents/chess/chess.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/minimax.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace search {
namespace {

Chess::Position position_of(std::string_view fen) {
    return Chess::Rules::read_fen(fen);
}

TEST(ChessAgent, a_position_is_worth_the_same_with_colours_exchanged) {
    EXPECT_EQ(Chess::evaluation(Chess::Position()), 0);
    EXPECT_EQ(Chess::evaluation(position_of("4k3/8/2n5/8/4P3/8/3Q4/R3K3 w Q - 0 1")),
              Chess::evaluation(position_of("r3k3/3q4/8/4p3/8/2N5/8/4K3 b q - 0 1")));
    EXPECT_GT(Chess::evaluation(position_of("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1")), 500);
    EXPECT_LT(Chess::evaluation(position_of("4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1")), -500);
}

TEST(ChessAgent, finished_positions_are_losses_by_mate_and_otherwise_draws) {
    const auto mate = position_of("7k/6Q1/5K2/8/8/8/8/8 b - - 3 80");
    EXPECT_TRUE(Chess::is_finished(mate));
    EXPECT_TRUE(Chess::moves(mate).empty());
    EXPECT_EQ(Chess::finished_score(mate, 3), 3 - kInfinity);
    for (const char* fen : {"7k/8/5KQ1/8/8/8/8/8 b - - 3 80", "8/8/4kb2/6b1/8/3KB1B1/8/8 w - - 0 1",
                            "4k3/8/8/8/8/8/3Q4/4K3 w - - 100 90"}) {
        const auto drawn = position_of(fen);
        EXPECT_TRUE(Chess::is_finished(drawn)) << fen;
        EXPECT_TRUE(Chess::moves(drawn).empty()) << fen;
        EXPECT_EQ(Chess::finished_score(drawn, 3), 0) << fen;
    }
}

TEST(ChessAgent, searches_find_mate_and_agree) {
    for (const char* fen : {"7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
                            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"}) {
        const auto position = position_of(fen);
        const auto moves = Chess::moves(position);
        const auto found = minimax_move<Chess>(position, moves, 2);
        EXPECT_EQ(found.value, kInfinity - 1) << fen;
        EXPECT_EQ(alphabeta_move<Chess>(position, moves, 2).move, found.move) << fen;
        EXPECT_EQ(negamax_move<Chess>(position, moves, 2).move, found.move) << fen;
    }
}

TEST(ChessAgent, searches_with_a_table_have_the_value_of_minimax) {
    Table<Chess::Move> table(1); // that of the positions before it too
    Pvs<Chess> pvs(table);
    for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"}) {
        const auto position = position_of(fen);
        const auto moves = Chess::moves(position);
        for (int depth = 1; depth <= 3; ++depth) {
            const int expected = alphabeta_move<Chess>(position, moves, depth).value;
            EXPECT_EQ(deepen(pvs, position, moves, {.depth = depth}).choice.value, expected) << fen;
        }
    }
}

TEST(ChessAgent, positions_of_chess960_are_read_too) {
    const auto position = position_of("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    EXPECT_EQ(Chess::moves(position).size(), 20U);
    EXPECT_EQ(position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Chess::Position());
}

} // namespace
} // namespace search
