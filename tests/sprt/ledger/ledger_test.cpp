#include "sprt/ledger/ledger.hpp"
#include "sprt/simulate/simulation.hpp"
#include "tests/sprt/ledger/game_results.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <variant>

namespace sprt {
namespace {

Drift drift_of(std::uint64_t pairs, const std::function<double(std::uint64_t)>& score) {
    DriftSums sums;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        sums.add(score(pair));
    }
    return sums.drift();
}

TEST(Drift, is_unknown_for_few_pairs_and_for_equal_scores) {
    EXPECT_FALSE(drift_of(29, [](std::uint64_t pair) { return pair % 2; }).lag_one);
    EXPECT_TRUE(drift_of(30, [](std::uint64_t pair) { return pair % 2; }).lag_one);
    const Drift equal = drift_of(1000, [](std::uint64_t) { return 1.5; });
    EXPECT_FALSE(equal.lag_one || equal.trend);
    EXPECT_EQ(equal.pairs, 1000u);
}

/// Scores 0, 1, 2, ...: the trend is 1. Source of the autocorrelation: the definition, added up by hand for n
/// = 40.
TEST(Drift, correlations_are_those_of_their_definitions) {
    const Drift drift = drift_of(40, [](std::uint64_t pair) { return static_cast<double>(pair); });
    EXPECT_NEAR(drift.trend->r, 1, 1e-12);
    EXPECT_LT(drift.trend->p, 1e-9);
    double products = 0;
    double squares = 0;
    for (int pair = 0; pair < 40; ++pair) {
        squares += std::pow(pair - 19.5, 2);
        products += pair > 0 ? (pair - 19.5) * (pair - 20.5) : 0;
    }
    EXPECT_NEAR(drift.lag_one->r, products / squares, 1e-12);
    const Drift alternating = drift_of(1000, [](std::uint64_t pair) { return pair % 2 * 2; });
    EXPECT_NEAR(alternating.lag_one->r, -0.999, 1e-9);
    EXPECT_LT(alternating.lag_one->p, kDriftWarning);
    EXPECT_GT(alternating.trend->p, 0.9);
}

/// From the fewest pairs on. Source: sums by definition in Python; for lag one Moran's mean -1/n and variance
/// (n - 2)^2 / (n^2 (n - 1)), for the trend 0 and 1/(n - 1); p = erfc(|r - mean| / sqrt(2 variance)).
TEST(Drift, r_and_p_of_few_pairs_equal_reference_values) {
    const auto squares = [](std::uint64_t i) { return static_cast<double>(i * i % 7) / 2; };
    const auto falling = [](std::uint64_t i) {
        return (i < 15 ? 1.5 : 0.5) + static_cast<double>(i % 3) / 2;
    };
    const struct {
        std::uint64_t pairs;
        std::function<double(std::uint64_t)> score;
        Correlation lag_one;
        Correlation trend;
    } rows[] = {
        {30, squares, {0.0327841845140033, 0.7028425540796215}, {-0.03655018443268343, 0.8439615387187748}},
        {30, falling, {0.32, 0.041483020322255114}, {-0.6115317481346662, 0.0009905425138860304}},
        {31, squares, {-0.0005125412435532078, 0.852547542974164}, {0.0448433220809211, 0.805978735502331}},
        {31,
         falling,
         {0.296928723198764, 0.05393263775991034},
         {-0.6429313948183848, 0.00042914458705638865}},
        {47,
         squares,
         {0.00022396416573351938, 0.8789464177734136},
         {0.028995040385015224, 0.8440983631412935}},
    };
    for (const auto& row : rows) {
        const Drift drift = drift_of(row.pairs, row.score);
        EXPECT_NEAR(drift.lag_one->r, row.lag_one.r, 1e-12);
        EXPECT_NEAR(drift.lag_one->p, row.lag_one.p, 1e-12);
        EXPECT_NEAR(drift.trend->r, row.trend.r, 1e-12);
        EXPECT_NEAR(drift.trend->p, row.trend.p, 1e-12);
    }
}

TEST(Drift, agent_that_learns_shows_a_trend) {
    Random random(1);
    const Drift drift = drift_of(2000, [&](std::uint64_t pair) {
        return random.uniform() < 0.35 + 0.0001 * static_cast<double>(pair) ? 2.0 : 0.0;
    });
    EXPECT_LT(drift.trend->p, kDriftWarning);
}

/// 20 000 sequences of 400 independent pairs: p is uniform, so 5 % (standard error 0.15 %) are below 0.05.
TEST(Drift, p_of_independent_pairs_is_uniform) {
    constexpr int kRuns = 20'000;
    Random random(2);
    int lag_one = 0;
    int trend = 0;
    for (int run = 0; run < kRuns; ++run) {
        const Drift drift =
            drift_of(400, [&](std::uint64_t) { return std::floor(random.uniform() * 5) / 2; });
        lag_one += drift.lag_one->p < 0.05 ? 1 : 0;
        trend += drift.trend->p < 0.05 ? 1 : 0;
    }
    EXPECT_NEAR(lag_one, kRuns / 20, 5 * 31);
    EXPECT_NEAR(trend, kRuns / 20, 5 * 31);
}

using OptionalWinner = std::optional<referee::Winner>;

Ledger ledger(Model model, std::optional<RepeatRule> rule = {}, double elo1 = 50) {
    const Hypotheses hypotheses{.elo0 = 0, .elo1 = elo1};
    return {SequentialTest(model, hypotheses), rule.value_or(default_repeat_rule(model))};
}

SequentialTest pentanomial_test() {
    return {Model::Pentanomial, {.elo0 = 0, .elo1 = 50}};
}

/// Adds pair `pair`, whose games differ from all others.
void add_new_pair(Ledger& ledger, std::uint64_t pair, OptionalWinner a, OptionalWinner b,
                  bool disputed = false) {
    ledger.add(new_game(2 * pair, a));
    ledger.add(new_game(2 * pair + 1, b, disputed));
}

/// Adds pair `pair`: a win and a loss, always the same two games.
void add_same_pair(Ledger& ledger, std::uint64_t pair) {
    ledger.add(game_result(2 * pair, kWin, 0, 1));
    ledger.add(game_result(2 * pair + 1, kLoss, 0, 2));
}

TEST(Ledger, pair_with_different_openings_is_dropped) {
    Ledger pairs = ledger(Model::Pentanomial);
    pairs.add({.game = 0, .pair = 0, .opening = 1, .moves = 10, .winner = kWin});
    pairs.add({.game = 1, .pair = 0, .opening = 2, .moves = 11, .winner = kWin});
    EXPECT_EQ(pairs.standing().dropped_pairs, 1u);
    EXPECT_EQ(pairs.standing().pairs.pairs(), 0u);
}

TEST(Ledger, without_a_test_pairs_are_counted_and_there_is_never_a_verdict) {
    Ledger match({}, RepeatRule::Collapse);
    for (std::uint64_t pair = 0; pair < 100; ++pair) {
        add_new_pair(match, pair, kWin, kWin);
    }
    const Standing standing = match.standing();
    EXPECT_EQ(match.verdict(), Verdict::Continue);
    EXPECT_EQ(standing.counted, Counts(Ptnml{{0, 0, 0, 0, 100}}));
    EXPECT_EQ(standing.evaluation.llr, 0);
    EXPECT_EQ(standing.evaluation.verdict, Verdict::Continue);
    Ledger copies({}, RepeatRule::Collapse);
    for (std::uint64_t pair = 0; pair < 4; ++pair) {
        EXPECT_FALSE(copies.only_repeats()) << pair;
        add_same_pair(copies, pair);
    }
    EXPECT_TRUE(copies.only_repeats());
}

TEST(Ledger, pair_with_a_game_that_never_began_is_whole) {
    Ledger pairs = ledger(Model::Pentanomial);
    pairs.add({.game = 0, .pair = 0, .opening = std::nullopt, .moves = 10, .winner = kLoss});
    pairs.add({.game = 1, .pair = 0, .opening = 2, .moves = 11, .winner = kWin});
    for (std::uint64_t game = 2; game < 10; ++game) { // none of these losses equals another
        pairs.add(
            {.game = game, .pair = game / 2, .opening = std::nullopt, .moves = 20 + game, .winner = kLoss});
    }
    EXPECT_EQ(pairs.standing().pairs, (Ptnml{{4, 0, 1, 0, 0}}));
    EXPECT_EQ(pairs.standing().n_eff, 5.0);
    EXPECT_FALSE(pairs.only_repeats());
}

TEST(Ledger, has_llr_zero_and_no_verdict_before_the_first_game) {
    for (const Model model : kModels) {
        const Ledger empty = ledger(model);
        EXPECT_EQ(empty.verdict(), Verdict::Continue);
        EXPECT_FALSE(empty.only_repeats());
        const Standing standing = empty.standing();
        EXPECT_EQ(standing.evaluation.llr, 0);
        EXPECT_EQ(standing.games.games(), 0u);
        EXPECT_FALSE(standing.n_eff);
        EXPECT_FALSE(standing.rests_on(&Standing::disputed));
    }
}

/// 23 wins in a row accept H1 of [0, 50].
TEST(Ledger, models_of_games_are_evaluated_after_each_game) {
    Ledger wald = ledger(Model::Wald);
    for (std::uint64_t game = 0; game < 23; ++game) {
        EXPECT_EQ(wald.verdict(), Verdict::Continue);
        wald.add(new_game(game, kWin));
    }
    EXPECT_EQ(wald.verdict(), Verdict::H1);
    const Standing standing = wald.standing();
    EXPECT_EQ(standing.games, (Wld{23, 0, 0}));
    EXPECT_EQ(std::get<Wld>(standing.counted), standing.games);
    EXPECT_EQ(standing.evaluation.verdict, Verdict::H1);
}

/// 46 wins in a row accept H1 of [0, 50].
TEST(Ledger, models_of_pairs_are_evaluated_after_each_pair) {
    Ledger pairs = ledger(Model::Pentanomial);
    std::uint64_t game = 0;
    while (pairs.verdict() == Verdict::Continue) {
        ASSERT_LT(game, 100u);
        pairs.add(new_game(game, kWin));
        if (game % 2 == 0) {
            EXPECT_EQ(pairs.verdict(), Verdict::Continue);
        }
        ++game;
    }
    EXPECT_EQ(game, 46u);
    EXPECT_EQ(pairs.verdict(), Verdict::H1);
    EXPECT_EQ(std::get<Ptnml>(pairs.standing().counted), (Ptnml{{0, 0, 0, 0, 23}}));
}

TEST(Ledger, pairs_are_counted_by_their_points) {
    struct Case {
        OptionalWinner a;
        OptionalWinner b;
        std::size_t points;
    };
    for (const Case& c : {Case{kLoss, kLoss, 0}, Case{kLoss, kDraw, 1}, Case{kDraw, kLoss, 1},
                          Case{kWin, kLoss, 2}, Case{kLoss, kWin, 2}, Case{kDraw, kDraw, 2},
                          Case{kDraw, kWin, 3}, Case{kWin, kDraw, 3}, Case{kWin, kWin, 4}}) {
        for (const Model model : {Model::Pentanomial, Model::Wald}) { // both kinds of model count pairs
            Ledger one = ledger(model);
            add_new_pair(one, 0, c.a, c.b);
            Ptnml expected;
            expected.counts[c.points] = 1;
            EXPECT_EQ(one.standing().pairs, expected);
            EXPECT_EQ(one.standing().whole_pairs, 1u);
        }
    }
}

TEST(Ledger, pair_without_its_second_game_is_not_counted) {
    Ledger pairs = ledger(Model::Pentanomial);
    pairs.add(new_game(0, kWin));
    const Standing standing = pairs.standing();
    EXPECT_EQ(standing.games, (Wld{1, 0, 0}));
    EXPECT_EQ(standing.pairs.pairs(), 0u);
    EXPECT_EQ(standing.evaluation.llr, 0);
}

TEST(Ledger, pairs_whose_games_have_the_same_moves_are_counted) {
    Ledger pairs = ledger(Model::Pentanomial);
    const auto add = [&](std::uint64_t pair, std::uint64_t line_a, std::uint64_t line_b) {
        GameResult a = new_game(2 * pair, kWin);
        GameResult b = new_game(2 * pair + 1, kLoss);
        a.line = line_a;
        b.line = line_b;
        pairs.add(a);
        pairs.add(b);
    };
    add(0, 5, 5);
    add(1, 5, 7);
    add(2, 0, 0); // not known
    add(3, 9, 9);
    EXPECT_EQ(pairs.standing().whole_pairs, 4U);
    EXPECT_EQ(pairs.standing().alike_pairs, 2U);
}

TEST(Ledger, pairs_with_an_unscored_game_are_dropped) {
    Ledger pairs = ledger(Model::Pentanomial);
    add_new_pair(pairs, 0, kWin, std::nullopt);
    add_new_pair(pairs, 1, std::nullopt, kLoss);
    add_new_pair(pairs, 2, std::nullopt, std::nullopt);
    add_new_pair(pairs, 3, kWin, kDraw);
    const Standing standing = pairs.standing();
    EXPECT_EQ(standing.dropped_pairs, 3u);
    EXPECT_EQ(standing.unscored, 4u);
    EXPECT_EQ(standing.games, (Wld{2, 1, 1}));
    EXPECT_EQ(standing.whole_pairs, 1u);
    EXPECT_EQ(standing.pairs, (Ptnml{{0, 0, 0, 1, 0}}));
    EXPECT_EQ(standing.n_eff, 1);
}

TEST(Ledger, repeated_pairs_are_not_counted_when_repeats_collapse) {
    Ledger pairs = ledger(Model::Pentanomial, RepeatRule::Collapse);
    add_same_pair(pairs, 0);
    const double llr = pairs.standing().evaluation.llr;
    add_same_pair(pairs, 1);
    add_same_pair(pairs, 2);
    const Standing standing = pairs.standing();
    EXPECT_EQ(standing.pairs.pairs(), 1u);
    EXPECT_EQ(standing.evaluation.llr, llr);
    EXPECT_EQ(standing.games, (Wld{3, 3, 0})); // includes repeats
    EXPECT_EQ(standing.whole_pairs, 3u);
    EXPECT_EQ(standing.distinct_pairs, 1u);
    EXPECT_EQ(standing.n_eff, 1);
}

/// 20 pairs of the same two games accept H0 of [0, 50] when repeats count. They accept nothing when repeats
/// collapse.
TEST(Ledger, repeated_pairs_give_a_verdict_only_when_repeats_count) {
    for (const RepeatRule rule : {RepeatRule::Count, RepeatRule::Collapse}) {
        Ledger pairs = ledger(Model::Pentanomial, rule);
        for (std::uint64_t pair = 0; pair < 20; ++pair) {
            EXPECT_EQ(pairs.verdict(), Verdict::Continue);
            add_same_pair(pairs, pair);
        }
        EXPECT_EQ(pairs.verdict(), rule == RepeatRule::Count ? Verdict::H0 : Verdict::Continue);
        EXPECT_EQ(pairs.standing().distinct_pairs, 1u);
        EXPECT_EQ(pairs.only_repeats(), rule == RepeatRule::Collapse);
    }
}

TEST(Ledger, only_repeats_means_three_repeated_pairs_in_a_row) {
    for (const Model model : {Model::Pentanomial, Model::Wald}) {
        Ledger games = ledger(model, RepeatRule::Collapse);
        std::uint64_t pair = 0;
        for (; pair < 3; ++pair) { // the first pair is new
            add_same_pair(games, pair);
            EXPECT_FALSE(games.only_repeats());
        }
        add_new_pair(games, pair++, kWin, kWin); // from another opening
        for (const std::uint64_t end = pair + 2; pair < end; ++pair) {
            add_same_pair(games, pair);
            EXPECT_FALSE(games.only_repeats());
        }
        games.add(game_result(2 * pair, kWin, 0, 1));
        EXPECT_FALSE(games.only_repeats());
        games.add(game_result(2 * pair + 1, kLoss, 0, 2));
        EXPECT_TRUE(games.only_repeats());
    }
}

/// Adds pair `pair` from the opening of add_same_pair(), whose games differ from all others.
void add_other_pair(Ledger& ledger, std::uint64_t pair, OptionalWinner a, OptionalWinner b) {
    ledger.add(game_result(2 * pair, a, 0, 1000 + 2 * pair));
    ledger.add(game_result(2 * pair + 1, b, 0, 1001 + 2 * pair));
}

TEST(Ledger, all_pairs_of_an_opening_count_once_two_of_them_differ) {
    Ledger pairs = ledger(Model::Pentanomial, RepeatRule::Collapse);
    for (const std::uint64_t pair : {0U, 1U, 2U}) {
        add_same_pair(pairs, pair);
    }
    add_new_pair(pairs, 3, kLoss, kLoss); // from another opening
    EXPECT_EQ(pairs.standing().pairs, (Ptnml{{1, 0, 1, 0, 0}}));
    EXPECT_FALSE(pairs.standing().show_chance);
    add_other_pair(pairs, 4, kWin, kWin);
    EXPECT_EQ(pairs.standing().pairs, (Ptnml{{1, 0, 3, 0, 1}}));
    EXPECT_EQ(pairs.standing().games_of_pairs, (Wld{5, 5, 0}));
    EXPECT_TRUE(pairs.standing().show_chance);
    for (std::uint64_t pair = 5; pair < 15; ++pair) {
        add_same_pair(pairs, pair);
        EXPECT_FALSE(pairs.only_repeats());
    }
    const Standing standing = pairs.standing();
    EXPECT_EQ(standing.pairs, (Ptnml{{1, 0, 13, 0, 1}}));
    EXPECT_EQ(standing.distinct_pairs, 3u);
}

/// Otherwise an agent with chance in one seat alone would have that seat counted always, the other one once.
TEST(Ledger, all_games_of_an_opening_count_once_two_of_a_seat_differ) {
    Ledger games = ledger(Model::Trinomial, RepeatRule::Collapse);
    add_same_pair(games, 0);
    add_same_pair(games, 1);
    games.add(game_result(4, kDraw, 0, 9)); // the first seat shows chance
    EXPECT_EQ(std::get<Wld>(games.standing().counted), (Wld{2, 2, 1}));
    games.add(game_result(5, kLoss, 0, 2)); // the second does not
    EXPECT_EQ(std::get<Wld>(games.standing().counted), (Wld{2, 3, 1}));
    for (std::uint64_t pair = 3; pair < 10; ++pair) {
        add_same_pair(games, pair);
        EXPECT_FALSE(games.only_repeats());
    }
    EXPECT_EQ(std::get<Wld>(games.standing().counted), (Wld{9, 10, 1}));
}

TEST(Ledger, seat_that_never_differs_counts_from_its_second_game_on_after_chance_in_the_other) {
    Ledger games = ledger(Model::Trinomial, RepeatRule::Collapse);
    for (std::uint64_t pair = 0; pair < 40; ++pair) {
        games.add(game_result(2 * pair, kWin, 0, 100 + pair)); // agent 1 plays first, by chance
        games.add(game_result(2 * pair + 1, kLoss, 0, 1));     // always the same game
        const auto [wins, losses, draws] = std::get<Wld>(games.standing().counted);
        EXPECT_EQ(wins, losses);
    }
}

TEST(Ledger, verdict_falls_where_earlier_copies_begin_to_count) {
    Ledger pairs = ledger(Model::Pentanomial, RepeatRule::Collapse);
    for (std::uint64_t pair = 0; pair < 40; ++pair) { // a real run would have ended by repeats
        add_same_pair(pairs, pair);
        EXPECT_EQ(pairs.verdict(), Verdict::Continue);
    }
    add_other_pair(pairs, 40, kWin, kLoss);
    EXPECT_EQ(pairs.verdict(), Verdict::H0);
}

/// Faults and time losses, disputed or not. The game may have ended before it had an opening; that its pair
/// is from this one is known by the other game.
TEST(Ledger, game_that_was_broken_off_does_not_make_copies_count) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial}) {
        for (const std::optional<std::uint64_t> opening :
             {std::optional<std::uint64_t>(0), std::optional<std::uint64_t>()}) {
            Ledger games = ledger(model, RepeatRule::Collapse);
            add_same_pair(games, 0);
            add_same_pair(games, 1);
            games.add(
                {.game = 4, .pair = 2, .opening = opening, .moves = 99, .winner = kWin, .broken_off = true});
            games.add(game_result(5, kLoss, 0, 2));
            add_same_pair(games, 3);
            const Standing standing = games.standing();
            EXPECT_FALSE(standing.show_chance);
            EXPECT_EQ(standing.counted, model == Model::Pentanomial ? Counts(Ptnml{{0, 0, 1, 0, 0}})
                                        : opening                   ? Counts(Wld{1, 1, 0})
                                                                    : Counts(Wld{2, 1, 0}));
        }
    }
}

