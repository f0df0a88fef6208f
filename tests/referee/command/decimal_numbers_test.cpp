#include "referee/command/decimal_numbers.hpp"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

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

TEST(Decimal, only_whole_numbers_are_checked) {
    CLI::App app;
    auto* const command = app.add_subcommand("play");
    std::int64_t number = 0;
    std::uint64_t count = 0;
    std::string text;
    command->add_option("--number", number);
    command->add_option("--count", count)->check(CLI::Range(0, 100));
    command->add_option("--text", text);
    expect_decimals(app);
    app.parse("play --number 10 --count 20 --text 030");
    EXPECT_EQ(number, 10);
    EXPECT_EQ(count, 20U);
    EXPECT_EQ(text, "030");
    EXPECT_THROW(app.parse("play --number 010"), CLI::ValidationError);
    EXPECT_THROW(app.parse("play --count 020"), CLI::ValidationError);
}

} // namespace
} // namespace referee
