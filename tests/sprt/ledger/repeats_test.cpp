#include "sprt/ledger/ledger.hpp"
#include "sprt/ledger/repeats.hpp"
#include "tests/sprt/ledger/game_results.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace sprt {

namespace {

constexpr PairWinners kOneEach{referee::Winner::Agent1, referee::Winner::Agent2};

/// The winners of a pair with so many points for agent 1: 0, 1/2, 1, 3/2 or 2.
PairWinners winners_of(double points) {
    using referee::Winner;
    constexpr std::array<PairWinners, 5> kByHalfPoints{{{Winner::Agent2, Winner::Agent2},
                                                        {Winner::Draw, Winner::Agent2},
                                                        {Winner::Draw, Winner::Draw},
                                                        {Winner::Agent1, Winner::Draw},
                                                        {Winner::Agent1, Winner::Agent1}}};
    return kByHalfPoints.at(static_cast<std::size_t>(2 * points));
}

Comparison add(Repeats& repeats, std::uint64_t opening, std::uint64_t game_a, std::uint64_t game_b,
               double points = 1) {
    const PairWinners winners = winners_of(points);
    return repeats.add(game_result(0, winners.a.winner, opening, game_a),
                       game_result(1, winners.b.winner, opening, game_b));
}

TEST(PairWinners, half_points_are_those_of_agent_1) {
    for (int half_points = 0; half_points <= 4; ++half_points) {
        EXPECT_EQ(winners_of(half_points / 2.0).half_points(), static_cast<std::size_t>(half_points));
    }
    EXPECT_EQ(kOneEach.half_points(), 2u);
}

TEST(Repeats, pair_is_new_unless_an_earlier_one_has_the_same_opening_and_games) {
    Repeats repeats;
    EXPECT_TRUE(add(repeats, 1, 10, 11).is_new);
    EXPECT_FALSE(add(repeats, 1, 10, 11).is_new);
    EXPECT_TRUE(add(repeats, 1, 10, 12).is_new);
    EXPECT_TRUE(add(repeats, 1, 12, 11).is_new);
    EXPECT_TRUE(add(repeats, 1, 11, 10).is_new); // the seats are swapped
    EXPECT_TRUE(add(repeats, 2, 10, 11).is_new);
    EXPECT_FALSE(add(repeats, 1, 12, 11).is_new); // repeats neither the first pair nor the last
    EXPECT_TRUE(add(repeats, 2, 12, 11).is_new);  // known only from opening 1
    EXPECT_EQ(repeats.pairs(), 8u);
    EXPECT_EQ(repeats.counts().distinct(), 6u);
}

TEST(Repeats, pairs_of_one_opening_show_chance_from_the_first_that_differs) {
    Repeats repeats;
    EXPECT_FALSE(add(repeats, 1, 10, 11).shows_chance);
    EXPECT_FALSE(add(repeats, 1, 10, 11).shows_chance);
    EXPECT_FALSE(add(repeats, 2, 20, 21).shows_chance); // another opening
    EXPECT_FALSE(repeats.counts().show_chance());
    EXPECT_TRUE(add(repeats, 1, 10, 12).shows_chance);
    EXPECT_TRUE(add(repeats, 1, 10, 11).shows_chance); // a copy no longer
    EXPECT_FALSE(add(repeats, 2, 20, 21).shows_chance);
    EXPECT_TRUE(repeats.counts().show_chance());
}

TEST(Repeats, earlier_copies_are_reported_once_by_the_first_pair_that_differs) {
    Repeats repeats;
    repeats.add(game_result(0, kWin, 1, 10), game_result(1, kLoss, 1, 11));
    for (int copy = 0; copy < 2; ++copy) {
        EXPECT_EQ(add(repeats, 1, 10, 11).copies, 0u);
    }
    EXPECT_EQ(add(repeats, 1, 12, 13, 2).copies, 2u);
    EXPECT_EQ(repeats.first_of(1).half_points(), 2u);
    EXPECT_EQ(repeats.first_of(1).a, kOneEach.a);
    EXPECT_EQ(add(repeats, 1, 14, 15, 2).copies, 0u);
    EXPECT_EQ(add(repeats, 1, 10, 11).copies, 0u);
}

/// Where such pairs counted always and copies of others once, an agent's faults would weigh too much.
TEST(Repeats, pair_that_was_broken_off_is_new_until_its_opening_has_another_one) {
    Repeats repeats;
    const auto add_broken_off = [&] {
        GameResult lost_by_a_fault = game_result(1, kLoss, 1, 12);
        lost_by_a_fault.broken_off = true;
        const Comparison broken_off = repeats.add(game_result(0, kWin, 1, 10), lost_by_a_fault);
        EXPECT_FALSE(broken_off.shows_chance) << "the fault is why it differs";
        return broken_off.is_new;
    };
    EXPECT_TRUE(add_broken_off());
    EXPECT_TRUE(add_broken_off());
    EXPECT_TRUE(add(repeats, 1, 10, 11).is_new);
    EXPECT_FALSE(add(repeats, 1, 10, 11).is_new);
    EXPECT_FALSE(add_broken_off());
    EXPECT_FALSE(repeats.counts().show_chance());
    EXPECT_EQ(repeats.counts().in_a_row(), 1U) << "what is broken off repeats nothing";
    EXPECT_EQ(add(repeats, 1, 14, 15).copies, 2U) << "one of them was broken off";
}

/// What a rule of adjudication ended equals what was played on; two that were played on may differ.
TEST(Repeats, games_that_were_played_on_are_compared_with_each_other) {
    Repeats repeats;
    const auto add_rest = [&](std::uint64_t rest) {
        GameResult second = game_result(1, kLoss, 1, 11);
        second.rest = rest;
        return repeats.add(game_result(0, kWin, 1, 10), second).shows_chance;
    };
    EXPECT_FALSE(add_rest(0));
    EXPECT_FALSE(add_rest(7));
    EXPECT_FALSE(add_rest(0));
    EXPECT_TRUE(add_rest(8));
}

/// All pairs have the same opening. The second round repeats the pairs of the first.
TEST(Repeats, repeats_are_found_among_many_pairs_of_one_opening) {
    Repeats repeats;
    for (int round = 0; round < 2; ++round) {
        for (std::uint64_t game = 0; game < 200'000; ++game) {
            ASSERT_EQ(add(repeats, 0, game, game).is_new, round == 0);
        }
    }
    EXPECT_EQ(repeats.counts().distinct(), 200'000u);
}

TEST(Repeats, in_a_row_counts_repeated_pairs_after_the_last_new_one) {
    Repeats repeats;
    add(repeats, 1, 1, 1, 0);
    EXPECT_EQ(repeats.counts().in_a_row(), 0u);
    add(repeats, 1, 1, 1, 0);
    add(repeats, 1, 1, 1, 0);
    EXPECT_EQ(repeats.counts().in_a_row(), 2u);
    add(repeats, 1, 1, 2, 0);
    EXPECT_EQ(repeats.counts().in_a_row(), 0u);
}

/// Adds new pairs with the given points.
void add_pairs(Repeats& repeats, std::uint64_t opening, std::initializer_list<double> points) {
    for (const double of_pair : points) {
        add(repeats, opening, 100 + repeats.pairs(), 0, of_pair);
    }
}

TEST(Repeats, n_eff_is_empty_without_pairs) {
    EXPECT_FALSE(Repeats().n_eff());
}

TEST(Repeats, n_eff_is_the_number_of_pairs_when_all_openings_differ) {
    Repeats repeats;
    for (std::uint64_t opening = 0; opening < 50; ++opening) {
        add_pairs(repeats, opening, {static_cast<double>(opening % 3)});
    }
    EXPECT_EQ(repeats.n_eff(), 50);
}

TEST(Repeats, n_eff_is_the_number_of_openings_when_games_are_deterministic) {
    Repeats repeats;
    for (int round = 0; round < 40; ++round) {
        for (std::uint64_t opening = 0; opening < 32; ++opening) {
            add(repeats, opening, opening, opening, static_cast<double>(opening % 5) / 2);
        }
    }
    EXPECT_EQ(repeats.counts().distinct(), 32u);
    EXPECT_NEAR(repeats.n_eff().value(), 32, 1e-9);
}

TEST(Repeats, n_eff_of_one_opening_is_empty_when_its_pairs_differ) {
    Repeats repeats;
    add_pairs(repeats, 5, {1});
    EXPECT_EQ(repeats.n_eff(), 1);
    add(repeats, 5, 100, 0, 1);
    EXPECT_EQ(repeats.n_eff(), 1); // the same points
    add_pairs(repeats, 5, {2, 0});
    EXPECT_FALSE(repeats.n_eff()); // the correlation is unknown
}

/// The openings have the points 0, 1 and 1, 2; the mean is 1.
/// Between openings: sum of squares 2 (1/2)^2 + 2 (1/2)^2 = 1, mean square 1 / (2 - 1) = 1.
/// Within openings: sum of squares 1/2 + 1/2 = 1, mean square 1 / (4 - 2) = 1/2.
/// Pairs from an opening: 2. rho = (1 - 1/2) / (1 + 1/2) = 1/3, and n_eff = 4 / (1 + 1/3) = 3.
TEST(Repeats, n_eff_uses_the_correlation_from_the_analysis_of_variance) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1});
    add_pairs(repeats, 2, {1, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 3, 1e-12);
}