/// Runs from few openings. Agent 1 wins, or it hangs in 30 % of its games; with or without chance in its
/// moves.
TEST(Ledger, faults_weigh_as_much_as_they_are_frequent_where_games_collapse) {
    const struct {
        Model model;
        bool has_chance;
        std::uint64_t openings;
    } rows[] = {{Model::Pentanomial, false, 1},
                {Model::Pentanomial, false, 10},
                {Model::Pentanomial, true, 10},
                {Model::Trinomial, false, 1},
                {Model::Trinomial, true, 10}};
    for (const auto& [model, has_chance, openings] : rows) {
        double wins = 0;
        double losses = 0;
        for (std::uint64_t seed = 0; seed < 2000; ++seed) {
            referee::SplitMix64 draws(seed);
            Ledger games = ledger(model, RepeatRule::Collapse);
            for (std::uint64_t game = 0; game < 40; ++game) {
                const bool hangs = draws.below(100) < 30;
                games.add({.game = game,
                           .pair = game / 2,
                           .opening = game / 2 % openings,
                           .moves = hangs || has_chance ? 1000 + game : 1 + game % 2,
                           .winner = hangs ? kLoss : kWin,
                           .broken_off = hangs});
            }
            const Standing standing = games.standing();
            const Wld counted =
                model == Model::Pentanomial ? standing.games_of_pairs : std::get<Wld>(standing.counted);
            wins += static_cast<double>(counted.wins);
            losses += static_cast<double>(counted.losses);
        }
        EXPECT_NEAR(losses / (wins + losses), 0.3, 0.02) << openings << " openings, chance: " << has_chance;
    }
}

