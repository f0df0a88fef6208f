#include "referee/base/seed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <vector>

namespace referee {
namespace {

/// The first numbers of the generator that starts at `seed`; reference: the authors' splitmix64.c.
struct Row {
    std::uint64_t seed;
    std::array<std::uint64_t, 5> expected;
};
constexpr std::array<Row, 2> kReference{
    {{0,
      {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec, 0x1b39896a51a8749b}},
     {1234567,
      {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
       16408922859458223821U}}}};

TEST(SplitMix64, gives_the_numbers_of_its_authors) {
    for (const Row& row : kReference) {
        SplitMix64 random(row.seed);
        for (const std::uint64_t expected : row.expected) {
            EXPECT_EQ(random.next(), expected) << row.seed;
        }
    }
}

TEST(Mixed, is_one_number_of_the_generator) {
    for (const Row& row : kReference) {
        for (std::size_t n = 0; n < row.expected.size(); ++n) {
            EXPECT_EQ(mixed(row.seed, n), row.expected[n]) << row.seed << ' ' << n;
        }
    }
}

static_assert(finalised(0) == 0);
static_assert(finalised(kGoldenGamma) == kReference[0].expected[0]);

TEST(SplitMix64, below_stays_below_and_reaches_all_evenly) {
    SplitMix64 random(7);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(random.below(1), 0U);
    }
    for (const std::size_t count : {std::size_t{2}, std::size_t{16}, std::size_t{49}}) {
        std::vector<int> seen(count);
        constexpr int kPerValue = 2000;
        for (std::size_t i = 0; i < count * kPerValue; ++i) {
            const std::size_t value = random.below(count);
            ASSERT_LT(value, count);
            ++seen[value];
        }
        for (const int times : seen) {
            EXPECT_NEAR(times, kPerValue, 6 * 45); // six standard deviations
        }
    }
    EXPECT_LT(random.below(std::size_t{1} << 32), std::size_t{1} << 32);
}

/// 0 to 15 in the order of a shuffle.
std::vector<std::size_t> shuffled(SplitMix64& random) {
    std::vector<std::size_t> items(16);
    std::iota(items.begin(), items.end(), std::size_t{0});
    random.shuffle(items);
    return items;
}
std::vector<std::size_t> shuffled(std::uint64_t seed) {
    SplitMix64 random(seed);
    return shuffled(random);
}

TEST(SplitMix64, shuffle_keeps_the_items_and_follows_the_seed) {
    const auto items = shuffled(1);
    EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
    auto sorted = items;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        EXPECT_EQ(sorted[i], i);
    }
    EXPECT_EQ(items, shuffled(1));
    EXPECT_NE(items, shuffled(2));
}

TEST(SplitMix64, shuffle_puts_every_item_in_every_place_evenly) {
    std::array<std::array<int, 16>, 16> times{};
    SplitMix64 random(3);
    constexpr int kRounds = 16'000;
    for (int round = 0; round < kRounds; ++round) {
        const auto items = shuffled(random);
        for (std::size_t place = 0; place < items.size(); ++place) {
            ++times[items[place]][place];
        }
    }
    for (const auto& item : times) {
        for (const int count : item) {
            EXPECT_NEAR(count, kRounds / 16, 6 * 31);
        }
    }
}

TEST(SplitMix64, shuffle_leaves_none_and_one_as_they_are) {
    std::vector<int> none;
    SplitMix64(1).shuffle(none);
    EXPECT_TRUE(none.empty());
    std::vector<int> one{5};
    SplitMix64(1).shuffle(one);
    EXPECT_EQ(one, std::vector<int>{5});
}

} // namespace

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