/// The openings have the points 0, 0, 1 and 2, 2; the mean is 1.
/// Between openings: sum of squares 3 (2/3)^2 + 2 = 10/3, mean square 10/3.
/// Within openings: sum of squares 2/3, mean square 2/9. Size: 5 - (9 + 4) / 5 = 2.4.
/// rho = (10/3 - 2/9) / (10/3 + 1.4 * 2/9) = 28 / 32.8, and n_eff = 5 / (1 + 1.5 rho) = 164 / 74.8.
TEST(Repeats, n_eff_holds_for_unequal_numbers_of_pairs_per_opening) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 0, 1});
    add_pairs(repeats, 2, {2, 2});
    EXPECT_NEAR(repeats.n_eff().value(), 164 / 74.8, 1e-12);
}

TEST(Repeats, n_eff_takes_a_negative_correlation_as_zero) {
    Repeats repeats;
    add_pairs(repeats, 1, {0, 1, 2}); // rho would be below 0
    add_pairs(repeats, 2, {2});
    EXPECT_NEAR(repeats.n_eff().value(), 4, 1e-12);
}

using referee::Winner;

GameResult drawn(std::uint64_t moves) {
    return {.game = 0, .pair = 0, .opening = 1, .moves = moves, .winner = Winner::Draw};
}