/// A game that verifies a rule equals one that the rule ended, and may have another result.
TEST(Ledger, copies_that_count_late_count_with_their_own_results) {
    const auto add = [](Ledger& games, std::uint64_t pair, std::uint64_t moves, std::uint64_t rest,
                        Winner winner) {
        GameResult second = game_result(2 * pair + 1, winner, 0, moves);
        second.rest = rest;
        if (rest == 0) {
            second.ended_by = referee::AdjudicationRule::Draw;
        }
        games.add(game_result(2 * pair, kWin, 0, 1));
        games.add(second);
    };
    for (const Model model : {Model::Pentanomial, Model::Trinomial}) {
        Ledger games = ledger(model, RepeatRule::Collapse);
        add(games, 0, 2, 0, kDraw);
        add(games, 1, 2, 0, kDraw);
        add(games, 2, 2, 5, kLoss); // verified
        EXPECT_EQ(games.standing().counted,
                  model == Model::Pentanomial ? Counts(Ptnml{{0, 0, 0, 1, 0}}) : Counts(Wld{1, 0, 1}));
        add(games, 3, 3, 6, kWin); // by chance
        EXPECT_EQ(games.standing().counted,
                  model == Model::Pentanomial ? Counts(Ptnml{{0, 0, 1, 2, 1}}) : Counts(Wld{5, 1, 2}));
    }
}

