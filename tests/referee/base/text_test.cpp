#include "referee/base/text.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <vector>

namespace referee {
namespace {

using namespace std::string_literals;

std::string replacements(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += "\xEF\xBF\xBD";
    }
    return text;
}

/// Whether `text` is UTF-8, decided by decoding it.
bool is_utf8(const std::string& text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const int extra = lead < 0x80       ? 0
                          : lead >> 5 == 6  ? 1
                          : lead >> 4 == 14 ? 2
                          : lead >> 3 == 30 ? 3
                                            : -1;
        if (extra < 0 || i + static_cast<std::size_t>(extra) >= text.size()) {
            return false;
        }
        unsigned code = extra == 0 ? lead : lead & (0x3FU >> extra);
        for (int k = 1; k <= extra; ++k) {
            const auto next = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
            if (next >> 6 != 2) {
                return false;
            }
            code = code << 6 | (next & 0x3FU);
        }
        constexpr unsigned kLeast[] = {0, 0x80, 0x800, 0x10000};
        if (code < kLeast[extra] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
            return false;
        }
        i += static_cast<std::size_t>(extra) + 1;
    }
    return true;
}

TEST(ValidUtf8, leaves_what_is_valid) {
    for (const std::string& text : {""s, "OK\n"s, "\t\x01\x7f"s, "gr\xC3\xBC\xC3\x9F"s, "\xE2\x82\xAC"s,
                                    "\xF0\x9F\x98\x80"s, "\xED\x9F\xBF\xEE\x80\x80"s, "\xF4\x8F\xBF\xBF"s,
                                    "\xC2\x80"s, "\xE0\xA0\x80"s, "\xF0\x90\x80\x80"s, "a\0b"s}) {
        EXPECT_EQ(to_valid_utf8(text), text);
    }
}

TEST(ValidUtf8, replaces_each_maximal_invalid_part_once) {
    struct Row {
        std::string bytes;
        std::string expected;
    };
    for (const Row& row : {
             // The Unicode Standard, tables 3-8 to 3-11.
             Row{"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", replacements(8) + "A"},
             Row{"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", replacements(8) + "A"},
             Row{"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", replacements(5) + "A" + replacements(2) + "B"},
             Row{"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", replacements(4) + "A"},
             Row{"caf\xE9", "caf" + replacements(1)},
             Row{"\xE2\x82", replacements(1)},
             Row{"\xFF\xFE", replacements(2)},
         }) {
        EXPECT_EQ(to_valid_utf8(row.bytes), row.expected);
        EXPECT_EQ(to_printable(row.bytes), row.expected);
    }
}

TEST(ValidUtf8, any_bytes_become_valid_and_stay_so) {
    std::mt19937 random(1);
    for (int round = 0; round < 5000; ++round) {
        std::string bytes(random() % 24, '\0');
        for (char& byte : bytes) {
            // Mostly bytes of sequences longer than one.
            byte = static_cast<char>(random() % 4 == 0 ? random() % 128 : 128 + random() % 128);
        }
        const std::string text = to_valid_utf8(bytes);
        ASSERT_TRUE(is_utf8(text)) << testing::PrintToString(bytes);
        ASSERT_EQ(to_valid_utf8(text), text);
        ASSERT_TRUE(is_utf8(to_printable(bytes))) << testing::PrintToString(bytes);
    }
}

TEST(Printable, shows_control_characters) {
    struct Row {
        std::string bytes;
        std::string expected;
    };
    for (const Row& row : {
             Row{"MOVE 1 1 2 2", "MOVE 1 1 2 2"},
             Row{"a\tb\nc\r", "a\\x09b\\x0ac\\x0d"},
             Row{"\x1b[31mred", "\\x1b[31mred"},
             Row{"\0"s, "\\x00"},
             Row{"\x7f", "\\x7f"},
             Row{"\xC2\x9B[31m", "\\xc2\\x9b[31m"}, // U+009B, which a terminal takes for ESC [
             Row{"\xC2\x80\xC2\xA0", "\\xc2\\x80\xC2\xA0"},
             Row{"a\xE2\x80\xAEz", "a\\xe2\\x80\\xaez"}, // U+202E: what follows is read from the right
             Row{"\xD8\x9C\xEF\xBB\xBF\xE2\x80\x8B\xE2\x81\xA6",
                 "\\xd8\\x9c\\xef\\xbb\\xbf\\xe2\\x80\\x8b\\xe2\\x81\\xa6"},
             Row{"\xE2\x80\x8A\xE2\x80\x90\xE2\x80\xAF\xE2\x82\xA0",
                 "\xE2\x80\x8A\xE2\x80\x90\xE2\x80\xAF\xE2\x82\xA0"},
             Row{"gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80", "gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80"},
         }) {
        EXPECT_EQ(to_printable(row.bytes), row.expected);
    }
}

