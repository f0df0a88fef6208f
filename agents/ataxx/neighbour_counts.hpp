#pragma once
// How many squares of a set are next to each square of the board, for all 49 squares at once: bit i of a
// number is in board i of four.

#include "referee/rules/ataxx/board.hpp"

#include <cstdint>

namespace search {

class NeighbourCounts {
  public:
    /// Counts the neighbours in `set`, up to 8 for each square: first the squares beside it along y, then the
    /// lines of three on both sides along x, with binary adders that work on whole boards.
    constexpr explicit NeighbourCounts(ataxx::Bitboard set) noexcept {
        const std::uint64_t bits = set.bits();
        const std::uint64_t up = (bits & ~ataxx::detail::kHighestY.bits()) << 1;
        const std::uint64_t down = (bits & ~ataxx::detail::kLowestY.bits()) >> 1;
        // pair: the two squares beside it, 0 to 2. line: the square and these two, 0 to 3.
        const std::uint64_t pair_1 = up ^ down;
        const std::uint64_t pair_2 = up & down;
        const std::uint64_t line_1 = pair_1 ^ bits;
        const std::uint64_t line_2 = pair_2 | (pair_1 & bits);
        const std::uint64_t above_1 = line_1 << ataxx::kBoardSize;
        const std::uint64_t above_2 = line_2 << ataxx::kBoardSize;
        const std::uint64_t below_1 = line_1 >> ataxx::kBoardSize;
        const std::uint64_t below_2 = line_2 >> ataxx::kBoardSize;
        ones_ = above_1 ^ below_1 ^ pair_1;
        const std::uint64_t carry = (above_1 & below_1) | (pair_1 & (above_1 ^ below_1));
        const std::uint64_t twos = above_2 ^ below_2;
        const std::uint64_t twos_and_pair = twos ^ pair_2;
        twos_ = twos_and_pair ^ carry;
        const std::uint64_t carry_a = (above_2 & below_2) | (pair_2 & twos);
        const std::uint64_t carry_b = twos_and_pair & carry;
        fours_ = carry_a ^ carry_b;
        eights_ = carry_a & carry_b;
    }

    /// The squares with `number` neighbours, 0 to 8. Bits off the board have no meaning.
    [[nodiscard]] constexpr ataxx::Bitboard equal_to(int number) const noexcept {
        const auto wanted = [number](std::uint64_t plane, int bit) {
            return (number & bit) != 0 ? plane : ~plane;
        };
        return ataxx::Bitboard(wanted(ones_, 1) & wanted(twos_, 2) & wanted(fours_, 4) & wanted(eights_, 8));
    }

    struct Most {
        int number;
        ataxx::Bitboard squares; ///< those with `number` neighbours
    };
    /// The greatest number of neighbours among the squares of `set`, which is not empty.
    [[nodiscard]] constexpr Most most(ataxx::Bitboard set) const noexcept {
        std::uint64_t left = set.bits();
        int number = 0;
        const auto decide = [&](std::uint64_t plane, int bit) {
            if ((left & plane) != 0) {
                left &= plane;
                number += bit;
            }
        };
        decide(eights_, 8);
        decide(fours_, 4);
        decide(twos_, 2);
        decide(ones_, 1);
        return {number, ataxx::Bitboard(left)};
    }

  private:
    std::uint64_t ones_ = 0;
    std::uint64_t twos_ = 0;
    std::uint64_t fours_ = 0;
    std::uint64_t eights_ = 0;
};

} // namespace search
