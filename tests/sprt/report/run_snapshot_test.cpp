#include "referee/game/adjudication/adjudication.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/transcript.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/played_game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sprt {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Config match_config() {
    Config config;
    config.kind = RunKind::Match;
    config.agents[0].name = "one";
    config.agents[1].name = "two";
    config.games = 100;
    return config;
}

/// A match whose agent 1 won 30 pairs, lost 10 and shared 10.
RunState played(EndReason reason) {
    RunState state;
    state.reason = reason;
    state.standing.games = {.wins = 70, .losses = 30, .draws = 0};
    state.standing.games_of_pairs = state.standing.games;
    state.standing.pairs = Ptnml{{10, 0, 10, 0, 30}};
    state.standing.counted = state.standing.pairs;
    state.standing.whole_pairs = 50;
    state.standing.distinct_pairs = 50;
    return state;
}

TEST(MatchEstimates, interval_is_the_one_of_a_fixed_number_of_games_only_when_that_number_was_played) {
    const RunPlan plan = plan_for(match_config());
    RunPlan changed = plan;
    changed.number_changed = true;
    const Counts counts = played(EndReason::Games).standing.counted;
    const Calculation expected = calculate(counts);

    const MatchEstimates whole = match_estimates(match_counts(plan, played(EndReason::Games)));
    EXPECT_TRUE(whole.is_fixed);
    EXPECT_EQ(whole.interval, expected.estimates.elo_ci95);
    for (const EndReason early : {EndReason::Interrupted, EndReason::Repeats, EndReason::OpeningsUsedUp,
                                  EndReason::MaxFaults, EndReason::Tampering}) {
        const MatchEstimates cut = match_estimates(match_counts(plan, played(early)));
        EXPECT_FALSE(cut.is_fixed) << name(early);
        EXPECT_EQ(cut.interval, expected.anytime.elo) << name(early);
    }
    EXPECT_FALSE(match_estimates(match_counts(changed, played(EndReason::Games))).is_fixed);
    EXPECT_EQ(match_estimates(match_counts(changed, played(EndReason::Games))).interval,
              expected.anytime.elo);
}

TEST(MatchEstimates, numbers_are_those_of_the_pairs_and_of_calc) {
    const RunState state = played(EndReason::Games);
    const MatchEstimates seen = match_estimates(match_counts(plan_for(match_config()), state));
    const SequentialTest test(Model::Pentanomial, {});
    const Estimates same = calculate(test, state.standing.counted).estimates;
    EXPECT_EQ(seen.seen.score, 0.7);
    EXPECT_EQ(seen.seen.elo, same.elo);
    EXPECT_EQ(seen.seen.nelo, same.nelo);
    EXPECT_EQ(seen.seen.los, same.los);
    EXPECT_EQ(seen.seen.pairs_ratio, 3);
    EXPECT_EQ(seen.draw_ratio, 0);
    EXPECT_EQ(seen.opening_bias->elo, 0);
}

TEST(MatchText, names_the_interval_and_no_hypothesis) {
    const RunPlan plan = plan_for(match_config());
    const RunState state = played(EndReason::Games);
    const std::string text = transcript_head(plan, "") + transcript_tail({.plan = plan, .state = state});
    EXPECT_THAT(text, HasSubstr("Agent 1: one\nAgent 2: two\nMatch: 100 games\n"));
    EXPECT_THAT(
        text, HasSubstr("[Match Finished]\nTotal: 100, WLD: 70/30/0\nPtnml: [10, 0, 10, 0, 30], pairs: 50"));
    EXPECT_THAT(
        text,
        HasSubstr("Result: 100 games. Elo 147.2 [49.0, 248.9] (95 %, number of games fixed beforehand)."));
    for (const char* const of_tests : {"H0", "H1", "LLR", "SPRT", "decision"}) {
        EXPECT_THAT(text, Not(HasSubstr(of_tests)));
    }
}

TEST(MatchText, says_why_a_match_ended_early) {
    const RunPlan plan = plan_for(match_config());
    const auto text = [&](EndReason reason) {
        RunState state = played(reason);
        state.standing.games = {.wins = 30, .losses = 10, .draws = 0};
        state.standing.unscored = 2;
        return transcript_tail({.plan = plan, .state = state, .interrupted_by = "SIGINT"});
    };
    EXPECT_THAT(text(EndReason::Interrupted), HasSubstr("[Match Interrupted]"));
    EXPECT_THAT(text(EndReason::Interrupted),
                HasSubstr("Result: Interrupted by SIGINT after 42 of 100 games.\n"));
    EXPECT_THAT(text(EndReason::OpeningsUsedUp),
                HasSubstr("Result: The openings are used up after 42 of 100 games.\n"));
    EXPECT_THAT(
        text(EndReason::Repeats),
        HasSubstr(
            "Result: Ended early after 42 of 100 games. The agents repeat 100 games, of which agent 1 "
            "scored 70.0 points. More openings, or chance that REFEREE_SEED seeds, give other games.\n"));
    EXPECT_THAT(text(EndReason::Repeats), HasSubstr("(95 %, at any time)"));
}

