#include "referee/game/adjudication/adjudication.hpp"
#include "sprt/report/adjudicated_run.hpp"
#include "tests/sprt/ledger/played_game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
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
