#include "sprt/report/tournament/tournament_text.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/support/snapshot.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace sprt {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

OpeningsFacts facts_of(const TournamentSample& sample) {
    return make_openings(sample.plan.schedule.base.openings, 5, referee::Game::Ataxx)->facts();
}

TEST(TournamentText, transcripts_equal_the_snapshots) {
    for (const TournamentSample& sample : tournament_samples()) {
        const std::string text = tournament_head(sample.plan, facts_of(sample), "", {}) +
                                 tournament_tail(sample.plan, sample.state);
        const std::string file = "sprt/report/tournament/snapshots/" + sample.name + ".txt";
        EXPECT_EQ(text, referee::testing_support::snapshot(file, text)) << sample.name;
    }
}

TEST(TournamentText, head_names_what_is_not_as_usual) {
    Config config = tournament_of(2, 9);
    config.play.game = "tic-tac-toe";
    config.openings = "random:1";
    config.max_faults = {1};
    config.agents[1].time_ms = 70;
    const TournamentPlan plan = tournament_plan_of(config);
    const auto facts = make_openings(plan.schedule.base.openings, 5, referee::Game::TicTacToe)->facts();
    EXPECT_EQ(
        tournament_head(plan, facts, "Walls: some\n", {1}),
        "Game: tic-tac-toe\n"
        "Round robin of 2 agents, 9 rounds\n"
        "  1 a\n"
        "  2 b\n"
        "Openings: random:1, enough for 3 rounds; not in games of b, not offering OPENING\n"
        "Games: 10000 ms or 70 ms, 8 turns at most, 1 at once; an agent with more than 1 fault is withdrawn\n"
        "Walls: some\n"
        "Seed: 5\n\n");
}

TEST(TournamentText, head_names_the_rules_of_withdrawal) {
    Config config = tournament_of(2, 9);
    TournamentPlan plan = tournament_plan_of(config);
    plan.counting.time_losses = 8;
    EXPECT_THAT(tournament_head(plan, {}, {}, {}), HasSubstr(" at once\n"));
    plan.counting.max_faults = 3;
    EXPECT_THAT(tournament_head(plan, {}, {}, {}),
                HasSubstr("; an agent with more than 3 faults, or with 8 losses on time in a row, is "
                          "withdrawn\n"));
}

TEST(TournamentText, notes_name_the_agents_that_were_skipped) {
    TournamentPlan plan = tournament_plan_of(tournament_of(2, 9));
    plan.skipped = {{.name = "bro\nken", .command = {"x"}, .why = "exited 7"}};
    EXPECT_THAT(standings_of(plan, TournamentTally(plan.counting).state()).notes,
                Contains("Skipped, because its check game failed: bro\\x0aken (exited 7)."));
}

/// A volunteer alone played all games; a is removed after a look.
TEST(TournamentText, notes_name_the_agents_that_only_one_volunteer_saw_fail) {
    Config config = tournament_of(3, 9);
    config.max_faults = {1};
    TournamentPlan plan = tournament_plan_of(config);
    TournamentTally tally(plan.counting);
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, referee::Winner::Agent2);
        make_crash(record, referee::Player::Agent1);
        record.worker = "v-eve";
        tally.add(record);
    }
    const auto note = [](const char* who) {
        return fmt::format("Not withdrawn, because a single volunteer saw most of what went wrong: {}; "
                           "sprt resume DIR --remove NAME takes an agent out.",
                           who);
    };
    EXPECT_THAT(standings_of(plan, tally.state()).notes, Contains(note("a, b")));
    plan.counting.rules.stages.back().agents = {1, 2};
    EXPECT_THAT(standings_of(plan, tally.state()).notes, Contains(note("b")));
}

TEST(TournamentText, end_is_a_sentence_for_each_reason) {
    const struct {
        const char* sample;
        const char* sentence;
    } rows[] = {
        {"rounds", "12 rounds were played."},
        {"many", "1 round was played."},
        {"separated", "After 20 rounds all neighbours that still play are certain."},
        {"repeats", "After 4 rounds the agents only repeat the same games."},
        {"used_up", "The openings are used up after 5 rounds."},
        {"max_faults", "After 1 round no two agents are left that meet."},
        {"ladder", "Not over: 2 rounds and 31 games so far."},
        {"no_games", "Not over: 0 rounds and 0 games so far."},
    };
    for (const auto& row : rows) {
        const TournamentSample sample = tournament_sample(row.sample);
        EXPECT_EQ(tournament_end(sample.plan, sample.state, ""), row.sentence);
    }
    const TournamentSample best = tournament_sample("best");
    EXPECT_THAT(tournament_end(best.plan, best.state, ""), ::testing::EndsWith(" rounds a is the best."));
    const TournamentSample ladder = tournament_sample("ladder");
    EXPECT_EQ(tournament_end(ladder.plan, ladder.state, "SIGTERM"),
              "Interrupted by SIGTERM after 2 rounds and 31 games.");
}

