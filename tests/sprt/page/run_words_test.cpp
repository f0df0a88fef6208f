#include "sprt/page/run_words.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace sprt {
namespace {

using referee::Winner;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Winner losses(std::uint64_t /*game*/) {
    return Winner::Agent2;
}

class RunWordsTest : public LoadRun {
  protected:
    [[nodiscard]] RunWords words() const { return words_of(load_run(dir_)); }
    /// Keeps a run that is over after its last game.
    void keep_all(const std::function<Winner(std::uint64_t)>& winner_of) {
        constexpr std::uint64_t kMost = 3000;
        openings_ = openings_of(config_);
        RunDirectory directory(dir_, run_file());
        Tally tally = tally_for(config_);
        for (std::uint64_t game = 0; game < kMost && !tally.ended(); ++game) {
            const auto record =
                won_game(game, config_, openings_->opening(game / 2).value(), winner_of(game));
            directory.add(record);
            tally.add(record);
        }
    }
};

TEST_F(RunWordsTest, verdict_says_which_bound_explains_the_games) {
    config_.model = "pentanomial";
    config_.test.elo0 = -0.5;
    config_.test.elo1 = 40;
    keep_all(wins);
    EXPECT_EQ(words().title, "H1 accepted: agent 1 is likely better");
    EXPECT_EQ(words().end, "These games are better explained by +40 Elo than by \u22120.5.");
}

TEST_F(RunWordsTest, verdict_of_a_regression_test_says_whether_there_is_one) {
    config_.model = "pentanomial";
    config_.test.elo0 = -40;
    config_.test.elo1 = 0;
    keep_all(losses);
    EXPECT_EQ(words().title, "H0 accepted: likely a regression");
    EXPECT_EQ(words().end, "These games are better explained by \u221240 Elo than by 0.");
}

TEST_F(RunWordsTest, verdict_of_the_articles_test_is_a_side_of_a_bound) {
    config_.model = "wald";
    config_.repeats = "count";
    config_.test.elo0 = 0;
    config_.test.elo1 = 50;
    keep_all(wins);
    EXPECT_EQ(words().title, "H1 accepted: agent 1 is likely better");
    EXPECT_EQ(words().end, "The games say Elo ≥ 50.");
}

TEST_F(RunWordsTest, run_that_goes_on_has_no_end) {
    config_.test.elo1 = 1;
    keep(4, draws);
    EXPECT_EQ(words().title, "No decision");
    EXPECT_FALSE(words().end.has_value());
}

TEST_F(RunWordsTest, limit_is_named_with_what_may_decide) {
    config_.test.elo1 = 1;
    config_.max_games = 4;
    keep(4, draws);
    EXPECT_EQ(words().title, "No decision");
    EXPECT_EQ(words().end, "The limit of 4 games was reached. A run with a higher --max-games may decide.");
}

TEST_F(RunWordsTest, match_says_how_far_it_is_and_that_it_was_played) {
    config_.kind = RunKind::Match;
    config_.games = 10000;
    keep(2, draws);
    EXPECT_EQ(words().title, "2 of 10\u202f000 games");
    EXPECT_FALSE(words().end.has_value());
}

TEST_F(RunWordsTest, warnings_are_what_a_verdict_rests_on) {
    EXPECT_THAT(warnings_about({{"rests_on_disputed", false}, {"verdict", "H1"}}), IsEmpty());
    EXPECT_THAT(warnings_about({{"rests_on_disputed", true}, {"rests_on_distrusted", true}}),
                ElementsAre(HasSubstr("disputed time losses"), HasSubstr("workers that were caught lying")));
}

} // namespace
} // namespace sprt