/// Without the pairs of these games the losses of their first games would be left out, too.
TEST(Ledger, verdict_rests_on_doubtful_second_games_of_pairs_that_were_lost) {
    Ledger games = ledger(Model::Pentanomial);
    std::uint64_t pair = 0;
    const auto add_until_h1 = [&] {
        for (; games.verdict() != Verdict::H1; ++pair) {
            add_new_pair(games, pair, kWin, pair % 3 == 0 ? kLoss : kWin);
        }
    };
    add_until_h1(); // then a run would end
    for (int doubtful = 0; doubtful < 6; ++doubtful, ++pair) {
        games.add(new_game(2 * pair, kLoss));
        GameResult second = new_game(2 * pair + 1, kWin);
        second.doubtful = true;
        games.add(second);
    }
    add_until_h1();
    EXPECT_TRUE(games.standing().rests_on(&Standing::doubtful));
}

TEST(Ledger, repeated_games_are_not_counted_in_models_of_games) {
    Ledger games = ledger(Model::Wald, RepeatRule::Collapse);
    add_same_pair(games, 0);
    games.add(game_result(2, kWin, 1, 3));  // from another opening
    games.add(game_result(3, kLoss, 0, 2)); // repeats game 1
    const Standing standing = games.standing();
    EXPECT_EQ(standing.games, (Wld{2, 2, 0}));
    EXPECT_EQ(std::get<Wld>(standing.counted), (Wld{2, 1, 0}));
    EXPECT_EQ(standing.distinct_games, 3u);
}

