#include "referee/rules/connect_four/rules.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/rules.hpp"
#include "tests/support/four_by_loops.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace connect_four {
namespace {

using referee::perft;
using referee::PerftCount;
using referee::Termination;

Position after_moves(const std::string& columns) {
    Position position;
    for (const char column : columns) {
        position = Rules::after(position, Move(column - '1'));
    }
    return position;
}

/// The cell in `column`, 0 to 6, and `row`, 0 to 5 from the bottom.
Cells cell(int column, int row) {
    return lowest_cell(column) << row;
}

/// The 69 fours of the board: 24 in rows, 21 in columns, 12 in each direction of diagonals.
std::vector<Cells> all_fours() {
    std::vector<Cells> fours;
    for (int column = 0; column < kColumns; ++column) {
        for (int row = 0; row < kRows; ++row) {
            for (const auto& [across, up] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                const int last_column = column + 3 * across;
                const int last_row = row + 3 * up;
                if (last_column >= kColumns || last_row < 0 || last_row >= kRows) {
                    continue;
                }
                Cells four = 0;
                for (int i = 0; i < 4; ++i) {
                    four |= cell(column + i * across, row + i * up);
                }
                fours.push_back(four);
            }
        }
    }
    return fours;
}

TEST(ConnectFour, each_of_the_69_fours_is_found_and_no_three_of_its_cells) {
    const auto fours = all_fours();
    ASSERT_EQ(fours.size(), 69u);
    for (const Cells four : fours) {
        EXPECT_TRUE(has_four(four));
        EXPECT_EQ(fours_in(four), four);
        for (Cells left = four; left != 0; left &= left - 1) {
            const Cells three = four & ~(left & -left);
            EXPECT_FALSE(has_four(three));
            EXPECT_EQ(fours_in(three), 0u);
        }
    }
}

/// Four cells in a line of bits that runs over an edge of the board are no four.
TEST(ConnectFour, no_line_runs_over_an_edge) {
    for (int first = 0; first < kColumns * kStride; ++first) {
        for (const int step : kDirections) {
            Cells line = 0;
            for (int i = 0; i < 4; ++i) {
                line |= first + i * step < kColumns * kStride ? Cells{1} << (first + i * step) : 0;
            }
            EXPECT_EQ(has_four(line & kAllCells), referee::tests::has_four_by_loops(line & kAllCells))
                << first << ' ' << step;
        }
    }
}

TEST(ConnectFour, fours_are_those_found_cell_by_cell_in_random_sets) {
    std::uint64_t state = 1;
    int with_four = 0;
    for (int i = 0; i < 20'000; ++i) {
        Cells cells = ~Cells{0};
        for (int half = 0; half < 1 + i % 3; ++half) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            cells &= state ^ state >> 29;
        }
        cells &= kAllCells;
        ASSERT_EQ(has_four(cells), referee::tests::has_four_by_loops(cells));
        ASSERT_EQ(has_four(cells), fours_in(cells) != 0);
        with_four += has_four(cells) ? 1 : 0;
    }
    EXPECT_GT(with_four, 2000);
    EXPECT_LT(with_four, 18'000);
}

/// Source: three other programs count the same, e.g. J. Tromp's; OEIS A212693 counts the positions.
TEST(ConnectFour, perft_from_the_start_is_the_known_one) {
    constexpr std::array<std::uint64_t, 9> kLeaves{1, 7, 49, 343, 2401, 16'807, 117'649, 823'536, 5'673'234};
    for (std::size_t depth = 0; depth < kLeaves.size(); ++depth) {
        EXPECT_EQ(perft<Rules>(Position(), static_cast<int>(depth), PerftCount::Positions), kLeaves[depth]);
        EXPECT_EQ(perft<Rules>(Position(), static_cast<int>(depth), PerftCount::Messages), kLeaves[depth]);
    }
}

TEST(ConnectFour, perft_from_a_fen_is_that_of_a_program_with_an_array) {
    struct Row {
        const char* fen;
        std::array<std::uint64_t, 7> leaves; // from depth 1 on
    };
    for (const Row& row : {
             Row{"7/7/7/7/7/rrrr3 r 1", {0, 0, 0, 0, 0, 0, 0}},
             Row{"7/7/7/7/7/rrr4 r 1", {7, 42, 294, 1806, 12'642, 78'663, 550'539}},
             Row{"7/7/7/7/7/yyy4 r 1", {7, 49, 301, 2107, 13'237, 92'656, 589'521}},
             Row{"7/7/2rr3/2yy3/yyrr2y/rryyrry r 9", {7, 49, 341, 2267, 14'716, 93'341, 567'861}},
             Row{"7/7/r6/yr4y/ryy1y1r/ryrrryy r 9", {7, 49, 300, 2081, 12'804, 85'489, 510'833}},
             Row{"7/y1r4/y1y4/ryy4/yrr4/rryrr1y r 9", {7, 47, 305, 1844, 10'958, 61'582, 336'782}},
             Row{"7/2y3r/2rr2y/2ryy1r/yryyr1y/yrrryry r 12", {7, 47, 304, 1772, 10'462, 52'964, 285'239}},
             Row{"2rr2r/1yrr2y/yyry1yr/rryy1ry/yrrryry/ryyyryr y 17", {4, 15, 48, 148, 310, 678, 714}},
         }) {
        for (std::size_t i = 0; i < row.leaves.size(); ++i) {
            EXPECT_EQ(perft<Rules>(Rules::read_fen(row.fen), static_cast<int>(i) + 1, PerftCount::Positions),
                      row.leaves[i])
                << row.fen;
        }
    }
}

TEST(ConnectFour, the_first_line_ends_the_game_and_its_side_scores) {
    const Position won = after_moves("1213141");
    EXPECT_EQ(Rules::ending(won), Termination::Line);
    EXPECT_EQ(Rules::score(won), (referee::PerSide<int>{1, 0}));
    EXPECT_EQ(referee::leader(won), Side::First);
    EXPECT_TRUE(Rules::moves(won).empty());
    const Position second_won = after_moves("12131415");
    EXPECT_EQ(Rules::ending(second_won), Termination::Line) << "the first line stays";
}

TEST(ConnectFour, a_full_board_without_a_line_is_a_draw_and_a_line_on_the_last_cell_wins) {
    const Position full = after_moves("547125662261271266215743771576315353334444");
    EXPECT_EQ(Rules::ending(full), Termination::BoardFull);
    EXPECT_EQ(Rules::score(full), (referee::PerSide<int>{0, 0}));
    EXPECT_FALSE(referee::leader(full));
    const Position won = after_moves("567555452343641722571334167142211647237366");
    EXPECT_EQ(won.taken(), kAllCells);
    EXPECT_EQ(Rules::ending(won), Termination::Line) << "a line goes before board_full";
    EXPECT_EQ(Rules::score(won), (referee::PerSide<int>{0, 1}));
}

TEST(ConnectFour, quiet_positions_have_no_win_at_once) {
    EXPECT_TRUE(Rules::is_quiet(Position()));
    EXPECT_FALSE(Rules::is_quiet(after_moves("121314")));
    EXPECT_TRUE(Rules::is_quiet(after_moves("12131"))) << "the other side is to move";
    EXPECT_FALSE(Rules::is_quiet(after_moves("1213141")));
}

TEST(ConnectFour, a_drawn_game_ends_with_move_42) {
    const std::string columns = "547125662271261266215743771576315353334444";
    for (std::size_t moves = 0; moves < columns.size(); ++moves) {
        ASSERT_FALSE(Rules::ending(after_moves(columns.substr(0, moves)))) << moves;
    }
    EXPECT_EQ(columns.size(), 42U);
    const Position full = after_moves(columns);
    EXPECT_EQ(Rules::ending(full), Termination::BoardFull);
    EXPECT_EQ(Rules::score(full), referee::PerSide<int>{});
    EXPECT_TRUE(Rules::moves(full).empty());
}

} // namespace
} // namespace connect_four
