#include "agents/ataxx/ataxx.hpp"
#include "agents/search/thought.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using namespace std::chrono_literals;

TEST(Thought, value_is_in_stones_or_plies_to_the_end) {
    EXPECT_EQ(value_text(0), "0");
    EXPECT_EQ(value_text(12), "+12");
    EXPECT_EQ(value_text(-3), "-3");
    EXPECT_EQ(value_text(kInfinity - 1), "win 1");
    EXPECT_EQ(value_text(-(kInfinity - 4)), "loss 4");
}

TEST(Thought, is_one_line) {
    const ataxx::Move move(ataxx::Square(0), ataxx::Square(1));
    EXPECT_EQ(thought_text<Ataxx>({.choice = {move, 2}, .depth = 3, .nodes = 5000, .line = {move, {}}}, 2ms),
              "depth 3 value +2 nodes 5000 nodes/s 2500000 ms 2.00 pv 1 1 1 2, -1 -1 -1 -1");
    EXPECT_EQ(thought_text<Ataxx>({.choice = {{}, -(kInfinity - 2)}, .depth = 1, .nodes = 1}, 0ms),
              "depth 1 value loss 2 nodes 1 nodes/s 0 ms 0.00 pv");
}

} // namespace
} // namespace search
