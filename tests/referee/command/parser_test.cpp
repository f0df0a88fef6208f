#include "referee/command/parser.hpp"
#include "tests/support/user_error_text.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::user_error_text;

TEST(Decimal, begins_with_no_zero_but_zero) {
    for (const char* good : {"0", "1", "10", "-5", "-0", "+7", "9223372036854775807"}) {
        EXPECT_EQ(problem_of_decimal(good), "") << good;
    }
    for (const char* bad : {"00", "010", "-010", "+01", "0x10", "0b1", " 010", "\t-0x1"}) {
        EXPECT_EQ(problem_of_decimal(bad),
                  '\'' + std::string(bad) + "' must be a decimal number that begins with no 0");
    }
    for (const char* empty : {"", " ", "-"}) {
        EXPECT_EQ(problem_of_decimal(empty), '\'' + std::string(empty) + "' must be a decimal number");
    }
}

TEST(Decimal, has_digits_only) {
    for (const char* bad : {"x", "10s", "1e3", "1.5", "0.5", "1_000", "1'000", "+-1", "7 "}) {
        EXPECT_EQ(problem_of_decimal(bad), '\'' + std::string(bad) + "' must be a whole number, digits only");
    }
    EXPECT_THAT(problem_of_decimal("9223372036854775808"), HasSubstr("9223372036854775808 is out of range"));
}

TEST(Number, is_written_with_digits_point_and_exponent) {
    for (const char* good :
         {"0", "-5", "+7", "0.05", ".5", "1e3", "inf", "nan"}) { // ranges are checked elsewhere
        EXPECT_EQ(problem_of_number(good), "") << good;
    }
    for (const char* bad : {"", " ", "x", "5 %", "1,5", "0x10", "10s"}) {
        EXPECT_EQ(problem_of_number(bad), '\'' + std::string(bad) + "' must be a number");
    }
    EXPECT_EQ(problem_of_number("5%"), "'5%' must be a number, here 0.05");
}

TEST(Decimal, numbers_that_count_are_not_negative) {
    CLI::App app;
    auto* const command = app.add_subcommand("review");
    std::uint64_t game = 0;
    command->add_option("--game", game);
    expect_decimals(app);
    app.parse("review --game 3");
    EXPECT_EQ(game, 3U);
    try {
        app.parse("review --game -3");
        FAIL() << "-3 was accepted";
    } catch (const CLI::ValidationError& error) {
        EXPECT_STREQ(error.what(), "--game: -3 is out of range; it must be 0 or more");
    }
}

