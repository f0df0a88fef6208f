#include "sprt/simulate/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace sprt {
namespace {

/// Source: the tests of the Rust crate rand_xoshiro, made with the program of the authors.
TEST(Random, bits_are_the_published_numbers) {
    Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
    constexpr std::array<std::uint64_t, 10> kPublished{41943041U,
                                                       58720359U,
                                                       3588806011781223U,
                                                       3591011842654386U,
                                                       9228616714210784205U,
                                                       9973669472204895162U,
                                                       14011001112246962877U,
                                                       12406186145184390807U,
                                                       15849039046786891736U,
                                                       10450023813501588000U};
    for (const std::uint64_t expected : kPublished) {
        EXPECT_EQ(random.bits(), expected);
    }
}

TEST(Random, unit_interval_is_half_open) {
    EXPECT_EQ(unit_interval(0), 0);
    EXPECT_EQ(unit_interval(~std::uint64_t{0}), 1 - 0x1p-53);
    EXPECT_EQ(unit_interval(std::uint64_t{1} << 63), 0.5);
}

struct Sums {
    double mean = 0;
    double variance = 0;
    double skewness = 0;
};

template<class Draw>
Sums sums(const Draw& draw) {
    constexpr int kCount = 1'000'000;
    double one = 0;
    double two = 0;
    double three = 0;
    for (int i = 0; i < kCount; ++i) {
        const double x = draw();
        one += x / kCount;
        two += x * x / kCount;
        three += x * x * x / kCount;
    }
    const double variance = two - one * one;
    return {one, variance, (three - 3 * one * two + 2 * one * one * one) / std::pow(variance, 1.5)};
}

// The standard errors of a million numbers are 0.001 for the mean and 0.0015 to 0.003 for the other moments.
TEST(Random, normal_numbers_have_their_moments) {
    Random random(7);
    const Sums seen = sums([&] { return random.normal(); });
    EXPECT_NEAR(seen.mean, 0, 0.005);
    EXPECT_NEAR(seen.variance, 1, 0.008);
    EXPECT_NEAR(seen.skewness, 0, 0.015);
}

TEST(Random, gamma_numbers_have_their_moments) {
    for (const double variation : {0.35, 1.0}) {
        Random random(8);
        const Gamma gamma(variation);
        const Sums seen = sums([&] { return gamma.draw(random); });
        EXPECT_NEAR(seen.mean, 1, 0.005 * variation);
        EXPECT_NEAR(std::sqrt(seen.variance), variation, 0.006 * variation);
        EXPECT_NEAR(seen.skewness, 2 * variation, 0.04);
    }
}

TEST(Random, copy_draws_the_same_numbers) {
    Random random(9);
    static_cast<void>(random.normal());
    Random copy = random;
    EXPECT_EQ(copy.normal(), random.normal());
    EXPECT_EQ(copy.bits(), random.bits());
    EXPECT_NE(Random(1).bits(), Random(2).bits());
}

} // namespace
} // namespace sprt
