#include "agents/connect_four/threats.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace search {
namespace {

using connect_four::Cells;
using connect_four::kAllCells;

TEST(ConnectFourThreats, are_the_cells_on_which_one_more_disc_makes_a_four) {
    std::mt19937_64 random(11);
    int found = 0;
    connect_four::Position position;
    for (int round = 0; round < 5000; ++round) {
        const auto moves = connect_four::Rules::moves(position);
        if (moves.empty()) { // the game is over: the next one
            position = {};
            continue;
        }
        position = connect_four::Rules::after(position, moves[random() % moves.size()]);
        const Cells cells = position.own();
        Cells expected = 0;
        for (Cells left = kAllCells & ~position.taken(); left != 0; left &= left - 1) {
            const Cells cell = left & (~left + 1);
            if (connect_four::has_four(cells | cell)) {
                expected |= cell;
                ++found;
            }
        }
        ASSERT_EQ(threats(cells, position.taken()), expected) << connect_four::Rules::fen(position);
    }
    EXPECT_GT(found, 1000);
}

TEST(ConnectFourThreats, never_run_over_an_edge) {
    // Three cells at the right edge of a row, and the first cell of the next row up on the left.
    const Cells right =
        connect_four::lowest_cell(4) | connect_four::lowest_cell(5) | connect_four::lowest_cell(6);
    EXPECT_EQ(threats(right, right), connect_four::lowest_cell(3));
    const Cells top = connect_four::lowest_cell(2) << 3 | connect_four::lowest_cell(2) << 4 |
                      connect_four::lowest_cell(2) << 5;
    EXPECT_EQ(threats(top, top), 0U) << "the fourth disc of a column must lie on the three";
}

} // namespace
} // namespace search
