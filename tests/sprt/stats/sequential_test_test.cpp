#include "sprt/stats/sequential_test.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace sprt {
namespace {

double llr_of(const Wld& games, const Hypotheses& test) {
    return wald_llr(games, wald_updates(test));
}

constexpr Hypotheses kArticle{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

TEST(Wald, llr_equals_reference_values) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Wald) {
            ++compared;
            const double llr = llr_of(std::get<Wld>(row.counts), row.test);
            EXPECT_NEAR(llr, row.llr, 1e-11 * std::abs(row.llr)) << row.llr;
            EXPECT_EQ(verdict(llr, bounds(row.test)), row.verdict) << row.llr;
        }
    }
    EXPECT_EQ(compared, 12);
}

TEST(Wald, llr_equals_that_of_the_published_runs) {
    const struct {
        Wld games;
        double llr;
    } runs[] = {{{25, 2, 0}, 3.031}, {{24, 1, 0}, 3.052},     {{41, 16, 0}, 3.010},   {{43, 18, 0}, 2.968},
                {{32, 8, 0}, 3.041}, {{222, 211, 0}, -2.885}, {{222, 212, 0}, -3.040}};
    for (const auto& run : runs) {
        EXPECT_NEAR(llr_of(run.games, kArticle), run.llr, 0.00051) << run.games.wins;
    }
}

TEST(Wald, updates_are_what_one_game_adds) {
    const WaldUpdates updates = wald_updates(kArticle);
    EXPECT_NEAR(updates.win, 0.133592, 1e-6);
    EXPECT_NEAR(updates.loss, -0.154231, 1e-6);
    EXPECT_EQ(llr_of({1, 0, 0}, kArticle), updates.win);
    EXPECT_EQ(llr_of({0, 1, 0}, kArticle), updates.loss);
}

TEST(Wald, swapped_agents_change_the_sign) {
    const Hypotheses test{.elo0 = -7, .elo1 = 31};
    const Hypotheses mirrored{.elo0 = -31, .elo1 = 7};
    EXPECT_NEAR(llr_of({130, 95, 20}, test), -llr_of({95, 130, 20}, mirrored), 1e-12);
}

TEST(Wald, llr_of_extreme_counts_and_bounds_is_finite) {
    for (const auto& [elo0, elo1] :
         {std::pair{-2000.0, 2000.0}, std::pair{1990.0, 2000.0}, std::pair{-2000.0, -1990.0}}) {
        const Hypotheses test{.elo0 = elo0, .elo1 = elo1};
        for (const Wld games :
             {Wld{1'000'000'000, 0, 0}, Wld{0, 1'000'000'000, 0}, Wld{1, 1, 1'000'000'000}}) {
            EXPECT_TRUE(std::isfinite(llr_of(games, test))) << elo0;
        }
        EXPECT_GT(wald_updates(test).win, 0) << elo0;
        EXPECT_LT(wald_updates(test).loss, 0) << elo0;
    }
}

TEST(Verdict, ratio_equal_to_a_bound_decides) {
    const Bounds limits = bounds(kArticle);
    EXPECT_NEAR(limits.lower, -2.9444389791664403, 1e-15);
    EXPECT_NEAR(limits.upper, 2.9444389791664403, 1e-15);
    EXPECT_EQ(verdict(limits.upper, limits), Verdict::H1);
    EXPECT_EQ(verdict(limits.lower, limits), Verdict::H0);
    EXPECT_EQ(verdict(std::nextafter(limits.upper, 0), limits), Verdict::Continue);
    EXPECT_EQ(verdict(std::nextafter(limits.lower, 0), limits), Verdict::Continue);
}

TEST(Verdict, bounds_follow_from_the_error_rates) {
    const Bounds limits = bounds({.elo0 = 0, .elo1 = 10, .alpha = 0.01, .beta = 0.2});
    EXPECT_NEAR(limits.upper, std::log(0.8 / 0.01), 1e-15);
    EXPECT_NEAR(limits.lower, std::log(0.2 / 0.99), 1e-15);
}

TEST(Bayeselo, llr_equals_reference_values) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Bayeselo) {
            ++compared;
            const double llr = bayeselo_llr(std::get<Wld>(row.counts), row.test.elo0, row.test.elo1);
            EXPECT_NEAR(llr, row.llr, 1e-11 * std::abs(row.llr));
        }
    }
    EXPECT_EQ(compared, 7);
}

