#include "referee/command/decimal_numbers.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(Decimal, begins_with_no_zero_but_zero) {
    for (const char* good :
         {"0", "1", "10", "-5", "-0", "+7", "x", ""}) { // what is no number is said elsewhere
        EXPECT_EQ(problem_of_decimal(good), "") << good;
    }
    for (const char* bad : {"00", "010", "-010", "+01", "0x10", "0b1", " 010", "\t-0x1"}) {
        EXPECT_EQ(problem_of_decimal(bad),
                  '\'' + std::string(bad) + "' must be a decimal number that begins with no 0");
    }
}

} // namespace
} // namespace referee