TEST(TournamentText, title_says_how_far_it_was_played) {
    const struct {
        const char* sample;
        const char* title;
    } rows[] = {{"rounds", "Round robin of 4, 12 rounds"},       {"gauntlet", "Gauntlet of 4, 6 rounds"},
                {"ladder", "Ladder of 5, 2 of 4 rounds"},        {"stages", "Round robin of 4, 8 rounds"},
                {"no_games", "Round robin of 3, 0 of 3 rounds"}, {"many", "Round robin of 15, 1 round"}};
    for (const auto& row : rows) {
        const TournamentSample sample = tournament_sample(row.sample);
        EXPECT_EQ(tournament_title(sample.plan, sample.state), row.title);
    }
}

TEST(TournamentText, line_of_a_game_names_both_agents_and_the_round) {
    const TournamentSample sample = tournament_sample("rounds");
    referee::GameRecord record =
        record_of({.game = 7, .round = 2, .meeting = {1, 3}, .is_catch_up = false}, referee::Winner::Agent2);
    EXPECT_THAT(tournament_game(sample.plan, record), StartsWith("b - d (round 3): d(O) WINS"));
    make_crash(record, referee::Player::Agent1);
    EXPECT_THAT(tournament_game(sample.plan, record), HasSubstr("| b crashed"));
}

TEST(TournamentText, changes_of_sessions_are_warnings_at_the_end) {
    const TournamentSample sample = tournament_sample("two");
    EXPECT_THAT(tournament_facts(sample.plan, sample.state, "", {"one", "two"}),
                ::testing::EndsWith("Seed: 5\nWarning: one.\nWarning: two.\n"));
    EXPECT_THAT(tournament_facts(sample.plan, sample.state, "", {}), ::testing::EndsWith("Seed: 5\n"));
}

/// The table shows faults and time losses.
TEST(TournamentText, disputed_time_losses_are_doubts_and_others_are_none) {
    TournamentSample sample = tournament_sample("rounds");
    AgentState& agent = sample.state.agents[1];
    agent.time_losses = 3;
    EXPECT_THAT(tournament_tail(sample.plan, sample.state), Not(HasSubstr("Warning")));
    agent.disputed = 2;
    EXPECT_THAT(tournament_tail(sample.plan, sample.state),
                HasSubstr("Warning: agent " + sample.plan.agents[1].name +
                          " had 0 faults and 3 time losses, 2 of them disputed.\n"));
}

TEST(TournamentText, status_tells_the_round_the_pair_the_pace_and_faults) {
    TournamentTally tally(tournament_plan_of(tournament_of(4, 5)).counting);
    EXPECT_EQ(tournament_status(tally, 0, std::chrono::seconds(0)),
              "Round 1/5  pair 1/6  games 0/60  faults 0");
    play_on(tally, earlier_wins, 15);
    EXPECT_EQ(tournament_status(tally, 0, std::chrono::seconds(3)),
              "Round 2/5  pair 2/6  games 15/60  5.0 games/s  9 s left  faults 0");
    EXPECT_EQ(tournament_status(tally, 12, std::chrono::seconds(3)),
              "Round 2/5  pair 2/6  games 15/60  1.0 games/s  45 s left  faults 0")
        << "games of an earlier session tell nothing of the pace";
    referee::GameRecord record = record_of(*tally.next(), {});
    make_crash(record, referee::Player::Agent1);
    tally.add(record);
    play_on(tally, earlier_wins);
    EXPECT_THAT(tournament_status(tally, 0, std::chrono::seconds(0)),
                StartsWith("Round 5/5  games 60/60  faults 1"));
}

/// Agents a and b; b wins the pairs of eve, and a those of ann.
TEST(TournamentText, note_says_whether_the_order_rests_on_workers_that_lied) {
    const TournamentPlan plan = tournament_plan_of(tournament_of(2, 9));
    const auto note_without = [&](std::set<std::string> liars) {
        TournamentTally tally(plan.counting);
        while (const auto planned = tally.next()) {
            const bool is_eve = planned->round < 6;
            auto record = record_of(*planned, is_eve ? referee::Winner::Agent2 : referee::Winner::Agent1);
            record.worker = is_eve ? "eve" : "ann";
            tally.add(record);
        }
        tally.distrust(std::move(liars));
        return standings_of(plan, tally.state()).notes.back();
    };
    EXPECT_EQ(note_without({"eve"}),
              "Workers that were caught lying played 6 of the pairs that count: without "
              "them a would stand in the place of b.");
    EXPECT_EQ(note_without({"ann"}),
              "Workers that were caught lying played 3 of the pairs that count: without "
              "them the order would be the same.");
    EXPECT_THAT(note_without({}), Not(HasSubstr("lying")));
}

} // namespace
} // namespace sprt