TEST(Bayeselo, llr_has_no_step_where_its_formula_changes) {
    // The formula changes at a difference of one nat.
    const Wld games{60, 40, 30};
    const auto slope = [&](double elo1) {
        return (bayeselo_llr(games, 0, elo1 + 0.01) - bayeselo_llr(games, 0, elo1)) / 0.01;
    };
    for (double elo1 = 100; elo1 < 200; elo1 += 0.5) {
        EXPECT_NEAR(slope(elo1), slope(elo1 + 0.01), 1e-4) << elo1;
    }
}

TEST(Bayeselo, llr_of_draws_alone_is_finite) {
    for (const std::uint64_t draws : {1u, 1000u, 1'000'000'000u}) {
        EXPECT_TRUE(std::isfinite(bayeselo_llr({0, 0, draws}, -2000, 2000)));
        EXPECT_LT(bayeselo_llr({0, 0, draws}, 0, 2000), 0);
    }
}

TEST(Bayeselo, draw_elo_and_scores_give_back_the_shares_of_games) {
    // Coulom's formulas the other way round: with the Elo and the draw Elo of the games their score is
    // expected.
    const Wld games{.wins = 50, .losses = 20, .draws = 30};
    const double elo = 200 * std::log10(0.5 / 0.2 * (0.8 / 0.5));
    EXPECT_NEAR(draw_elo(games), 200 * std::log10(0.8 / 0.2), 1e-10);
    const ExpectedScore score = bayeselo_score(elo, draw_elo(games));
    EXPECT_NEAR(score.won, 0.65, 1e-14);
    EXPECT_NEAR(score.lost, 0.35, 1e-14);
    EXPECT_EQ(draw_elo({}), 0);
    EXPECT_NEAR(draw_elo({.wins = 3, .losses = 0, .draws = 9}), 200 * std::log10(12 / 0.001 * (9.001 / 3)),
                1e-9);
}

TEST(Bayeselo, true_scale_is_logistic_elo_without_draws_and_narrower_with_them) {
    for (const double elo : {-800.0, -5.0, 0.0, 50.0}) {
        EXPECT_NEAR(elo_of_bayeselo(elo, 0), elo, 1e-10);
        EXPECT_LE(std::abs(elo_of_bayeselo(elo, 200)), std::abs(elo));
    }
    // Its scale at 0: 4 x / (1 + x)^2 with x = 10^(-draw Elo / 400), as cutechess computes it.
    const double x = std::pow(10, -0.5);
    EXPECT_NEAR(elo_of_bayeselo(0.001, 200) / 0.001, 4 * x / (1 + x) / (1 + x), 1e-6);
}

/// A model, and whether it is asked about pairs or about games.
struct Question {
    Model model;
    bool pairs;
};

constexpr Question kQuestions[] = {{Model::Pentanomial, true},  {Model::Normalized, true},
                                   {Model::Normalized, false},  {Model::Trinomial, false},
                                   {Model::Wald, false},        {Model::Bayeselo, false},
                                   {Model::BayeseloTrue, false}};

/// `numbers` as counts of pairs; or the first, the third and the last of them as losses, draws and wins.
Counts counts_of(bool pairs, const std::array<std::uint64_t, 5>& numbers) {
    if (pairs) {
        return Ptnml{numbers};
    }
    return Wld{.wins = numbers[4], .losses = numbers[0], .draws = numbers[2]};
}

class RandomQuestions {
  public:
    explicit RandomQuestions(unsigned seed)
        : random_(seed) {}

    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }

    /// Each from 0 to 1e9, of all orders of magnitude.
    std::array<std::uint64_t, 5> numbers() {
        std::array<std::uint64_t, 5> result{};
        const double digits = between(0, 9);
        for (std::uint64_t& number : result) {
            number = between(0, 1) < 0.35 ? 0 : static_cast<std::uint64_t>(std::pow(10, between(0, digits)));
        }
        return result;
    }

    /// Hypotheses within +-2000 Elo, at least 0.001 Elo apart.
    Hypotheses hypotheses() {
        const double elo0 = between(-2000, 1900);
        const double most = std::log10(2000 - elo0);
        return {.elo0 = elo0, .elo1 = elo0 + std::pow(10, between(-3, most))};
    }

  private:
    std::mt19937_64 random_;
};

