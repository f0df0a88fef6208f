#include "referee/base/seed.hpp"
#include "referee/talk/uai/go.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

namespace referee::uai {
namespace {

std::string fen_for_engine(const Board& board, int full_move) {
    std::string fen;
    return std::string(uai::fen_for_engine(board, full_move, fen));
}

TEST(UaiPosition, fen_has_all_six_fields) {
    EXPECT_EQ(fen_for_engine(Board(Game::Ataxx), 1), "x5o/7/7/7/7/7/o5x x 0 1");
    const Board second = read_fen(Game::Ataxx, "7/7/2xo3/7/7/7/o5x o 0 9");
    EXPECT_EQ(fen_for_engine(second, 200), "7/7/2xo3/7/7/7/o5x o 0 200");
}

/// Engines take 100 for a finished game, which these rules do not know.
TEST(UaiPosition, half_move_is_always_0) {
    EXPECT_EQ(fen_for_engine(read_fen(Game::Ataxx, "x5o/7/7/7/7/7/o5x x 99 60"), 60),
              "x5o/7/7/7/7/7/o5x x 0 60");
}

TEST(UaiPosition, fen_is_the_board_it_was_made_of) {
    const Board board = *Board(Game::Ataxx).after({1, 1, 2, 2});
    EXPECT_EQ(read_fen(Game::Ataxx, fen_for_engine(board, 1)), board);
    EXPECT_EQ(fen_for_engine(board, 1), "x5o/1x5/7/7/7/7/o5x o 0 1");
}

/// The FEN is written here a second time, because nothing may be allocated in a turn.
TEST(UaiPosition, fen_is_the_one_of_the_rules) {
    const Board blocked = read_fen(Game::AtaxxUai, "x-1-1-o/7/3-3/2x4/-1o1-2/7/o5x o 17 30");
    EXPECT_EQ(fen_for_engine(blocked, 30), "x-1-1-o/7/3-3/2x4/-1o1-2/7/o5x o 17 30");
    for (Board board : {Board(Game::Ataxx), Board(Game::AtaxxUai), blocked}) {
        SplitMix64 random(7);
        for (int turn = 1; turn < 60 && !board.ending(); ++turn) {
            ASSERT_EQ(fen_for_engine(board, turn), engine_fen(board, turn));
            board = std::visit(
                [&]<class Position>(const Position& position) -> Board {
                    const auto moves = RulesOf<Position>::moves(position);
                    return RulesOf<Position>::after(position, moves[random.below(moves.size())]);
                },
                board.position());
        }
    }
}

TEST(UaiPositionDeathTest, only_the_game_of_uai_has_such_positions) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)fen_for_engine(Board(Game::TicTacToe), 1), "position");
}

} // namespace

namespace {

using namespace std::chrono_literals;

TEST(TurnMessage, position_and_isready) {
    EXPECT_EQ(TurnMessage().position("x5o/7/7/7/7/7/o5x x 0 1").is_ready().text(),
              "position fen x5o/7/7/7/7/7/o5x x 0 1\nisready\n");
    EXPECT_EQ(TurnMessage().text(), "");
}

TEST(TurnMessage, btime_is_the_first_players) {
    EXPECT_EQ(TurnMessage().go_clock({10s, 7s}, {100ms, 0ms}).text(),
              "go btime 10000 wtime 7000 binc 100 winc 0\n");
}

TEST(TurnMessage, times_are_rounded_down_and_at_least_one_on_the_clocks) {
    EXPECT_EQ(TurnMessage().go_clock({9'999'999'999ns, 1'999'999ns}, {1'999'999ns, 999'999ns}).text(),
              "go btime 9999 wtime 1 binc 1 winc 0\n");
    EXPECT_EQ(TurnMessage().go_clock({999'999ns, 0ns}, {0ns, 0ns}).text(),
              "go btime 1 wtime 1 binc 0 winc 0\n");
    EXPECT_EQ(TurnMessage().go_clock({-5s, 2ms}, {0ns, 0ns}).text(), "go btime 1 wtime 2 binc 0 winc 0\n");
}

TEST(TurnMessage, other_limits) {
    EXPECT_EQ(TurnMessage().go_move_time(50ms).text(), "go movetime 50\n");
    EXPECT_EQ(TurnMessage().go_nodes(std::numeric_limits<std::uint64_t>::max()).text(),
              "go nodes 18446744073709551615\n");
    EXPECT_EQ(TurnMessage().go_depth(7).text(), "go depth 7\n");
}

TEST(TurnMessage, longest_message_fits) {
    const std::string fen(100, '1');
    const auto longest = std::chrono::nanoseconds::max();
    EXPECT_EQ(
        TurnMessage().position(fen).is_ready().go_clock({longest, longest}, {longest, longest}).text(),
        "position fen " + fen +
            "\nisready\ngo btime 9223372036854 wtime 9223372036854 binc 9223372036854 winc 9223372036854\n");
}

TEST(SetoptionMessage, has_name_and_value) {
    EXPECT_EQ(setoption_message("Hash", "16"), "setoption name Hash value 16\n");
    EXPECT_EQ(setoption_message("Move Overhead", "a b"), "setoption name Move Overhead value a b\n");
    EXPECT_EQ(setoption_message("Clear Hash", ""), "setoption name Clear Hash\n");
}

} // namespace
} // namespace referee::uai
