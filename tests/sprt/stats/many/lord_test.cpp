#include "referee/base/splitmix64.hpp"
#include "sprt/stats/many/lord.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sprt {
namespace {

TEST(Lord, weights_fall_and_add_up_to_one) {
    constexpr std::uint64_t kTerms = 1'000'000;
    double sum = 0;
    for (std::uint64_t j = 1; j <= kTerms; ++j) {
        sum += lord_weight(j);
        EXPECT_GT(lord_weight(j), lord_weight(j + 1));
    }
    const double end = kTerms + 0.5;
    EXPECT_NEAR(sum + lord_weight(1) * std::pow(end, -0.6) / 0.6, 1, 1e-9) << "the rest as an integral";
}

TEST(Lord, levels_are_those_of_the_paper) {
    const auto weight = [](int j) { return std::pow(j, -1.6) / 2.28576566568; };
    const double w0 = 0.05; // half of the rate
    EXPECT_NEAR(lord_level(0.1, 1, {}), w0 * weight(1), 1e-12);
    EXPECT_NEAR(lord_level(0.1, 3, {}), w0 * weight(3), 1e-12);
    const std::vector<std::uint64_t> first{2};
    EXPECT_NEAR(lord_level(0.1, 3, first), w0 * weight(3) + (0.1 - w0) * weight(1), 1e-12);
    const std::vector<std::uint64_t> more{2, 3, 7};
    EXPECT_NEAR(lord_level(0.1, 9, more),
                w0 * weight(9) + (0.1 - w0) * weight(7) + 0.1 * weight(6) + 0.1 * weight(2), 1e-12);
}

/// Independent tests whose p-values are simulated: uniform under H0, and below alpha with probability `power`
/// otherwise.
struct Stream {
    double h0_share;
    double power;
    std::uint64_t tests = 200;
    std::uint64_t lag = 0; ///< tests that begin while one is not decided
};

struct StreamRates {
    double fdr = 0;       ///< the mean share of wrong ones among accepted H1
    double accepted = 0;  ///< the mean number of accepted H1
    double most_left = 0; ///< the most by which a level exceeded level_left()
};

class Streams {
  public:
    Streams(double rate, std::uint64_t seed)
        : rate_(rate)
        , random_(seed) {}

    [[nodiscard]] StreamRates play(const Stream& stream, int runs) {
        StreamRates rates;
        for (int run = 0; run < runs; ++run) {
            play_one(stream, rates);
        }
        rates.fdr /= runs;
        rates.accepted /= runs;
        return rates;
    }

  private:
    [[nodiscard]] double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

    void play_one(const Stream& stream, StreamRates& rates) {
        std::vector<std::uint64_t> known;     // discoveries, by the tests begun when they became known
        std::vector<std::uint64_t> not_known; // discoveries of tests that overlap with the next one
        double spent = 0;
        double wrong = 0;
        double accepted = 0;
        for (std::uint64_t test = 1; test <= stream.tests; ++test) {
            std::erase_if(not_known, [&](std::uint64_t made) {
                const bool is_known = made + stream.lag < test;
                if (is_known) {
                    known.push_back(test - 1);
                }
                return is_known;
            });
            const double level = lord_level(rate_, test, known);
            rates.most_left = std::max(rates.most_left, level - level_left(rate_, spent, known.size()));
            spent += level;
            const bool is_h0 = uniform() < stream.h0_share;
            if (uniform() < (is_h0 ? level : stream.power)) {
                not_known.push_back(test);
                accepted += 1;
                wrong += is_h0 ? 1 : 0;
            }
        }
        rates.fdr += wrong / std::max(accepted, 1.0);
        rates.accepted += accepted;
    }

    double rate_;
    referee::SplitMix64 random_;
};

TEST(Lord, false_discovery_rate_is_kept_in_simulated_streams) {
    constexpr double kRate = 0.1;
    Streams streams(kRate, 1);
    constexpr int kRuns = 500; // a rate of 0.1 is known to 0.013
    for (const std::uint64_t lag : {0U, 3U}) {
        for (const Stream& stream :
             {Stream{1.0, 0}, Stream{0.9, 0.95}, Stream{0.5, 0.95}, Stream{0.9, 0.3}, Stream{0.98, 0.95}}) {
            Stream lagged = stream;
            lagged.lag = lag;
            const StreamRates rates = streams.play(lagged, kRuns);
            EXPECT_LT(rates.fdr, kRate + 0.01) << stream.h0_share << ' ' << stream.power << ' ' << lag;
            EXPECT_LT(rates.most_left, 1e-12) << "levels add up to no more than the rate for each discovery";
        }
    }
    // The procedure does accept: of 20 good ones in 200 nearly all that have the power to be seen.
    const StreamRates some_good = streams.play({0.9, 0.95}, kRuns);
    EXPECT_GT(some_good.accepted, 15);
    EXPECT_GT(some_good.fdr, 0.01) << "the simulation makes false discoveries";
}

TEST(Lord, what_is_left_allows_the_rate_once_and_for_each_discovery) {
    EXPECT_DOUBLE_EQ(level_left(0.1, 0, 0), 0.1);
    EXPECT_DOUBLE_EQ(level_left(0.1, 0, 1), 0.1);
    EXPECT_DOUBLE_EQ(level_left(0.1, 0.15, 3), 0.1 * 3 - 0.15);
    EXPECT_LT(level_left(0.1, 0.15, 1), 0) << "three gates at 5 % and one accepted";
}

} // namespace
} // namespace sprt
