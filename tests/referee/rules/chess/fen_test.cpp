// Forsyth-Edwards notation of chess and Chess960.

#include "referee/rules/chess/rules.hpp"
#include "referee/rules/chess/text.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace chess {
namespace {

using referee::testing_support::user_error_text;
using testing::AllOf;
using testing::HasSubstr;

std::string orthodox(const std::string& text) {
    const Fen fen = parse_fen(text, RuleSet::Orthodox);
    return fen_text(fen.position, fen.move_number, RuleSet::Orthodox);
}
std::string of_960(const std::string& text) {
    const Fen fen = parse_fen(text, RuleSet::Chess960);
    return fen_text(fen.position, fen.move_number, RuleSet::Chess960);
}

TEST(ChessFen, other_spellings_are_written_with_six_fields) {
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    struct Row {
        std::string text;
        std::string expected;
    };
    for (const Row& row : {
             Row{start + " w", start + " w - - 0 1"},
             Row{start + " b KQkq -", start + " b KQkq - 0 1"},
             Row{start + " w qkQK -", start + " w KQkq - 0 1"},
             Row{start + " w Kq - 5", start + " w Kq - 5 1"},
             Row{start + " w KQkq - 5 17", start + " w KQkq - 5 17"},
             Row{"  " + start + "\t w   KQkq -  0 1 \r", start + " w KQkq - 0 1"},
             Row{start + " w HAha - 0 1", start + " w KQkq - 0 1"},
             Row{"11111111/4k3/8/8/8/8/4K3/7Q w - - 0 1", "8/4k3/8/8/8/8/4K3/7Q w - - 0 1"},
             // Operations of EPD.
             Row{start + " w KQkq - hmvc 7; fmvn 12;", start + " w KQkq - 7 12"},
             Row{start + " w KQkq - bm e4; id \"a; hmvc 3; b\"; fmvn 2", start + " w KQkq - 0 2"},
             Row{start + " w KQkq - 3 4 ; c0 \"x\";", start + " w KQkq - 3 4"},
             Row{start + " w KQkq - 3 4 id \"x\";hmvc 9;", start + " w KQkq - 9 4"},
             Row{start + " w KQkq - id \"x\";", start + " w KQkq - 0 1"},
         }) {
        EXPECT_EQ(orthodox(row.text), row.expected) << row.text;
    }
}

TEST(ChessFen, half_moves_stop_counting_at_the_limit) {
    EXPECT_EQ(parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 80", RuleSet::Orthodox).position.half_moves, 99);
    EXPECT_EQ(parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 356 180", RuleSet::Orthodox).position.half_moves, 100);
}

TEST(ChessFen, en_passant_is_kept_only_when_a_legal_move_takes_there) {
    struct Row {
        const char* text;
        const char* square;
    };
    for (const Row& row : {
             Row{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", " - "},
             Row{"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", " e3 "},
             Row{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", " - "}, // would uncover the king
             Row{"8/8/8/8/3pP3/8/8/k3K2R b - e3 0 1", " e3 "},
             Row{"8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 2", " d6 "},
             Row{"8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 2", " d6 "},
             Row{"4r3/8/8/K2pP3/8/8/8/4k3 w - d6 0 2", " d6 "},
             Row{"4r3/8/8/3pP3/8/8/4K3/k7 w - d6 0 2", " - "}, // pinned
         }) {
        EXPECT_THAT(orthodox(row.text), HasSubstr(row.square)) << row.text;
    }
    EXPECT_THAT(Rules::fen(Position().after({Square(4, 1), Square(4, 3)})), HasSubstr(" b KQkq - 0 1"));
}

TEST(Chess960Fen, castling_is_read_as_x_fen_and_files_and_written_as_files) {
    struct Row {
        const char* text;
        const char* castling;
    };
    for (const Row& row : {
             Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", " HAha "},
             Row{"bqrbnnkr/pppppppp/8/8/8/8/PPPPPPPP/BQRBNNKR w KQkq - 0 1", " HChc "},
             Row{"bqrbnnkr/pppppppp/8/8/8/8/PPPPPPPP/BQRBNNKR w HChc - 0 1", " HChc "},
             Row{"bqrbnnkr/pppppppp/8/8/8/8/PPPPPPPP/BQRBNNKR w chKQ - 0 1", " HChc "},
             Row{"4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", " HA "}, // the outermost
             Row{"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", " GB "}, // an inner one
             Row{"4k3/8/8/8/8/8/8/RR2K1RR w GQ - 0 1", " GA "},
             Row{"rkr5/8/8/8/8/8/8/RKR5 b CAca - 0 1", " CAca "},
             Row{"6k1/8/8/8/8/8/8/1RKR4 w D - 0 1", " D "},
         }) {
        EXPECT_THAT(of_960(row.text), HasSubstr(row.castling)) << row.text;
    }
}

TEST(ChessFen, errors_name_what_is_wrong) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"", "needs two, four, five or six fields (a board, a side to move, castling, an en passant "
                     "square, a half-move clock and a move number), not 0"},
             Row{"4k3/8/8/8/8/8/8/4K2R", "not 1"},
             Row{"4k3/8/8/8/8/8/8/4K2R w K", "not 3"},
             Row{"4k3/8/8/8/8/8/8/4K2R w K - 0 1 2", "not 7"},
             Row{"4k3/8/8/8/8/8/8/4K2R x - - 0 1", "the side to move is 'x' instead of w or b"},
             Row{"4k3/8/8/8/8/8/8/4K2R W - - 0 1", "the side to move is 'W'"},
             // Not 8 ranks of 8 files.
             Row{"4k3/8/8/8/8/8/4K2R w - - 0 1", "7 ranks instead of 8"},
             Row{"4k3 w - - 0 1", "1 rank instead of 8"},
             Row{"4k3/8/1/8/8/8/8/4K2R w - - 0 1", "rank 6 holds 1 square instead of 8"},
             Row{"4k3/8/8/8/8/8/8/8/4K2R w - - 0 1", "more than 8 ranks"},
             Row{"4k3/8/8/8/8/8/8/4K2R/ w - - 0 1", "more than 8 ranks"},
             Row{"4k3/8/7/8/8/8/8/4K2R w - - 0 1", "rank 6 holds 7 squares instead of 8"},
             Row{"4k3/8//8/8/8/8/4K2R w - - 0 1", "rank 6 holds 0 squares instead of 8"},
             Row{"4k3/8/81/8/8/8/8/4K2R w - - 0 1", "rank 6 holds 9 squares instead of 8"},
             Row{"4k3/8/pppppppp1/8/8/8/8/4K2R w - - 0 1", "rank 6 holds 9 squares instead of 8"},
             Row{"4k3/8/8/8/8/8/8/4K3R w - - 0 1", "rank 1 holds more than 8 squares"},
             // A letter that is no piece.
             Row{"4k3/8/3x4/8/8/8/8/4K2R w - - 0 1", "'x' is not one of P, N, B, R, Q, K, p, n, b, r, q, k"},
             Row{"4k3/9/8/8/8/8/8/4K2R w - - 0 1", "'9' is not one of"},
             Row{"4k3/3.4/8/8/8/8/8/4K2R w - - 0 1", "'.' is not one of"},
             Row{"4k3/8/8/8/8/8/8/4K2\xC3\xB6 w - - 0 1", "'\xC3\xB6' is not one of"},
             // Not exactly one king of each side.
             Row{"8/8/8/8/8/8/8/4K2R w - - 0 1", "black has 0 kings instead of 1"},
             Row{"4k3/8/8/8/8/8/8/7R w - - 0 1", "white has 0 kings instead of 1"},
             Row{"4k3/8/8/8/8/8/8/K3K2R w - - 0 1", "white has 2 kings instead of 1"},
             // Too many pieces.
             Row{"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "white has 17 pieces, more than 16"},
             Row{"rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", "black has 17 pieces, more than 16"},
             Row{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has 9 pawns, more than 8"},
             Row{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "black has 9 pawns, more than 8"},
             Row{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"},
             Row{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"},
             Row{"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn stands on h1"},
             // The side that does not move is in check.
             Row{"4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "black is in check, and white is to move"},
             Row{"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "white is in check, and black is to move"},
             Row{"8/8/8/8/8/8/3k4/4K3 b - - 0 1", "white is in check"},
             // Castling.
             Row{"4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
                 "castling 'Q': white has no king and rook on rank 1 for Q"},
             Row{"4k3/8/8/8/8/8/8/4K2R w Kk - 0 1",
                 "castling 'Kk': black has no king and rook on rank 8 for k"},
             Row{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "white has no king and rook on rank 1 for K"},
             Row{"4k3/8/8/8/8/8/8/4K2r w K - 0 1", "white has no king and rook on rank 1 for K"},
             Row{"4k3/8/8/8/8/8/8/4K2N w H - 0 1", "white has no king and rook on rank 1 for H"},
             Row{"4k3/8/8/8/8/8/8/4K2R w E - 0 1", "white has no king and rook on rank 1 for E"},
             Row{"4k3/8/8/8/8/8/8/4K2R w x - 0 1", "castling 'x': it is neither - nor letters of KQkq"},
             Row{"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling 'K-': it is neither - nor letters of KQkq"},
             Row{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "white has two rights on one side of its king"},
             Row{"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "white has two rights on one side of its king"},
             // En passant.
             Row{"4k3/8/8/3pP3/8/8/8/4K3 w - x 0 1", "the en passant square 'x' is neither - nor a square"},
             Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "'d9' is neither - nor a square"},
             Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "the en passant square 'd3' is not on rank 6"},
             Row{"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "the en passant square 'd6' is not on rank 3"},
             Row{"4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1",
                 "the en passant square 'c6' has no black pawn in front of it, on c5"},
             Row{"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "has no black pawn in front of it, on d5"},
             Row{"4k3/3r4/8/3pP3/8/8/8/4K3 w - d6 0 1", "'d6' was not passed: d7 is not empty"},
             Row{"4k3/8/3r4/3pP3/8/8/8/4K3 w - d6 0 1", "'d6' was not passed: d6 is not empty"},
             // Counters.
             Row{"4k3/8/8/8/8/8/8/4K2R w - - -1 1", "the half-move clock '-1' is not a whole number from 0"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - x 1", "the half-move clock 'x' is not a whole number from 0"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - 1x 1", "the half-move clock '1x' is not a whole number"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - 99999999999 1", "the half-move clock '99999999999' is not"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - 0 0", "the move number '0' is not a whole number from 1"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - 0 x", "the move number 'x' is not a whole number from 1"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - hmvc x;", "the half-move clock 'x' is not a whole number"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - fmvn 0;", "the move number '0' is not a whole number from 1"},
             Row{"4k3/8/8/8/8/8/8/4K2R w - - fmvn;", "the move number '' is not a whole number from 1"},
         }) {
        for (const RuleSet rules : {RuleSet::Orthodox, RuleSet::Chess960}) {
            EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_fen(row.text, rules)); }),
                        AllOf(HasSubstr(row.expected), HasSubstr(kStartFen)))
                << row.text;
        }
    }
}

TEST(ChessFen, castling_from_other_squares_needs_chess960) {
    for (const char* text : {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
                             "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R2K3R w K - 0 1",
                             "4k3/8/8/8/8/8/8/R2K3R w A - 0 1", "4k1rr/8/8/8/8/8/8/4K3 w g - 0 1"}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(parse_fen(text, RuleSet::Orthodox)); }),
                    HasSubstr("castling from there needs --rules chess960"))
            << text;
        EXPECT_NO_THROW(static_cast<void>(parse_fen(text, RuleSet::Chess960))) << text;
    }
}

TEST(ChessFen, a_start_has_a_move_number_and_fewer_than_100_half_moves) {
    EXPECT_EQ(Rules::start_number("4k3/8/8/8/8/8/8/4K2R w - - 99 80"), 80);
    EXPECT_EQ(Rules::start_number("4k3/8/8/8/8/8/8/4K2R w - - fmvn 7;"), 7);
    EXPECT_EQ(Rules::start_number("4k3/8/8/8/8/8/8/4K2R w"), 1);
    EXPECT_THAT(
        user_error_text([] { static_cast<void>(Rules::start_number("4k3/8/8/8/8/8/8/4K2R w - - 100 80")); }),
        HasSubstr("the half-move clock is 100; from 100 on the game is over"));
}

} // namespace
} // namespace chess
