// The promises of the statistics, measured in thousands of runs with fixed seeds. The numbers are printed;
// docs/evidence.md has such numbers with their commands.

#include "sprt/ledger/ledger.hpp"
#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "tests/sprt/simulate/match_of.hpp"
#include "tests/sprt/stats/betting.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sprt {
namespace {

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

/// Results that favour the right verdict take twice as long as others: losses at true Elo 0, wins at 50.
struct EarlyFinish {
    double true_elo;
    double bias_elo;

    /// The rate of wrong verdicts.
    [[nodiscard]] double error(Model model, CountingOrder order, std::uint64_t runs) const {
        SimulatedMatch here = match_of(model, 50, 64);
        here.order = order;
        GameModel games{.true_elo = true_elo, .draws = 0.05, .bias_elo = bias_elo};
        (true_elo == 0 ? games.losses_last : games.wins_last) = 2;
        const std::string what =
            fmt::format("{} in order of {}, true Elo {}, bias {}", name(model),
                        order == CountingOrder::Schedule ? "schedule" : "completion", true_elo, bias_elo);
        const SimulatedRuns result = measure(what, here, games, runs);
        return static_cast<double>(true_elo == 0 ? result.h1 : result.h0) / static_cast<double>(runs);
    }
};

class EarlyFinishSlow : public testing::TestWithParam<EarlyFinish> {};

/// The standard error of 20 000 runs is 0.0015.
TEST_P(EarlyFinishSlow, error_rate_in_schedule_order_is_alpha) {
    EXPECT_NEAR(GetParam().error(Model::Pentanomial, CountingOrder::Schedule, 20'000), 0.05, 0.005);
}

/// The rates are above 0.57, and the standard error of 1000 runs is below 0.016.
TEST_P(EarlyFinishSlow, error_rate_in_completion_order_is_far_above_alpha) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial, Model::Wald}) {
        EXPECT_GT(GetParam().error(model, CountingOrder::Completion, 1000), 0.5);
    }
}

INSTANTIATE_TEST_SUITE_P(Truths, EarlyFinishSlow,
                         testing::Values(EarlyFinish{0, 0}, EarlyFinish{0, 300}, EarlyFinish{50, 0},
                                         EarlyFinish{50, 300}));

/// The rates are 0 and about 0.45, and the standard error of 1000 runs is below 0.016.
TEST(RecycledBookSlow, only_collapse_keeps_the_error_rate) {
    constexpr std::uint64_t kRuns = 1000;
    for (const double draws : {0.0, 0.05}) {
        const GameModel games{.draws = draws, .book = 32, .deterministic = true};
        SimulatedMatch here = match_of(Model::Pentanomial, 10);
        const SimulatedRuns collapsed =
            measure(fmt::format("collapse, book of 32, draws {}", draws), here, games, kRuns);
        EXPECT_LE(collapsed.h1, kRuns * 6 / 100);
        here.repeats = RepeatRule::Count;
        here.max_games = 200'000; // where the score of a book is half way, a run takes very long
        const SimulatedRuns counted =
            measure(fmt::format("count, book of 32, draws {}", draws), here, games, kRuns);
        EXPECT_GT(counted.h1, kRuns * 30 / 100);
    }
}

/// This book is long enough for some verdicts.
TEST(RecycledBookSlow, collapse_keeps_the_error_rate_where_it_decides) {
    constexpr std::uint64_t kRuns = 20'000;
    const GameModel games{.draws = 0.05, .book = 128, .deterministic = true};
    const SimulatedRuns runs =
        measure("collapse, book of 128, [0, 50]", match_of(Model::Pentanomial, 50), games, kRuns);
    EXPECT_LE(runs.h1, kRuns * 6 / 100);
    EXPECT_GT(runs.h0, kRuns / 4);
}

/// One opening; a share of the games is always the same. The standard error of 20 000 runs is 0.0015.
TEST(RepeatShareSlow, agents_that_repeat_some_of_their_games_are_accepted_at_alpha) {
    constexpr std::uint64_t kRuns = 20'000;
    for (const double share : {0.1, 0.5, 0.9}) {
        const SimulatedRuns runs = measure(fmt::format("repeat share {}", share),
                                           match_of(Model::Pentanomial, 50), {.repeat_share = share}, kRuns);
        EXPECT_LE(runs.h1, kRuns * 55 / 1000);
    }
}

