#include "referee/rules/fen_text.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::user_error_text;

/// Of no game that is played: three columns, two ranks, two letters a side, two counters, blocked cells.
constexpr std::array kTestCounters{FenCounter{"clock", 4}, FenCounter{"number", 7}};
constexpr FenForm kTestForm{.start = "3/3 a 4 7",
                            .columns = 3,
                            .ranks = 2,
                            .letters = {"aA", "bB"},
                            .counters = kTestCounters,
                            .blocked = '#'};

std::string refused_fen(std::string_view text, const FenForm& form = kTestForm) {
    return user_error_text([&] { static_cast<void>(parse_fen_text(text, form)); });
}

TEST(FenText, cells_are_read_rank_by_rank_from_the_top) {
    const FenText fen = parse_fen_text("a#b/2B B 5 9", kTestForm);
    EXPECT_EQ(fen.cells, "a#b..B");
    EXPECT_EQ(kTestForm.side_of('a'), Side::First);
    EXPECT_EQ(kTestForm.side_of('B'), Side::Second);
    EXPECT_EQ(kTestForm.side_of('#'), std::nullopt);
    EXPECT_EQ(fen.to_move, Side::Second);
    EXPECT_THAT(fen.counters, ElementsAre(5, 9));
    EXPECT_EQ(parse_fen_text("3/#A# A", kTestForm).cells, "...#A#");
}

TEST(FenText, counters_that_are_left_out_have_their_usual_values) {
    EXPECT_THAT(parse_fen_text("3/3 a", kTestForm).counters, ElementsAre(4, 7));
    EXPECT_THAT(parse_fen_text("3/3 a 0", kTestForm).counters, ElementsAre(0, 7));
}

TEST(FenText, is_written_with_the_first_letters_whole_runs_and_all_counters) {
    for (const auto& [text, written] : {
             std::pair{"3/3 a", "3/3 a 4 7"},
             {"111/21 A 5 9", "3/3 a 5 9"},
             {" \t AB1/1#1\tB  5 \t", "ab1/1#1 b 5 7"},
             {"##1/1b1 b 2147483647 0", "##1/1b1 b 2147483647 0"},
             {"b2/2a a 1 2", "b2/2a a 1 2"},
         }) {
        EXPECT_EQ(to_string(parse_fen_text(text, kTestForm), kTestForm), written) << text;
    }
}

TEST(FenText, what_is_wrong_is_named_and_the_start_is_shown) {
    struct Row {
        std::string_view text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"3/3", "needs a board, a side to move, and at most a clock and a number"},
             Row{"3/3 a 4 7 1", "needs a board, a side to move, and at most a clock and a number"},
             Row{"3/3 c", "the side to move is 'c' instead of a, b, A or B"},
             Row{"3/3 ab", "the side to move is 'ab'"},
             Row{"3/3 #", "the side to move is '#'"},
             Row{"3/4 a", "'4' is not one of a, b, A, B, 1 to 3 and /"},
             Row{"3/0a2 a", "'0' is not one of"},
             Row{"3/a.b a", "'.' is not one of"},
             Row{"3 a", "1 rank instead of 2"},
             Row{"3/3/3 a", "more than 2 ranks"},
             Row{"2/3 a", "rank 2 holds 2 squares instead of 3"},
             Row{"1/3 a", "rank 2 holds 1 square instead of 3"},
             Row{"3/12a a", "rank 1 holds more than 3 squares"},
             Row{"3/3# a", "rank 1 holds more than 3 squares"},
             Row{"3/22 a", "rank 1 holds 4 squares instead of 3"},
             Row{"3/3 a 1.0", "the clock '1.0' is not a whole number from 0"},
             Row{"3/3 a 1 -1", "the number '-1' is not a whole number from 0"},
             Row{"3/3 a 2147483648", "the clock '2147483648' is not a whole number from 0"},
         }) {
        EXPECT_EQ(refused_fen(row.text).find("FEN '" + std::string(row.text) + "': "), 0U) << row.text;
        EXPECT_THAT(refused_fen(row.text), HasSubstr(row.expected)) << row.text;
        EXPECT_THAT(refused_fen(row.text), testing::EndsWith(" (the start is '3/3 a 4 7')"));
    }
}

TEST(FenText, game_without_blocked_cells_has_no_letter_for_them) {
    FenForm plain = kTestForm;
    plain.blocked = '\0';
    using namespace std::string_view_literals;
    EXPECT_THAT(refused_fen("a#b/3 a", plain), HasSubstr("'#' is not one of"));
    EXPECT_THAT(refused_fen("a\0b/3 a"sv, plain), HasSubstr("'\\x00' is not one of"));
    EXPECT_EQ(parse_fen_text("a1b/3 a", plain).cells, "a.b...");
}

TEST(FenText, error_shows_the_beginning_of_a_long_text) {
    const std::string error = refused_fen(std::string(5000, 'c') + " a");
    EXPECT_LT(error.size(), kMostFenBytesShown + 100);
    EXPECT_THAT(error, HasSubstr(std::string(kMostFenBytesShown - 10, 'c')));
}

} // namespace
} // namespace referee
