#include "agents/ataxx/ataxx.hpp"
#include "agents/search/minimax.hpp"
#include "referee/rules/ataxx/rules.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace sprt {
namespace {

using enum LineFormat;

TEST(BookLine, comment_and_blanks_are_dropped) {
    struct Row {
        const char* line;
        const char* text;
    };
    for (const Row& row : {
             Row{"", ""},
             Row{" \t\r", ""},
             Row{"# x5o/7/7/7/7/7/o5x x 0 1", ""},
             Row{" 1 1 2 2 # the corner\r", "1 1 2 2"},
             Row{"1 1 2 2#x", "1 1 2 2"},
             Row{"1 1 2 2 # a/b; c", "1 1 2 2"},
             Row{"1 1 2 2; no comment", "1 1 2 2; no comment"}, // is refused then
             Row{"1 1 2 2; a/b", "1 1 2 2; a/b"},
             Row{"7/7 x 0 1 # near", "7/7 x 0 1"},
             Row{"\t7/7 x 0 1; near # 1\r", "7/7 x 0 1"},
             Row{"7/7 x bm a1; id \"a #1\";", "7/7 x bm a1"},
             Row{"7/7 x; bm a1;", "7/7 x"},
         }) {
        EXPECT_EQ(without_comment(row.line), row.text) << row.line;
        EXPECT_EQ(without_comment(row.line, referee::Game::Ataxx), row.text) << row.line;
    }
}

TEST(BookLine, operations_belong_to_a_position_of_chess) {
    struct Row {
        const char* line;
        const char* text;
    };
    for (const Row& row : {
             Row{"# 8/8 w - -", ""},
             Row{"e2e4 e7e5 # open\r", "e2e4 e7e5"},
             Row{" 8/8 w - - 0 1 # near\r", "8/8 w - - 0 1"},
             Row{"8/8 w - - hmvc 3; fmvn 9;", "8/8 w - - hmvc 3; fmvn 9;"},
             Row{"8/8 w - - bm Qg7#; hmvc 3; # 1", "8/8 w - - bm Qg7#; hmvc 3;"},
             Row{"8/8 w - - id \"a # 1\"; hmvc 3;", "8/8 w - - id \"a # 1\"; hmvc 3;"},
         }) {
        EXPECT_EQ(without_comment(row.line, referee::Game::Chess), row.text) << row.line;
        EXPECT_EQ(without_comment(row.line, referee::Game::Chess960), row.text) << row.line;
    }
    EXPECT_EQ(format_of("8/8 w - - 0 1", referee::Game::Chess), Position);
    EXPECT_EQ(format_of("8/8 w KQkq - id 1;", referee::Game::Chess), Position);
    EXPECT_EQ(format_of("e2e4", referee::Game::Chess), Moves);
    EXPECT_EQ(format_of("7/7 x 0 1", referee::Game::Ataxx), Fen);
}

TEST(BookLine, format_is_told_by_what_follows_the_side_to_move) {
    EXPECT_EQ(format_of("1 1 2 2"), Moves);
    EXPECT_EQ(format_of("nonsense"), Moves);
    EXPECT_EQ(format_of("7/7"), Position);
    EXPECT_EQ(format_of("7/7 x"), Position);
    EXPECT_EQ(format_of("7/7 \t x"), Position);
    EXPECT_EQ(format_of("7/7 x 0 1"), Fen);
    EXPECT_EQ(format_of("7/7 x -1"), Fen);
    EXPECT_EQ(format_of("7/7 x  id \"1/2\""), Epd);
}

TEST(BookLine, formats_of_a_file_go_together_or_not) {
    EXPECT_EQ(joined(Moves, Moves), Moves);
    EXPECT_EQ(joined(Position, Fen), Fen);
    EXPECT_EQ(joined(Position, Epd), Epd);
    EXPECT_EQ(joined(Fen, Position), Fen);
    EXPECT_EQ(joined(Epd, Position), Epd);
    for (const auto& [file, line] : {std::pair(Moves, Fen), std::pair(Moves, Position), std::pair(Fen, Moves),
                                     std::pair(Position, Moves), std::pair(Fen, Epd), std::pair(Epd, Fen)}) {
        EXPECT_FALSE(joined(file, line)) << name(file) << ", " << name(line);
    }
}

TEST(BookLine, operations_of_an_epd_are_ignored) {
    const ReadOpening read = read_opening(referee::Game::Ataxx, "x5o/7/7/7/7/7/1o4x o bm a1b1");
    EXPECT_EQ(read.opening.start.value().fen, "x5o/7/7/7/7/7/1o4x o 0 1");
    EXPECT_EQ(read.board, read.opening.start->board);
    EXPECT_TRUE(read.opening.moves.empty());
}

TEST(BookLine, usual_start_needs_neither_moves_nor_a_position) {
    const ReadOpening read = read_opening(referee::Game::Ataxx, "x5o/7/7/7/7/7/o5x x 0 1");
    EXPECT_EQ(read.opening, Opening{});
    EXPECT_EQ(read.board, referee::Board(referee::Game::Ataxx));
}

} // namespace

