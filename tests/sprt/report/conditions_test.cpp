#include "sprt/report/conditions.hpp"
#include "tests/sprt/ledger/game_results.hpp"
#include "tests/sprt/report/held_snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run of [0, 50] that ended by a verdict after `pairs` pairs won, each with its doubt.
RunState won(std::uint64_t pairs, bool disputed, bool faulty) {
    Config config;
    config.test.elo1 = 50;
    Ledger ledger = ledger_for(config);
    for (std::uint64_t game = 0; game < 2 * pairs; ++game) {
        GameResult result = new_game(game, kWin, disputed);
        result.faulty = faulty;
        ledger.add(result);
    }
    RunState state;
    state.standing = ledger.standing();
    state.reason = EndReason::Verdict;
    return state;
}

std::vector<std::string> texts_of(const RunSnapshot& run) {
    std::vector<std::string> texts;
    for (const Condition& condition : conditions_of(run)) {
        texts.push_back(condition.text);
    }
    return texts;
}

TEST(Conditions, run_as_it_should_be_has_none) {
    const RunState state = won(30, false, false);
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

TEST(Conditions, verdict_rests_on_games_lost_by_faults) {
    const RunState state = won(30, false, true);
    EXPECT_THAT(
        texts_of(HeldSnapshot(Config(), state)),
        ElementsAre(
            "the verdict rests on games lost by faults (60): without them the LLR is 0.000, no decision."));
}

TEST(Conditions, verdict_rests_on_disputed_time_losses) {
    const RunState state = won(30, true, false);
    EXPECT_THAT(
        texts_of(HeldSnapshot(Config(), state)),
        ElementsAre(
            "the verdict rests on disputed time losses (60): without them the LLR is 0.000, no decision."));
}

TEST(Conditions, games_that_change_no_verdict_are_not_named) {
    RunState state = won(30, true, true);
    state.reason = EndReason::MaxGames;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

TEST(Conditions, unequal_time_is_named) {
    Config config;
    config.agents.agent2.time_ms = 500;
    const RunState state;
    EXPECT_THAT(texts_of(HeldSnapshot(config, state)),
                ElementsAre("the agents had unequal time for a game: agent 1 10000 ms, agent 2 500 ms."));
}

TEST(Conditions, changes_that_were_forced_are_named) {
    const RunState state;
    HeldSnapshot held(Config(), state);
    held.run.session_changes = {"from game 8 on, accepted with --force: agent 1's executable changed"};
    EXPECT_THAT(texts_of(held),
                ElementsAre("from game 8 on, accepted with --force: agent 1's executable changed."));
}

TEST(Conditions, drift_is_named_below_one_in_ten_thousand) {
    RunState state;
    state.standing.drift = {.pairs = 400, .lag_one = Correlation{0.3, 2e-9}, .trend = Correlation{0.1, 2e-4}};
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)),
                ElementsAre(HasSubstr(
                    "pairs resemble the pair before them (correlation 0.30 over 400 pairs, p = 2.0e-09)")));
    state.standing.drift.lag_one->r = -0.3;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)),
                ElementsAre(HasSubstr("pairs are unlike the pair before them")));
    state.standing.drift.trend->p = 9e-5;
    state.standing.drift.lag_one.reset();
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)),
                ElementsAre(HasSubstr("the score changed in the course of the run")));
}

TEST(Conditions, copies_that_count_are_no_drift) {
    RunState state;
    state.standing.drift = {.pairs = 400, .lag_one = Correlation{0.3, 2e-9}, .trend = {}};
    state.standing.whole_pairs = 400;
    state.standing.distinct_pairs = 32;
    Config config;
    config.repeats = "count";
    EXPECT_THAT(texts_of(HeldSnapshot(config, state)), IsEmpty());
}

} // namespace
} // namespace sprt
