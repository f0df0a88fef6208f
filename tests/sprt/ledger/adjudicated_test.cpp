#include "sprt/ledger/adjudicated.hpp"
#include "sprt/ledger/ledger.hpp"
#include "tests/sprt/ledger/game_results.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

using Rule = referee::AdjudicationRule;

GameResult ended_by(GameResult game, Rule rule) {
    game.ended_by = rule;
    return game;
}

GameResult verifying(GameResult game, Rule rule, bool is_wrong) {
    game.verified = VerifiedRule{rule, is_wrong, 10};
    return game;
}

/// Counts of a rule of which `wrong` of `verified` games were wrong.
AdjudicationCounts counts_of(Rule rule, std::uint64_t verified, std::uint64_t wrong) {
    AdjudicationCounts counts;
    counts.of[rule].verified = verified;
    counts.of[rule].wrong = wrong;
    return counts;
}

TEST(AdjudicationCounts, games_are_counted_by_rule) {
    AdjudicationCounts counts;
    counts.add(new_game(0, kWin));
    counts.add(ended_by(new_game(1, kWin), Rule::Fill));
    counts.add(ended_by(new_game(2, kWin), Rule::Material));
    counts.add(verifying(new_game(3, kWin), Rule::Fill, false));
    counts.add(verifying(new_game(4, kWin), Rule::Fill, true));
    EXPECT_EQ(counts.of[Rule::Fill], (RuleCounts{1, 2, 1, 20}));
    EXPECT_EQ(counts.of[Rule::Material], (RuleCounts{1, 0, 0, 0}));
    EXPECT_TRUE(counts.of[Rule::Draw].is_empty());
    EXPECT_EQ(counts.total(), (RuleCounts{2, 2, 1, 20}));
}

TEST(RuleCounts, most_wrong_is_wilsons_upper_end) {
    EXPECT_EQ(RuleCounts{}.most_wrong(), 1) << "nothing is known";
    EXPECT_NEAR((RuleCounts{.ended = 9, .verified = 10, .wrong = 0}.most_wrong()), 0.2775, 1e-4);
    EXPECT_NEAR((RuleCounts{.ended = 9, .verified = 100, .wrong = 1}.most_wrong()), 0.0545, 1e-4);
}

TEST(AdjudicatedGames, worst_result_of_a_pair_is_taken_from_the_games_that_change_most) {
    AdjudicatedGames games;
    games.add({{kWin, Rule::Fill}, kWin}, 3); // three pairs of two points
    games.add({{kDraw, Rule::Fill}, kLoss}, 2);
    games.add({kWin, kWin}, 100); // no rule
    const Counts counted = Ptnml{{0, 2, 0, 0, 103}};
    // 1 of 4 was wrong: the upper end is 0.699, so that 4 of 5 games are taken for wrong.
    const auto rules = counts_of(Rule::Fill, 4, 1);
    ASSERT_EQ(std::ceil(5 * rules.of[Rule::Fill].most_wrong()), 4);
    EXPECT_EQ(games.worst_for(Verdict::H1, counted, rules), Counts(Ptnml{{1, 1, 3, 0, 100}}));
    // A win is the best for agent 1 already: only the two draws change.
    EXPECT_EQ(games.worst_for(Verdict::H0, counted, rules), Counts(Ptnml{{0, 0, 2, 0, 103}}));
}

TEST(AdjudicatedGames, both_games_of_a_pair_may_be_wrong) {
    AdjudicatedGames games;
    games.add({{kWin, Rule::Fill}, {kWin, Rule::Material}}, 2);
    const Counts counted = Ptnml{{0, 0, 0, 0, 2}};
    EXPECT_EQ(games.worst_for(Verdict::H1, counted, {}), Counts(Ptnml{{2, 0, 0, 0, 0}}));
    EXPECT_EQ(games.worst_for(Verdict::H1, counted, counts_of(Rule::Fill, 1'000'000, 0)),
              Counts(Ptnml{{1, 0, 1, 0, 0}}))
        << "one game by fill is the least that a share above 0 comes to";
}

