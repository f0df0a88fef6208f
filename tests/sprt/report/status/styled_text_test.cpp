#include "sprt/report/status/styled_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

namespace {

constexpr Bounds kEven{-3, 3};

std::string ascii(double ratio, const Bounds& bounds = kEven) {
    return ratio_bar(ratio, bounds, 11, false, Colour::None).text;
}

TEST(RatioBar, the_mark_is_at_the_ratio) {
    EXPECT_EQ(ascii(0), "[-----o-----]");
    EXPECT_EQ(ascii(0.2), "[-----o-----]");
    EXPECT_EQ(ascii(0.6), "[-----|o----]");
    EXPECT_EQ(ascii(1.8), "[-----|==o--]");
    EXPECT_EQ(ascii(-1.8), "[--o==|-----]");
    EXPECT_EQ(ascii(3), "[-----|====o]");
    EXPECT_EQ(ascii(-3), "[o====|-----]");
}

TEST(RatioBar, a_ratio_beyond_a_bound_is_shown_at_the_bound) {
    EXPECT_EQ(ascii(400), ascii(3));
    EXPECT_EQ(ascii(-INFINITY), ascii(-3));
}

TEST(RatioBar, zero_is_placed_in_proportion_to_the_bounds) {
    EXPECT_EQ(ascii(2.9, {-1, 4}), "[--|=====o--]");
    EXPECT_EQ(ascii(1, {0, 2}), "[|====o-----]");
    EXPECT_EQ(ascii(-1, {0, 2}), "[o----------]");
}

TEST(RatioBar, nan_has_no_mark) {
    EXPECT_EQ(ascii(NAN), "[-----|-----]");
}

TEST(RatioBar, colour_begins_after_zero_and_ends_with_the_mark) {
    const StyledText bar = ratio_bar(1.8, kEven, 11, true, Colour::Green);
    EXPECT_EQ(bar.text, "├─────┼\x1b[32m━━\x1b[0m\x1b[32m●\x1b[0m──┤");
    EXPECT_EQ(bar.columns, 13);
    EXPECT_EQ(ratio_bar(-1.8, kEven, 11, true, Colour::Red).text,
              "├──\x1b[31m●\x1b[0m\x1b[31m━━\x1b[0m┼─────┤");
}

} // namespace
} // namespace sprt
