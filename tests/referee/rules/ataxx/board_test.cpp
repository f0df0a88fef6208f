#include "referee/rules/ataxx/board.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

namespace ataxx {
namespace {

std::vector<int> indices(Bitboard set) {
    std::vector<int> found;
    for_each(set, [&](Square square) { found.push_back(square.index()); });
    return found;
}

TEST(Square, index_is_seven_times_x_plus_y_from_zero) {
    int expected = 0;
    for (int x = 1; x <= 7; ++x) {
        for (int y = 1; y <= 7; ++y, ++expected) {
            const auto square = Square::at(x, y);
            ASSERT_TRUE(square) << x << ' ' << y;
            EXPECT_EQ(square->index(), expected);
            EXPECT_EQ(square->x(), x);
            EXPECT_EQ(square->y(), y);
            EXPECT_EQ(*square, Square(expected));
        }
    }
}

TEST(Square, at_is_empty_off_the_board) {
    for (int x = -2; x <= 10; ++x) {
        for (int y = -2; y <= 10; ++y) {
            const bool inside = x >= 1 && x <= 7 && y >= 1 && y <= 7;
            EXPECT_EQ(Square::at(x, y).has_value(), inside) << x << ' ' << y;
        }
    }
    EXPECT_FALSE(Square::at(999'999'999, 1));
    EXPECT_FALSE(Square::at(1, -999'999'999));
}

TEST(Square, distance_is_that_of_a_king) {
    struct Row {
        int x1, y1, x2, y2, expected;
    };
    for (const Row& row : {Row{1, 1, 1, 1, 0}, Row{1, 1, 1, 2, 1}, Row{1, 1, 2, 2, 1}, Row{4, 4, 3, 5, 1},
                           Row{1, 1, 3, 2, 2}, Row{4, 4, 2, 6, 2}, Row{1, 1, 4, 1, 3}, Row{1, 1, 7, 7, 6},
                           Row{7, 1, 1, 7, 6}, Row{1, 7, 2, 1, 6}}) {
        const Square a = *Square::at(row.x1, row.y1);
        const Square b = *Square::at(row.x2, row.y2);
        EXPECT_EQ(distance(a, b), row.expected) << row.x1 << row.y1 << row.x2 << row.y2;
        EXPECT_EQ(distance(b, a), row.expected) << row.x1 << row.y1 << row.x2 << row.y2;
    }
}

TEST(Bitboard, is_a_set_of_squares) {
    const Bitboard a = Bitboard(Square(0)) | Bitboard(Square(5)) | Bitboard(Square(48));
    const Bitboard b = Bitboard(Square(5)) | Bitboard(Square(6));
    EXPECT_EQ(a.count(), 3);
    EXPECT_TRUE(a.has(Square(48)));
    EXPECT_FALSE(a.has(Square(47)));
    EXPECT_EQ(a & b, Bitboard(Square(5)));
    EXPECT_EQ(a - b, Bitboard(Square(0)) | Bitboard(Square(48)));
    EXPECT_EQ(a ^ b, Bitboard(Square(0)) | Bitboard(Square(6)) | Bitboard(Square(48)));
    EXPECT_EQ(a.lowest(), Square(0));
    EXPECT_EQ(a.without_lowest().lowest(), Square(5));
    EXPECT_TRUE(Bitboard().empty());
    EXPECT_FALSE(a.empty());
    EXPECT_EQ(kAllSquares.bits(), 0x1'ffff'ffff'ffff);
}

TEST(Bitboard, for_each_visits_members_in_ascending_index) {
    EXPECT_THAT(indices(Bitboard(Square(48)) | Bitboard(Square(3)) | Bitboard(Square(17))),
                testing::ElementsAre(3, 17, 48));
    EXPECT_THAT(indices(Bitboard()), testing::IsEmpty());
    EXPECT_EQ(indices(kAllSquares).size(), 49U);
}

TEST(Near, masks_hold_exactly_the_squares_at_that_distance) {
    for (int i = 0; i < kSquares; ++i) {
        for (int j = 0; j < kSquares; ++j) {
            const int dx = std::abs(i / 7 - j / 7);
            const int dy = std::abs(i % 7 - j % 7);
            const int steps = std::max(dx, dy);
            EXPECT_EQ(neighbours(Square(i)).has(Square(j)), steps == 1) << i << ' ' << j;
            EXPECT_EQ(jump_targets(Square(i)).has(Square(j)), steps == 2) << i << ' ' << j;
        }
        EXPECT_EQ((neighbours(Square(i)) | jump_targets(Square(i))) - kAllSquares, Bitboard());
    }
}

TEST(Near, grown_is_the_union_of_what_its_members_reach) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 1000; ++round) {
        const Bitboard set = Bitboard(random() & random() & random()) & kAllSquares;
        Bitboard expected = set;
        for_each(set, [&](Square square) { expected = expected | neighbours(square); });
        ASSERT_EQ(grown(set), expected) << set.bits();
    }
    EXPECT_EQ(grown(Bitboard()), Bitboard());
    EXPECT_EQ(grown(kAllSquares), kAllSquares);
}

} // namespace
} // namespace ataxx