TEST(Ledger, verdict_rests_on_disputed_when_one_disputed_time_loss_gives_it) {
    Ledger pairs = ledger(Model::Pentanomial);
    std::uint64_t pair = 0;
    for (; pair < 22; ++pair) {
        add_new_pair(pairs, pair, kWin, kWin);
    }
    EXPECT_EQ(pairs.verdict(), Verdict::Continue);
    add_new_pair(pairs, pair, kWin, kWin, true);
    EXPECT_EQ(pairs.verdict(), Verdict::H1);
    const Standing standing = pairs.standing();
    EXPECT_EQ(standing.disputed.games, 1u);
    EXPECT_EQ(standing.pairs, (Ptnml{{0, 0, 0, 0, 23}}));
    ASSERT_TRUE(standing.disputed.otherwise);
    EXPECT_EQ(standing.disputed.otherwise->llr,
              pentanomial_test().evaluate(Counts(Ptnml{{0, 0, 0, 0, 22}})).llr);
    EXPECT_EQ(standing.disputed.otherwise->verdict, Verdict::Continue);
    EXPECT_TRUE(standing.rests_on(&Standing::disputed));

    add_new_pair(pairs, pair + 1, kWin, kWin); // a real run would have ended before
    EXPECT_FALSE(pairs.standing().rests_on(&Standing::disputed));
}

