#include "sprt/command/fastchess/results.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

Narrated two_engines() {
    Narrated run;
    run.engines = {{"new", "10+0.1", "1t", "16MB"}, {"base", "10+0.1", "1t", "32MB"}};
    run.book = "book.epd";
    return run;
}

/// Counts whose estimates fastchess's own tests hold (app/tests/elo_test.cpp): pairs LL 34, LD 54, WL 31,
/// DD 32, WD 64, WW 75.
NarratedScore of_its_tests() {
    return {.games = {.wins = 245, .losses = 153, .draws = 182},
            .pairs = {{34, 54, 63, 64, 75}},
            .won_and_lost = 31,
            .both_drawn = 32};
}

TEST(FastchessResults, estimates_by_pairs_are_those_of_its_own_tests) {
    EXPECT_EQ(result_text(two_engines(), {{{0, 1}, of_its_tests()}}),
              R"(--------------------------------------------------
Results of new vs base (10+0.1, 1t, 16MB - 32MB, book.epd):
Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28
LOS: 100.00 %, DrawRatio: 21.72 %, PairsRatio: 1.58
Games: 580, Wins: 245, Losses: 153, Draws: 182, Points: 336.0 (57.93 %)
Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: 0.97
--------------------------------------------------
)");
}

TEST(FastchessResults, estimates_by_games_are_those_of_its_own_tests) {
    Narrated run = two_engines();
    run.output.by_pairs = false;
    NarratedScore score;
    score.games = {.wins = 136, .losses = 96, .draws = 111};
    const std::string text = result_text(run, {{{0, 1}, score}});
    EXPECT_NE(text.find("Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77\nLOS: 99.60 %, DrawRatio: 32.36 %\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("Ptnml"), std::string::npos);
    run.output.is_cutechess = true;
    EXPECT_EQ(result_text(run, {{{0, 1}, score}}),
              "Elo difference: 40.70 +/- 30.43, LOS: 99.60 %, DrawRatio: 32.36 %\n");
    EXPECT_EQ(score_line(run, score), "Score of new vs base: 136 - 96 - 111  [0.558] 343\n");
}

TEST(FastchessResults, line_of_the_test) {
    Narrated run = two_engines();
    run.test.emplace(Model::Normalized, Hypotheses{.elo0 = 0, .elo1 = 5});
    NarratedScore score;
    score.pairs = {{10, 40, 120, 55, 15}};
    EXPECT_NE(result_text(run, {{{0, 1}, score}}).find("\nLLR: 0.51 (17.4%) (-2.94, 2.94) [0.00, 5.00]\n"),
              std::string::npos);
    const NarratedScore worse = score.of_rival();
    EXPECT_NE(result_text(run, {{{0, 1}, worse}}).find("\nLLR: -0.61 (-20.8%) (-2.94, 2.94) [0.00, 5.00]\n"),
              std::string::npos)
        << result_text(run, {{{0, 1}, worse}});
    run.output.is_cutechess = true;
    EXPECT_NE(
        result_text(run, {{{0, 1}, worse}}).find("\nSPRT: llr -0.61 (20.8%), lbound -2.94, ubound 2.94\n"),
        std::string::npos);
}

TEST(FastchessResults, more_engines_have_a_table) {
    Narrated run = two_engines();
    run.engines.push_back({"third", "10+0.1", "1t", "16MB"});
    NarratedScore won;
    won.games.wins = 2;
    won.pairs.counts[4] = 1;
    NarratedScore even;
    even.games = {.wins = 1, .losses = 1, .draws = 0};
    even.pairs.counts[2] = even.won_and_lost = 1;
    EXPECT_EQ(result_text(run, {{{0, 1}, won.of_rival()}, {{0, 2}, even}}),
              R"(--------------------------------------------------
Rank Name                             Elo        +/-       nElo        +/-      Games      Score       Draw           Ptnml(0-2)
   1 base                             inf        nan        inf        nan          2     100.0%       0.0%      [0, 0, 0, 0, 1]
   2 third                           0.00       0.00        nan        nan          2      50.0%     100.0%      [0, 0, 1, 0, 0]
   3 new                          -190.85        inf    -245.67     340.48          4      25.0%      50.0%      [1, 0, 1, 0, 0]
--------------------------------------------------
)");
}

} // namespace
} // namespace sprt
