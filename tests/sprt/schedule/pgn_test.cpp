// Openings as Portable Game Notation.

#include "sprt/schedule/opening_book.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Game;
using referee::testing_support::user_error_text;
using testing::ElementsAre;
using testing::IsEmpty;

BookContent pgn_book(const std::string& text, Game game = Game::Chess,
                     std::optional<std::size_t> plies = {}) {
    std::istringstream in(text);
    return parse_book(in, "book.pgn", game, plies);
}

/// Each opening: its moves in numbers, or the position.
std::vector<std::string> openings_of(const BookContent& book) {
    std::vector<std::string> texts;
    for (const Opening& opening : book.openings) {
        std::string text = opening.start ? opening.start->fen : "";
        for (const referee::MoveNumbers& move : opening.moves) {
            text += (text.empty() ? "" : ", ") + to_string(move);
        }
        texts.push_back(text);
    }
    return texts;
}

TEST(PgnBook, moves_are_read_whatever_stands_between_them) {
    const std::string moves = "52 54 0, 57 55 0, 71 63 0";
    for (const char* text : {
             "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n",
             "\xef\xbb\xbf\r\n [Event \"a\"]\r\n\r\n1.e4 e5\r\n2.Nf3 1-0\r\n",
             "[A \"b\"] 1. e4 1... e5 2. Nf3", // a game without its result
             "[A \"a \\\"quoted\\\" \\\\ value\"]\n1. e4! e5?! 2. Nf3!? 1/2-1/2",
             "[A \"b\"]\n1. e4 {book; with ( and [ in it} e5 $1 $18 2. Nf3 0-1",
             "[A \"b\"]\n1. e4$1$18 e5 2. Nf3$2 *",
             "[Variant \"From Position\"]\n1. e4 e5 2. Nf3 *",
             "[A \"b\"]\n1. e4 ; to the end of the line } ) \n e5 2. Nf3 *",
             "[A \"b\"]\n% an escape } ) \n1. e4\n% another\ne5 2. Nf3 *",
             "[A \"b\"]\n1. e4 (1. d4 d5 (1... Nf6 {a ) in a comment} 2. c4) 2. c4) e5 2. Nf3 *",
             "[A \"b\"]\n1 . e4 e5 2 ... Nf3 *",
             "[A \"\xe9\xe8\"]\n1. e2-e4 e7e5 2. Ng1f3+ *",
             "[A \"b\"]{a comment before the moves}1.e4 e5 2.Nf3{and behind them}*",
         }) {
        EXPECT_THAT(openings_of(pgn_book(text)), ElementsAre(moves)) << text;
    }
}

TEST(PgnBook, each_game_is_an_opening_and_has_its_line) {
    const BookContent book =
        pgn_book("[Event \"1\"]\n[Site \"?\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 d5 *\n"
                 "[Event \"3\"]\n1. e4 1-0\n\n1. c4 *\n");
    EXPECT_THAT(openings_of(book), ElementsAre("52 54 0", "42 44 0, 47 45 0", "32 34 0"));
    EXPECT_THAT(book.lines, ElementsAre(1U, 6U, 12U));
    EXPECT_EQ(book.duplicates, 1U);
}

TEST(PgnBook, game_from_a_position_is_the_position_that_it_leads_to) {
    const std::string text =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K3 b Q - 5 30\"]\n\n30... Kd7 31. O-O-O+ Ke6 *\n";
    EXPECT_THAT(openings_of(pgn_book(text)), ElementsAre("8/8/4k3/8/8/8/4P3/2KR4 w - - 8 32"));
    EXPECT_THAT(openings_of(pgn_book(text, Game::Chess, 0)),
                ElementsAre("4k3/8/8/8/8/8/4P3/R3K3 b Q - 5 30"));
    EXPECT_THAT(openings_of(pgn_book(text, Game::Chess960)),
                ElementsAre("8/8/4k3/8/8/8/4P3/2KR4 w - - 8 32"));
}

TEST(PgnBook, so_many_moves_are_made_as_are_asked_for) {
    const std::string text = "[A \"b\"]\n1. e4 e5 2. Nf3 Nc6 3. nonsense";
    EXPECT_THAT(openings_of(pgn_book(text, Game::Chess, 3)), ElementsAre("52 54 0, 57 55 0, 71 63 0"));
    EXPECT_THAT(openings_of(pgn_book(text, Game::Chess, 0)), ElementsAre(""));
    std::string knights = "[A \"b\"]\n1. e4 e5 ";
    for (int i = 0; i < 4; ++i) {
        knights += "a" + std::to_string(3 + i) + " "; // pawns, so that no position comes again
        knights += "h" + std::to_string(6 - i) + " ";
    }
    EXPECT_EQ(pgn_book(knights).openings[0].moves.size(), 10U);
}

TEST(PgnBook, more_moves_than_agents_can_be_told_are_a_position) {
    std::string text = "[A \"b\"]\n";
    for (const char* pawn : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
        for (const char* ranks : {"36", "45"}) {
            text += std::string(pawn) + ranks[0] + " " + pawn + ranks[1] + " ";
        }
    }
    for (const char* more : {"Nf3 Nf6", "Nc3 Nc6", "Be3 Be6", "Bd3 Bd6", "Qe2 Qe7"}) {
        text += std::string(more) + " ";
    }
    const BookContent book = pgn_book(text);
    ASSERT_TRUE(book.openings[0].start);
    EXPECT_THAT(book.openings[0].moves, IsEmpty());
    EXPECT_THAT(book.openings[0].start->fen, testing::EndsWith(" w KQkq - 10 22"));
}

