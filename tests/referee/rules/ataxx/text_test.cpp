#include "referee/rules/ataxx/rules.hpp"
#include "referee/rules/ataxx/text.hpp"
#include "tests/referee/rules/ataxx/perft_table.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ataxx {
namespace {

using referee::testing_support::user_error_text;
using testing::AllOf;
using testing::HasSubstr;

TEST(Fen, the_start_is_the_usual_text) {
    const Fen fen = parse_fen(kStartFen);
    EXPECT_EQ(fen.position, Position());
    EXPECT_EQ(fen.half_moves, 0);
    EXPECT_EQ(fen.move_number, 1);
    EXPECT_EQ(to_string(Fen{}), kStartFen);
}

TEST(Fen, every_text_of_the_perft_table_is_written_as_it_was_read) {
    for (const PerftRow& row : kPerftTable) {
        EXPECT_EQ(to_string(parse_fen(row.fen)), row.fen);
    }
}

TEST(Fen, squares_have_the_coordinates_of_the_protocol) {
    // (x, y) is file a + y - 1, rank 8 - x: (1,1) a7, (1,7) g7, (7,1) a1, (7,7) g1.
    struct Row {
        const char* board;
        int x, y;
    };
    for (const Row& row :
         {Row{"x6/7/7/7/7/7/7", 1, 1}, Row{"6x/7/7/7/7/7/7", 1, 7}, Row{"7/7/7/7/7/7/x6", 7, 1},
          Row{"7/7/7/7/7/7/6x", 7, 7}, Row{"7/2x4/7/7/7/7/7", 2, 3}}) {
        const Position position = parse_fen(std::string(row.board) + " o").position;
        EXPECT_EQ(position.stones(Side::First), Bitboard(*Square::at(row.x, row.y))) << row.board;
        EXPECT_TRUE(position.stones(Side::Second).empty());
        EXPECT_EQ(position.to_move(), Side::Second);
    }
    EXPECT_EQ(parse_fen("7/7/7/3o3/7/7/7 x").position.stones(Side::Second), Bitboard(Square(24)));
}

TEST(Fen, counters_may_be_left_out_and_are_kept) {
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x o"), (Fen{parse_fen("x5o/7/7/7/7/7/o5x o 0 1").position, 0, 1}));
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 17").half_moves, 17);
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 17").move_number, 1);
    EXPECT_EQ(parse_fen("x5o/7/7/7/7/7/o5x x 100 57").move_number, 57);
}

TEST(Fen, other_spellings_are_written_in_the_usual_one) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {Row{"  x5o/7/7/7/7/7/o5x \t x  0   1 ", "x5o/7/7/7/7/7/o5x x 0 1"},
                           Row{"X5O/7/7/7/7/7/w5b W 0 1", "x5o/7/7/7/7/7/o5x o 0 1"},
                           Row{"x32o/7/1111111/7/7/7/o5x x 0 1", "x5o/7/7/7/7/7/o5x x 0 1"}}) {
        EXPECT_EQ(to_string(parse_fen(row.text)), row.expected);
    }
}