/// Runs of independent pairs that ended with a verdict. Of 4000 runs 0.8 would warn if each had two
/// independent p.
TEST(DriftSlow, runs_of_independent_pairs_rarely_warn) {
    constexpr std::uint64_t kRuns = 4000;
    for (const double true_elo : {0.0, 25.0, 50.0}) {
        int warnings = 0;
        for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
            const SimulatedGames games({.true_elo = true_elo, .draws = 0.1, .bias_elo = 100}, seed);
            Schedule schedule(std::nullopt, std::nullopt, false);
            Ledger ledger(match_of(Model::Pentanomial, 50).test, RepeatRule::Collapse);
            while (ledger.verdict() == Verdict::Continue) {
                ledger.add(games.play(schedule.next().value()));
            }
            const Drift drift = ledger.standing().drift;
            warnings += (drift.lag_one && drift.lag_one->p < kDriftWarning) ||
                                (drift.trend && drift.trend->p < kDriftWarning)
                            ? 1
                            : 0;
        }
        fmt::print("drift, true Elo {}: {} of {} runs of independent pairs warn\n", true_elo, warnings,
                   kRuns);
        EXPECT_LE(warnings, 6);
    }
}

/// Source: published simulations of the pentanomial test and of the test of the articles, 20 000 runs each.
TEST(ExpectedGamesSlow, pairs_need_half_the_games_under_bias) {
    const GameModel games{.bias_elo = 300};
    EXPECT_NEAR(
        measure("pentanomial, bias 300", match_of(Model::Pentanomial, 50), games, 20'000).mean_games(), 146,
        5);
    EXPECT_NEAR(measure("wald, bias 300", match_of(Model::Wald, 50), games, 20'000).mean_games(), 286, 8);
}

/// The share of 4000 runs of 10 000 pairs in which a capital bet against the truth ever reaches 2 / alpha, so
/// that the confidence sequence excludes the truth at some time.
double ever_excluded(double true_elo, double draws, double bias_elo) {
    constexpr int kRuns = 4000;
    constexpr int kPairs = 10'000;
    const auto chances = play_model(true_elo, draws, bias_elo).pair;
    Betting capital(expected_score(true_elo));
    Random random(1);
    int excluded = 0;
    for (int run = 0; run < kRuns; ++run) {
        capital.clear();
        bool is_outside = false;
        for (int pair = 0; pair < kPairs && !is_outside; ++pair) {
            std::size_t points = 0;
            for (double luck = random.uniform() - chances[0]; luck >= 0 && points < 4;
                 luck -= chances[points]) {
                ++points;
            }
            capital.add(points);
            is_outside = capital.reaches(2 / 0.05);
        }
        excluded += is_outside ? 1 : 0;
    }
    const double share = static_cast<double>(excluded) / kRuns;
    fmt::print(
        "confidence sequence, true Elo {}, draws {}, bias {}: the truth was ever excluded in {:.2f} %\n",
        true_elo, draws, bias_elo, 100 * share);
    return share;
}

TEST(ConfidenceSequenceSlow, truth_is_held_at_all_times) {
    for (const double true_elo : {0.0, 50.0}) {
        for (const double bias : {0.0, 300.0}) {
            const double share = ever_excluded(true_elo, 0.05, bias);
            EXPECT_LE(share, 0.05);
            EXPECT_GE(share, 0.005); // so the intervals are not too wide to say anything
        }
    }
}

TEST(PlanSlow, simulated_runs_agree_with_the_plan) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial, Model::Wald}) {
        for (const double bias : {0.0, 200.0}) {
            const GameModel games{.true_elo = 0, .draws = 0.1, .bias_elo = bias};
            const SimulatedRuns runs = simulate(match_of(model), games, 4000, 3);
            const auto expected = plan({.hypotheses = {.elo0 = 0, .elo1 = 50},
                                        .model = model,
                                        .true_elo = games.true_elo,
                                        .draws = games.draws,
                                        .bias_elo = bias});
            EXPECT_NEAR(runs.mean_games() / expected->games, 1, 0.06) << name(model) << bias;
            EXPECT_NEAR(static_cast<double>(runs.quantile(0.5)) / expected->games_median, 1, 0.06);
            EXPECT_NEAR(static_cast<double>(runs.quantile(0.95)) / expected->games_q95, 1, 0.1);
            EXPECT_NEAR(static_cast<double>(runs.h1) / 4000, expected->p_h1, 0.02);
        }
    }
}

/// Draws do not move the ratio of wald, so its test never ends.
TEST(EndlessTestSlow, limit_of_games_ends_it) {
    const SimulatedRun run =
        simulate_run(match_of(Model::Wald), {.draws = 1, .book = 4, .deterministic = true}, 1);
    EXPECT_EQ(run.reason, EndReason::MaxGames);
    EXPECT_EQ(run.games, kMostSimulatedGames);
}

} // namespace
} // namespace sprt
