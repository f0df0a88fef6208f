#include "sprt/report/status/ratio_bar.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

constexpr Bounds kEven{-3, 3};

std::string ascii(double ratio, const Bounds& bounds = kEven) {
    return ratio_bar(ratio, bounds, 11, false, Colour::None).text;
}

TEST(RatioBar, TheMarkStandsWhereTheRatioDoes) {
    EXPECT_EQ(ascii(0), "[-----o-----]");
    EXPECT_EQ(ascii(0.2), "[-----o-----]");
    EXPECT_EQ(ascii(0.6), "[-----|o----]");
    EXPECT_EQ(ascii(1.8), "[-----|==o--]");
    EXPECT_EQ(ascii(-1.8), "[--o==|-----]");
    EXPECT_EQ(ascii(3), "[-----|====o]");
    EXPECT_EQ(ascii(-3), "[o====|-----]");
}

TEST(RatioBar, BeyondABoundItStandsAtTheBound) {
    EXPECT_EQ(ascii(400), ascii(3));
    EXPECT_EQ(ascii(-INFINITY), ascii(-3));
}

TEST(RatioBar, ZeroStandsWhereTheBoundsPutIt) {
    EXPECT_EQ(ascii(2.9, {-1, 4}), "[--|=====o--]");
    EXPECT_EQ(ascii(1, {0, 2}), "[|====o-----]");
    EXPECT_EQ(ascii(-1, {0, 2}), "[o----------]");
}

TEST(RatioBar, WithoutANumberThereIsNoMark) {
    EXPECT_EQ(ascii(NAN), "[-----|-----]");
}

TEST(RatioBar, InUnicodeAndColour) {
    const StyledText bar = ratio_bar(1.8, kEven, 11, true, Colour::Green);
    EXPECT_EQ(bar.text, "├─────┼\x1b[32m━━\x1b[0m\x1b[32m●\x1b[0m──┤");
    EXPECT_EQ(bar.columns, 13);
    EXPECT_EQ(ratio_bar(-1.8, kEven, 11, true, Colour::Red).text,
              "├──\x1b[31m●\x1b[0m\x1b[31m━━\x1b[0m┼─────┤");
}

} // namespace
} // namespace sprt
