#include "referee/talk/engine/dialect.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace referee::engine {
namespace {

using namespace std::chrono_literals;

const Dialect& kUai = dialect_of(Protocol::Uai);
const Dialect& kUci = dialect_of(Protocol::Uci);

TEST(TurnMessage, position_and_isready) {
    EXPECT_EQ(TurnMessage().position("x5o/7/7/7/7/7/o5x x 0 1").is_ready().text(),
              "position fen x5o/7/7/7/7/7/o5x x 0 1\nisready\n");
    EXPECT_EQ(TurnMessage().text(), "");
}

TEST(TurnMessage, btime_is_the_first_players_in_uai_and_wtime_in_uci) {
    EXPECT_EQ(TurnMessage().go_clock(kUai, {10s, 7s}, {100ms, 0ms}).text(),
              "go btime 10000 wtime 7000 binc 100 winc 0\n");
    EXPECT_EQ(TurnMessage().go_clock(kUci, {10s, 7s}, {100ms, 0ms}).text(),
              "go wtime 10000 btime 7000 winc 100 binc 0\n");
}

TEST(TurnMessage, times_are_rounded_down_and_at_least_one_on_the_clocks) {
    EXPECT_EQ(TurnMessage().go_clock(kUai, {9'999'999'999ns, 1'999'999ns}, {1'999'999ns, 999'999ns}).text(),
              "go btime 9999 wtime 1 binc 1 winc 0\n");
    EXPECT_EQ(TurnMessage().go_clock(kUai, {999'999ns, 0ns}, {0ns, 0ns}).text(),
              "go btime 1 wtime 1 binc 0 winc 0\n");
    EXPECT_EQ(TurnMessage().go_clock(kUai, {-5s, 2ms}, {0ns, 0ns}).text(),
              "go btime 1 wtime 2 binc 0 winc 0\n");
}

TEST(TurnMessage, other_limits) {
    EXPECT_EQ(TurnMessage().go_move_time(50ms).text(), "go movetime 50\n");
    EXPECT_EQ(TurnMessage().go_move_time(0ms).text(), "go movetime 1\n") << "a scaled limit may be below";
    EXPECT_EQ(TurnMessage().go_search({.nodes = std::numeric_limits<std::int64_t>::max()}).text(),
              "go nodes 9223372036854775807\n");
    EXPECT_EQ(TurnMessage().go_search({.depth = 7}).text(), "go depth 7\n");
    EXPECT_EQ(TurnMessage().go_search({.nodes = 800, .depth = 7}).text(), "go nodes 800 depth 7\n");
}

TEST(TurnMessage, search_stands_before_the_clock_and_moves_to_go_behind_it) {
    EXPECT_EQ(TurnMessage().go_clock(kUci, {10s, 7s}, {100ms, 0ms}, 40).text(),
              "go wtime 10000 btime 7000 winc 100 binc 0 movestogo 40\n");
    EXPECT_EQ(TurnMessage().go_clock(kUai, {10s, 7s}, {0ms, 0ms}, 1, {.nodes = 5000}).text(),
              "go nodes 5000 btime 10000 wtime 7000 binc 0 winc 0 movestogo 1\n");
    EXPECT_EQ(TurnMessage().go_move_time(50ms, {.nodes = 5000, .depth = 9}).text(),
              "go nodes 5000 depth 9 movetime 50\n");
}

TEST(TurnMessage, nothing_is_allocated_in_a_usual_turn) {
    TurnMessage message;
    const char* const room = message.text().data();
    const auto longest = std::chrono::nanoseconds::max();
    message.position(kUci, Board(Game::ConnectFour), 1)
        .is_ready()
        .go_clock(kUci, {longest, longest}, {longest, longest}, 999'999,
                  {.nodes = 1'000'000'000'000, .depth = 1000});
    EXPECT_EQ(message.text(),
              "position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1\n"
              "isready\ngo nodes 1000000000000 depth 1000 wtime 9223372036854 btime 9223372036854 winc "
              "9223372036854 binc 9223372036854 movestogo 999999\n");
    EXPECT_EQ(message.text().data(), room);
    message.begin();
    EXPECT_EQ(message.position(kUai, Board(Game::Ataxx), 1).text(), "position fen x5o/7/7/7/7/7/o5x x 0 1\n");
    EXPECT_EQ(message.text().data(), room);
}

TEST(SetoptionMessage, an_empty_value_is_said_unless_it_is_a_button) {
    EXPECT_EQ(setoption_message("Hash", "16", false), "setoption name Hash value 16\n");
    EXPECT_EQ(setoption_message("Move Overhead", "a b", false), "setoption name Move Overhead value a b\n");
    EXPECT_EQ(setoption_message("Book", "", false), "setoption name Book value \n");
    EXPECT_EQ(setoption_message("Clear Hash", "", true), "setoption name Clear Hash\n");
}

} // namespace
} // namespace referee::engine
