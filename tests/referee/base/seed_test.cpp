#include "referee/base/seed.hpp"

#include <gtest/gtest.h>

#include <set>

namespace referee {
namespace {

TEST(GameSeed, depends_on_all_three_and_on_nothing_else) {
    std::set<std::uint64_t> seen;
    for (const std::uint64_t run : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX}) {
        for (std::uint64_t game = 0; game < 1000; ++game) {
            for (std::uint64_t agent = 0; agent < 2; ++agent) {
                EXPECT_EQ(game_seed(run, game, agent), game_seed(run, game, agent));
                EXPECT_TRUE(seen.insert(game_seed(run, game, agent)).second)
                    << run << ' ' << game << ' ' << agent;
            }
        }
    }
}

// These values must never change: otherwise a log cannot be repeated.
static_assert(game_seed(1, 0, 0) == mixed(mixed(1, 0), 0));
static_assert(game_seed(1, 0, 0) != game_seed(1, 0, 1));

TEST(ParseSeed, digits_of_an_unsigned_number_of_64_bits) {
    EXPECT_EQ(parse_seed("0"), 0U);
    EXPECT_EQ(parse_seed("17"), 17U);
    EXPECT_EQ(parse_seed("007"), 7U);
    EXPECT_EQ(parse_seed("18446744073709551615"), UINT64_MAX);
    for (const char* text :
         {"", " ", "-1", "+1", " 1", "1 ", "1.0", "0x10", "1e3", "18446744073709551616", "one"}) {
        EXPECT_FALSE(parse_seed(text)) << text;
    }
}

TEST(RandomSeed, differs_from_run_to_run) {
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 16; ++i) {
        seen.insert(random_seed());
    }
    EXPECT_EQ(seen.size(), 16U);
    bool high = false;
    for (const std::uint64_t seed : seen) {
        high = high || seed >> 32 != 0;
    }
    EXPECT_TRUE(high);
}

} // namespace
} // namespace referee
