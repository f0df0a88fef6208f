#include "sprt/schedule/book_line.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    }
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
} // namespace sprt
