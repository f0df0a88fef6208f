#include "sprt/stats/sequential_test.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

namespace sprt {
namespace {

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