TEST(Ledger, evaluation_without_disputed_games_leaves_them_out_in_models_of_games) {
    Ledger games = ledger(Model::Wald);
    add_new_pair(games, 0, kWin, kLoss, true);
    EXPECT_EQ(std::get<Wld>(games.standing().counted), (Wld{1, 1, 0}));
    EXPECT_FALSE(games.standing().disputed.otherwise) << "there is no verdict";
    EXPECT_FALSE(games.standing().rests_on(&Standing::disputed));
    std::uint64_t pair = 1;
    for (; games.verdict() == Verdict::Continue; ++pair) {
        add_new_pair(games, pair, kWin, kWin);
    }
    Ledger without = ledger(Model::Wald);
    without.add(new_game(0, kWin));
    without.add(new_game(1, {}));
    for (std::uint64_t other = 1; other < pair; ++other) {
        add_new_pair(without, other, kWin, kWin);
    }
    ASSERT_TRUE(games.standing().disputed.otherwise);
    EXPECT_EQ(games.standing().disputed.otherwise->llr, without.standing().evaluation.llr);
}

TEST(Ledger, verdict_rests_on_doubtful_when_one_doubtful_game_gives_it) {
    for (const Model model : {Model::Pentanomial, Model::Wald}) {
        Ledger games = ledger(model);
        std::uint64_t enough = 0;
        while (games.verdict() == Verdict::Continue) {
            games.add(new_game(enough++, kWin));
        }
        Ledger doubtful = ledger(model);
        for (std::uint64_t game = 0; game < enough; ++game) {
            GameResult result = new_game(game, kWin);
            result.doubtful = game == 0;
            doubtful.add(result);
        }
        EXPECT_FALSE(games.standing().rests_on(&Standing::doubtful));
        EXPECT_EQ(doubtful.standing().doubtful.games, 1U);
        EXPECT_TRUE(doubtful.standing().rests_on(&Standing::doubtful));
        EXPECT_FALSE(doubtful.standing().rests_on(&Standing::disputed));
    }
}

