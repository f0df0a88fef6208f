#include "sprt/report/ci/gate_ledger_text.hpp"
#include "tests/sprt/store/ledger_gates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <vector>

namespace sprt {
namespace {

using enum LedgerOutcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(LedgerText, counts_and_what_is_expected_of_them) {
    std::vector<GivenGate> given = different_gates(5, Passed, "good");
    for (const GivenGate& bad : different_gates(15, Rejected, "bad")) {
        given.push_back(bad);
    }
    given.push_back({.new_build = "u", .outcome = Undecided});
    given.push_back({.new_build = "n", .outcome = NotPlayed});
    given.push_back({.new_build = "open"});
    const LedgerText text = ledger_text(ledger_of(given), 20);
    // (15 * 0.95 - 5 * 0.05) / 0.9 * 0.05; the bound is 22 * 0.05
    EXPECT_EQ(
        lines_of(text),
        "Ledger: gate 20; 5 passed, 15 rejected, 1 undecided, 1 not ended.\n"
        "Ledger: about 0.78 of the 5 that passed are expected to have passed wrongly (H0 is true), estimated "
        "from the shares of both verdicts; if H0 is true in all 22, 1.10 would have passed.\n");
    EXPECT_THAT(text.warnings, IsEmpty());
}

TEST(LedgerText, ledger_on_which_nothing_passed_says_what_would_have) {
    const LedgerText text = ledger_text(ledger_of(different_gates(4, Rejected, "bad")), 4);
    EXPECT_THAT(text.lines,
                ElementsAre("gate 4; 4 rejected.", "if H0 is true in all 4, 0.20 would have passed."));
    EXPECT_THAT(ledger_text(ledger_of({{.outcome = NotPlayed}}), 1).lines[0], "gate 1; none was played.");
}

TEST(LedgerText, copies_of_a_gate_do_not_count_twice) {
    const GivenGate passed{.seed = 5, .outcome = Passed};
    const LedgerText text = ledger_text(ledger_of({passed, passed}), 2);
    EXPECT_THAT(text.lines[1], HasSubstr("of the 1 that passed"));
    EXPECT_THAT(text.warnings, ElementsAre(HasSubstr(
                                   "the same builds were gated before with the same seed (gate 1 passed)")));
}

TEST(LedgerText, level_of_a_false_discovery_rate_is_named) {
    std::vector<LedgerGate> gates = ledger_of({{.alpha = 0.02187, .outcome = Passed}});
    gates[0].begin.fdr = 0.1;
    EXPECT_THAT(ledger_text(gates, 1).lines.back(),
                "alpha 0.02187 keeps the false discovery rate at 0.1 (LORD++).");
    EXPECT_EQ(level_note(gates, 0.1, 0.03),
              "False discovery rate: 0.1, by LORD++; after 1 gate on the ledger alpha is 0.03\n");
}

TEST(RetryWarnings, earlier_gates_of_the_build_are_named) {
    const auto gates = ledger_of({{.seed = 1, .outcome = Rejected}, {.seed = 2}, {.seed = 3}});
    EXPECT_THAT(
        retry_warnings(gates, 3),
        ElementsAre("this build of agent 1 was gated before with another seed or another agent 2 (gate 1 "
                    "rejected, gate 2 not ended): when H0 is true, one of 3 such gates passes with a "
                    "probability of up to 14.3 %."));
    EXPECT_THAT(retry_warnings(gates, 1), IsEmpty());
}

TEST(RetryWarnings, only_the_last_five_are_named) {
    std::vector<GivenGate> given;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        given.push_back({.seed = seed, .outcome = Rejected});
    }
    EXPECT_THAT(
        retry_warnings(ledger_of(given), 8)[0],
        HasSubstr("(gate 3 rejected, gate 4 rejected, gate 5 rejected, gate 6 rejected, gate 7 rejected, "
                  "and 2 earlier ones)"));
}

} // namespace
} // namespace sprt
