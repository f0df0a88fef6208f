#include "sprt/report/tuning_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace sprt {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TuneRules rules_of(std::uint64_t verify_pairs) {
    return {.params = {parse_tune_param("x=40:0:100"), parse_tune_param("y=1.0:0.5:2.0:log")},
            .command = {"./a", "{x}", "{y}"},
            .first_pairs = 100,
            .pairs = 100,
            .verify_pairs = verify_pairs};
}

TEST(TuningText, head_names_games_and_parameters) {
    EXPECT_EQ(
        tuning_head(rules_of(10)),
        "Tuning: 200 games after 12 that show which parameters change a game, then 20 of the tuned values "
        "against those of the start\n"
        "Parameter: x, from 0 to 100, in steps of 1, begins at 40\n"
        "Parameter: y, from 0.5 to 2, by its logarithm, begins at 1\n");
}

TEST(TuningText, game_shows_the_values_of_both) {
    const referee::TunedGame game{.k = 17,
                                  .values = {{{55, true}, {0.91, false}}, {{45, true}, {1.1, false}}}};
    EXPECT_EQ(tuning_game_text(rules_of(10), game), " | tune 17: x=55 y=0.91 - x=45 y=1.1");
}

TEST(TuningText, gain_is_told_only_when_it_was_measured) {
    RunState state;
    state.tuning.emplace(rules_of(10));
    EXPECT_THAT(tuning_result(state), HasSubstr("Gain: not measured yet\n"));
    EXPECT_THAT(tuning_result(state), EndsWith("Command: ./a 40 1.0\n"));
    state.reason = EndReason::MaxFaults;
    EXPECT_THAT(tuning_result(state), HasSubstr("Gain: not measured\n"));
    state.reason = EndReason::Games;
    state.standing.games = {.wins = 6, .losses = 4, .draws = 10};
    state.standing.pairs.counts = {0, 3, 2, 5, 0};
    state.standing.n_eff = 10;
    EXPECT_THAT(tuning_result(state),
                HasSubstr("(95 %, 20 games of their own, tuned against start); may be no gain\n"));
    EXPECT_THAT(tuning_result(state), EndsWith("Next: nothing; the tuned values are those of the start\n"));
    state.standing.pairs.counts = {0, 0, 0, 3, 7};
    EXPECT_THAT(tuning_result(state), HasSubstr("own, tuned against start)\n"));
    state.standing.whole_pairs = 15;
    state.standing.n_eff = 4.2;
    EXPECT_THAT(tuning_result(state),
                HasSubstr("own, 10 of them copies, tuned against start); the openings came again: "
                          "10 pairs may tell no more than 4, by"));
    state.tuning.emplace(rules_of(0));
    EXPECT_THAT(tuning_result(state), HasSubstr("Gain: not measured, because --verify is 0\n"));
}

} // namespace
} // namespace sprt