/// After how many of `games` the draws are noticed; 0: never.
std::size_t noticed_after(const std::vector<GameResult>& games) {
    SameDraws draws;
    std::size_t noticed = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (draws.add(games[i])) {
            EXPECT_EQ(noticed, 0u) << "it is said once";
            noticed = i + 1;
        }
    }
    return noticed;
}

TEST(SameDraws, six_games_that_repeat_two_draws_are_noticed_once) {
    const std::vector<GameResult> same{drawn(1), drawn(2), drawn(1), drawn(2),
                                       drawn(1), drawn(2), drawn(1), drawn(2)};
    EXPECT_EQ(noticed_after(same), 6u);
    EXPECT_EQ(noticed_after({same.begin(), same.begin() + 5}), 0u);
}

TEST(SameDraws, other_moves_or_another_result_are_not) {
    std::vector<GameResult> games{drawn(1), drawn(2), drawn(1), drawn(2), drawn(1), drawn(2), drawn(1)};
    for (std::size_t i = 0; i < SameDraws::kGames; ++i) {
        std::vector<GameResult> won = games;
        won[i].winner = Winner::Agent1;
        EXPECT_EQ(noticed_after(won), 0u) << i;
        std::vector<GameResult> other = games;
        other[i].moves = 9;
        EXPECT_EQ(noticed_after(other), 0u) << i;
        std::vector<GameResult> unscored = games;
        unscored[i].winner.reset();
        EXPECT_EQ(noticed_after(unscored), 0u) << i;
    }
}

} // namespace

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
