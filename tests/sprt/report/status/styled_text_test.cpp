#include "sprt/report/status/styled_text.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(StyledText, colours_take_no_room_and_end_where_the_text_does) {
    StyledText text;
    text.add("├─");
    text.add("ab", Colour::Red);
    text.add("", Colour::Green);
    EXPECT_EQ(text.text, "├─\x1b[31mab\x1b[0m");
    EXPECT_EQ(text.columns, 4);
}

std::string line(int columns) {
    StyledLine text(columns);
    text.add("first");
    text.add("", Colour::Red); // nothing, and no space for it
    text.add("second", Colour::Green);
    text.add("3");
    return text.text();
}

TEST(StyledText, what_does_not_fit_is_left_out_whole_and_all_behind_it) {
    EXPECT_EQ(line(16), "first  \x1b[32msecond\x1b[0m  3");
    EXPECT_EQ(line(15), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(13), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(12), "first") << "though the third would fit";
    EXPECT_EQ(line(5), "first");
    EXPECT_EQ(line(4), "");
    EXPECT_EQ(line(0), "");
}

TEST(StyledText, the_room_is_that_of_the_next_piece) {
    StyledLine text(10);
    EXPECT_EQ(text.room(), 10);
    text.add("abc");
    EXPECT_EQ(text.room(), 5);
    text.add("defg");
    EXPECT_EQ(text.room(), 0);
}

} // namespace
} // namespace sprt