TEST(MatchJson, infinite_numbers_are_null_and_the_interval_is_named) {
    const RunPlan plan = plan_for(match_config());
    RunState state = played(EndReason::Games);
    EXPECT_EQ(match_json(match_counts(plan, state))["interval"], "fixed");
    EXPECT_EQ(match_json(match_counts(plan, state))["score"], 0.7);
    EXPECT_EQ(match_json(match_counts(plan, state))["pairs_ratio"], 3);
    state.reason = EndReason::Interrupted;
    state.standing.pairs = Ptnml{{0, 0, 0, 0, 4}};
    state.standing.counted = state.standing.pairs;
    const referee::Json won = match_json(match_counts(plan, state));
    EXPECT_EQ(won["interval"], "anytime");
    EXPECT_TRUE(won["elo"].is_null());
    EXPECT_TRUE(won["elo_ci95"][0].is_number());
    EXPECT_TRUE(won["elo_ci95"][1].is_null());
    EXPECT_EQ(won["opening_bias_ci95"][0], 0.0);
    EXPECT_TRUE(won["anytime_ci95"][1].is_null()) << won;
    EXPECT_TRUE(won["anytime_ci95"][0].is_number());
}

} // namespace

namespace {

using referee::AdjudicationRule;
using referee::Winner;
using testing::HasSubstr;

TEST(AdjudicationText, has_a_line_for_each_rule_that_did_something) {
    AdjudicationCounts counts;
    EXPECT_EQ(adjudication_lines(counts), "");
    counts.of[AdjudicationRule::Fill] = {.ended = 1, .verified = 0, .wrong = 0, .turns_saved = 0};
    counts.of[AdjudicationRule::Material] = {.ended = 120, .verified = 12, .wrong = 0, .turns_saved = 372};
    EXPECT_EQ(
        adjudication_lines(counts),
        "Adjudicated by material: 120 games ended; 12 verified, 0 wrong (95 %: at most 24.2 %), 31.0 turns "
        "saved a game\n"
        "Adjudicated by fill: 1 game ended; none verified\n");
}

/// A dozen games that agent 1 won.
class AdjudicatedRunTest : public testing::Test {
  protected:
    /// The text of the run with `rule`.
    std::string text(const std::string& rule) {
        const Config config = short_games_config();
        const RunPlan plan = plan_for(config);
        const auto openings = openings_of(config);
        referee::Adjudication rules;
        set_rule(rules, rule);
        AdjudicatedRun run(rules, plan.counting);
        Tally played(plan.counting);
        for (std::uint64_t game = 0; game < 12; ++game) {
            const auto record = won_game(game, config, openings->opening(game / 2).value(), Winner::Agent1);
            turns_ += record.turns;
            run.add(record);
            if (!played.ended()) {
                played.add(record);
            }
        }
        return run.text(played.state());
    }
    std::uint64_t turns_ = 0;
};

TEST_F(AdjudicatedRunTest, tells_changed_results_and_saved_turns_and_both_endings) {
    const std::string drawn = text("max_turns=6/draw");
    EXPECT_EQ(turns_, 96U) << "each game has 8 turns";
    EXPECT_THAT(drawn, HasSubstr("Games: 12, turns: 96\n"));
    EXPECT_THAT(drawn, HasSubstr("\nmax_turns     12       25.0 %       12  100.0 % [75.8, 100.0]\n"));
    EXPECT_THAT(drawn, HasSubstr("\ntogether      12       25.0 %       12  100.0 % [75.8, 100.0]\n"));
    EXPECT_THAT(drawn, testing::ContainsRegex(
                           "As played:   LLR [1-9][0-9.]*, .* after [0-9]+ games \\([0-9]+/0/0\\)\n"));
    EXPECT_THAT(drawn, testing::ContainsRegex(
                           "Adjudicated: LLR -?[0-9.]+, .* after [0-9]+ games \\(0/0/[0-9]+\\)\n"));
}

TEST_F(AdjudicatedRunTest, rules_that_end_no_game_change_nothing) {
    const std::string same = text("max_turns=9/draw");
    EXPECT_THAT(same, HasSubstr("\nmax_turns      0        0.0 %        0\n"));
    const auto after = [&](const std::string& word) { return same.substr(same.find(word) + 13, 30); };
    EXPECT_EQ(after("As played:"), after("Adjudicated:"));
}

} // namespace

} // namespace sprt