TEST(Printable, is_no_command_of_a_ci_system) {
    struct Row {
        std::string bytes;
        std::string expected;
    };
    for (const Row& row : {
             Row{"##[add-mask]a", "#\\x23[add-mask]a"},
             Row{"x ###vso[y]", "x #\\x23\\x23vso[y]"},
             Row{"::set-output name=a::b", "\\x3a:set-output name=a::b"},
             Row{" \xC2\xA0::error::", " \xC2\xA0\\x3a:error::"},
             Row{"a ::b", "a ::b"},
             Row{"#1", "#1"},
             Row{"\xC2\xAD\xF3\xA0\x81\xA1\xEF\xBF\xBE", "\\xc2\\xad\\xf3\\xa0\\x81\\xa1\\xef\\xbf\\xbe"},
         }) {
        EXPECT_EQ(to_printable(row.bytes), row.expected);
        EXPECT_EQ(to_printable(row.expected), row.expected) << "once is enough";
    }
    EXPECT_EQ(to_printable_lines("a\n::b\n\t::c##\n"), "a\n\\x3a:b\n\t\\x3a:c#\\x23\n");
}

TEST(Printable, json_keeps_its_value) {
    EXPECT_EQ(to_printable_json("{\n\t\"a\": \"##[x]\xE2\x80\xAE\x7F\"\r\n}\n"),
              "{\n\t\"a\": \"#\\u0023[x]\\u202e\\u007f\"\r\n}\n");
    EXPECT_EQ(to_printable_json("\"\xF3\xA0\x81\xA1gr\xC3\xBC\""), "\"\\udb40\\udc61gr\xC3\xBC\"");
}

TEST(Printable, is_cut_after_about_the_bytes_asked_for) {
    EXPECT_EQ(to_printable(std::string(80, 'x')), std::string(80, 'x'));
    EXPECT_EQ(to_printable(std::string(81, 'x')), std::string(80, 'x') + "...");
    EXPECT_EQ(to_printable("abcdef", 3), "abc...");
    EXPECT_EQ(to_printable("abc", 3), "abc");
    EXPECT_EQ(to_printable("ab\xE2\x82\xACxyz", 3), "ab\xE2\x82\xAC..."); // never inside a character
    EXPECT_LE(to_printable(std::string(100'000, '\x01')).size(), 80U + 8U);
}

TEST(PrintableLines, newlines_and_tabs_stay_and_nothing_is_cut) {
    EXPECT_EQ(to_printable_lines("a\n\tb\r\n\x1b\x7f"), "a\n\tb\\x0d\n\\x1b\\x7f");
    EXPECT_EQ(to_printable_lines(std::string(300, 'x')), std::string(300, 'x'));
    EXPECT_EQ(to_printable_lines("\xff\n\xE2\x80\xAE"), "\xEF\xBF\xBD\n\\xe2\\x80\\xae");
    EXPECT_EQ(to_printable_lines(""), "");
}

TEST(FirstCharacter, is_whole_or_the_longest_part_of_one) {
    EXPECT_EQ(first_character("ab"), "a");
    EXPECT_EQ(first_character("\xC3\xBC\xC3"), "\xC3\xBC");
    EXPECT_EQ(first_character("\xF0\x9F\x98\x80x"), "\xF0\x9F\x98\x80");
    EXPECT_EQ(first_character("\xF0\x9Fx"), "\xF0\x9F");
    EXPECT_EQ(first_character("\xFF\xFF"), "\xFF");
}

TEST(ColumnsOfCharacter, wide_ones_take_two_and_marks_none) {
    for (const char* const wide : {"象", "あ", "한", "！", "😀", "𠀋"}) {
        EXPECT_EQ(columns_of_character(wide), 2) << wide;
    }
    for (const char* const narrow : {"a", "é", "♞", "─", "ｱ", "\xFF", "\xF0\x9F"}) {
        EXPECT_EQ(columns_of_character(narrow), 1) << narrow;
    }
    EXPECT_EQ(columns_of_character("\xCC\x81"), 0) << "an acute upon the letter before";
}

TEST(Counted, one_is_singular) {
    EXPECT_EQ(counted(1, "fault"), "1 fault");
    EXPECT_EQ(counted(0, "fault"), "0 faults");
    EXPECT_EQ(counted(2, "time loss"), "2 time losses");
}

TEST(LowerCase, changes_letters_of_ascii_alone) {
    EXPECT_EQ(lower_case("Max-Games_9 \xC3\x84"), "max-games_9 \xC3\x84");
    EXPECT_EQ(lower_case("@[`{"), "@[`{");
}

TEST(Split, there_is_a_part_on_both_sides_of_each_separator) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split(",a,,", ','), (Parts{"", "a", "", ""}));
    EXPECT_EQ(split("", ','), Parts{""});
}

TEST(ParseNumber, all_of_a_text_is_a_number_of_the_type) {
    EXPECT_EQ(parse_number<int>("-17"), -17);
    EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
    for (const std::string_view text : {"", "+1", " 1", "1 ", "1x", "2147483648"}) {
        EXPECT_FALSE(parse_number<int>(text)) << text;
    }
    EXPECT_FALSE(parse_number<unsigned>("-1"));
}

} // namespace
} // namespace referee