TEST(Range, of_a_whole_number_is_checked_and_shown) {
    CLI::App app;
    int depth = 0;
    auto* const option = app.add_option("--depth", depth);
    expect_in(*option, {0, 64});
    app.parse("--depth 64");
    EXPECT_EQ(depth, 64);
    try {
        app.parse("--depth 65");
        FAIL() << "65 was accepted";
    } catch (const CLI::ValidationError& error) {
        EXPECT_STREQ(error.what(), "--depth: 65 is out of range; it must be from 0 to 64");
    }
    EXPECT_THAT(app.help(), HasSubstr("--depth INT:0 to 64"));
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

struct Sample {
    bool quiet = false;
    double elo = 1.5;
    std::int64_t games = 10;
    std::optional<std::int64_t> most_games;
    std::optional<std::int64_t> wait;
    std::optional<double> share;
    std::string clock = "wall";
    std::optional<std::string> cores;
    std::optional<std::uint64_t> seed;
};

class SettingFlags : public testing::Test {
  protected:
    SettingFlags() { add_setting_flags(app_, std::span<const Setting<Sample>>(table_), sample_); }

    const std::vector<Setting<Sample>> table_{
        {{"quiet", "No lines"}, place_at(&Sample::quiet)},
        {{"elo", "How much"}, place_at(&Sample::elo)},
        {{"games", "How many", Range{1, 100}}, place_at(&Sample::games)},
        {{"most_games", "How many at most", Range{1, 200}}, place_at(&Sample::most_games)},
        {{"wait", "How long", Range{1, 20}, "SECONDS"}, place_at(&Sample::wait)},
        {{"share", "How much of it", RealRange{0, 1}, "SHARE"}, place_at(&Sample::share)},
        {{"clock", "Which clock", Words{"wall", "fair"}, "{wall,fair}"}, place_at(&Sample::clock)},
        {{"cores", "Which cores", {}, "LIST"}, place_at(&Sample::cores)},
        {{"seed", "Seed", {}, "SEED"}, place_at(&Sample::seed)},
    };
    Sample sample_;
    CLI::App app_;
};

TEST_F(SettingFlags, without_flags_the_defaults_stay) {
    app_.parse("");
    EXPECT_FALSE(sample_.quiet);
    EXPECT_EQ(sample_.elo, 1.5);
    EXPECT_EQ(sample_.games, 10);
    EXPECT_FALSE(sample_.most_games);
    EXPECT_EQ(sample_.clock, "wall");
    EXPECT_FALSE(sample_.cores);
    EXPECT_FALSE(sample_.seed);
}

TEST_F(SettingFlags, each_flag_sets_its_own_setting) {
    app_.parse("--quiet --elo -2 --games 3 --most-games=4 --clock fair --cores 0,2 --seed "
               "18446744073709551615");
    EXPECT_TRUE(sample_.quiet);
    EXPECT_EQ(sample_.elo, -2);
    EXPECT_EQ(sample_.games, 3);
    EXPECT_EQ(sample_.most_games, 4);
    EXPECT_EQ(sample_.clock, "fair");
    EXPECT_EQ(sample_.cores, "0,2");
    EXPECT_EQ(sample_.seed, 18446744073709551615U);
}

/// The help shows this default of a flag. CLI11 writes it after `=`, and in brackets from version 2.4 on.
testing::Matcher<const std::string&> shows(const std::string& flag, const std::string& by_default) {
    return AnyOf(HasSubstr(flag + "=" + by_default), HasSubstr(flag + " [" + by_default + "]"));
}

TEST_F(SettingFlags, help_shows_forms_and_defaults) {
    const std::string help = app_.help();
    EXPECT_THAT(help, shows("--elo FLOAT", "1.5"));
    EXPECT_THAT(help, shows("--games INT", "10"));
    EXPECT_THAT(help, HasSubstr("--most-games INT "));
    EXPECT_THAT(help, Not(AnyOf(HasSubstr("--most-games INT="), HasSubstr("--most-games INT ["))))
        << "a setting that is left open has no default";
    EXPECT_THAT(help, shows("--clock {wall,fair}", "wall"));
    EXPECT_THAT(help, HasSubstr("--cores LIST "));
    EXPECT_THAT(help, HasSubstr("--seed SEED "));
}

TEST_F(SettingFlags, what_is_no_number_is_refused_by_the_parser) {
    EXPECT_THROW(app_.parse("--games x"), CLI::ParseError);
    EXPECT_THROW(app_.parse("--elo x"), CLI::ParseError);
}

TEST_F(SettingFlags, number_whose_form_has_a_name_is_checked_as_others) {
    app_.parse("--wait 10 --share 0.5");
    EXPECT_EQ(sample_.wait, 10);
    EXPECT_EQ(sample_.share, 0.5);
    for (const char* wrong : {"--wait 010", "--wait 0x10", "--wait 1.5", "--share 0x1", "--share abc"}) {
        EXPECT_THROW(app_.parse(wrong), CLI::ValidationError) << wrong;
    }
}

TEST_F(SettingFlags, digits_that_are_no_seed_are_named_with_their_flag) {
    EXPECT_EQ(user_error_text([&] { app_.parse("--seed -1"); }),
              "--seed: '-1' is not a whole number from 0 to 18446744073709551615");
}

} // namespace
} // namespace referee