/// Pairs that agent 1 won, and then a pair of which the first game is like `last`.
Standing after_wins(Model model, std::uint64_t pairs, const GameResult& last) {
    Ledger games = ledger(model);
    std::uint64_t pair = 0;
    for (; pair < pairs; ++pair) {
        add_new_pair(games, pair, kWin, kWin);
    }
    GameResult first = new_game(2 * pair, last.winner);
    first.disturbed = last.disturbed;
    games.add(first);
    games.add(new_game(2 * pair + 1, kWin));
    return games.standing();
}

GameResult disturbed_game(OptionalWinner winner) {
    GameResult result = new_game(0, winner);
    result.disturbed = true;
    return result;
}

TEST(Ledger, verdict_rests_on_disturbed_games_when_their_loss_would_have_prevented_it) {
    for (const OptionalWinner last : {OptionalWinner(kWin), OptionalWinner()}) {
        const Standing near = after_wins(Model::Wald, 11, disturbed_game(last));
        EXPECT_EQ(near.evaluation.verdict, Verdict::H1);
        EXPECT_EQ(near.disturbed.games, 1U);
        EXPECT_TRUE(near.rests_on(&Standing::disturbed));
        const Standing far = after_wins(Model::Wald, 20, disturbed_game(last));
        EXPECT_FALSE(far.rests_on(&Standing::disturbed)) << "there is evidence enough without it";
    }
    EXPECT_FALSE(after_wins(Model::Wald, 11, new_game(0, kWin)).rests_on(&Standing::disturbed));
    EXPECT_FALSE(after_wins(Model::Wald, 5, disturbed_game(kWin)).rests_on(&Standing::disturbed))
        << "no verdict";
}