TEST(AdjudicatedGames, results_of_games_change_in_models_of_games) {
    AdjudicatedGames games;
    games.add({{kWin, Rule::Fill}, {}}, 3);
    games.add({{kDraw, Rule::Fill}, {}}, 1);
    games.add({{kLoss, Rule::Fill}, {}}, 2);
    const Counts counted = Wld{10, 10, 10};
    EXPECT_EQ(games.worst_for(Verdict::H1, counted, {}), Counts(Wld{7, 14, 9}));
    EXPECT_EQ(games.worst_for(Verdict::H0, counted, {}), Counts(Wld{13, 8, 9}));
}

Ledger ledger_of_pairs(std::uint64_t pairs, std::uint64_t verified, bool are_ended_by_rules) {
    const Hypotheses hypotheses{.elo0 = 0, .elo1 = 50};
    Ledger ledger(SequentialTest(Model::Pentanomial, hypotheses), RepeatRule::Collapse);
    for (std::uint64_t game = 0; game < 2 * pairs; ++game) {
        GameResult result = new_game(game, kWin);
        if (are_ended_by_rules) {
            result = game < verified ? verifying(result, Rule::Fill, false) : ended_by(result, Rule::Fill);
        }
        ledger.add(result);
    }
    return ledger;
}

TEST(RestsOnAdjudication, verdict_does_when_too_few_games_were_verified) {
    EXPECT_TRUE(ledger_of_pairs(40, 0, true).standing().rests_on_adjudication()) << "all may be wrong";
    EXPECT_TRUE(ledger_of_pairs(40, 2, true).standing().rests_on_adjudication());
    EXPECT_FALSE(ledger_of_pairs(40, 40, true).standing().rests_on_adjudication());
    EXPECT_FALSE(ledger_of_pairs(40, 0, false).standing().rests_on_adjudication()) << "no rule ended a game";
    EXPECT_FALSE(ledger_of_pairs(40, 0, false).standing().worst_evaluation);
}

TEST(RestsOnAdjudication, there_must_be_a_verdict) {
    const Standing standing = ledger_of_pairs(2, 0, true).standing();
    EXPECT_EQ(standing.evaluation.verdict, Verdict::Continue);
    EXPECT_FALSE(standing.rests_on_adjudication());
}

TEST(RestsOnAdjudication, evidence_that_still_favours_the_verdict_is_enough) {
    Standing standing;
    standing.evaluation = {.llr = 3, .verdict = Verdict::H1};
    standing.worst_evaluation = Evaluation{.llr = 0.1, .verdict = Verdict::Continue};
    EXPECT_FALSE(standing.rests_on_adjudication());
    standing.worst_evaluation->llr = 0;
    EXPECT_TRUE(standing.rests_on_adjudication());
    standing.evaluation = {.llr = -3, .verdict = Verdict::H0};
    EXPECT_TRUE(standing.rests_on_adjudication());
    standing.worst_evaluation->llr = -0.1;
    EXPECT_FALSE(standing.rests_on_adjudication());
}

/// Copies of one pair, then one that differs: the copies before it then count too.
TEST(RestsOnAdjudication, copies_that_count_late_are_those_of_an_adjudicated_game) {
    const Hypotheses hypotheses{.elo0 = 0, .elo1 = 50};
    Ledger ledger(SequentialTest(Model::Pentanomial, hypotheses), RepeatRule::Collapse);
    for (std::uint64_t game = 0; game < 100; ++game) {
        ledger.add(ended_by(game_result(game, kWin, 7, 100 + game % 2), Rule::Fill));
    }
    ledger.add(ended_by(game_result(100, kWin, 7, 500), Rule::Fill));
    ledger.add(ended_by(game_result(101, kWin, 7, 501), Rule::Fill));
    const Standing standing = ledger.standing();
    EXPECT_EQ(standing.pairs, (Ptnml{{0, 0, 0, 0, 51}}));
    EXPECT_EQ(standing.evaluation.verdict, Verdict::H1);
    ASSERT_TRUE(standing.worst_evaluation);
    EXPECT_LT(standing.worst_evaluation->llr, 0) << "all 51 pairs are lost in the worst case";
}