TEST(PgnBook, wrong_games_are_named_with_file_line_and_move) {
    struct Row {
        std::string text;
        const char* error;
        Game game = Game::Chess;
    };
    const std::string knights = "[FEN \"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82\"]\n\n";
    for (const Row& row : {
             Row{"[A \"b\"]\n\n1. e4 e5\n2. Nf6 *", "4: move 2.: 'Nf6' is no legal move"},
             Row{"[A \"b\"]\n1. e4 e4 *", "2: move 1...: 'e4' is no legal move"},
             Row{knights + "82. Nec3 *", "3: move 82.: 'Nec3' names several moves: Ne2c3 and N4c3"},
             Row{knights + "82. Nc3 *", "3: move 82.: 'Nc3' names several moves: Nac3 and Ne2c3"},
             Row{"[A \"b\"]\n1. -- *", "2: move 1.: '--' is a null move, which no game has"},
             Row{"[A \"b\"]\n1. Z0 *", "2: move 1.: 'Z0' is a null move, which no game has"},
             Row{"[A \"b\"]\n1. O-O *", "2: move 1.: 'O-O' is no legal move"},
             Row{"[A \"b\"]\n1. hello *", "2: move 1.: 'hello' is no move"},
             Row{"[A \"b\"]\n1. e9 *", "2: move 1.: 'e9' is no move"},
             Row{"[A \"b\"]\n1. f3 e5 2. g4 Qh4# *",
                 "2: move 2...: 'Qh4#' ends the game (checkmate); an opening must not"},
             Row{"[A \"b\"]\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *",
                 "2: move 4...: 'Ng8' ends the game (repetition); an opening must not"},
             Row{"[FEN \"8/8/8/8\"]\n*", "1: FEN '8/8/8/8': "},
             Row{"[FEN \"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\"]\n*", "1: FEN '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1': "},
             Row{"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*", "1: "},
             Row{"[FEN \"5k2/8/8/8/8/8/8/R4K1R w K - 0 1\"]\n*", "1: "},
             Row{"[Variant \"Chess960\"]\n*", "1: it is a game of 'Chess960'; give --rules chess960"},
             Row{"[Variant \"fischerandom\"]\n*", "1: it is a game of 'fischerandom'; give --rules chess960"},
             Row{"[Variant \"Atomic\"]\n*", "1: it is a game of 'Atomic', and not of chess"},
             Row{"[Variant \"Atomic\"]\n*", "1: it is a game of 'Atomic', and not of chess", Game::Chess960},
             Row{"[FEN \"4k3/8/8/8/8/8/4P3/R3K3 b Q - 5 1000000\"]\n1... Kd7 *", "1: FEN '"},
             Row{"[A b]\n*", "1: it is no tag; tags are [Name \"value\"]"},
             Row{"[A]\n*", "1: it is no tag; tags are [Name \"value\"]"},
             Row{"[]\n*", "1: it is no tag; tags are [Name \"value\"]"},
             Row{"[\"b\"]\n*", "1: it is no tag; tags are [Name \"value\"]"},
             Row{"[", "1: it is no tag; tags are [Name \"value\"]"},
             Row{"[A \"b\n\"]*", "1: the value of the tag has no end"},
             Row{"[A \"b", "1: the value of the tag has no end"},
             Row{"[A \"b\\", "1: the value of the tag has no end"},
             Row{"[A \"b\"\n1. e4", "1: the tag has no ]"},
             Row{"[A \"b\" x]", "1: the tag has no ]"},
             Row{"[A \"1\"]\n[A \"2\"]\n*",
                 "2: the tag 'A' comes twice in a game; one without moves needs its result"},
             Row{"[A \"" + std::string(4097, 'x') + "\"]",
                 "1: the value of the tag is longer than 4096 bytes"},
             Row{"[A \"b\"]\n1. e4 {no end\n\n", "2: the comment that begins here has no end"},
             Row{"[A \"b\"]\n1. e4 (1. d4\n\n", "2: the variation that begins here has no end"},
             Row{"[A \"b\"]\n1. e4 (1. d4 {)\n\n", "2: the comment that begins here has no end"},
             Row{"[A \"b\"]\n1. e4 (1. d4 ; )\n", "2: the variation that begins here has no end"},
             Row{"[A \"b\"]\n1. e4 ) e5 *", "2: ')' ends nothing"},
             Row{"[A \"b\"]\n1. e4 } e5 *", "2: '}' ends nothing"},
             Row{"[A \"b\"]\n1. e4 ] e5 *", "2: ']' ends nothing"},
             Row{"[A \"b\"]\n" + std::string(65, 'x'), "2: a word is longer than 64 bytes: '"},
             Row{"[A \"b\"]\n1. e4\x01 *", "2: move 1.: 'e4\\x01' is no move"},
             Row{"[A \"b\"]\n1. e4 <e5> *", "2: move 1...: '<e5>' is no move"},
             Row{"[A \"b\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxd6 *", "2: move 4.: 'Bxd6' is no legal move"},
             Row{"[A \"b\"]\n1. e4 f5 2. exf5 g5 3. fxg6ep h5 4. fxg6 *",
                 "2: move 4.: 'fxg6' is no legal move"},
             Row{"[A \"b\"]\n1. e4 *",
                 "1: it is PGN, which is not read in ataxx; openings are positions or lists of moves",
                 Game::Ataxx},
         }) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(pgn_book(row.text, row.game)); }),
                    testing::StartsWith("book.pgn:" + std::string(row.error)))
            << row.text;
    }
}

TEST(PgnBook, plies_are_for_pgn_alone) {
    std::istringstream in("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(parse_book(in, "book.epd", Game::Chess, 4)); }),
              "book.epd: book_plies is for openings as PGN, and this is none");
}

} // namespace
} // namespace sprt
