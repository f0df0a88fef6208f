#include "referee/game/review/board_text.hpp"
#include "referee/rules/ataxx/text.hpp"
#include "referee/rules/games.hpp"

#include <gtest/gtest.h>

namespace referee {

using namespace ataxx;
namespace {

constexpr BoardStyle kPlain{};
constexpr BoardStyle kUnicode{.colour = false, .unicode = true};
constexpr BoardStyle kColour{.colour = true, .unicode = false};

/// X stands on (2,2), (2,3) and (4,4), O on (1,1) and (4,1); O is to move.
const Position kBefore = parse_fen("x6/1oo4/7/x2o3/7/7/7 x").position;
constexpr MoveNumbers kClone{1, 1, 1, 2};
constexpr MoveNumbers kJump{4, 1, 3, 3};

std::string drawn(const MoveNumbers& move, const BoardStyle& style) {
    return board_text(draw(kBefore, move), style);
}

TEST(BoardText, the_start_as_the_protocol_numbers_its_squares) {
    EXPECT_EQ(board_text(draw(Position()), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                                    "  1  O  .  .  .  .  .  X  7\n"
                                                    "  2  .  .  .  .  .  .  .  6\n"
                                                    "  3  .  .  .  .  .  .  .  5\n"
                                                    "  4  .  .  .  .  .  .  .  4\n"
                                                    "  5  .  .  .  .  .  .  .  3\n"
                                                    "  6  .  .  .  .  .  .  .  2\n"
                                                    "  7  X  .  .  .  .  .  O  1\n"
                                                    "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, x_is_the_row_and_y_the_column) {
    const Position position(Bitboard(*Square::at(2, 5)), Bitboard(*Square::at(6, 3)), Side::First);
    EXPECT_EQ(board_text(draw(position), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                                  "  1  .  .  .  .  .  .  .  7\n"
                                                  "  2  .  .  .  .  O  .  .  6\n"
                                                  "  3  .  .  .  .  .  .  .  5\n"
                                                  "  4  .  .  .  .  .  .  .  4\n"
                                                  "  5  .  .  .  .  .  .  .  3\n"
                                                  "  6  .  .  X  .  .  .  .  2\n"
                                                  "  7  .  .  .  .  .  .  .  1\n"
                                                  "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, every_game_has_the_names_of_protocol_and_records) {
    EXPECT_EQ(board_text(draw(Board(Game::ConnectFour)), kPlain), "     .  .  .  .  .  .  .  6\n"
                                                                  "     .  .  .  .  .  .  .  5\n"
                                                                  "     .  .  .  .  .  .  .  4\n"
                                                                  "     .  .  .  .  .  .  .  3\n"
                                                                  "     .  .  .  .  .  .  .  2\n"
                                                                  "     .  .  .  .  .  .  .  1\n"
                                                                  "     1  2  3  4  5  6  7\n"
                                                                  "     a  b  c  d  e  f  g\n");
    EXPECT_EQ(board_text(draw(Board(Game::TicTacToe)), kPlain), " r\\c 1  2  3\n"
                                                                "  1  .  .  .  3\n"
                                                                "  2  .  .  .  2\n"
                                                                "  3  .  .  .  1\n"
                                                                "     a  b  c\n");
}

TEST(BoardText, a_blocked_square_is_a_hash) {
    const Board board = read_fen(Game::AtaxxUai, "x5o/7/2-1-2/7/7/7/o5x x 0 1");
    EXPECT_EQ(board_text(draw(board), kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                               "  1  O  .  .  .  .  .  X  7\n"
                                               "  2  .  .  .  .  .  .  .  6\n"
                                               "  3  .  .  #  .  #  .  .  5\n"
                                               "  4  .  .  .  .  .  .  .  4\n"
                                               "  5  .  .  .  .  .  .  .  3\n"
                                               "  6  .  .  .  .  .  .  .  2\n"
                                               "  7  X  .  .  .  .  .  O  1\n"
                                               "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_clone_marks_what_was_placed_and_turned) {
    EXPECT_EQ(drawn(kClone, kPlain), " x\\y 1  2  3  4  5  6  7\n"
                                     "  1  O [O] .  .  .  .  .  7\n"
                                     "  2  . <O><O> .  .  .  .  6\n"
                                     "  3  .  .  .  .  .  .  .  5\n"
                                     "  4  O  .  .  X  .  .  .  4\n"
                                     "  5  .  .  .  .  .  .  .  3\n"
                                     "  6  .  .  .  .  .  .  .  2\n"
                                     "  7  .  .  .  .  .  .  .  1\n"
                                     "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_jump_marks_the_square_it_left) {
    EXPECT_EQ(drawn(kJump, kUnicode), " x\\y 1  2  3  4  5  6  7\n"
                                      "  1  ●  ·  ·  ·  ·  ·  ·  7\n"
                                      "  2  · <●><●> ·  ·  ·  ·  6\n"
                                      "  3  ·  · [●] ·  ·  ·  ·  5\n"
                                      "  4 (·) ·  · <●> ·  ·  ·  4\n"
                                      "  5  ·  ·  ·  ·  ·  ·  ·  3\n"
                                      "  6  ·  ·  ·  ·  ·  ·  ·  2\n"
                                      "  7  ·  ·  ·  ·  ·  ·  ·  1\n"
                                      "     a  b  c  d  e  f  g\n");
}

TEST(BoardText, a_pass_marks_nothing) {
    EXPECT_EQ(board_text(draw(kBefore, kPass), kPlain), board_text(draw(kBefore), kPlain));
}

TEST(BoardText, stones_of_the_two_sides_differ_in_every_style) {
    for (const BoardStyle& style : {kPlain, kUnicode, kColour}) {
        EXPECT_NE(stone_text(Side::First, style), stone_text(Side::Second, style));
    }
}

TEST(BoardText, colour_adds_escapes_and_changes_no_character) {
    std::string text = drawn(kJump, kColour);
    EXPECT_NE(text.find("\x1b[1;7;31m[O]\x1b[0m"), std::string::npos) << text;
    EXPECT_NE(text.find("\x1b[1;31m<O>\x1b[0m"), std::string::npos) << text;
    EXPECT_NE(text.find("\x1b[2m(.)\x1b[0m"), std::string::npos) << text;
    for (auto begin = text.find('\x1b'); begin != std::string::npos; begin = text.find('\x1b')) {
        text.erase(begin, text.find('m', begin) - begin + 1);
    }
    const std::string plain = drawn(kJump, kPlain);
    for (std::size_t i = 0, j = 0; j < plain.size(); ++i, ++j) {
        if (text[i] == ' ' && plain[j] == '\n') { // the last column's blank, which plain text leaves out
            ++i;
        }
        ASSERT_EQ(text[i], plain[j]) << text;
    }
}

TEST(BoardText, without_colour_there_is_no_escape_and_without_unicode_only_ascii) {
    EXPECT_EQ(drawn(kJump, kUnicode).find('\x1b'), std::string::npos);
    for (const char c : drawn(kJump, kPlain) + drawn(kJump, kColour)) {
        EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
}

} // namespace
} // namespace referee
