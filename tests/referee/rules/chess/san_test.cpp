// Standard algebraic notation, written and read.

#include "referee/base/seed.hpp"
#include "referee/rules/chess/rules.hpp"
#include "referee/rules/chess/text.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace chess {
namespace {

using referee::testing_support::user_error_text;

constexpr const char* kUsualStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kPromotes = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";

Position at(const char* fen) {
    return parse_fen(fen, RuleSet::Chess960).position;
}

Move played(const Position& position, const char* coordinates) {
    return read_coordinates(position, coordinates, RuleSet::Chess960).value();
}

TEST(San, names_as_much_of_the_source_as_is_needed) {
    struct Row {
        const char* fen;
        const char* move; ///< castling is king takes rook
        const char* san;
        const char* lan;
    };
    // The first seven positions are those of bugs in other programs.
    for (const Row& row : {
             Row{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "e2c3", "Ne2c3", "Ne2c3"},
             Row{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "e4c3", "N4c3", "Ne4c3"},
             Row{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "a2c3", "Nac3", "Na2c3"},
             Row{"8/8/5k2/N3N3/K3b3/4N3/8/1q6 w - - 80 129", "e5c4", "Ne5c4", "Ne5c4"},
             Row{"8/8/5k2/N3N3/K3b3/4N3/8/1q6 w - - 80 129", "a5c4", "Nac4", "Na5c4"},
             Row{"8/8/5k2/N3N3/K3b3/4N3/8/1q6 w - - 80 129", "e3c4", "N3c4", "Ne3c4"},
             Row{"5q1k/4P3/7q/1Q1pQ3/3P4/1KN5/8/5q2 b - - 1 60", "f8f6", "Q8f6", "Qf8f6"},
             Row{"5q1k/4P3/7q/1Q1pQ3/3P4/1KN5/8/5q2 b - - 1 60", "f1f6", "Q1f6", "Qf1f6"},
             Row{"5q1k/4P3/7q/1Q1pQ3/3P4/1KN5/8/5q2 b - - 1 60", "h6f6", "Qhf6", "Qh6f6"},
             Row{"1r5k/6p1/3p3p/8/8/4bQ2/2R3PP/2KRq3 w - - 6 44", "c2d2", "Rd2", "Rc2d2"},
             Row{"5r1k/p6p/4r1n1/3NPp2/8/8/PP4RP/4R1K1 w - - 3 53", "g2e2", "Rge2", "Rg2e2"},
             Row{"rnbq1rk1/ppp1ppbp/3p1np1/8/3P4/1P3NP1/PBP1PPBP/RN1QK2R b KQ - 0 6", "b8d7", "Nbd7",
                 "Nb8d7"},
             Row{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+", "O-O+"},
             Row{"7k/8/5KQ1/8/8/8/8/8 w - - 99 80", "g6g7", "Qg7#", "Qg6g7#"},
             Row{kUsualStart, "e2e4", "e4", "e2e4"},
             Row{kUsualStart, "g1f3", "Nf3", "Ng1f3"},
             Row{kPromotes, "e7d8q", "exd8=Q+", "e7xd8=Q+"},
             Row{kPromotes, "e7e8n", "e8=N", "e7e8=N"},
             Row{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6", "exf6", "e5xf6"},
             Row{"1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1", "e8b8", "O-O-O", "O-O-O"},
         }) {
        const Position position = at(row.fen);
        const Move move = played(position, row.move);
        ASSERT_TRUE(is_legal(position, move)) << row.fen;
        EXPECT_EQ(san(position, move), row.san) << row.fen;
        EXPECT_EQ(lan(position, move), row.lan) << row.fen;
        EXPECT_EQ(read_san(position, row.san), move) << row.san;
        EXPECT_EQ(read_san(position, row.lan), move) << row.lan;
    }
}

TEST(San, is_read_as_people_and_programs_write_it) {
    struct Row {
        const char* fen;
        const char* text;
        const char* san;
    };
    for (const Row& row : {
             Row{kUsualStart, "e2e4", "e4"},
             Row{kUsualStart, "e2-e4", "e4"},
             Row{kUsualStart, "Pe4", "e4"},
             Row{kUsualStart, "Ng1-f3!?", "Nf3"},
             Row{kUsualStart, "Nf3+", "Nf3"}, // is none
             Row{kPromotes, "exd8Q", "exd8=Q+"},
             Row{kPromotes, "ed8=Q+!!", "exd8=Q+"},
             Row{kPromotes, "e7d8q", "exd8=Q+"},
             Row{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6e.p.", "exf6"},
             Row{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "O-O+"},
             Row{"1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1", "0-0-0", "O-O-O"},
             Row{"1r5k/6p1/3p3p/8/8/4bQ2/2R3PP/2KRq3 w - - 6 44", "Rcd2", "Rd2"},
         }) {
        const Position position = at(row.fen);
        EXPECT_EQ(san(position, read_san(position, row.text)), row.san) << row.text;
    }
}

TEST(San, is_refused_with_the_reason) {
    struct Row {
        const char* fen;
        const char* text;
        const char* reason;
    };
    constexpr const char* kKnights = "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82";
    for (const Row& row : {
             Row{kKnights, "Nec3", "'Nec3' names several moves: Ne2c3 and N4c3"},
             Row{kKnights, "Nc3", "'Nc3' names several moves: Nac3 and Ne2c3"},
             Row{kUsualStart, "e5", "'e5' is no legal move"},
             Row{kUsualStart, "Nf6", "'Nf6' is no legal move"},
             Row{kUsualStart, "exd3", "'exd3' is no legal move"},
             Row{kUsualStart, "O-O", "'O-O' is no legal move"},
             Row{kUsualStart, "--", "'--' is a null move, which no game has"},
             Row{kUsualStart, "Z0", "'Z0' is a null move, which no game has"},
             Row{kUsualStart, "", "'' is no move"},
             Row{kUsualStart, "e9", "'e9' is no move"},
             Row{kUsualStart, "hello", "'hello' is no move"},
             Row{kUsualStart, "Nf3=K", "'Nf3=K' is no move"},
             Row{kUsualStart, "e4\x01", "'e4\\x01' is no move"},
             Row{kPromotes, "e8", "'e8' is no legal move: e7e8 needs a promotion: q, r, b or n"},
             Row{"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rd2",
                 "'Rd2' is no legal move: its king would be in check"},
         }) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(read_san(at(row.fen), row.text)); }), row.reason);
    }
}

TEST(San, every_legal_move_of_games_by_chance_is_read_as_it_is_written) {
    referee::SplitMix64 chance(11);
    for (int game = 0; game < 40; ++game) {
        auto position = chess960::Rules::set_up(static_cast<int>(chance.below(960)));
        for (int turn = 0; turn < 200 && !chess960::Rules::ending(position); ++turn) {
            const auto moves = chess960::Rules::moves(position);
            for (const Move move : moves) {
                ASSERT_EQ(read_san(position, san(position, move)), move) << san(position, move);
                ASSERT_EQ(read_san(position, lan(position, move)), move) << lan(position, move);
            }
            position = chess960::Rules::after(position, moves[chance.below(moves.size())]);
        }
    }
}

} // namespace
} // namespace chess
