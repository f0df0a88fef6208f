#include "sprt/report/calculation.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/report/ci/gate_samples.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sprt {
namespace {

SequentialTest test_of(double elo0, double elo1, Model model = Model::Pentanomial) {
    return {model, {.elo0 = elo0, .elo1 = elo1}};
}

TEST(VerdictText, verdict_names_both_hypotheses) {
    EXPECT_EQ(verdict_text(test_of(0, 10), Verdict::H1),
              "+10 Elo or more explains these games better than 0");
    EXPECT_EQ(verdict_text(test_of(0, 10), Verdict::H0),
              "0 Elo or less explains these games better than +10");
    EXPECT_EQ(verdict_text(test_of(-2.5, 2.5, Model::Normalized), Verdict::H1),
              "+2.5 nElo or more explains these games better than -2.5");
    EXPECT_EQ(verdict_text(test_of(-0.0, 5, Model::Bayeselo), Verdict::H0),
              "0 cutechess Elo or less explains these games better than +5");
    EXPECT_EQ(verdict_text(test_of(0, 5, Model::BayeseloTrue), Verdict::H1),
              "+5 BayesElo or more explains these games better than 0");
}

TEST(VerdictText, bounds_that_end_at_zero_are_about_a_regression) {
    EXPECT_EQ(verdict_text(test_of(-10, 0), Verdict::H1),
              "no regression: 0 Elo or more explains these games better than -10");
    EXPECT_EQ(verdict_text(test_of(-10, 0, Model::Trinomial), Verdict::H0),
              "a regression: -10 Elo or less explains these games better than 0");
    EXPECT_EQ(verdict_text(test_of(-100, -50), Verdict::H1),
              "-50 Elo or more explains these games better than -100");
}

TEST(VerdictText, wald_keeps_the_sentence_of_the_articles) {
    EXPECT_EQ(verdict_text(test_of(0, 50, Model::Wald), Verdict::H1),
              "agent 1 is likely better (Elo >= 50.0)");
    EXPECT_EQ(verdict_text(test_of(0, 50, Model::Wald), Verdict::H0),
              "agent 1 is likely not better (Elo <= 0.0)");
}

TEST(Outcome, each_end_of_a_run_has_its_outcome_and_sentence) {
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
        {"repeats", GateOutcome::Undecided,
         "No decision: the agents repeat 6 games, of which agent 1 scored 3.0 points"},
        {"used_up", GateOutcome::Undecided, "No decision: the 3 openings are used up"},
        {"disputed", GateOutcome::Undecided,
         "No decision: H0 was accepted, but that rests on disputed time losses (10)"},
        {"interrupted", GateOutcome::Interrupted, "No decision: interrupted"},
        {"no_games", GateOutcome::Interrupted, "No decision: interrupted"},
    };
    const auto samples = gate_samples();
    ASSERT_EQ(samples.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        SCOPED_TRACE(table[i].name);
        EXPECT_EQ(samples[i].name, table[i].name);
        const Outcome outcome = outcome_of(samples[i].report());
        EXPECT_EQ(outcome.gate, table[i].outcome);
        EXPECT_EQ(outcome.sentence, table[i].sentence);
    }
}

TEST(Outcome, a_run_ended_by_max_games_is_undecided_even_beyond_a_bound) {
    Config config = gate_config();
    config.max_games = 20;
    const RunState result = ended(EndReason::MaxGames, after_pairs(config, 40, 20, 0));
    ASSERT_EQ(result.standing.evaluation.verdict, Verdict::H1);
    EXPECT_EQ(outcome_of(HeldSnapshot(config, result)).gate, GateOutcome::Undecided);
}

TEST(Outcome, the_estimate_is_post_sprt_after_the_verdict_and_anytime_otherwise) {
    for (const GateSample& sample : gate_samples()) {
        SCOPED_TRACE(sample.name);
        const Calculation now =
            calculate(*plan_for(sample.config).counting.test, sample.result.standing.counted);
        const StrengthEstimate elo = strength_of(sample.report());
        EXPECT_EQ(elo.after_verdict, sample.result.reason == EndReason::Verdict);
        EXPECT_EQ(elo.ci95, elo.after_verdict ? now.post_sprt->ci95 : now.anytime.elo);
    }
}

