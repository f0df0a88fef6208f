#include "sprt/report/calculation.hpp"
#include "sprt/report/ci/gate_report.hpp"
#include "sprt/report/verdict_text.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/report/ci/gate_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

TEST(GateReport, each_end_of_a_run_has_its_outcome_and_sentence) {
    struct Expected {
        std::string name;
        GateOutcome outcome;
        std::string sentence;
    };
    const std::vector<Expected> table{
        {"passed", GateOutcome::Passed, "H1 accepted: +50 Elo or more explains these games better than 0"},
        {"rejected", GateOutcome::Rejected,
         "H0 accepted: 0 Elo or less explains these games better than +50"},
        {"not_worse", GateOutcome::Passed,
         "H1 accepted: no regression: 0 Elo or more explains these games better than -50"},
        {"worse", GateOutcome::Rejected,
         "H0 accepted: a regression: -50 Elo or less explains these games better than 0"},
        {"wald", GateOutcome::Passed, "H1 accepted: agent 1 is likely better (Elo >= 50.0)"},
        {"broken", GateOutcome::Broken, "Agent 1 is broken: 4 faults, and 3 are allowed"},
        {"limit", GateOutcome::Undecided, "No decision: the limit of 20 games was reached"},
        {"repeats", GateOutcome::Undecided, "No decision: the agents repeat the same games"},
        {"used_up", GateOutcome::Undecided, "No decision: the openings are used up"},
        {"disputed", GateOutcome::Undecided,
         "No decision: H0 was accepted, but that rests on disputed time losses (10)"},
        {"interrupted", GateOutcome::Interrupted, "No decision: the run was interrupted"},
        {"no_games", GateOutcome::Interrupted, "No decision: the run was interrupted"},
    };
    const auto samples = gate_samples();
    ASSERT_EQ(samples.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        SCOPED_TRACE(table[i].name);
        EXPECT_EQ(samples[i].name, table[i].name);
        EXPECT_EQ(gate_outcome(samples[i].result), table[i].outcome);
        EXPECT_EQ(gate_sentence(samples[i].report()), table[i].sentence);
    }
}

TEST(GateReport, a_run_ended_by_max_games_is_undecided_even_beyond_a_bound) {
    const Config config = gate_config();
    const RunState result = ended(EndReason::MaxGames, after_pairs(config, 40, 20, 0));
    ASSERT_EQ(result.standing.evaluation.verdict, Verdict::H1);
    EXPECT_EQ(gate_outcome(result), GateOutcome::Undecided);
}

TEST(GateReport, the_estimate_is_post_sprt_after_the_verdict_and_anytime_otherwise) {
    for (const GateSample& sample : gate_samples()) {
        SCOPED_TRACE(sample.name);
        const Calculation now =
            calculate(*plan_for(sample.config).counting.test, sample.result.standing.counted);
        const StrengthEstimate elo = strength_of(sample.report());
        EXPECT_EQ(elo.after_verdict, sample.result.reason == EndReason::Verdict);
        EXPECT_EQ(elo.ci95, elo.after_verdict ? now.post_sprt->ci95 : now.anytime.elo);
    }
}

TEST(GateReport, llr_is_shown_with_its_bounds) {
    const auto samples = gate_samples();
    EXPECT_EQ(gate_llr(samples[6].report()).substr(gate_llr(samples[6].report()).find(' ')),
              " [-2.944, 2.944]");
}

} // namespace
} // namespace sprt