TEST(SequentialTest, llr_equals_reference_values) {
    std::map<Model, int> compared;
    for (const LlrVector& row : kLlrVectors) {
        ++compared[row.model];
        const SequentialTest test(row.model, row.test);
        const Evaluation evaluation = test.evaluate(row.counts);
        EXPECT_NEAR(evaluation.llr, row.llr, std::max(1e-8, 1e-9 * std::abs(row.llr))) << name(row.model);
        EXPECT_EQ(evaluation.verdict, row.verdict) << name(row.model) << ' ' << row.llr;
        EXPECT_EQ(test.llr(row.counts), evaluation.llr);
    }
    EXPECT_EQ(compared, (std::map<Model, int>{{Model::Pentanomial, 17},
                                              {Model::Normalized, 15},
                                              {Model::Trinomial, 15},
                                              {Model::Wald, 12},
                                              {Model::Bayeselo, 7},
                                              {Model::BayeseloTrue, 10}}));
}

TEST(SequentialTest, equal_pairs_decide_after_as_many_games_as_in_the_reference_tools) {
    // Games until the verdict when all pairs are equal and the test is asked after each pair; 0 is never.
    // Source: measured with the reference tools.
    constexpr auto kH0 = Verdict::H0;
    constexpr auto kH1 = Verdict::H1;
    constexpr std::size_t kSplit = 2; // in each pair a win and a loss
    constexpr std::size_t kDrawn = 3; // in each pair two draws
    constexpr std::size_t kWon = 4;   // in each pair two wins
    const struct {
        std::size_t pattern;
        double elo1;
        Verdict verdict;
        std::array<std::uint64_t, 5> games; // wald, trinomial, bayeselo, pentanomial, normalized
    } rows[] = {{kSplit, 50, kH0, {286, 286, 284, 40, 146}},
                {kSplit, 5, kH0, {28436, 28436, 28434, 408, 14260}},
                {kDrawn, 50, kH0, {0, 20, 14, 40, 146}},
                {kWon, 50, kH1, {24, 24, 20, 46, 34}},
                {kWon, 5, kH1, {208, 208, 172, 414, 294}}};
    constexpr std::array kOrder{Model::Wald, Model::Trinomial, Model::Bayeselo, Model::Pentanomial,
                                Model::Normalized};
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < kOrder.size(); ++i) {
            const SequentialTest test(kOrder[i], {.elo0 = 0, .elo1 = row.elo1});
            std::uint64_t pairs = 0;
            Verdict verdict = Verdict::Continue;
            while (verdict == Verdict::Continue && pairs < 20000) {
                ++pairs;
                const Wld games{.wins = row.pattern == kSplit ? pairs
                                        : row.pattern == kWon ? 2 * pairs
                                                              : 0,
                                .losses = row.pattern == kSplit ? pairs : 0,
                                .draws = row.pattern == kDrawn ? 2 * pairs : 0};
                Ptnml same;
                same.counts[row.pattern == kWon ? 4 : 2] = pairs;
                verdict = test.evaluate(is_pairwise(kOrder[i]) ? Counts(same) : Counts(games)).verdict;
            }
            EXPECT_EQ(row.games[i], verdict == Verdict::Continue ? 0 : 2 * pairs) << name(kOrder[i]);
            EXPECT_EQ(verdict, row.games[i] == 0 ? Verdict::Continue : row.verdict) << name(kOrder[i]);
        }
    }
}

TEST(SequentialTest, swapped_agents_change_the_sign) {
    RandomQuestions random(21);
    for (int i = 0; i < 3000; ++i) {
        const auto numbers = random.numbers();
        auto reversed = numbers;
        std::reverse(reversed.begin(), reversed.end());
        const double elo0 = random.between(-300, 300);
        const double elo1 = elo0 + random.between(0.1, 200);
        for (const Question& question : kQuestions) {
            const auto ask = [&](double from, double to, const auto& seen) {
                return SequentialTest(question.model, {.elo0 = from, .elo1 = to})
                    .llr(counts_of(question.pairs, seen));
            };
            const double one = ask(elo0, elo1, numbers);
            const double other = ask(-elo1, -elo0, reversed);
            EXPECT_NEAR(one, -other, 1e-9 + 1e-9 * std::abs(one)) << name(question.model);
        }
    }
}

