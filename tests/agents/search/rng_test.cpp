#include "agents/search/rng.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace referee {

using namespace ataxx;
namespace {

std::vector<std::string> texts(const MoveList& moves) {
    std::vector<std::string> result;
    for (const Move move : moves) {
        result.push_back(to_string(move));
    }
    return result;
}

TEST(Rng, is_splitmix64) {
    Rng zero(0); // reference: the authors' splitmix64.c
    for (const std::uint64_t expected : {0xe220a8397b1dcdafU, 0x6e789e6aa1b965f4U, 0x06c45d188009454fU,
                                         0xf88bb8a8724c81ecU, 0x1b39896a51a8749bU}) {
        EXPECT_EQ(zero.next(), expected);
    }
    Rng other(1234567);
    for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                         4593380528125082431U, 16408922859458223821U}) {
        EXPECT_EQ(other.next(), expected);
    }
}

TEST(Rng, below_stays_below_and_reaches_all_evenly) {
    Rng rng(7);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(rng.below(1), 0U);
    }
    for (const std::size_t count : {std::size_t{2}, std::size_t{16}, std::size_t{49}}) {
        std::vector<int> seen(count);
        constexpr int kPerValue = 2000;
        for (std::size_t i = 0; i < count * kPerValue; ++i) {
            const std::size_t value = rng.below(count);
            ASSERT_LT(value, count);
            ++seen[value];
        }
        for (const int times : seen) {
            EXPECT_NEAR(times, kPerValue, 6 * 45); // six standard deviations
        }
    }
    EXPECT_LT(rng.below(std::size_t{1} << 32), std::size_t{1} << 32);
}

TEST(Rng, shuffle_keeps_the_moves_and_follows_the_seed) {
    const MoveList moves = legal_moves(Position());
    const auto shuffled = [&](std::uint64_t seed) {
        MoveList copy = moves;
        Rng(seed).shuffle(copy);
        return texts(copy);
    };
    EXPECT_THAT(shuffled(1), testing::UnorderedElementsAreArray(texts(moves)));
    EXPECT_NE(shuffled(1), texts(moves));
    EXPECT_EQ(shuffled(1), shuffled(1));
    EXPECT_NE(shuffled(1), shuffled(2));
}

TEST(Rng, shuffle_puts_every_move_everywhere) {
    const MoveList moves = legal_moves(Position());
    std::vector<std::array<int, 16>> places(moves.size());
    Rng rng(3);
    constexpr int kRounds = 16'000;
    for (int round = 0; round < kRounds; ++round) {
        MoveList copy = moves;
        rng.shuffle(copy);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto place = std::find(copy.begin(), copy.end(), moves[i]) - copy.begin();
            ++places[i][static_cast<std::size_t>(place)];
        }
    }
    for (const auto& move : places) {
        for (const int times : move) {
            EXPECT_NEAR(times, kRounds / 16, 6 * 31);
        }
    }
}

TEST(Rng, shuffle_of_one_and_of_none) {
    MoveList none;
    Rng(1).shuffle(none);
    EXPECT_TRUE(none.empty());
    MoveList one;
    one.push_back(Move::pass());
    Rng(1).shuffle(one);
    EXPECT_EQ(one.size(), 1U);
    EXPECT_TRUE(one[0].is_pass());
}

} // namespace
} // namespace referee
