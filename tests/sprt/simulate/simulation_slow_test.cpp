// The promises of the statistics, measured over thousands of runs with fixed seeds. The numbers are printed;
// docs/simulations.md has them with the commands.

#include "sprt/simulate/random.hpp"
#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/confidence_sequence.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/play_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sprt {
namespace {

SimulatedMatch match(Model model, double elo1, std::uint64_t concurrency = 1) {
    return {.test = {model, TestKind::Sprt, {.elo0 = 0, .elo1 = elo1}},
            .repeats = default_repeat_rule(model),
            .concurrency = concurrency};
}

SimulatedRuns measure(const std::string& what, const SimulatedMatch& match, const GameModel& model,
                      std::uint64_t runs) {
    const SimulatedRuns result = simulate(match, model, runs, 1);
    const auto percent = [&](std::uint64_t count) {
        return 100 * static_cast<double>(count) / static_cast<double>(runs);
    };
    fmt::print("{}: H1 {:.2f} %, H0 {:.2f} %, no decision {:.2f} %; {:.1f} +- {:.1f} games, {:.1f} beyond\n",
               what, percent(result.h1), percent(result.h0), percent(result.undecided()), result.mean_games(),
               result.standard_error().value(), result.games_beyond);
    return result;
}

/// The games that a wrong verdict would like last the shorter half as long: losses at true Elo 0, wins at 50.
struct EarlyFinish {
    double true_elo;
    double bias_elo;

    [[nodiscard]] double error(Model model, CountingOrder order) const {
        constexpr std::uint64_t kRuns = 20'000;
        SimulatedMatch here = match(model, 50, 64);
        here.order = order;
        GameModel games{.true_elo = true_elo, .draws = 0.05, .bias_elo = bias_elo};
        (true_elo == 0 ? games.losses_last : games.wins_last) = 2;
        const std::string what =
            fmt::format("{} in order of {}, true Elo {}, bias {}", name(model),
                        order == CountingOrder::Schedule ? "schedule" : "completion", true_elo, bias_elo);
        const SimulatedRuns runs = measure(what, here, games, kRuns);
        return static_cast<double>(true_elo == 0 ? runs.h1 : runs.h0) / kRuns;
    }
};

class EarlyFinishSlow : public testing::TestWithParam<EarlyFinish> {};

TEST_P(EarlyFinishSlow, DoesNotMoveTheErrorRate) {
    EXPECT_NEAR(GetParam().error(Model::Pentanomial, CountingOrder::Schedule), 0.05, 0.005);
}

/// What the test above would say if games were counted as they finish.
TEST_P(EarlyFinishSlow, RuinsTestsThatCountInOrderOfCompletion) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial, Model::Wald}) {
        EXPECT_GT(GetParam().error(model, CountingOrder::Completion), 0.15);
    }
}

INSTANTIATE_TEST_SUITE_P(Truths, EarlyFinishSlow,
                         testing::Values(EarlyFinish{0, 0}, EarlyFinish{0, 300}, EarlyFinish{50, 0},
                                         EarlyFinish{50, 300}));

TEST(RecycledBookSlow, OnlyCollapseKeepsTheErrorRate) {
    constexpr std::uint64_t kRuns = 4000;
    for (const double draws : {0.0, 0.05}) {
        const GameModel games{.draws = draws, .book = 32, .deterministic = true};
        SimulatedMatch here = match(Model::Pentanomial, 10);
        const SimulatedRuns collapsed =
            measure(fmt::format("collapse, book of 32, draws {}", draws), here, games, kRuns);
        EXPECT_LE(collapsed.h1, kRuns * 6 / 100);
        here.repeats = RepeatRule::Count;
        here.max_games = 1'000'000; // a book whose score lies right between the hypotheses takes very long
        const SimulatedRuns counted =
            measure(fmt::format("count, book of 32, draws {}", draws), here, games, kRuns);
        EXPECT_GT(counted.h1, kRuns * 30 / 100);
    }
}

/// The same where the book is long enough for some verdicts.
TEST(RecycledBookSlow, CollapseMayDecideBeforeTheBookEnds) {
    constexpr std::uint64_t kRuns = 20'000;
    const GameModel games{.draws = 0.05, .book = 128, .deterministic = true};
    const SimulatedRuns runs =
        measure("collapse, book of 128, [0, 50]", match(Model::Pentanomial, 50), games, kRuns);
    EXPECT_LE(runs.h1, kRuns * 6 / 100);
    EXPECT_GT(runs.h0, kRuns / 4);
}

/// Source: the published simulations of the pentanomial test against the articles', 20 000 runs each.
TEST(ExpectedGamesSlow, PairsNeedHalfTheGamesUnderBias) {
    const GameModel games{.bias_elo = 300};
    EXPECT_NEAR(measure("pentanomial, bias 300", match(Model::Pentanomial, 50), games, 20'000).mean_games(),
                146, 5);
    EXPECT_NEAR(measure("wald, bias 300", match(Model::Wald, 50), games, 20'000).mean_games(), 286, 8);
}

/// In how many of 4000 runs, looked at after each of 10 000 pairs, the sequence ever excludes the truth.
double ever_excluded(double true_elo, double draws, double bias_elo) {
    constexpr int kRuns = 4000;
    constexpr int kPairs = 10'000;
    const double limit = std::log(2 / 0.05);
    const double mean = expected_score(true_elo);
    const auto chances = play_model(true_elo, draws, bias_elo).pair;
    Random random(1);
    int excluded = 0;
    for (int run = 0; run < kRuns; ++run) {
        Ptnml pairs;
        // Bets are below 1, so that a pair multiplies the capital by its score / mean at most. Until that
        // could have led to the limit the capital need not be computed.
        double most_above = 0;
        double most_below = 0;
        bool outside = false;
        for (int pair = 0; pair < kPairs && !outside; ++pair) {
            std::size_t points = 0;
            for (double luck = random.uniform() - chances[0]; luck >= 0 && points < 4;
                 luck -= chances[points]) {
                ++points;
            }
            ++pairs.counts[points];
            const double score = static_cast<double>(points) / 4;
            most_above += score > mean ? std::log(score / mean) : 0;
            most_below += score < mean ? std::log((1 - score) / (1 - mean)) : 0;
            if (most_above >= limit) {
                most_above = log_capital_above(pairs, mean);
                outside = most_above >= limit;
            }
            if (most_below >= limit) {
                most_below = log_capital_below(pairs, mean);
                outside = outside || most_below >= limit;
            }
        }
        excluded += outside ? 1 : 0;
    }
    const double share = static_cast<double>(excluded) / kRuns;
    fmt::print(
        "confidence sequence, true Elo {}, draws {}, bias {}: the truth was ever excluded in {:.2f} %\n",
        true_elo, draws, bias_elo, 100 * share);
    return share;
}

TEST(ConfidenceSequenceSlow, HoldsTheTruthAtAllTimes) {
    for (const double true_elo : {0.0, 50.0}) {
        for (const double bias : {0.0, 300.0}) {
            const double share = ever_excluded(true_elo, 0.05, bias);
            EXPECT_LE(share, 0.05);
            EXPECT_GE(share, 0.005); // it could fail
        }
    }
}

} // namespace
} // namespace sprt
