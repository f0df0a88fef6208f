#include "sprt/command/fastchess/given.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sprt::fastchess {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Given, last_value_of_a_key_holds) {
    Given given{.flag = "-openings", .words = {"order=random", "file=a=b.epd", "order=sequential"}};
    cut(given, "file= order= option.NAME=");
    EXPECT_THAT(given.pairs,
                ElementsAre(Pair("order", "random"), Pair("file", "a=b.epd"), Pair("order", "sequential")));
    EXPECT_EQ(given.value("order"), "sequential");
    EXPECT_EQ(given.value("file"), "a=b.epd");
    EXPECT_EQ(given.value("plies", "8"), "8");
    EXPECT_EQ(given.all(), "order=random file=a=b.epd order=sequential");
}

TEST(Given, words_that_are_no_pair_of_its_keys_are_refused) {
    for (const auto& [word, error] : std::vector<std::pair<std::string, std::string>>{
             {"file", "-openings: 'file' must be KEY=VALUE"},
             {"=x", "-openings: '=x' must be KEY=VALUE"},
             {"il=x", "-openings: 'il' is unknown; known are file= order="},
             {"option.Hash=1", "-openings: 'option.Hash' is unknown; known are file= order="}}) {
        Given given{.flag = "-openings", .words = {word}};
        EXPECT_EQ(user_error_text([&] { cut(given, "file= order="); }), error);
    }
    Given engine{.flag = "-engine", .words = {"option.Hash=1"}};
    cut(engine, "cmd= option.NAME=");
    EXPECT_THAT(engine.pairs, ElementsAre(Pair("option.Hash", "1")));
}

TEST(Given, numbers_are_whole_and_not_below_the_least) {
    EXPECT_EQ(whole("-rounds", "12"), 12);
    EXPECT_EQ(whole("-rounds", "-3", -5), -3);
    for (const char* text : {"", "1.5", "1x", "-1", "99999999999999999999"}) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(whole("-rounds", text)); }),
                  "-rounds: '" + std::string(text) + "' must be a whole number from 0");
    }
}

TEST(Given, seconds_are_rounded_to_milliseconds_above_zero) {
    for (const auto& [text, ms] : std::vector<std::pair<std::string, std::int64_t>>{
             {"0.05", 50}, {"0.05s", 50}, {"8", 8000}, {"1.2345", 1235}, {"0.0001", 1}}) {
        EXPECT_EQ(ms_of_seconds("st", text), ms) << text;
    }
    for (const char* text : {"0", "-1", "nan", "1e6", "1m"}) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(ms_of_seconds("st", text)); }),
                  "st: '" + std::string(text) + "' must be seconds, above 0");
    }
}

TEST(Given, keys_are_true_or_false) {
    Given given{.flag = "-pgnout", .pairs = {{"nodes", "true"}, {"seldepth", "false"}, {"nps", "1"}}};
    EXPECT_TRUE(is_true(given, "nodes"));
    EXPECT_FALSE(is_true(given, "seldepth", true));
    EXPECT_TRUE(is_true(given, "hashfull", true));
    EXPECT_EQ(user_error_text([&] { static_cast<void>(is_true(given, "nps")); }),
              "-pgnout: nps='1' must be true or false");
}

} // namespace
} // namespace sprt::fastchess
