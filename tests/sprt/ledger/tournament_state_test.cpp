#include "sprt/ledger/tournament_state.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

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
    const Results results = results_of(state, Anchor{.agent = 1, .elo = 7});
    EXPECT_EQ(results.agents, 3U);
    ASSERT_EQ(results.pairings.size(), 1U);
    EXPECT_EQ(results.pairings[0].a, 2U);
    EXPECT_EQ(results.pairings[0].pairs, (Ptnml{{0, 1, 0, 0, 1}}));
    EXPECT_EQ(results.pairings[0].by_opening[1].opening, 5U);
    EXPECT_EQ(results.anchor->elo, 7);
    EXPECT_FALSE(has_withdrawn(state));
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
    EXPECT_EQ(trusted_results_of(state, {}).pairings[0].pairs, state.pairings[0].pairs);
    state.distrusted = {2};
    EXPECT_EQ(distrusted_pairs(state), 1U) << "a liar played one of its games";
    EXPECT_EQ(trusted_results_of(state, {}).pairings[0].pairs, (Ptnml{{0, 0, 1, 0, 1}}));
}

} // namespace
} // namespace sprt
