#include "sprt/schedule/schedule.hpp"
#include "sprt/simulate/simulated_run.hpp"
#include "sprt/simulate/simulation.hpp"
#include "tests/sprt/simulate/match_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace sprt {
namespace {

TEST(VirtualWorkers, every_game_finishes_once_and_after_the_first_of_its_pair) {
    for (const std::uint64_t count : {1U, 3U, 16U}) {
        Schedule schedule(101, std::nullopt, false);
        SimulatedGames games({.losses_last = 20}, 5);
        VirtualWorkers workers(count, schedule, games);
        std::set<std::uint64_t> finished;
        while (const auto result = workers.next(finished.size())) {
            EXPECT_TRUE(finished.insert(result->game).second);
            EXPECT_TRUE(result->game % 2 == 0 || finished.contains(result->game - 1)) << result->game;
        }
        EXPECT_EQ(finished.size(), 101u);
        EXPECT_EQ(workers.begun(), 101u);
    }
}

TEST(VirtualWorkers, no_pair_begins_beyond_the_lead) {
    Schedule schedule(1000, std::nullopt, false);
    SimulatedGames games({}, 5);
    VirtualWorkers workers(4, schedule, games);
    EXPECT_EQ(workers.lead(), 4 * kLeadPerWorker);
    std::vector<std::uint64_t> finished;
    while (const auto result = workers.next(0)) {
        finished.push_back(result->game);
    }
    EXPECT_EQ(finished.size(), workers.lead());
    EXPECT_EQ(workers.begun(), workers.lead());
}

} // namespace

namespace {

TEST(SimulatedRun, run_is_a_function_of_its_seed) {
    const GameModel model{.true_elo = 10, .draws = 0.1};
    const SimulatedMatch here = match_of(Model::Trinomial, 30, 3);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const SimulatedRun a = simulate_run(here, model, seed);
        const SimulatedRun b = simulate_run(here, model, seed);
        EXPECT_EQ(a.verdict, b.verdict);
        EXPECT_EQ(a.games, b.games);
        EXPECT_EQ(a.games_beyond, b.games_beyond);
    }
}

TEST(SimulatedRun, single_worker_plays_nothing_beyond_the_verdict) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SimulatedRun run = simulate_run(match_of(Model::Pentanomial), {}, seed);
        EXPECT_EQ(run.reason, EndReason::Verdict);
        EXPECT_NE(run.verdict, Verdict::Continue);
        EXPECT_EQ(run.games_beyond, 0u);
        EXPECT_EQ(run.games % 2, 0u);
    }
}

/// One game in a hundred takes as long as all others.
TEST(SimulatedRun, games_begun_are_at_most_the_lead_ahead) {
    constexpr std::uint64_t kConcurrency = 4;
    constexpr std::uint64_t kLead = kConcurrency * kLeadPerWorker;
    std::uint64_t most = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GameModel model{.true_elo = 800, .losses_last = 1e6};
        SimulatedMatch here = match_of(Model::Pentanomial, 1500, kConcurrency);
        here.max_games = 10'000;
        most = std::max(most, simulate_run(here, model, seed).games_beyond);
    }
    EXPECT_LE(most, kLead + 1); // pairs begin whole
    EXPECT_GE(most, kLead - 2);
}

TEST(SimulatedRun, deterministic_games_from_one_opening_are_equal) {
    SimulatedMatch here = match_of(Model::Pentanomial);
    here.repeats = RepeatRule::Count;
    const GameModel model{.book = 1, .deterministic = true};
    // Source: games until the verdict of equal pairs, measured with the reference tools: 40 when each agent
    // wins one game, 46 when agent 1 wins both, 40 when it loses both. There are no draws.
    bool ended_h0 = false;
    bool ended_h1 = false;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const SimulatedRun run = simulate_run(here, model, seed);
        EXPECT_EQ(run.games, run.verdict == Verdict::H1 ? 46u : 40u);
        ended_h0 = ended_h0 || run.verdict == Verdict::H0;
        ended_h1 = ended_h1 || run.verdict == Verdict::H1;
    }
    EXPECT_TRUE(ended_h0 && ended_h1);
    EXPECT_GT(simulate(here, {.book = 1}, 50, 1).games.back(), 46u); // other games differ
}

} // namespace
} // namespace sprt
