#include "sprt/ledger/tournament_tally.hpp"
#include "tests/sprt/ledger/played_tournament.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt {
namespace {

using referee::Winner;
using ::testing::ElementsAre;

/// A pair for each word, its games as letters: `w`, `l`, `d` by agent a, `x` not scored. Pairs of the same
/// digit are copies of each other: `wl1 wl1`.
struct Counted {
    PairingResults results{.a = 0, .b = 1};
    std::vector<std::optional<PairCounts>> counts;
    double last_score = 0;
};

Counted count_pairs(const std::string& words) {
    Counted counted;
    PairingTally tally;
    std::uint64_t game = 0;
    std::istringstream in(words);
    for (std::string word; in >> word;) {
        for (int i = 0; i < 2; ++i, ++game) {
            const char result = word[static_cast<std::size_t>(i)];
            const auto winner = result == 'x'   ? std::nullopt
                                : result == 'd' ? std::optional(Winner::Draw)
                                : result == 'w' ? std::optional(Winner::Agent1)
                                                : std::optional(Winner::Agent2);
            referee::GameRecord record =
                record_of({.game = game, .round = game / 2, .meeting = {0, 1}, .is_catch_up = false}, winner);
            if (word.size() > 2) {
                record.opening = {{1, 1, 1, 1}};
                record.moves = {{.numbers = {word[2] - '0', i, 1, 1}, .took = {}}};
            }
            if (result == 'x') {
                record.termination = referee::Termination::RefereeFailure;
            }
            counted.counts.push_back(tally.add(record, {result_of(record)}, game / 2, counted.results));
        }
    }
    counted.last_score = tally.last_score();
    return counted;
}

TEST(PairingTally, pairs_are_counted_by_the_points_of_agent_a) {
    const struct {
        const char* pairs;
        Ptnml counted;
        Wld games;
        Wld counted_games;
        std::uint64_t whole;
        std::uint64_t repeats;
        std::uint64_t dropped;
        std::uint64_t unscored;
        bool counts_copies = false;
        bool is_saturated = false;
    } rows[] = {
        {"", Ptnml{}, {}, {}, 0, 0, 0, 0},
        {"ww ll dd wl wd ld", Ptnml{{1, 1, 2, 1, 1}}, {4, 4, 4}, {4, 4, 4}, 6, 0, 0, 0},
        {"ww xw lx xx ll", Ptnml{{1, 0, 0, 0, 1}}, {3, 3, 0}, {2, 2, 0}, 2, 0, 3, 4},
        // Copies count nothing as long as all pairs from the opening are alike; the third in a row saturates.
        {"wl1 wl1", Ptnml{{0, 0, 1, 0, 0}}, {2, 2, 0}, {1, 1, 0}, 2, 1, 0, 0},
        {"wl1 wl1 wl1", Ptnml{{0, 0, 1, 0, 0}}, {3, 3, 0}, {1, 1, 0}, 3, 2, 0, 0},
        {"wl1 wl1 wl1 wl1", Ptnml{{0, 0, 1, 0, 0}}, {4, 4, 0}, {1, 1, 0}, 4, 3, 0, 0, false, true},
        // A pair that differs shows chance: then all count, those before too.
        {"wl1 wl1 ww2", Ptnml{{0, 0, 2, 0, 1}}, {4, 2, 0}, {4, 2, 0}, 3, 1, 0, 0, true},
        {"wl1 wl1 ww2 ll3", Ptnml{{1, 0, 2, 0, 1}}, {4, 4, 0}, {4, 4, 0}, 4, 1, 0, 0, true},
        {"wl1 ww2 wl1 wl1 wl1 wl1", Ptnml{{0, 0, 5, 0, 1}}, {7, 5, 0}, {7, 5, 0}, 6, 4, 0, 0, true},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.pairs);
        const PairingResults results = count_pairs(row.pairs).results;
        EXPECT_EQ(results.pairs, row.counted);
        EXPECT_EQ(results.games, row.games);
        EXPECT_EQ(results.counted_games, row.counted_games);
        EXPECT_EQ(results.whole, row.whole);
        EXPECT_EQ(results.repeats, row.repeats);
        EXPECT_EQ(results.dropped, row.dropped);
        EXPECT_EQ(results.unscored, row.unscored);
        EXPECT_EQ(results.counts_copies, row.counts_copies);
        EXPECT_EQ(results.is_saturated, row.is_saturated);
        EXPECT_EQ(results.by_opening.size(), results.pairs.pairs()) << "the openings of those that count";
    }
}

TEST(PairingTally, each_pair_is_told_after_its_second_game) {
    const Counted counted = count_pairs("wl1 wl1 xw ww2 ld");
    EXPECT_THAT(counted.counts, ElementsAre(std::nullopt, PairCounts::Counted, std::nullopt, PairCounts::Copy,
                                            std::nullopt, PairCounts::Dropped, std::nullopt,
                                            PairCounts::Counted, std::nullopt, PairCounts::Counted));
    EXPECT_EQ(counted.last_score, 0.25);
}

