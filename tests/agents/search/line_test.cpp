#include "agents/search/line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

} // namespace
} // namespace search