TEST(Fen, errors_name_what_is_wrong) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"", "needs a board"},
             Row{"   ", "needs a board"},
             Row{"x5o/7/7/7/7/7/o5x", "a side to move"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1 2", "at most a half-move clock and a move number"},
             Row{"x5o/7/7/7/7/7/o5x z 0 1", "the side to move is 'z' instead of x, o, X, O, b, w, B or W"},
             Row{"x5o/7/7/7/7/7/o5x xo 0 1", "the side to move is 'xo'"},
             Row{"x5o/7/7/7/7/7 x 0 1", "6 ranks instead of 7"},
             Row{"x5o/7/7/7/7/7/o5x/7 x 0 1", "more than 7 ranks"},
             Row{"x5o/7/7/7/7/7/o5x/ x 0 1", "more than 7 ranks"},
             Row{"x4o/7/7/7/7/7/o5x x 0 1", "rank 7 holds 6 squares instead of 7"},
             Row{"x5o/7/7/7/7/7/o5xx x 0 1", "rank 1 holds more than 7 squares"},
             Row{"x5o/7/71/7/7/7/o5x x 0 1", "rank 5 holds 8 squares instead of 7"},
             Row{"x5o//7/7/7/7/o5x x 0 1", "rank 6 holds 0 squares instead of 7"},
             Row{"x5o/7/7/7/7/7/o5 x 0 1", "rank 1 holds 6 squares instead of 7"},
             Row{"x5o/8/7/7/7/7/o5x x 0 1", "'8' is not one of"},
             Row{"x5o/07/7/7/7/7/o5x x 0 1", "'0' is not one of"},
             Row{"y5o/7/7/7/7/7/o5y x 0 1", "'y' is not one of"},
             Row{"x5\xC3\xB6/7/7/7/7/7/o5x x 0 1", "x 0 1': '\xC3\xB6' is not one of"},
             Row{"x5\xF0\x9F\x98\x80/7/7/7/7/7/o5x x 0 1", "'\xF0\x9F\x98\x80' is not one of"},
             Row{"x5\xC3/7 x 0 1", "'x5\xEF\xBF\xBD/7 x 0 1': '\xEF\xBF\xBD' is not one of"},
             Row{"x5\x1B/7 x 0 1", "'x5\\x1b/7 x 0 1': '\\x1b' is not one of"},
             Row{"x5o/7/7/7/7/7/o5x \xFF", "the side to move is '\xEF\xBF\xBD' instead of x, o, X"},
             Row{"x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "blocked squares ('-') are not supported"},
             Row{"x5o/7/7/7/7/7/o5x x -1 1", "the half-move clock '-1' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1\xFF", "the move number '1\xEF\xBF\xBD' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x - 1", "the half-move clock '-' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1x", "the move number '1x' is not a whole number"},
             Row{"x5o/7/7/7/7/7/o5x x 0 99999999999", "the move number '99999999999' is not a whole number"},
         }) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_fen(row.text)); }),
                    AllOf(HasSubstr(row.expected), HasSubstr(kStartFen)))
            << row.text;
    }
}

TEST(UaiNotation, clone_is_its_new_square) {
    EXPECT_EQ(uai_notation({7, 7, 6, 7}), "g2");
    EXPECT_EQ(uai_notation({1, 1, 2, 2}), "b6");
}

TEST(UaiNotation, jump_is_both_squares) {
    EXPECT_EQ(uai_notation({7, 7, 5, 7}), "g1g3");
    EXPECT_EQ(uai_notation({1, 1, 3, 2}), "a7b5");
    EXPECT_EQ(uai_notation({3, 2, 1, 1}), "b5a7");
}

TEST(UaiNotation, pass_is_four_zeros) {
    EXPECT_EQ(uai_notation(kPass), "0000");
}

TEST(UaiNotation, squares_are_those_of_the_fen) {
    // A stone of the first player stands alone on a7 in the top rank, one of the second on g7.
    const Position position = parse_fen("x5o/7/7/7/7/7/7 x").position;
    EXPECT_TRUE(position.stones(Side::First).has(Square::at(1, 1).value()));
    EXPECT_TRUE(position.stones(Side::Second).has(Square::at(1, 7).value()));
    EXPECT_EQ(uai_notation({1, 1, 1, 3}), "a7c7");
    EXPECT_EQ(uai_notation({1, 7, 3, 7}), "g7g5");
}

TEST(WhyIllegal, names_the_square_and_what_is_wrong_with_it) {
    struct Row {
        MoveNumbers numbers;
        const char* expected;
    };
    // The first player has cloned to (1,2); the second is to move.
    const Position position = Position().after(Move(*Square::at(1, 1), *Square::at(1, 2)));
    for (const Row& row :
         {Row{{-1, -1, -1, -1}, "it may not pass while it has a move"},
          Row{{0, 7, 1, 6}, "(0,7) is not on the board"}, Row{{1, 7, 1, 8}, "(1,8) is not on the board"},
          Row{{1, 1, 2, 1}, "(1,1)=a7 holds no stone of its own"},
          Row{{4, 4, 4, 5}, "(4,4)=d4 holds no stone of its own"},
          Row{{1, 7, 1, 4}, "(1,4)=d7 is 3 away, not 1 or 2"},
          Row{{1, 7, 1, 7}, "(1,7)=g7 is 0 away, not 1 or 2"}}) {
        EXPECT_EQ(why_illegal(position, row.numbers), row.expected);
    }
    EXPECT_EQ(why_illegal(position.pass(), {1, 1, 1, 2}), "(1,2)=b7 is not empty");
}

} // namespace

} // namespace ataxx
