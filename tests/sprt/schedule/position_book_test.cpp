// Files of positions.

#include "referee/rules/ataxx/rules.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace sprt {
namespace {

using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using testing::ElementsAre;

BookContent position_book(const std::string& text, referee::Game game = referee::Game::Ataxx) {
    std::istringstream in(text);
    return parse_book(in, "book.fen", game);
}

std::string error_in(const std::string& text, referee::Game game = referee::Game::Ataxx) {
    return user_error_text([&] { static_cast<void>(position_book(text, game)); });
}

std::vector<std::string> fens_of(const BookContent& book) {
    std::vector<std::string> fens;
    for (const Opening& opening : book.openings) {
        fens.push_back(opening.start ? opening.start->fen : "start");
    }
    return fens;
}

TEST(PositionBook, each_line_holds_one_fen) {
    const BookContent book = position_book("\xef\xbb\xbf# a comment\r\n"
                                           "\r\n"
                                           "x5o/7/7/7/7/7/o5x x 0 1\r\n"
                                           "  # another one\n"
                                           "xx4o/7/7/7/7/7/o5x o 0 1 # cloned\n"
                                           "2x3o/7/7/7/7/7/o5x o 1 1; jumped\n"
                                           "1x4o/7/3x3/7/7/7/o4o1 x"); // the last line has no newline
    EXPECT_THAT(fens_of(book), ElementsAre("start", "xx4o/7/7/7/7/7/o5x o 0 1", "2x3o/7/7/7/7/7/o5x o 1 1",
                                           "1x4o/7/3x3/7/7/7/o4o1 x 0 1"));
    EXPECT_THAT(book.lines, ElementsAre(3U, 5U, 6U, 7U));
    EXPECT_EQ(book.duplicates, 0U);
}

TEST(PositionBook, each_line_holds_one_epd) {
    const BookContent book = position_book("x5o/7/7/7/7/7/o4xx o id \"edge 1\"; c0 \"a; b\";\n"
                                           "x5o/7/7/7/7/5x1/o5x o\n"
                                           "x5o/7/7/7/7/4x2/o6 o acd 3;\n");
    EXPECT_THAT(fens_of(book), ElementsAre("x5o/7/7/7/7/7/o4xx o 0 1", "x5o/7/7/7/7/5x1/o5x o 0 1",
                                           "x5o/7/7/7/7/4x2/o6 o 0 1"));
}

TEST(PositionBook, moves_that_lead_to_a_position_near_the_start_are_found) {
    const BookContent book = position_book("xx4o/7/7/7/7/7/o5x o 0 1\n"
                                           "xx4o/7/7/7/7/7/oo4x x 0 2\n"
                                           "xx4o/7/7/7/7/7/o5x x 0 2\n");
    ASSERT_EQ(book.openings.size(), 3U);
    EXPECT_THAT(book.openings[0].moves, ElementsAre(referee::MoveNumbers{1, 1, 1, 2}));
    EXPECT_THAT(book.openings[1].moves,
                ElementsAre(referee::MoveNumbers{1, 1, 1, 2}, referee::MoveNumbers{7, 1, 7, 2}));
    EXPECT_THAT(book.openings[2].moves, testing::IsEmpty()) << "it is the other side's turn";

    const OpeningsFacts facts = facts_of_book(book);
    EXPECT_EQ(facts.first_position.value().place, "book.fen:1");
    EXPECT_EQ(facts.first_without_moves.value().place, "book.fen:3");
    EXPECT_EQ(facts.first_without_moves->opening, book.openings[2]);
    EXPECT_EQ(facts.warning, "");
}

TEST(PositionBook, position_in_which_a_side_must_pass_is_warned_of) {
    const std::string blocked = "xoo4/ooo4/ooo4/7/7/7/7 x 0 9\n";
    EXPECT_EQ(facts_of_book(position_book("xx4o/7/7/7/7/7/o5x o 0 1\n" + blocked)).warning,
              "book.fen:2: the side to move must pass in this position");
    EXPECT_EQ(facts_of_book(position_book(blocked + "xoo4/ooo4/ooo1o2/7/7/7/7 x 0 9\n")).warning,
              "book.fen:1: the side to move must pass in this position, and in 1 more of the file");
}

TEST(PositionBook, positions_that_are_the_same_but_for_symmetry_and_colours_count_once) {
    const BookContent book = position_book("xx4o/7/7/7/7/7/o5x o 0 1\n"
                                           "x5o/x6/7/7/7/7/o5x o 7 3\n" // mirrored; counters do not count
                                           "oo4x/7/7/7/7/7/x5o x 0 1\n" // colours exchanged
                                           "xx4o/7/7/7/7/7/o5x x 0 1\n" // another side to move
                                           "xx4o/7/7/7/7/7/oo4x x 0 1\n");
    EXPECT_THAT(book.lines, ElementsAre(1U, 4U, 5U));
    EXPECT_EQ(book.duplicates, 2U);
}

/// All positions after `plies` moves as FENs, one for each order of moves. Clones to the same square are one
/// move.
void add_fens_after(const ataxx::Position& position, int plies, std::vector<std::string>& fens) {
    if (plies == 0) {
        fens.push_back(ataxx::Rules::fen(position));
        return;
    }
    std::set<std::string> seen; // among the moves of this position only
    for (const ataxx::Move move : ataxx::Rules::moves(position)) {
        const ataxx::Position after = position.after(move);
        if (seen.insert((move.is_jump() ? "jump" : "clone") + ataxx::Rules::fen(after)).second) {
            add_fens_after(after, plies - 1, fens);
        }
    }
}

TEST(PositionBook, complete_book_of_three_plies_has_6460_lines_and_917_openings) {
    std::vector<std::string> fens;
    add_fens_after(ataxx::Position(), 3, fens);
    ASSERT_EQ(fens.size(), 6460U);
    std::string text;
    for (const std::string& fen : fens) {
        text += fen + '\n';
    }
    const BookContent book = position_book(text);
    EXPECT_EQ(book.openings.size(), 917U);
    EXPECT_EQ(book.duplicates, 6460U - 917U);
    EXPECT_EQ(book.lines[0], 1U) << "the later one of two goes";
    for (const Opening& opening : book.openings) {
        ASSERT_EQ(opening.moves.size(), 3U);
    }
    EXPECT_FALSE(facts_of_book(book).first_without_moves);
}

TEST(PositionBook, error_names_the_line_and_what_is_wrong) {
    struct Row {
        const char* text;
        const char* expected;
    };
    const std::string good = "# good\nxx4o/7/7/7/7/7/o5x o 0 1\n";
    for (const Row& row : {
             Row{"xx4o/7/7/7/7/7/o4x o 0 1", "rank 1 holds 6 squares instead of 7"},
             Row{"xx4o/7/7/7/7/o5x o 0 1", "6 ranks instead of 7"},
             Row{"xx4z/7/7/7/7/7/o5x o 0 1", "'z' is not one of"},
             Row{"xx4o/7/7/7/7/7/o5x z 0 1", "the side to move is 'z'"},
             Row{"xx4o/7/7/7/7/7/o5x", "needs a board, a side to move"},
             Row{"xx4o/7/7/7/7/7/o5x o 0 1 2", "needs a board, a side to move"},
             Row{"xx4o/7/7/7/7/7/o5x o 0 1x", "the move number '1x' is not a whole number from 0"},
             Row{"xx5/7/7/7/7/7/6x o 0 1", "the game is over (annihilation)"},
             Row{"xx4o/7/7/7/7/7/o5x o 100 1", "the half-move clock is 100"},
             Row{"xx4o/7/7/3-3/7/7/o5x o 0 1", "blocked squares"},
         }) {
        EXPECT_THAT(error_in(good + row.text + "\n"),
                    testing::AllOf(testing::StartsWith("book.fen:3: FEN '" + std::string(row.text)),
                                   testing::HasSubstr(row.expected)));
    }
}

TEST(PositionBook, line_of_another_format_is_refused) {
    const std::string fen = "xx4o/7/7/7/7/7/o5x o 0 1\n";
    const std::string epd = "2x3o/7/7/7/7/7/o5x o id \"a\";\n";
    const std::string moves = "1 1 2 2\n";
    const std::string position = "1x4o/7/7/7/7/7/o5x o\n";
    EXPECT_EQ(error_in("\n" + fen + moves), "book.fen:3: it is not a FEN, as line 2 is");
    EXPECT_EQ(error_in(fen + epd), "book.fen:2: it is not a FEN, as line 1 is");
    EXPECT_EQ(error_in(position + epd + fen), "book.fen:3: it is not an EPD, as line 2 is");
    EXPECT_EQ(error_in(moves + fen), "book.fen:2: it is not a list of moves, as line 1 is");
    EXPECT_EQ(error_in(position + moves), "book.fen:2: it is not a position, as line 1 is");
}

TEST(PositionBook, position_of_another_game_is_named) {
    EXPECT_THAT(error_in("7/7/7/7/7/3r3 y 1\n"),
                testing::EndsWith(" (it is a position of connect-four: --game connect-four)"));
    EXPECT_THAT(error_in("x5o/7/7/7/7/7/o5x x 0 1\n", referee::Game::TicTacToe),
                testing::EndsWith(" (it is a position of ataxx: --game ataxx)"));
}

TEST(PositionBook, positions_of_other_games_get_their_moves_too) {
    const BookContent book =
        position_book("7/7/7/7/7/3r3 y 1\n7/7/7/7/7/rrryyy1 r 4\n", referee::Game::ConnectFour);
    EXPECT_THAT(book.openings[0].moves, ElementsAre(referee::MoveNumbers{4}));
    EXPECT_TRUE(book.openings[1].moves.empty());
}

// ---- The order in which the openings of a file are played

std::vector<std::string> played(const std::string& file, BookOrder order, std::uint64_t first,
                                std::uint64_t seed = 1) {
    const auto openings =
        make_openings(OpeningBook{.file = file, .order = order, .first = first}, seed, referee::Game::Ataxx);
    std::vector<std::string> fens;
    for (std::uint64_t pair = 0; const auto opening = openings->opening(pair); ++pair) {
        fens.push_back(opening->start.value().fen.substr(0, 4));
    }
    EXPECT_EQ(fens.size(), openings->facts().size);
    return fens;
}

TEST(BookOrder, is_random_by_the_seed_or_that_of_the_file_and_may_begin_anywhere) {
    const TemporaryDir dir;
    std::string text;
    for (const char* rank : {"x1x4", "x2x3", "x3x2", "x4x1", "x5x", "xx5"}) {
        text += std::string(rank) + "/7/7/7/7/7/oo5 x 0 1\n";
    }
    const std::string file = dir.file("book.fen", text);
    using enum BookOrder;
    EXPECT_THAT(played(file, Sequential, 1), ElementsAre("x1x4", "x2x3", "x3x2", "x4x1", "x5x/", "xx5/"));
    EXPECT_THAT(played(file, Sequential, 5), ElementsAre("x5x/", "xx5/", "x1x4", "x2x3", "x3x2", "x4x1"));
    EXPECT_THAT(played(file, Sequential, 6), ElementsAre("xx5/", "x1x4", "x2x3", "x3x2", "x4x1", "x5x/"));
    const auto random = played(file, Random, 1);
    EXPECT_NE(random, played(file, Sequential, 1));
    EXPECT_NE(random, played(file, Random, 1, 2));
    auto rotated = random;
    std::rotate(rotated.begin(), rotated.begin() + 2, rotated.end());
    EXPECT_EQ(played(file, Random, 3), rotated);
    EXPECT_EQ(played(file, Random, 9), rotated) << "behind the last one comes the first";
}

// ---- Chess

constexpr auto kChess = referee::Game::Chess;

TEST(ChessBook, lines_are_fens_and_epds_of_two_to_six_fields) {
    const BookContent book =
        position_book("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b  KQkq e3 0 1\r\n"
                      "4k3/8/8/8/8/8/P7/4K3 w\n"
                      "4k3/8/8/8/8/8/1P6/4K3 b - -\n"
                      "4k3/8/8/8/8/8/2P5/4K3 b - - 7 # a comment\n"
                      "4k3/8/8/8/8/8/3P4/4K3 w - - hmvc 9; fmvn 30; bm Kd1; id \"#1; 2\";\n"
                      "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12; a comment\n"
                      "4k3/8/8/8/8/8/P7/4K3 w - - 5 60\n",
                      kChess);
    EXPECT_THAT(fens_of(book),
                ElementsAre("start", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/1P6/4K3 b - - 0 1",
                            "4k3/8/8/8/8/8/2P5/4K3 b - - 7 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 9 30",
                            "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12"));
    EXPECT_EQ(book.duplicates, 1U);
    EXPECT_TRUE(book.openings[1].moves.empty()) << "a position is told as it is written";
    EXPECT_EQ(book.openings[5].start->full_move, 30);
}

TEST(ChessBook, positions_of_no_game_are_refused_with_file_and_line) {
    const std::string good = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n";
    for (const auto& [line, error] : std::initializer_list<std::pair<const char*, const char*>>{
             {"7k/8/5KQ1/8/8/8/8/8 b - - 100 80", "the half-move clock is 100; from 100 on the game is over"},
             {"7k/6Q1/5K2/8/8/8/8/8 b - - 3 80", "the game is over (checkmate)"},
             {"7k/8/5KQ1/8/8/8/8/8 b - - 3 80", "the game is over (stalemate)"},
             {"8/8/4kb2/6b1/8/3KB1B1/8/8 w - - 0 1", "the game is over (insufficient_material)"},
             {"4k3/8/8/8/8/8/P7/4K2R w Q - 0 1", "white has no king and rook on rank 1 for Q"},
             {"5k2/8/8/8/8/8/8/R4K1R w K - 0 1", "castling from there needs --rules chess960"},
             {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "black is in check, and white is to move"},
             {"4k3/8/8/8/8/8/P7/4K3 w - - 0 0", "the move number '0' is not a whole number from 1"},
             {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1000001", "its move number is above 1000000"},
             {"x5o/7/7/7/7/7/o5x x 0 1", "the side to move is 'x' instead of w or b"},
         }) {
        const std::string found = error_in(good + line + "\n", kChess);
        EXPECT_TRUE(found.starts_with("book.fen:2: FEN '")) << found;
        EXPECT_NE(found.find(error), std::string::npos) << found;
    }
    EXPECT_EQ(error_in("e2e4\n" + good, kChess), "book.fen:2: it is not a list of moves, as line 1 is");
    EXPECT_NE(error_in("e2e4 e7e5 e1e3\n", kChess)
                  .find("move 3: e1e3 is illegal: the king on e1 does not reach e3"),
              std::string::npos);
    EXPECT_NE(error_in("f2f3 e7e5 g2g4 d8h4\n", kChess).find("move 4: it ends the game; an opening must not"),
              std::string::npos);
    EXPECT_NE(error_in("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\n", kChess)
                  .find("move 8: it ends the game; an opening must not"),
              std::string::npos);
    EXPECT_NE(error_in(good).find("(it is a position of chess: --game chess)"), std::string::npos);
}

TEST(ChessBook, files_of_rooks_are_written_by_the_rules_of_chess960) {
    const BookContent book = position_book("5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1\n", referee::Game::Chess960);
    EXPECT_THAT(fens_of(book), ElementsAre("5k2/8/8/8/8/8/8/R4K1R w HA - 0 1"));
}

} // namespace
} // namespace sprt