TEST(Outcome, llr_is_shown_with_its_bounds) {
    const auto samples = gate_samples();
    const std::string text = llr_text(samples[6].report());
    EXPECT_EQ(text.substr(text.find(' ')), " [-2.944, 2.944]");
}

TEST(Outcome, title_says_what_the_verdict_means) {
    const auto samples = gate_samples();
    const auto title = [&](std::size_t i) { return outcome_of(samples[i].report()).title; };
    EXPECT_EQ(title(0), "H1 accepted: agent 1 is likely better");
    EXPECT_EQ(title(1), "H0 accepted: agent 1 is likely not better");
    EXPECT_EQ(title(2), "H1 accepted: likely no regression");
    EXPECT_EQ(title(3), "H0 accepted: likely a regression");
    EXPECT_EQ(title(4), "H1 accepted: agent 1 is likely better");
    EXPECT_EQ(title(6), "No decision");
    EXPECT_EQ(title(9), "No decision: H0 was accepted, but that rests on disputed time losses (10)");
    EXPECT_EQ(outcome_of(samples[0].report()).short_form, "H1 accepted");
}

/// H1 of [-1.75, 0.25] is accepted more often than not from -0.75 Elo on.
TEST(Outcome, title_says_better_only_where_the_verdict_does) {
    const auto title = [](double elo0, double elo1, std::uint64_t won, std::uint64_t lost) {
        Config config = gate_config();
        config.test.elo0 = elo0;
        config.test.elo1 = elo1;
        const RunState state = ended(EndReason::Verdict, after_pairs(config, won, 0, lost));
        return outcome_of(HeldSnapshot(config, state)).title;
    };
    EXPECT_EQ(title(-60, 20, 60, 0), "H1 accepted: likely no regression");
    EXPECT_EQ(title(-60, 20, 0, 60), "H0 accepted: likely a regression");
    EXPECT_EQ(title(-20, 20, 60, 0), "H1 accepted: agent 1 is likely better");
    EXPECT_EQ(title(-20, 60, 0, 60), "H0 accepted: agent 1 is likely not better");
    EXPECT_EQ(title(-60, -20, 60, 0), "H1 accepted");
}

TEST(Outcome, end_names_what_may_help) {
    const auto samples = gate_samples();
    const auto end = [&](std::size_t i) { return outcome_of(samples[i].report()).end(); };
    EXPECT_EQ(end(0), "+50 Elo or more explains these games better than 0.");
    EXPECT_EQ(end(5), "Agent 1 is broken: 4 faults, and 3 are allowed. Its last games say how.");
    EXPECT_EQ(end(6), "The limit of 20 games was reached. A run with a higher --max-games may decide.");
    EXPECT_EQ(end(7),
              "The agents repeat 6 games, of which agent 1 scored 3.0 points. More openings, or chance that "
              "REFEREE_SEED seeds, give other games.");
    EXPECT_EQ(end(8), "The 3 openings are used up. A run with more of them may decide.");
}

TEST(Outcome, match_says_how_far_it_is_and_that_it_was_played) {
    Config config;
    config.kind = RunKind::Match;
    config.games = 100;
    RunState state;
    state.standing.games.wins = 12;
    state.standing.counted = Ptnml{};
    HeldSnapshot held(config, state);
    held.run.interrupted_by = "SIGTERM";
    EXPECT_EQ(outcome_of(held).title, "12 of 100 games");
    EXPECT_EQ(outcome_of(held).sentence, "Interrupted by SIGTERM after 12 of 100 games");
    state.reason = EndReason::OpeningsUsedUp;
    EXPECT_EQ(outcome_of(held).end(), "The openings are used up after 12 of 100 games.");
    state.reason = EndReason::Games;
    EXPECT_EQ(outcome_of(held).title, "Match of 12 games");
}

TEST(Outcome, all_that_leaves_a_verdict_undecided_is_named) {
    const Config config = gate_config();
    RunState result = ended(EndReason::Verdict, after_pairs(config, 10, 60, 60, true));
    result.trusted_evaluation = Evaluation{.llr = 1, .verdict = Verdict::Continue};
    result.distrusted_pairs = 7;
    EXPECT_EQ(
        outcome_of(HeldSnapshot(config, result)).sentence,
        "No decision: H0 was accepted, but that rests on disputed time losses (10) and rests on pairs of "
        "workers that were caught lying (7)");
}

} // namespace
} // namespace sprt