TEST(Ledger, pair_with_a_disturbed_game_counts_as_lost_where_it_could_be_and_wholly_where_it_is_dropped) {
    const SequentialTest test = pentanomial_test();
    const Standing won = after_wins(Model::Pentanomial, 30, disturbed_game(kWin));
    ASSERT_TRUE(won.disturbed.otherwise);
    EXPECT_DOUBLE_EQ(won.disturbed.otherwise->llr, test.evaluate(Counts(Ptnml{{0, 0, 1, 0, 30}})).llr);
    const Standing dropped = after_wins(Model::Pentanomial, 30, disturbed_game({}));
    Ledger elsewhere = ledger(Model::Pentanomial);
    for (std::uint64_t pair = 0; pair < 30; ++pair) {
        add_new_pair(elsewhere, pair, kWin, kWin);
    }
    elsewhere.add(game_result(60, kWin, 1, 1060));
    elsewhere.add(game_result(61, kWin, 2, 1061));
    for (const Standing& standing : {dropped, elsewhere.standing()}) {
        EXPECT_EQ(standing.dropped_pairs, 1U);
        ASSERT_TRUE(standing.disturbed.otherwise);
        EXPECT_DOUBLE_EQ(standing.disturbed.otherwise->llr,
                         test.evaluate(Counts(Ptnml{{1, 0, 0, 0, 30}})).llr);
    }
}

/// `otherwise`: agent 2, whom H0 favours, has lost what was disturbed.
TEST(Ledger, copies_that_count_late_have_their_doubts) {
    constexpr std::uint64_t kPairs = 200;
    const struct {
        Model model;
        bool GameResult::*doubt;
        Doubted Standing::*where;
        Counts otherwise;
    } cases[] = {
        {Model::Pentanomial, &GameResult::doubtful, &Standing::doubtful, Ptnml{{0, 0, 2, 0, kPairs - 1}}},
        {Model::Pentanomial, &GameResult::disturbed, &Standing::disturbed, Ptnml{{0, 0, 2, 0, kPairs - 1}}},
        {Model::Wald, &GameResult::doubtful, &Standing::doubtful, Wld{2 * kPairs, 2, 0}},
        {Model::Wald, &GameResult::disturbed, &Standing::disturbed, Wld{2 * kPairs, 2, 0}},
    };
    for (const auto& each : cases) {
        Ledger games = ledger(each.model, RepeatRule::Collapse);
        for (std::uint64_t game = 0; game < 2 * kPairs; ++game) {
            GameResult result = game_result(game, game % 2 == 0 ? kWin : kLoss, 0, 1 + game % 2);
            result.*each.doubt = game >= 2;
            games.add(result);
        }
        EXPECT_EQ(games.verdict(), Verdict::Continue);
        add_other_pair(games, kPairs, kWin, kLoss);
        const Standing standing = games.standing();
        ASSERT_EQ(standing.evaluation.verdict, Verdict::H0);
        EXPECT_EQ((standing.*each.where).games, 2 * kPairs - 2);
        EXPECT_EQ((standing.*each.where).otherwise->llr,
                  SequentialTest(each.model, {.elo0 = 0, .elo1 = 50}).evaluate(each.otherwise).llr);
        EXPECT_TRUE(standing.rests_on(each.where));
    }
}

TEST(Ledger, disturbed_copy_that_does_not_count_may_have_been_a_loss) {
    Ledger pairs = ledger(Model::Pentanomial, RepeatRule::Collapse);
    std::uint64_t pair = 0;
    for (; pair < 2; ++pair) {
        pairs.add(game_result(2 * pair, kWin, 0, 1));
        GameResult second = game_result(2 * pair + 1, kLoss, 0, 2);
        second.disturbed = pair == 1;
        pairs.add(second);
    }
    for (; pairs.verdict() == Verdict::Continue; ++pair) {
        add_new_pair(pairs, pair, kWin, kWin);
    }
    const std::uint64_t won = pair - 2;
    EXPECT_EQ(pairs.standing().disturbed.otherwise->llr,
              pentanomial_test().evaluate(Counts(Ptnml{{1, 0, 1, 0, won}})).llr);
}

TEST(LedgerDeathTest, game_out_of_schedule_order_fails_an_assertion) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Ledger pairs = ledger(Model::Pentanomial);
    pairs.add(new_game(0, kWin));
    EXPECT_DEATH(pairs.add(new_game(3, kWin)), "half_");
}

} // namespace
} // namespace sprt
