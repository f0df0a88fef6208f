#include "sprt/store/tune_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>

namespace sprt {
namespace {

using referee::Json;

/// A tuning of x alone, without probes, of which agent 1 won each game so far.
RunState state_after(std::uint64_t pairs, std::uint64_t verify_pairs) {
    RunState state;
    state.tuning.emplace(TuneRules{.params = {parse_tune_param("x=40:0:100")},
                                   .command = {"./a", "{x}"},
                                   .first_pairs = 100,
                                   .pairs = 100,
                                   .verify_pairs = verify_pairs,
                                   .has_probes = false});
    for (std::uint64_t game = 0; game < 2 * pairs; ++game) {
        referee::GameRecord record;
        record.game = game;
        record.pair = referee::pair_of(game);
        record.first = referee::first_player(game);
        record.winner = referee::Winner::Agent1;
        state.tuning->add(record);
    }
    return state;
}

TEST(TuneJson, has_the_start_before_the_first_pair) {
    const Json json = tune_json(state_after(0, 0));
    EXPECT_EQ(json["parameters"][0]["value"], 40);
    EXPECT_TRUE(json["parameters"][0]["value"].is_number_integer());
    EXPECT_EQ(json["parameters"][0]["band"], Json({40, 40}));
    EXPECT_EQ(json["trace"].size(), 1U);
    EXPECT_EQ(json["command"], "./a 40");
    EXPECT_TRUE(json["verify"].is_null());
    EXPECT_TRUE(json["tuned_until"].is_null());
}

TEST(TuneJson, band_is_of_the_last_quarter) {
    const RunState state = state_after(8, 5);
    const Tuning& tuning = *state.tuning;
    double low = 1;
    double high = 0;
    for (std::uint64_t pairs = 6; pairs <= 8; ++pairs) { // three states
        low = std::min(low, tuning.u(pairs, 0));
        high = std::max(high, tuning.u(pairs, 0));
    }
    const auto [at_ten, at_ninety] = band_of(tuning, 0);
    EXPECT_GE(at_ten.value, 100 * low - 1);
    EXPECT_LE(at_ninety.value, 100 * high + 1);
    EXPECT_LE(at_ten.value, at_ninety.value);
    const Json verify = tune_json(state)["verify"];
    EXPECT_EQ(verify["games"], 0);
    EXPECT_TRUE(verify["elo"].is_null());
}

TEST(TuneJson, mean_near_an_end_is_at_a_bound) {
    EXPECT_TRUE(is_at_bound(0.02));
    EXPECT_FALSE(is_at_bound(0.021));
    EXPECT_TRUE(is_at_bound(0.985));
}

} // namespace
} // namespace sprt
