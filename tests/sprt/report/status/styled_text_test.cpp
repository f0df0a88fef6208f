#include "sprt/report/status/styled_text.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(StyledText, colours_take_no_columns_and_end_with_their_text) {
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
    text.add("", Colour::Red); // an empty piece adds no spaces
    text.add("second", Colour::Green);
    text.add("3");
    return text.text();
}

TEST(StyledText, a_piece_that_does_not_fit_is_left_out_with_all_after_it) {
    EXPECT_EQ(line(16), "first  \x1b[32msecond\x1b[0m  3");
    EXPECT_EQ(line(15), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(13), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(12), "first") << "the third piece would fit";
    EXPECT_EQ(line(5), "first");
    EXPECT_EQ(line(4), "");
    EXPECT_EQ(line(0), "");
}

TEST(StyledText, room_is_the_width_left_for_the_next_piece) {
    StyledLine text(10);
    EXPECT_EQ(text.room(), 10);
    text.add("abc");
    EXPECT_EQ(text.room(), 5);
    text.add("defg");
    EXPECT_EQ(text.room(), 0);
}

} // namespace
} // namespace sprt
