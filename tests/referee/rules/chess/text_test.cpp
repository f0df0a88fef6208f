// Moves of chess in coordinates, and why they are illegal.

#include "referee/rules/chess/rules.hpp"
#include "referee/rules/chess/text.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>

namespace chess {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(ChessCoordinates, name_a_move_in_any_case) {
    struct Row {
        const char* fen;
        const char* text;
        MoveNumbers numbers;
    };
    for (const Row& row : {
             Row{kStart, "e2e4", {52, 54, 0}},
             Row{kStart, "E2E4", {52, 54, 0}},
             Row{kStart, "a1h8", {11, 88, 0}}, // legal or not
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", {17, 18, 5}},
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8Q", {17, 18, 5}},
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8N", {17, 18, 2}},
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8b", {17, 18, 3}},
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "A7A8r", {17, 18, 4}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", {51, 81, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", {51, 11, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", {51, 81, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", {51, 11, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1f1", {51, 61, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "E8G8", {58, 88, 0}},
             Row{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", {58, 18, 0}},
             Row{"3k4/8/8/8/8/8/8/K3R3 w - - 0 1", "e1g1", {51, 71, 0}}, // the rook moves
             Row{"3k4/8/8/8/8/8/8/4K3 w - - 0 1", "e1c2", {51, 32, 0}},
         }) {
        const Position position = Rules::read_fen(row.fen);
        const auto move = Rules::read_coordinates(position, row.text);
        ASSERT_TRUE(move) << row.text;
        EXPECT_EQ(Rules::numbers(*move), row.numbers) << row.text;
    }
    for (const char* text : {"", "e2", "e2e", "e2e4qq", "e2e4k", "e2e4p", "e2e9", "e0e4", "i2e4", "e2-e4",
                             "O-O", "0000", "(none)", "NULL", "e2e4 ", " e2e4", "a7a8=", "e2e4\xC3"}) {
        EXPECT_FALSE(Rules::read_coordinates(Position(), text)) << text;
    }
    const auto nowhere = Rules::read_coordinates(Position(), "a1a1");
    ASSERT_TRUE(nowhere);
    EXPECT_FALSE(Rules::is_legal(Position(), *nowhere));
}

TEST(ChessCoordinates, castling_is_written_by_the_kings_new_square) {
    const Position white = Rules::read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(Rules::coordinates(white, {Square(4, 0), Square(7, 0)}), "e1g1");
    EXPECT_EQ(Rules::coordinates(white, {Square(4, 0), Square(0, 0)}), "e1c1");
    EXPECT_EQ(Rules::coordinates(white, {Square(4, 0), Square(5, 0)}), "e1f1");
    EXPECT_EQ(Rules::coordinates(white, {Square(7, 0), Square(6, 0)}), "h1g1");
    const Position black = Rules::read_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    EXPECT_EQ(Rules::coordinates(black, {Square(4, 7), Square(7, 7)}), "e8g8");
    EXPECT_EQ(Rules::coordinates(black, {Square(4, 7), Square(0, 7)}), "e8c8");
    EXPECT_EQ(Rules::coordinates(Rules::read_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1"),
                                 {Square(0, 6), Square(0, 7), Kind::Queen}),
              "a7a8q");
    EXPECT_EQ(Rules::notation({51, 81, 0}), "e1h1") << "without a board";
    EXPECT_EQ(Rules::notation({17, 18, 2}), "a7a8n");
}

TEST(Chess960Coordinates, castling_is_king_takes_own_rook) {
    using Rules960 = chess960::Rules;
    const auto position = Rules960::read_fen("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
    const auto castles = Rules960::read_coordinates(position, "e1g1");
    ASSERT_TRUE(castles);
    EXPECT_EQ(Rules960::numbers(*castles), (MoveNumbers{51, 71, 0}));
    EXPECT_TRUE(Rules960::is_legal(position, *castles));
    EXPECT_EQ(Rules960::fen(Rules960::after(position, *castles)), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    EXPECT_FALSE(Rules960::is_legal(position, Rules960::read_coordinates(position, "e1c1").value()));
    EXPECT_EQ(Rules960::why_illegal(position, {51, 31, 0}), "the king on e1 does not reach c1");
    const auto usual = Rules960::read_fen("4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    EXPECT_EQ(Rules960::coordinates(usual, {Square(4, 0), Square(7, 0)}), "e1h1");
    EXPECT_FALSE(Rules960::is_legal(usual, Rules960::read_coordinates(usual, "e1g1").value()));
    EXPECT_EQ(Rules960::why_illegal(usual, {51, 71, 0}), "the king on e1 does not reach g1");
}

TEST(Chess960Castling, puts_king_and_rook_on_their_squares_whatever_was_between) {
    struct Row {
        const char* fen;
        const char* move;
        const char* expected;
    };
    for (const Row& row : {
             Row{"k7/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1"},
             Row{"k7/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1"},
             Row{"7k/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "7k/8/8/8/8/8/8/2KR4 b - - 1 1"},
             Row{"7k/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "7k/8/8/8/8/8/8/2KR4 b - - 1 1"},
             Row{"1rk5/8/8/8/8/8/8/7K b b - 0 1", "c8b8", "2kr4/8/8/8/8/8/8/7K w - - 1 2"},
         }) {
        const auto position = chess960::Rules::read_fen(row.fen);
        const auto move = chess960::Rules::read_coordinates(position, row.move).value();
        ASSERT_TRUE(chess960::Rules::is_legal(position, move)) << row.fen;
        const int number = position.to_move == Side::First ? 1 : 2;
        EXPECT_EQ(chess960::Rules::fen(chess960::Rules::after(position, move), number), row.expected);
    }
}

TEST(ChessIllegal, moves_are_explained) {
    struct Row {
        const char* fen;
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{kStart, "e3e4", "no piece of its own on e3"},
             Row{kStart, "e7e5", "no piece of its own on e7"},
             Row{kStart, "e2e5", "the pawn on e2 does not reach e5"},
             Row{kStart, "e2d3", "the pawn on e2 does not reach d3"},
             Row{kStart, "e2e2", "the pawn on e2 does not reach e2"},
             Row{kStart, "a1a3", "the rook on a1 does not reach a3"},
             Row{kStart, "g1e2", "the knight on g1 does not reach e2"},
             Row{kStart, "f1c4", "the bishop on f1 does not reach c4"},
             Row{kStart, "d1e1", "the queen on d1 does not reach e1"},
             Row{kStart, "e1e2", "the king on e1 does not reach e2"},
             Row{kStart, "e1g1", "e1g1 castles over the bishop on f1"},
             Row{kStart, "e1c1", "e1c1 castles over the knight on b1"},
             Row{kStart, "e2e4q", "e2e4 is no promotion"},
             Row{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", "a7a8 needs a promotion: q, r, b or n"},
             Row{"k7/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", "the pawn on a7 does not reach a8"},
             Row{"k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "its king would be in check"},
             Row{"k4r2/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1", "its king would be in check"},
             Row{"k3r3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", "its king would be in check"},
             Row{"k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1 castles through check"},
             Row{"k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1 castles through check"},
             Row{"k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "its king would be in check"},
             Row{"k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1 castles out of check"},
             Row{"k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "e1g1 castles without the right to it"},
             Row{"k7/8/8/8/8/8/8/4K3 w - - 0 1", "e1c1", "e1c1 castles without the right to it"},
             Row{"r3k3/8/8/8/8/8/8/1K1R4 b q - 0 1", "e8c8", "e8c8 castles through check"},
         }) {
        const Position position = Rules::read_fen(row.fen);
        const auto move = Rules::read_coordinates(position, row.text);
        ASSERT_TRUE(move) << row.text;
        ASSERT_FALSE(Rules::is_legal(position, *move)) << row.text;
        EXPECT_EQ(Rules::why_illegal(position, Rules::numbers(*move)), row.expected) << row.text;
    }
    const auto why = [](const MoveNumbers& numbers) { return Rules::why_illegal(Position(), numbers); };
    EXPECT_EQ(why({99, 54, 0}), "square 99 is not on the board");
    EXPECT_EQ(why({52, 999'999'999, 0}), "square 999999999 is not on the board");
    EXPECT_EQ(why({52, -54, 0}), "square -54 is not on the board");
    EXPECT_EQ(why({52, 54, 1}), "promotion 1 is none of 0, 2, 3, 4 and 5");
    EXPECT_EQ(why({52, 54, 6}), "promotion 6 is none of 0, 2, 3, 4 and 5");
}

TEST(Chess960Illegal, castling_is_explained) {
    const auto why = [](const char* fen, const MoveNumbers& numbers) {
        return chess960::Rules::why_illegal(chess960::Rules::read_fen(fen), numbers);
    };
    EXPECT_EQ(why("8/8/8/4k3/8/8/8/rRK4R w HB - 0 1", {31, 21, 0}), "its king would be in check");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/1K3NR1 w G - 0 1", {21, 71, 0}), "b1g1 castles over the knight on f1");
    EXPECT_EQ(why("3rk3/8/8/8/8/8/8/1K4R1 w G - 0 1", {21, 71, 0}), "b1g1 castles through check");
    EXPECT_EQ(why("1r2k3/8/8/8/8/8/8/1K4R1 w G - 0 1", {21, 71, 0}), "b1g1 castles out of check");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/1K4R1 w - - 0 1", {21, 71, 0}), "b1g1 castles without the right to it");
}

} // namespace
} // namespace chess
