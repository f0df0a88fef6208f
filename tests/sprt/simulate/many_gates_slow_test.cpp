// Ledgers of many gates, each a simulated run, at a fixed level and with a false discovery rate. The numbers
// are printed; docs/simulations.md has them.

#include "sprt/simulate/random.hpp"
#include "sprt/simulate/simulated_run.hpp"
#include "sprt/stats/many/false_acceptances.hpp"
#include "sprt/stats/many/lord.hpp"
#include "tests/sprt/simulate/match_of.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sprt {
namespace {

/// Means over ledgers.
struct LedgerMeans {
    double fdr = 0;           ///< the share of worthless patches among those that passed
    double worthless = 0;     ///< worthless patches that passed
    double estimated = 0;     ///< what false_acceptances() says of them
    double good_accepted = 0; ///< the share of good patches that passed
    double games = 0;         ///< of a gate
};

/// `fdr`: empty for an alpha of 5 %.
LedgerMeans play_ledgers(double worthless_share, std::optional<double> fdr) {
    constexpr int kLedgers = 400;
    constexpr std::uint64_t kGates = 100;
    LedgerMeans means;
    Random random(1);
    double good = 0;
    for (int ledger = 0; ledger < kLedgers; ++ledger) {
        std::vector<std::uint64_t> discoveries;
        std::vector<DecidedTest> decided;
        double wrong = 0;
        for (std::uint64_t gate = 1; gate <= kGates; ++gate) {
            const double alpha = fdr ? lord_level(*fdr, gate, discoveries) : 0.05;
            const SimulatedMatch match{
                .test = {Model::Pentanomial, TestKind::Sprt, {.elo0 = 0, .elo1 = 50, .alpha = alpha}},
                .repeats = RepeatRule::Collapse};
            const bool is_worthless = random.uniform() < worthless_share;
            const SimulatedRun run =
                simulate_run(match, {.true_elo = is_worthless ? 0.0 : 50.0, .draws = 0.05}, random.bits());
            const bool passed = run.verdict == Verdict::H1;
            decided.push_back({alpha, 0.05, passed});
            means.games += static_cast<double>(run.games) / kGates / kLedgers;
            good += is_worthless ? 0 : 1;
            means.good_accepted += !is_worthless && passed ? 1 : 0;
            wrong += is_worthless && passed ? 1 : 0;
            if (passed) {
                discoveries.push_back(gate);
            }
        }
        means.worthless += wrong / kLedgers;
        means.fdr += wrong / std::max<double>(1, static_cast<double>(discoveries.size())) / kLedgers;
        means.estimated += false_acceptances(decided).expected / kLedgers;
    }
    means.good_accepted /= std::max(good, 1.0);
    return means;
}

TEST(ManyGatesSlow, false_discovery_rate_is_kept_where_a_fixed_level_does_not_keep_it) {
    constexpr double kRate = 0.1;
    for (const double share : {0.5, 0.9, 0.98}) {
        const LedgerMeans fixed = play_ledgers(share, std::nullopt);
        const LedgerMeans kept = play_ledgers(share, kRate);
        for (const auto& [what, means] : {std::pair("alpha 5 %", &fixed), std::pair("--fdr 0.1", &kept)}) {
            fmt::print(
                "{:.0f} % worthless, {}: {:.2f} % of those that passed are worthless, {:.2f} of 100 gates "
                "(estimated: {:.2f}); {:.1f} % of good ones passed; {:.0f} games a gate\n",
                100 * share, what, 100 * means->fdr, means->worthless, means->estimated,
                100 * means->good_accepted, means->games);
        }
        EXPECT_LE(kept.fdr, kRate);
        EXPECT_NEAR(kept.estimated, kept.worthless, 0.35);
        EXPECT_GT(kept.good_accepted, 0.9) << "the price is games, not good patches";
        EXPECT_EQ(fixed.fdr > kRate, share > 0.8);
    }
}

} // namespace
} // namespace sprt
