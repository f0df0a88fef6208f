#include "agents/ataxx/neighbour_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace search {
namespace {

using ataxx::Bitboard;
using ataxx::Square;

TEST(NeighbourCounts, are_those_counted_square_by_square) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 300; ++round) {
        std::uint64_t bits = random() & ataxx::kAllSquares.bits();
        bits = round % 3 == 0   ? bits
               : round % 3 == 1 ? bits & random()
                                : bits | (random() & ataxx::kAllSquares.bits());
        const Bitboard set(bits);
        const NeighbourCounts counts(set);
        Bitboard among(random() & ataxx::kAllSquares.bits());
        int expected = -1;
        Bitboard where;
        for (int i = 0; i < ataxx::kSquares; ++i) {
            const int number = (ataxx::neighbours(Square(i)) & set).count();
            ASSERT_TRUE(counts.equal_to(number).has(Square(i)));
            for (int other = 0; other <= 8; ++other) {
                ASSERT_EQ(counts.equal_to(other).has(Square(i)), other == number);
            }
            if (among.has(Square(i)) && number >= expected) {
                where = number > expected ? Bitboard(Square(i)) : where | Bitboard(Square(i));
                expected = number;
            }
        }
        if (!among.empty()) {
            EXPECT_EQ(counts.most(among).number, expected);
            EXPECT_EQ(counts.most(among).squares, where);
        }
    }
}

TEST(NeighbourCounts, are_0_on_the_empty_board_and_8_inside_the_full_board) {
    EXPECT_EQ(NeighbourCounts(Bitboard()).most(ataxx::kAllSquares).number, 0);
    const auto inner = NeighbourCounts(ataxx::kAllSquares).most(ataxx::kAllSquares);
    EXPECT_EQ(inner.number, 8);
    EXPECT_EQ(inner.squares.count(), 25);
}

} // namespace
} // namespace search