TEST(SequentialTest, llr_of_random_counts_and_bounds_is_finite) {
    RandomQuestions random(23);
    for (int i = 0; i < 10'000; ++i) {
        const auto numbers = random.numbers();
        const Hypotheses hypotheses = random.hypotheses();
        for (const Question& question : kQuestions) {
            const SequentialTest test(question.model, hypotheses);
            EXPECT_TRUE(std::isfinite(test.llr(counts_of(question.pairs, numbers))))
                << name(question.model) << ' ' << hypotheses.elo0 << ' ' << hypotheses.elo1;
        }
    }
}

TEST(SequentialTest, llr_of_extreme_counts_and_bounds_is_finite) {
    constexpr std::uint64_t kMany = 1'000'000'000;
    for (unsigned which = 0; which < 243; ++which) { // each count 0, 1 or 1e9
        std::array<std::uint64_t, 5> numbers{};
        unsigned rest = which;
        for (std::uint64_t& number : numbers) {
            number = rest % 3 == 2 ? kMany : rest % 3;
            rest /= 3;
        }
        for (const auto& [elo0, elo1] :
             {std::pair{-2000., 2000.}, std::pair{-2000., -1999.}, std::pair{1999., 2000.},
              std::pair{0., 2000.}, std::pair{-1e-9, 1e-9}, std::pair{0., 1e-300}}) {
            for (const Question& question : kQuestions) {
                const Evaluation evaluation = SequentialTest(question.model, {.elo0 = elo0, .elo1 = elo1})
                                                  .evaluate(counts_of(question.pairs, numbers));
                EXPECT_TRUE(std::isfinite(evaluation.llr)) << name(question.model) << ' ' << which;
            }
        }
    }
}

TEST(SequentialTest, everything_is_0_without_data) {
    for (const Question& question : kQuestions) {
        const Evaluation evaluation =
            SequentialTest(question.model, {.elo0 = 5, .elo1 = 50}).evaluate(counts_of(question.pairs, {}));
        EXPECT_EQ(evaluation.llr, 0) << name(question.model);
        EXPECT_FALSE(std::signbit(evaluation.llr)) << name(question.model);
        EXPECT_EQ(evaluation.verdict, Verdict::Continue) << name(question.model);
    }
}

TEST(SequentialTest, verdict_never_falls_as_results_get_better) {
    const auto rank = [](Verdict verdict) {
        return verdict == Verdict::H0 ? 0 : verdict == Verdict::Continue ? 1 : 2;
    };
    for (const Question& question : kQuestions) {
        // With draws and without a win, or without a loss, kEmptyClass makes the draw Elo so great that no
        // score tells anything; fastchess gives no ratio then. All other models promise it of all counts.
        const std::uint64_t fewest = question.model == Model::BayeseloTrue ? 1 : 0;
        const SequentialTest test(question.model, {.elo0 = -20, .elo1 = 30});
        int before = 0;
        for (std::uint64_t wins = fewest; wins <= 400 - fewest; ++wins) {
            const Counts counts = counts_of(question.pairs, {400 - wins, 20, 100, 20, wins});
            const int now = rank(test.evaluate(counts).verdict);
            EXPECT_GE(now, before) << name(question.model) << ' ' << wins;
            before = now;
        }
        EXPECT_EQ(before, 2) << name(question.model);
    }
}

TEST(SequentialTest, bounds_follow_from_the_error_rates) {
    for (const double alpha : {0.001, 0.05, 0.3}) {
        for (const double beta : {0.001, 0.05, 0.3}) {
            const SequentialTest test(Model::Wald, {0, 10, alpha, beta});
            EXPECT_LT(test.bounds().lower, 0);
            EXPECT_GT(test.bounds().upper, 0);
            EXPECT_NEAR(std::exp(test.bounds().lower), beta / (1 - alpha), 1e-12);
        }
    }
    const SequentialTest article(Model::Wald, {0, 50, 0.05, 0.05});
    EXPECT_NEAR(article.bounds().upper, 2.944438979, 1e-9);
    EXPECT_NEAR(article.evaluate(Wld{143, 143, 0}).llr, -2.951, 0.0005);
}

TEST(SequentialTestDeathTest, counts_of_another_kind_are_a_bug) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const Hypotheses hypotheses;
    EXPECT_DEATH((void)SequentialTest(Model::Pentanomial, hypotheses).evaluate(Wld{1, 1, 1}), "Ptnml");
    for (const Model model : {Model::Trinomial, Model::Wald, Model::Bayeselo, Model::BayeseloTrue}) {
        EXPECT_DEATH((void)SequentialTest(model, hypotheses).evaluate(Ptnml{}), "Wld");
    }
}

} // namespace

} // namespace sprt