TEST(PairingTally, pair_from_two_openings_is_dropped) {
    PairingTally tally;
    PairingResults results;
    referee::GameRecord record =
        record_of({.game = 0, .round = 0, .meeting = {0, 1}, .is_catch_up = false}, Winner::Draw);
    EXPECT_FALSE(tally.add(record, {result_of(record)}, 0, results));
    record.game = 1;
    record.opening = {{7, 7, 7, 6}};
    EXPECT_EQ(tally.add(record, {result_of(record)}, 0, results), PairCounts::Dropped);
    EXPECT_EQ(results.dropped, 1U);
    EXPECT_EQ(results.whole, 0U);
}

TEST(PairingTally, faults_and_tampering_are_counted_by_player) {
    PairingTally tally;
    PairingResults results;
    for (std::uint64_t game = 0; game < 4; ++game) {
        referee::GameRecord record = record_of(
            {.game = game, .round = game / 2, .meeting = {0, 1}, .is_catch_up = false}, Winner::Agent1);
        record.termination = game == 3 ? referee::Termination::Timeout : referee::Termination::Crashed;
        record.fault = referee::FaultNote{referee::Player::Agent2, "why", ""};
        record.disturbances.tampering = {1, 0};
        static_cast<void>(tally.add(record, {result_of(record)}, game / 2, results));
    }
    EXPECT_EQ(results.faults.agent2.faults(), 3U);
    EXPECT_EQ(results.faults.agent2.time_losses(), 1U);
    EXPECT_EQ(results.faults.agent1.faults(), 0U);
    EXPECT_EQ(results.tampering, (referee::PerPlayer<int>{4, 0}));
}

/// run.json of every version holds these words.
TEST(TournamentState, reasons_have_the_names_of_run_json) {
    using enum TournamentEnd;
    const struct {
        TournamentEnd reason;
        const char* name;
    } rows[] = {{Rounds, "rounds"},
                {Separated, "separated"},
                {Best, "best"},
                {Repeats, "repeats"},
                {OpeningsUsedUp, "openings_used_up"},
                {MaxFaults, "max_faults"},
                {Interrupted, "interrupted"}};
    for (const auto& row : rows) {
        EXPECT_EQ(name(row.reason), row.name);
    }
}

TEST(TournamentState, reasons_of_withdrawals_have_the_names_of_run_json) {
    EXPECT_EQ(name(Flaw::Faults), "faults");
    EXPECT_EQ(name(Flaw::Tampering), "tampering");
    EXPECT_EQ(name(Flaw::TimeLosses), "time_losses");
}

TEST(TournamentState, ratings_are_of_the_pairs_that_count) {
    TournamentState state;
    state.agents.resize(3);
    state.pairings = {{.a = 2,
                       .b = 1,
                       .games = {9, 9, 9},
                       .pairs = Ptnml{{0, 1, 0, 0, 1}},
                       .by_opening = {{.opening = 4, .half_points = 1}, {.opening = 5, .half_points = 4}}}};
    const Crosstable results = results_of(state, Anchor{.agent = 1, .elo = 7});
    EXPECT_EQ(results.agents, 3U);
    ASSERT_EQ(results.pairings.size(), 1U);
    EXPECT_EQ(results.pairings[0].a, 2U);
    EXPECT_EQ(results.pairings[0].pairs, (Ptnml{{0, 1, 0, 0, 1}}));
    EXPECT_EQ(results.pairings[0].by_opening[1].opening, 5U);
    EXPECT_EQ(results.anchor->elo, 7);
    EXPECT_FALSE(has_withdrawn(state));
    state.pairings[0].is_apart = true;
    EXPECT_TRUE(has_withdrawn(state));
    state.pairings[0].is_apart = false;
    state.agents[2].withdrawn = {0, Flaw::Tampering};
    EXPECT_TRUE(has_withdrawn(state));
}

TEST(TournamentState, pairs_of_liars_are_left_out_of_the_trusted_results) {
    TournamentState state;
    state.agents.resize(2);
    state.pairings = {{.a = 0,
                       .b = 1,
                       .pairs = Ptnml{{1, 0, 1, 0, 1}},
                       .by_opening = {{.opening = 0, .half_points = 4},
                                      {.opening = 1, .half_points = 0},
                                      {.opening = 2, .half_points = 2}},
                       .played_by = {{1, 1}, {0, 2}, {0, 0}}}};
    EXPECT_EQ(distrusted_pairs(state), 0U);
    EXPECT_EQ(results_of(state, {}, true).pairings[0].pairs, state.pairings[0].pairs);
    state.distrusted = {2};
    EXPECT_EQ(distrusted_pairs(state), 1U) << "a liar played one of its games";
    EXPECT_EQ(results_of(state, {}, true).pairings[0].pairs, (Ptnml{{0, 0, 1, 0, 1}}));
}

} // namespace
} // namespace sprt