namespace {

using referee::testing_support::user_error_text;
using testing::ElementsAre;
using testing::IsEmpty;

BookContent book_of(const std::string& text) {
    std::istringstream in(text);
    return parse_book(in, "book.txt", referee::Game::Ataxx);
}

std::vector<std::string> texts(const BookContent& book) {
    std::vector<std::string> list;
    for (const Opening& opening : book.openings) {
        std::string text;
        for (const referee::MoveNumbers& move : opening.moves) {
            text += (text.empty() ? "" : " ") + to_string(move);
        }
        list.push_back(text);
    }
    return list;
}

std::string error_of(const std::string& text) {
    return user_error_text([&] { static_cast<void>(book_of(text)); });
}

TEST(OpeningBook, each_line_holds_one_opening) {
    const BookContent book = book_of("# a comment\n"
                                     "\n"
                                     "1 1 1 2\n"
                                     " \t1 1 2 2\t 1 7  2 6 \t# with a comment after it\r\n"
                                     " # 9 9 9 9\n"
                                     "\r\n"
                                     "01 1 001 3 7 1 7 3 7 7 6 6#x"); // the last line has no newline
    EXPECT_THAT(texts(book), ElementsAre("1 1 1 2", "1 1 2 2 1 7 2 6", "1 1 1 3 7 1 7 3 7 7 6 6"));
    EXPECT_EQ(book.duplicates, 0U);
}

TEST(OpeningBook, pass_is_written_as_in_the_protocol_and_must_be_forced) {
    const std::string walled_in = "7 7 5 5 7 1 5 3 5 5 5 4 1 7 2 6 5 4 3 5 1 7 2 7 5 5 3 4 2 6 1 5 3 5 3 6 1 "
                                  "7 1 6 3 6 3 7 1 5 1 4 3 4 2 5";
    EXPECT_THAT(texts(book_of(walled_in + " -1 -1 -1 -1\n")), ElementsAre(walled_in + " -1 -1 -1 -1"));
    EXPECT_EQ(error_of("1 1 1 2 -1 -1 -1 -1\n"),
              "book.txt:1: move 2: -1 -1 -1 -1 is illegal: it may not pass while it has a move");
}

TEST(OpeningBook, openings_that_lead_to_symmetric_positions_count_once) {
    const BookContent book = book_of("1 1 1 2 1 7 1 6 7 7 7 6\n"
                                     "7 7 7 6 1 7 1 6 1 1 1 2\n" // another order
                                     "1 1 2 1 7 1 6 1 7 7 6 7\n" // mirrored at the diagonal
                                     "1 1 2 2\n"
                                     "7 7 6 6\n" // turned by half
                                     "1 1 2 2 1 7 2 6\n");
    EXPECT_THAT(texts(book), ElementsAre("1 1 1 2 1 7 1 6 7 7 7 6", "1 1 2 2", "1 1 2 2 1 7 2 6"));
    EXPECT_EQ(book.duplicates, 3U);
}

TEST(OpeningBook, openings_that_lead_to_positions_with_swapped_sides_count_once) {
    // After the first opening, a stone of the first player has jumped from its corner along an edge. After
    // the second opening, a stone of the second player has, and the first player has jumped there and back.
    const BookContent book = book_of("1 1 1 3\n1 1 1 3 7 1 5 2 1 3 1 1 5 2 7 3\n");
    EXPECT_THAT(texts(book), ElementsAre("1 1 1 3"));
    EXPECT_EQ(book.duplicates, 1U);
}

TEST(OpeningBook, error_names_line_move_and_reason) {
    struct Row {
        std::string text;
        const char* expected;
    };
    const std::string good = "1 1 1 2\n# a comment\n";
    std::string to_and_fro; // 41 moves
    for (int round = 0; round < 10; ++round) {
        to_and_fro += "1 1 1 3 7 1 7 3 1 3 1 1 7 3 7 1 ";
    }
    for (const Row& row : {
             Row{"1 1 1", "book.txt:3: move 1: it must be four numbers, x1 y1 x2 y2"},
             Row{"1 1 1 2 1 7 1", "book.txt:3: move 2: it must be four numbers, x1 y1 x2 y2"},
             Row{"1 1 1 2, 1 7 1 6", "book.txt:3: move 2: it must be four numbers, x1 y1 x2 y2"},
             Row{"a1b1", "book.txt:3: move 1: it must be four numbers, x1 y1 x2 y2"},
             Row{"1 1 1 +2", "book.txt:3: move 1: it must be four numbers, x1 y1 x2 y2"},
             Row{std::string("1 1 1 2\0", 8), "book.txt:3: move 2: it must be four numbers, x1 y1 x2 y2"},
             Row{"1 1 1 4", "book.txt:3: move 1: 1 1 1 4 is illegal: (1,4)=d7 is 3 away, not 1 or 2"},
             Row{"1 1 1 2 7 7 7 6",
                 "book.txt:3: move 2: 7 7 7 6 is illegal: (7,7)=g1 holds no stone of its own"},
             Row{"1 1 1 3 1 7 1 5 1 3 1 5", "book.txt:3: move 3: 1 3 1 5 is illegal: (1,5)=e7 is not empty"},
             Row{"0 0 1 1", "book.txt:3: move 1: 0 0 1 1 is illegal: (0,0) is not on the board"},
             Row{"1 1 2 3 1 7 3 5 7 7 6 6 7 1 5 3 2 3 4 4",
                 "book.txt:3: move 5: it ends the game; an opening must not"},
             Row{to_and_fro + "1 1 1 2", "book.txt:3: an opening may have 40 moves at most"},
             Row{std::string(4097, ' '), "book.txt:3: the line is longer than 4096 bytes"},
         }) {
        EXPECT_EQ(error_of(good + row.text + "\n1 1 2 2\n"), row.expected);
        EXPECT_EQ(error_of(good + row.text), row.expected); // also in a last line without a newline
    }
    EXPECT_EQ(book_of(to_and_fro).openings[0].moves.size(), 40U);
    EXPECT_EQ(book_of(std::string(4096 - 7, ' ') + "1 1 1 2\n").openings.size(), 1U);
}

TEST(OpeningBook, moves_of_another_game_are_named) {
    const auto error = [](const std::string& text, referee::Game game) {
        std::istringstream in(text);
        return user_error_text([&] { static_cast<void>(parse_book(in, "book.txt", game)); });
    };
    EXPECT_EQ(error("44\n", referee::Game::Ataxx),
              "book.txt:1: move 1: it must be four numbers, x1 y1 x2 y2 (they "
              "are moves of connect-four: --game connect-four)");
    EXPECT_THAT(error("1 1 1 2  1 7 2 7\n", referee::Game::TicTacToe),
                testing::EndsWith(" (they are moves of ataxx: --game ataxx)"));
    EXPECT_THAT(error("1 1 2 2  1 7 4 4\n", referee::Game::Ataxx),
                testing::EndsWith("move 2: 1 7 4 4 is illegal: (4,4)=d4 is 3 away, not 1 or 2"))
        << "its first move is one of the run's game";
    EXPECT_THAT(error("nothing\n", referee::Game::TicTacToe), testing::Not(testing::HasSubstr("--game")));
}

TEST(OpeningBook, book_without_openings_is_refused) {
    for (const char* text : {"", "\n\n", "# nothing\n", "#"}) {
        EXPECT_EQ(error_of(text), "book.txt: it holds no opening");
    }
}

TEST(OpeningBook, shipped_book_holds_32_balanced_openings_of_four_moves) {
    const BookContent book =
        read_book(std::filesystem::path(REFEREE_SOURCE) / "configs" / "openings" / "four-moves.txt",
                  referee::Game::Ataxx);
    EXPECT_EQ(book.openings.size(), 32U);
    EXPECT_EQ(book.duplicates, 0U);
    for (const Opening& opening : book.openings) {
        EXPECT_EQ(opening.moves.size(), 4U);
        ataxx::Position position;
        for (const referee::MoveNumbers& move : opening.moves) {
            position = position.after(ataxx::Move::from_numbers(move).value());
        }
        const auto value = [&](int depth) {
            return search::alphabeta_value<search::Ataxx>(position, 0, depth,
                                                          {-search::kInfinity, search::kInfinity});
        };
        EXPECT_LE(std::abs(value(4) + value(5)), 1);
    }
}

} // namespace
} // namespace sprt
