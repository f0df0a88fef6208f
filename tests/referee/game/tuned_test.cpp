#include "referee/base/user_error.hpp"
#include "referee/game/tuned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
namespace {

using testing::ElementsAre;

TEST(TunedNumber, whole_numbers_have_no_point_and_others_one) {
    EXPECT_EQ(to_string(TunedNumber{55, true}), "55");
    EXPECT_EQ(to_string(TunedNumber{-3, true}), "-3");
    EXPECT_EQ(to_string(TunedNumber{1, false}), "1.0");
    EXPECT_EQ(to_string(TunedNumber{0.1, false}), "0.1");
    EXPECT_EQ(to_string(TunedNumber{1e300, false}), "1e+300");
    const double odd = 0.31318500458196846;
    EXPECT_EQ(std::stod(to_string(TunedNumber{odd, false})), odd);
}

TEST(Placeholders, are_filled_in_and_double_braces_are_one) {
    const std::vector<std::string> names{"x", "a b"};
    const std::vector<TunedNumber> values{{7, true}, {0.5, false}};
    EXPECT_EQ(filled_in("--x={x},{a b}{x} {{x} }", names, values), "--x=7,0.57 {x} }");
    EXPECT_THAT(placeholders_in("{x}{{y}{a b}"), ElementsAre("a b", "x"));
    EXPECT_THROW(static_cast<void>(placeholders_in("--x={x")), UserError);
    EXPECT_EQ(values_text(names, values), "x=7 a b=0.5");
}

} // namespace
} // namespace referee
