#include "referee/rules/games.hpp"
#include "referee/rules/rules.hpp"
#include "referee/rules/tic_tac_toe/rules.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>

namespace tic_tac_toe {
namespace {

using referee::PerftCount;
using referee::Termination;

/// What all games of Tic-Tac-Toe come to.
struct Totals {
    std::uint64_t nodes = 0;
    std::uint64_t games = 0;
    std::map<int, std::uint64_t> won_by; ///< games by score of the first player less that of the second
    std::set<std::string> positions;
    std::set<referee::CanonicalKey> up_to_symmetry;
};

void play_all(const Position& position, Totals& totals) {
    ++totals.nodes;
    totals.positions.insert(Rules::fen(position));
    totals.up_to_symmetry.insert(Rules::key(position));
    if (Rules::ending(position)) {
        const auto [first, second] = Rules::score(position);
        ++totals.games;
        ++totals.won_by[first - second];
        return;
    }
    for (const Move move : Rules::moves(position)) {
        play_all(Rules::after(position, move), totals);
    }
}

/// Source of the numbers: they are well known, e.g. OEIS A008907 for the leaves and A048245 for the
/// positions.
TEST(TicTacToe, all_games_are_as_many_as_is_known) {
    Totals totals;
    play_all(Position(), totals);
    EXPECT_EQ(totals.nodes, 549'946u);
    EXPECT_EQ(totals.games, 255'168u);
    EXPECT_EQ(totals.won_by[1], 131'184u);
    EXPECT_EQ(totals.won_by[-1], 77'904u);
    EXPECT_EQ(totals.won_by[0], 46'080u);
    EXPECT_EQ(totals.positions.size(), 5478u);
    EXPECT_EQ(totals.up_to_symmetry.size(), 765u);
}

TEST(TicTacToe, perft_from_the_start_is_the_known_one) {
    constexpr std::array<std::uint64_t, 10> kLeaves{1,      9,      72,      504,     3024,
                                                    15'120, 54'720, 148'176, 200'448, 127'872};
    for (std::size_t depth = 0; depth < kLeaves.size(); ++depth) {
        EXPECT_EQ(referee::perft<Rules>(Position(), static_cast<int>(depth), PerftCount::Positions),
                  kLeaves[depth]);
    }
}

TEST(TicTacToe, each_line_wins) {
    for (const Squares line : kLines) {
        EXPECT_TRUE(has_line(line));
        EXPECT_EQ(lines_in(line), line);
        const Position won{.marks = {line, 0}, .to_move = Side::Second};
        EXPECT_EQ(Rules::ending(won), Termination::Line);
        EXPECT_EQ(Rules::score(won), (referee::PerSide<int>{1, 0}));
    }
    EXPECT_EQ(lines_in(0b000111111), 0b000111111) << "two lines at once";
}

TEST(TicTacToe, a_full_board_is_a_draw_unless_the_last_mark_makes_a_line) {
    const Position full = Rules::read_fen("xox/xxo/oxo o 5");
    EXPECT_EQ(Rules::ending(full), Termination::BoardFull);
    EXPECT_FALSE(referee::leader(full));
    const Position last = Rules::read_fen("xox/oxo/ox1 x 5");
    EXPECT_EQ(Rules::ending(Rules::after(last, Move(8))), Termination::Line);
}

TEST(TicTacToe, numbers_are_row_and_column) {
    EXPECT_EQ(Rules::named({1, 3}), Move(2));
    EXPECT_EQ(Rules::named({3, 1}), Move(6));
    EXPECT_EQ(Rules::numbers(Move(5)), (MoveNumbers{2, 3}));
    for (const MoveNumbers& wrong : {MoveNumbers{0, 1}, {1, 0}, {4, 1}, {1, 4}, {-1, -1}, {1}, {1, 1, 1}}) {
        EXPECT_FALSE(Rules::named(wrong)) << testing::PrintToString(wrong);
    }
}

TEST(TicTacToe, symmetries_are_eight_different_ways_to_turn_the_board) {
    std::set<std::array<int, kSquares>> images;
    for (int symmetry = 0; symmetry < Rules::kImages; ++symmetry) {
        std::array<int, kSquares> image{};
        for (int square = 0; square < kSquares; ++square) {
            image[static_cast<std::size_t>(square)] = image_of(square, symmetry);
        }
        EXPECT_TRUE(images.insert(image).second);
        for (const Squares line : kLines) {
            EXPECT_TRUE(has_line(image_of_set(line, symmetry)));
        }
    }
}

} // namespace
} // namespace tic_tac_toe
