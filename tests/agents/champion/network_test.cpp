#include "agents/champion/network.hpp"
#include "referee/base/user_error.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace search {
namespace {

ataxx::Position exchanged(const ataxx::Position& position) {
    return {position.stones(ataxx::Side::Second), position.stones(ataxx::Side::First),
            opponent(position.to_move())};
}

/// What the network's integers stand for, without any of them rounded.
double slow_value(const Network& network, const ataxx::Position& position) {
    const auto& weights = network.weights();
    const auto which = bucket(ataxx::kSquares - position.empty_squares().count());
    double value = weights.output_bias[which] / double{kHiddenOne * kOutputOne};
    for (std::size_t half = 0; half < 2; ++half) {
        const auto own = (half == 0 ? position.own() : position.theirs());
        const auto theirs = (half == 0 ? position.theirs() : position.own());
        for (std::size_t i = 0; i < kHidden; ++i) {
            double hidden = weights.hidden_bias[i] / double{kHiddenOne};
            for (int x = 0; x < 6; ++x) {
                for (int y = 0; y < 6; ++y) {
                    std::size_t state = 0;
                    std::size_t place = 1;
                    for (const int square : {x * 7 + y, x * 7 + y + 1, x * 7 + y + 7, x * 7 + y + 8}) {
                        const ataxx::Square here(square);
                        state += place * (own.has(here) ? 1U : theirs.has(here) ? 2U : 0U);
                        place *= 3;
                    }
                    const auto row = static_cast<std::size_t>(x * 6 + y) * kWindowStates + state;
                    hidden += weights.input[row][i] / double{kHiddenOne};
                }
            }
            const double clipped = std::clamp(hidden, 0.0, 1.0);
            value += clipped * clipped * weights.output[which][half * kHidden + i] / kOutputOne;
        }
    }
    return value * kValueOne;
}

TEST(Network, integers_give_the_value_of_floating_point_within_rounding_on_10000_positions) {
    const Network& network = built_in_network();
    double greatest = 0;
    for (const ataxx::Position& position : random_positions(10'000, 1)) {
        const int value = network.value(network.accumulated(position), position);
        const double slow =
            std::clamp<double>(slow_value(network, position), -kMostNetworkValue, kMostNetworkValue);
        ASSERT_LT(std::abs(value - slow), 1.03) << ataxx::to_string(ataxx::Fen{position});
        greatest = std::max(greatest, std::abs(slow));
    }
    EXPECT_GT(greatest, kValueOne); // the positions are not all even
}

TEST(Network, update_gives_the_accumulator_made_anew_whatever_changed) {
    const Network& network = built_in_network();
    std::mt19937_64 random(1);
    const auto expect_same = [&](const ataxx::Position& from, const ataxx::Position& to) {
        Accumulator after;
        network.update(network.accumulated(from), from, to, after);
        EXPECT_EQ(after.seen, network.accumulated(to).seen);
    };
    for (const ataxx::Position& position : random_positions(300, 2)) {
        for (const auto move : ataxx::legal_moves(position)) {
            expect_same(position, position.after(move));
        }
        expect_same(position, position.pass());
        expect_same(position, random_position(random, 60));
    }
}

TEST(Network, value_is_of_the_side_to_move_whatever_its_colour) {
    const Network& network = built_in_network();
    for (const ataxx::Position& position : random_positions(100, 3)) {
        const ataxx::Position other = exchanged(position);
        EXPECT_EQ(network.value(network.accumulated(position), position),
                  network.value(network.accumulated(other), other));
    }
}

TEST(Network, side_with_more_stones_is_better_in_the_mean) {
    const Network& network = built_in_network();
    int agree = 0;
    int counted = 0;
    for (const ataxx::Position& position : random_positions(1000, 4)) {
        const int more = position.own().count() - position.theirs().count();
        if (std::abs(more) >= 10) {
            agree += network.value(network.accumulated(position), position) > 0 ? (more > 0) : (more < 0);
            ++counted;
        }
    }
    EXPECT_GT(agree, counted * 9 / 10);
    EXPECT_GT(counted, 100);
}

TEST(Network, text_that_is_too_short_is_refused_and_line_ends_do_not_matter) {
    const auto throws = [](const std::string& text) { EXPECT_THROW(Network{text}, referee::UserError); };
    throws("");
    throws("####");
    constexpr std::size_t kNumbers = (kWindows * kWindowStates + 1) * kHidden + kBuckets * 2 * kHidden;
    const std::string digits(2 * kNumbers + 4 * kBuckets, '$');
    throws(digits.substr(1));
    EXPECT_EQ(Network(digits).weights().input,
              Network("\"" + digits.substr(0, 5) + "\"\n\"" + digits.substr(5) + "\"\n").weights().input);
    EXPECT_EQ(Network(digits).weights().input[0][0], 1 + (1 << 6));
    EXPECT_EQ(Network(std::string(digits.size(), 'c')).weights().hidden_bias[0], -1);
}

} // namespace
} // namespace search