TEST(GameResultOfARuledGame, a_verified_game_equals_the_copy_that_the_rule_ended) {
    referee::GameRecord cut;
    cut.moves = {{{1, 1, 2, 2}, {}}, {{1, 7, 2, 6}, {}}};
    cut.turns = 2;
    cut.termination = referee::Termination::Adjudicated;
    cut.adjudication = Rule::MaxTurns;
    cut.winner = kDraw;
    referee::GameRecord verified = cut;
    verified.moves.push_back({{2, 2, 3, 3}, {}});
    verified.turns = 3;
    verified.termination = referee::Termination::TurnLimit;
    verified.adjudication.reset();
    verified.would_adjudicate = referee::RuledTurn{Rule::MaxTurns, 2, kDraw};
    verified.winner = kWin;
    EXPECT_EQ(result_of(cut).moves, result_of(verified).moves);
    EXPECT_EQ(result_of(cut).ended_by, Rule::MaxTurns);
    EXPECT_FALSE(result_of(cut).verified);
    const auto told = result_of(verified).verified;
    ASSERT_TRUE(told);
    EXPECT_EQ(told->rule, Rule::MaxTurns);
    EXPECT_TRUE(told->is_wrong);
    EXPECT_EQ(told->turns_saved, 1U);
    EXPECT_EQ(result_of(verified).winner, kWin);
    EXPECT_EQ(result_of(cut).rest, 0U);
    referee::GameRecord otherwise = verified;
    otherwise.moves.back() = {{2, 2, 3, 1}, {}};
    EXPECT_NE(result_of(verified).rest, 0U);
    EXPECT_NE(result_of(verified).rest, result_of(otherwise).rest);
    otherwise = verified;
    otherwise.winner = kLoss;
    EXPECT_NE(result_of(verified).rest, result_of(otherwise).rest);
    EXPECT_FALSE(result_of(verified).ended_by);
    verified.winner = kDraw;
    EXPECT_FALSE(result_of(verified).verified->is_wrong);
}

/// Games that are alike up to the turn at which a rule would have ended them, and are all verified.
TEST(GameResultOfARuledGame, verified_games_that_go_on_differently_count_with_their_own_results) {
    for (const Model model : {Model::Pentanomial, Model::Wald}) {
        const Hypotheses hypotheses{.elo0 = 0, .elo1 = 50};
        Ledger ledger(SequentialTest(model, hypotheses), RepeatRule::Collapse);
        for (std::uint64_t game = 0; game < 6; ++game) {
            const bool is_other = game >= 2;
            GameResult result = game_result(game, is_other ? kLoss : kWin, 7, 100 + game % 2);
            result.rest = is_other ? 50 + game : 1;
            ledger.add(verifying(result, Rule::MaxTurns, is_other));
        }
        const Standing standing = ledger.standing();
        EXPECT_EQ(standing.counted,
                  model == Model::Pentanomial ? Counts(Ptnml{{2, 0, 0, 0, 1}}) : Counts(Wld{2, 4, 0}));
        EXPECT_TRUE(standing.show_chance);
    }
}

TEST(GameResultOfARuledGame, verified_game_is_a_copy_of_one_that_the_rule_ended) {
    const Hypotheses hypotheses{.elo0 = 0, .elo1 = 50};
    Ledger ledger(SequentialTest(Model::Wald, hypotheses), RepeatRule::Collapse);
    for (std::uint64_t game = 0; game < 8; game += 2) {
        GameResult result = game_result(game, kWin, 7, 100);
        result.rest = game == 4 ? 9 : 0;
        ledger.add(game == 4 ? verifying(result, Rule::Fill, false) : ended_by(result, Rule::Fill));
        ledger.add(game_result(game + 1, kLoss, 7, 101));
    }
    EXPECT_EQ(ledger.standing().counted, Counts(Wld{1, 1, 0}));
    EXPECT_FALSE(ledger.standing().show_chance);
}

} // namespace
} // namespace sprt
