#include "referee/talk/uai/go.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace referee::uai {
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
