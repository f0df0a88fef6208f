#include "sprt/stats/many/lord.hpp"
#include "sprt/store/gate_history.hpp"
#include "tests/sprt/store/ledger_gates.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sprt {
namespace {

using enum LedgerOutcome;
using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Levels are rounded down to four digits.
void expect_level(double level, double exact) {
    EXPECT_LE(level, exact);
    EXPECT_GT(level, exact * (1 - 1.1e-3));
}

TEST(FdrLevel, first_gate_has_the_first_level_of_lord) {
    expect_level(fdr_level({}, 0.1), lord_level(0.1, 1, {}));
    EXPECT_EQ(fdr_level({}, 0.1), 0.02187);
}

TEST(FdrLevel, every_gate_but_those_not_played_is_a_test_and_those_that_passed_are_discoveries) {
    const std::vector<std::uint64_t> none;
    for (const LedgerOutcome outcome : {Rejected, Broken, Undecided, Interrupted}) {
        expect_level(fdr_level(ledger_of({{.alpha = 0.02, .outcome = outcome}}), 0.1),
                     lord_level(0.1, 2, none));
    }
    expect_level(fdr_level(ledger_of({{.alpha = 0.02}}), 0.1), lord_level(0.1, 2, none));
    expect_level(fdr_level(ledger_of({{.alpha = 0.02, .outcome = NotPlayed}}), 0.1),
                 lord_level(0.1, 1, none));
    const auto gates = ledger_of({{.alpha = 0.02, .outcome = NotPlayed},
                                  {.new_build = "a", .alpha = 0.02, .outcome = Rejected},
                                  {.new_build = "b", .alpha = 0.02, .outcome = Passed},
                                  {.new_build = "c", .alpha = 0.02, .outcome = Rejected}});
    expect_level(fdr_level(gates, 0.1), lord_level(0.1, 4, std::vector<std::uint64_t>{2}));
}

TEST(FdrLevel, verdict_counts_from_when_it_became_known) {
    std::vector<LedgerGate> gates = ledger_of({{.new_build = "a", .alpha = 0.02, .outcome = Interrupted},
                                               {.new_build = "b", .alpha = 0.007},
                                               {.new_build = "c", .alpha = 0.003}});
    add_line(gates, to_json(GateEnd{.gate = 1, .at = "", .outcome = Passed}).dump());
    expect_level(fdr_level(gates, 0.1), lord_level(0.1, 4, std::vector<std::uint64_t>{3}));
}

TEST(FdrLevel, copies_are_tests_and_no_discoveries) {
    const GivenGate passed{.alpha = 0.02, .seed = 5, .outcome = Passed};
    const auto gates = ledger_of({passed, passed, passed});
    EXPECT_FALSE(is_copy(gates, 1));
    EXPECT_TRUE(is_copy(gates, 2));
    expect_level(fdr_level(gates, 0.1), lord_level(0.1, 4, std::vector<std::uint64_t>{1}));
    EXPECT_FALSE(is_copy(ledger_of({{.outcome = Interrupted}, {.outcome = Passed}}), 2))
        << "the first had no verdict";
    EXPECT_FALSE(is_copy(ledger_of({{.seed = 1, .outcome = Passed}, {.seed = 2, .outcome = Passed}}), 2));
    EXPECT_FALSE(is_copy(ledger_of({{.outcome = Passed}, {.base_build = "x", .outcome = Passed}}), 2));
}

TEST(FdrLevel, gates_with_larger_levels_lower_the_next_level_until_none_is_left) {
    // One at 5 % and one at 4.9 % of the 10 % that there are.
    auto gates = ledger_of({{.new_build = "a", .alpha = 0.05, .outcome = Rejected},
                            {.new_build = "b", .alpha = 0.049, .outcome = Rejected}});
    expect_level(fdr_level(gates, 0.1), 0.001);
    gates = ledger_of(different_gates(3, Rejected, "bad"));
    EXPECT_THAT(
        user_error_text([&] { static_cast<void>(fdr_level(gates, 0.1)); }),
        HasSubstr("--fdr 0.1: the 3 gates on the ledger leave no level: their alphas add up to 0.15, and 0 "
                  "that passed allow 0.1; "));
    expect_level(fdr_level(gates, 0.2), lord_level(0.2, 4, {}));
}

TEST(TriesBefore, gates_of_another_game_are_left_out) {
    const auto gates = ledger_of({{.rules = referee::Game::TicTacToe, .outcome = LedgerOutcome::Passed},
                                  {.outcome = LedgerOutcome::Rejected},
                                  {.seed = 2}});
    EXPECT_THAT(tries_before(gates, 2).same_games, testing::IsEmpty());
    EXPECT_THAT(tries_before(gates, 3).other_games, testing::ElementsAre(2));
    EXPECT_FALSE(is_copy(gates, 2));
}

TEST(TriesBefore, gates_of_the_same_build_are_told_apart_by_their_games) {
    const auto gates = ledger_of({{.seed = 1, .outcome = Rejected},
                                  {.new_build = "other", .seed = 2, .outcome = Passed},
                                  {.alpha = 0.1, .seed = 2, .outcome = Undecided},
                                  {.seed = 3, .outcome = NotPlayed},
                                  {.base_build = "older", .seed = 1, .outcome = Rejected},
                                  {.seed = 1}});
    const Tries tries = tries_before(gates, 6);
    EXPECT_THAT(tries.other_games, ElementsAre(3, 5));
    EXPECT_THAT(tries.same_games, ElementsAre(1));
    EXPECT_NEAR(tries.any_passes, 1 - 0.95 * 0.9 * 0.95, 1e-12);
    EXPECT_TRUE(tries_before(gates, 2).other_games.empty());
    EXPECT_TRUE(tries_before(gates, 1).same_games.empty());
}

} // namespace
} // namespace sprt
