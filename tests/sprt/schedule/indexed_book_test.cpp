// Large files of positions, of which only the places of lines are known.

#include "sprt/schedule/opening_book.hpp"
#include "sprt/schedule/openings.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Game;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;

constexpr const char* kLines = "\xef\xbb\xbf# a comment\n"
                               "4k3/8/8/8/8/8/P7/4K3 w - - 0 1\r\n"
                               "\n"
                               "4k3/8/8/8/8/8/1P6/4K3 w - - hmvc 3; fmvn 9;\n"
                               "  4k3/8/8/8/8/8/P7/4K3   w  -  -  7 44\n" // a copy of the first
                               "4k3/8/8/8/8/8/2P5/4K3 w\n"
                               "4k3/8/8/8/8/8/2P5/4K3 b"; // without a newline

class IndexedBookTest : public testing::Test {
  protected:
    std::vector<std::string> fens(const std::string& text, OpeningBook book = {}) {
        book.file = dir_.file("book.epd", text);
        const auto openings = indexed_book(book, Game::Chess, 7);
        std::vector<std::string> list;
        for (std::uint64_t pair = 0; auto opening = openings->opening(pair); ++pair) {
            list.push_back(opening->start->fen);
        }
        EXPECT_EQ(openings->facts().size, list.size());
        return list;
    }
    std::string error(const std::string& text, OpeningBook book = {}) {
        const std::string file = dir_.file("book.epd", text);
        std::string said = user_error_text([&] { static_cast<void>(fens(text, book)); });
        return said.starts_with(file) ? said.substr(file.size()) : said;
    }
    static OpeningBook in_order() { return {.file = {}, .order = BookOrder::Sequential}; }

    TemporaryDir dir_;
};

TEST_F(IndexedBookTest, has_the_openings_of_a_file_that_is_read_whole) {
    const BookContent whole = read_book(dir_.file("whole.epd", kLines), Game::Chess);
    std::vector<std::string> expected;
    for (const Opening& opening : whole.openings) {
        expected.push_back(opening.start->fen);
    }
    EXPECT_EQ(expected.size(), 4U);
    EXPECT_EQ(fens(kLines, in_order()), expected);
}

TEST_F(IndexedBookTest, order_follows_from_the_seed_and_the_start) {
    const auto sequential = fens(kLines, in_order());
    const auto random = fens(kLines);
    EXPECT_NE(random, sequential);
    EXPECT_EQ(random, fens(kLines));
    EXPECT_THAT(random, testing::UnorderedElementsAreArray(sequential));
    OpeningBook later = in_order();
    later.first = 6; // the second, after the last of four
    EXPECT_EQ(fens(kLines, later)[0], sequential[1]);
}

TEST_F(IndexedBookTest, facts_are_known_before_the_first_game) {
    const OpeningsFacts facts =
        indexed_book({.file = dir_.file("book.epd", kLines)}, Game::Chess, 7)->facts();
    EXPECT_EQ(facts.size, 4U);
    EXPECT_EQ(facts.duplicates, 1U);
    ASSERT_TRUE(facts.first_position);
    EXPECT_THAT(facts.first_position->place, testing::EndsWith("book.epd:2"));
    EXPECT_EQ(facts.first_without_moves->opening, facts.first_position->opening);
    const std::string usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    const auto from_start =
        indexed_book({.file = dir_.file("start.epd", usual + std::string(kLines).substr(3))}, Game::Chess, 7)
            ->facts();
    EXPECT_THAT(from_start.first_position->place, testing::EndsWith("start.epd:3"))
        << "agents need not be told of the first";
}

TEST_F(IndexedBookTest, wrong_line_is_named_when_it_comes_up) {
    const std::string text = std::string(kLines) + "\n8/8/8/8 w\n";
    OpeningBook book = in_order();
    EXPECT_THAT(error(text, book), testing::StartsWith(":8: FEN '8/8/8/8 w': "));
    const auto openings =
        indexed_book({.file = dir_.file("book.epd", text), .order = BookOrder::Sequential}, Game::Chess, 7);
    EXPECT_TRUE(openings->opening(3));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(openings->opening(4)); }),
                testing::HasSubstr("book.epd:8: "));
    EXPECT_TRUE(openings->opening(0)) << "the others can still be read";
}

TEST_F(IndexedBookTest, checked_book_names_it_before) {
    const std::string text = std::string(kLines) + "\n8/8/8/8 w\n";
    const std::string file = dir_.file("book.epd", text);
    EXPECT_THAT(user_error_text(
                    [&] { static_cast<void>(indexed_book({.file = file, .checks = true}, Game::Chess, 7)); }),
                testing::StartsWith(file + ":8: FEN '8/8/8/8 w': "));
}

TEST_F(IndexedBookTest, files_without_openings_are_refused) {
    EXPECT_EQ(error(""), ": it holds no opening");
    EXPECT_EQ(error("\n# nothing\n"), ": it holds no opening");
    EXPECT_EQ(error("e2e4 e7e5\n"), ":1: it is a list of moves, in a file of positions");
    EXPECT_EQ(error(std::string(kLines) + "\ne2e4 e7e5\n"),
              ":8: it is a list of moves, in a file of positions");
    EXPECT_EQ(error(kLines, {.file = {}, .plies = 2}),
              ": book_plies is for openings as PGN, and this is none");
    EXPECT_EQ(error(std::string(kLines) + "\n" + std::string(4097, 'x')),
              ":8: the line is longer than 4096 bytes");
}

TEST_F(IndexedBookTest, large_files_are_not_read_whole) {
    std::string text;
    while (text.size() < kLeastIndexedBytes) {
        text += "4k3/8/8/8/8/8/P7/4K3 w - - c0 \"words that nobody reads\";\n";
    }
    std::string moves = text;
    std::ranges::replace(moves, '4', '#'); // all comments
    moves += "e2e4\nd2d4\n";
    EXPECT_EQ(
        make_openings(OpeningBook{.file = dir_.file("moves.txt", "#" + moves)}, 7, Game::Chess)->facts().size,
        2U);
    text += "8/8/8/8 w\n";
    const std::string file = dir_.file("book.epd", text);
    const auto openings =
        make_openings(OpeningBook{.file = file, .order = BookOrder::Sequential}, 7, Game::Chess);
    EXPECT_EQ(openings->facts().size, 2U);
    EXPECT_TRUE(openings->opening(0));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(openings->opening(1)); }),
                testing::HasSubstr("FEN '8/8/8/8 w'"));
}

} // namespace
} // namespace sprt
