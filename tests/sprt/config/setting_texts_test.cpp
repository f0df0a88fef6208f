#include "sprt/config/config.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

int moves_for(double elo1, std::optional<std::uint64_t> max_games = {}) {
    return enough_random_moves({.elo0 = 0, .elo1 = elo1}, Model::Pentanomial, max_games,
                               referee::Game::Ataxx);
}

TEST(AutoOpenings, narrower_hypotheses_take_longer_openings) {
    EXPECT_EQ(moves_for(50), 4);
    EXPECT_EQ(moves_for(20), 4);
    EXPECT_EQ(moves_for(10), 5);
    EXPECT_EQ(moves_for(5), 5);
    EXPECT_EQ(moves_for(3), 6);
    EXPECT_EQ(moves_for(1), 7);
    EXPECT_EQ(moves_for(0.01), most_counted_moves(referee::Game::Ataxx) + 1);
}

TEST(AutoOpenings, one_run_in_a_hundred_may_use_up_the_openings_and_no_more_than_needed_are_taken) {
    for (const double elo1 : {3.0, 5.0, 10.0}) {
        const PlanQuestion question{.hypotheses = {.elo0 = 0, .elo1 = elo1}, .true_elo = elo1 / 2};
        const int moves = moves_for(elo1);
        EXPECT_LE(*undecided_after(question,
                                   2.0 * static_cast<double>(least_openings(referee::Game::Ataxx, moves))),
                  0.01)
            << elo1;
        EXPECT_GT(*undecided_after(
                      question, 2.0 * static_cast<double>(least_openings(referee::Game::Ataxx, moves - 1))),
                  0.01)
            << elo1;
    }
}

TEST(AutoOpenings, match_has_an_opening_for_each_of_its_pairs_and_no_more_moves_than_needed) {
    const auto game = referee::Game::Ataxx;
    EXPECT_EQ(enough_random_moves(1, game), 4);
    for (int moves = 4; moves < most_counted_moves(game); ++moves) {
        EXPECT_EQ(enough_random_moves(least_openings(game, moves), game), moves);
        EXPECT_EQ(enough_random_moves(least_openings(game, moves) + 1, game), moves + 1);
    }
}

TEST(AutoOpenings, limit_of_games_needs_no_more_openings_than_its_pairs) {
    EXPECT_EQ(moves_for(1, 25'854), 4);
    EXPECT_EQ(moves_for(1, 25'856), 5);
}

TEST(AutoOpenings, test_without_a_plan_has_the_longest_openings) {
    EXPECT_EQ(enough_random_moves({.elo0 = 0, .elo1 = 1e-20}, Model::Pentanomial, {}, referee::Game::Ataxx),
              most_counted_moves(referee::Game::Ataxx) + 1);
}

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PgnComments, facts_come_in_their_order_and_once) {
    EXPECT_THAT(read_pgn_comments("").facts, IsEmpty());
    EXPECT_TRUE(read_pgn_comments("").are_on);
    EXPECT_THAT(read_pgn_comments("pv,timeleft,nodes,timeleft").facts,
                ElementsAre(MoveFact::TimeLeft, MoveFact::Nodes, MoveFact::Pv));
    EXPECT_THAT(read_pgn_comments("tbhits,hashfull,nps,seldepth,latency").facts,
                ElementsAre(MoveFact::Latency, MoveFact::SelDepth, MoveFact::Nps, MoveFact::HashFull,
                            MoveFact::TbHits));
    EXPECT_FALSE(read_pgn_comments("none").are_on);
}

TEST(PgnComments, other_words_are_named) {
    for (const auto& [text, what] : {std::pair("node", "'node'"),
                                     {"nodes,", "''"},
                                     {",nodes", "''"},
                                     {"nodes, pv", "' pv'"},
                                     {"none,none", "none stands with other words"},
                                     {"pv,none", "none stands with other words"}}) {
        EXPECT_THAT(referee::testing_support::user_error_text(
                        [text = text] { static_cast<void>(read_pgn_comments(text)); }),
                    HasSubstr(what));
    }
}

} // namespace
} // namespace sprt
