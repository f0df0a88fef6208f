#include "referee/talk/uai/words.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace referee::uai {
namespace {

using namespace std::string_view_literals;

TEST(UaiWords, blanks_at_both_ends_are_trimmed) {
    for (const std::string_view line : {"readyok"sv, "readyok\r"sv, "readyok\r\n"sv, "readyok\n"sv,
                                        " readyok"sv, "\t \treadyok \t\r\r"sv}) {
        EXPECT_EQ(trimmed(line), "readyok") << testing::PrintToString(line);
    }
    EXPECT_EQ(trimmed("a b\r\n"), "a b");
    for (const std::string_view line : {""sv, " "sv, "\r"sv, "\r\n"sv, " \t \r\n"sv}) {
        EXPECT_EQ(trimmed(line), "") << testing::PrintToString(line);
    }
}

TEST(UaiWords, nothing_else_is_trimmed) {
    EXPECT_EQ(trimmed("\vreadyok\0"sv), "\vreadyok\0"sv);
    EXPECT_EQ(trimmed("\xC2\xA0readyok"), "\xC2\xA0readyok");
}

TEST(UaiWords, words_are_taken_one_after_the_other) {
    std::string_view text = " bestmove \t g2  ponder\ta1";
    EXPECT_EQ(take_word(text), "bestmove");
    EXPECT_EQ(text, "g2  ponder\ta1");
    EXPECT_EQ(take_word(text), "g2");
    EXPECT_EQ(take_word(text), "ponder");
    EXPECT_EQ(take_word(text), "a1");
    EXPECT_EQ(text, "");
    EXPECT_EQ(take_word(text), "");
}

TEST(UaiWords, first_word_is_exact_and_may_be_followed_by_anything) {
    EXPECT_EQ(first_word(" readyok indeed\r\n"), "readyok");
    EXPECT_EQ(first_word("readyok\tindeed"), "readyok");
    EXPECT_EQ(first_word("READYOK"), "READYOK");
    EXPECT_EQ(first_word("readyok\0"sv), "readyok\0"sv);
    EXPECT_EQ(first_word("\r\n"), "");
}

TEST(UaiWords, whole_numbers_have_a_sign_at_most) {
    EXPECT_EQ(whole_number<int>("12"), 12);
    EXPECT_EQ(whole_number<int>("-12"), -12);
    EXPECT_EQ(whole_number<int>("+12"), 12);
    EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
    for (const std::string_view word : {""sv, "+"sv, "-"sv, "+-1"sv, "--1"sv, "1.0"sv, "1e3"sv, "0x1"sv,
                                        "1 "sv, "a"sv, "2147483648"sv, "1\0"sv}) {
        EXPECT_EQ(whole_number<int>(word), std::nullopt) << testing::PrintToString(word);
    }
    EXPECT_EQ(whole_number<std::uint64_t>("-1"), std::nullopt);
    EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(UaiWords, a_word_that_is_no_number_is_not_taken) {
    std::string_view text = "7 nodes 12";
    EXPECT_EQ(take_number<int>(text), 7);
    EXPECT_EQ(take_number<int>(text), std::nullopt);
    EXPECT_EQ(text, "nodes 12");
}

} // namespace
} // namespace referee::uai
