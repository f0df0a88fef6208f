#include "sprt/report/outcome.hpp"
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
    for (const Doubt& doubt : doubts_of(run)) {
        texts.push_back(doubt.text);
    }
    return texts;
}

TEST(Doubts, run_as_it_should_be_has_none) {
    const RunState state = won(30, false, false);
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

TEST(Doubts, verdict_rests_on_games_lost_by_faults) {
    const RunState state = won(30, false, true);
    EXPECT_THAT(
        texts_of(HeldSnapshot(Config(), state)),
        ElementsAre(
            "the verdict rests on games lost by faults (60): without them the LLR is 0.000, no decision."));
}

TEST(Doubts, verdict_rests_on_disputed_time_losses) {
    const RunState state = won(30, true, false);
    EXPECT_THAT(
        texts_of(HeldSnapshot(Config(), state)),
        ElementsAre(
            "the verdict rests on disputed time losses (60): without them the LLR is 0.000, no decision."));
}

TEST(Doubts, verdict_rests_on_workers_that_were_caught_lying) {
    RunState state = won(30, false, false);
    state.trusted_evaluation = Evaluation{.llr = 1.5, .verdict = Verdict::Continue};
    state.distrusted_pairs = 12;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)),
                ElementsAre("the verdict rests on pairs of workers that were caught lying (12): without them "
                            "the LLR is 1.500, no decision."));
    state.trusted_evaluation->verdict = Verdict::H1;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

TEST(Doubts, verdict_rests_on_adjudication_when_no_game_was_verified) {
    Config config;
    config.test.elo1 = 50;
    Ledger ledger = ledger_for(config);
    for (std::uint64_t game = 0; game < 60; ++game) {
        GameResult result = new_game(game, kWin);
        result.ended_by = referee::AdjudicationRule::Fill;
        ledger.add(result);
    }
    RunState state;
    state.standing = ledger.standing();
    state.reason = EndReason::Verdict;
    EXPECT_THAT(
        texts_of(HeldSnapshot(config, state)),
        ElementsAre(testing::MatchesRegex(
            "the verdict rests on adjudication \\(60 games\\): with as many wrong results as the verified "
            "games leave room for, the LLR is -[0-9.]+; verify more games.")));
    state.reason = EndReason::MaxGames;
    EXPECT_THAT(texts_of(HeldSnapshot(config, state)), IsEmpty());
}

TEST(Doubts, games_that_change_no_verdict_are_not_named) {
    RunState state = won(30, true, true);
    state.reason = EndReason::MaxGames;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

/// Two engines that made 10 moves each and used so much processor time a move.
std::vector<std::string> texts_of_engines(const std::string& limit, std::int64_t ms_one,
                                          std::int64_t ms_two) {
    Config config;
    config.agents = {referee::parse_agent("proto=uai " + limit + " one"),
                     referee::parse_agent("proto=uai " + limit + " two")};
    RunState state;
    const auto effort = [](std::int64_t ms) {
        const auto watched = std::chrono::milliseconds(500);
        return Effort{.moves = 10,
                      .time = watched,
                      .watched = watched,
                      .processor = std::chrono::milliseconds(10 * ms)};
    };
    state.conduct.effort = {effort(ms_one), effort(ms_two)};
    return texts_of(HeldSnapshot(config, state));
}

TEST(Doubts, engines_that_use_their_cores_unequally_are_named) {
    EXPECT_THAT(
        texts_of_engines("move_ms=50", 50, 41),
        ElementsAre("the engines used their cores unequally in the same time for a move: agent 1 50.00 ms a "
                    "move, agent 2 41.00 ms."));
    EXPECT_THAT(texts_of_engines("move_ms=50", 0, 41), testing::SizeIs(1));
    EXPECT_THAT(texts_of_engines("move_ms=50", 50, 42), IsEmpty());
    EXPECT_THAT(texts_of_engines("move_ms=50", 10, 4), testing::SizeIs(1));
    EXPECT_THAT(texts_of_engines("move_ms=50", 9, 4), IsEmpty()) << "a tenth of move_ms";
    EXPECT_THAT(texts_of_engines("nodes=50", 50, 10), IsEmpty());
}

TEST(Doubts, agents_that_play_alike_are_named) {
    RunState state;
    Standing& standing = state.standing;
    standing.whole_pairs = standing.alike_pairs = 12;
    standing.distinct_pairs = 10;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)),
                ElementsAre(testing::StartsWith("the agents play alike: the two games of each of the 12 ")));
    standing.distinct_pairs = 9;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
    standing.distinct_pairs = 10;
    standing.alike_pairs = 11;
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
}

TEST(Doubts, engines_that_may_think_before_readyok_are_named) {
    const auto texts_with = [](std::chrono::milliseconds pings, std::chrono::milliseconds time) {
        RunState state;
        state.conduct.effort.agent2 = {.moves = 10, .time = time, .pings = pings};
        return texts_of(HeldSnapshot(Config(), state));
    };
    using std::chrono::milliseconds;
    EXPECT_THAT(
        texts_with(milliseconds(51), milliseconds(500)),
        ElementsAre("agent 2 took 5.1 ms before each move to say readyok, which is not charged; ping=off "
                    "charges it."));
    EXPECT_THAT(texts_with(milliseconds(50), milliseconds(500)), IsEmpty()) << "a tenth of the time";
    EXPECT_THAT(texts_with(milliseconds(10), milliseconds(1)), IsEmpty()) << "a millisecond a move";
}

TEST(Doubts, processes_that_could_not_be_ended_are_named) {
    RunState state;
    state.conduct.given_up.agent1 = {"77", "1234"};
    EXPECT_THAT(
        texts_of(HeldSnapshot(Config(), state)),
        ElementsAre("processes of agent 1 could not be ended and may have slowed later games: 77, 1234."));
}

TEST(Doubts, unequal_time_is_named) {
    Config config;
    config.agents[1].time_ms = 500;
    const RunState state;
    EXPECT_THAT(texts_of(HeldSnapshot(config, state)),
                ElementsAre("the agents had unequal time for a game: agent 1 10000 ms, agent 2 500 ms."));
}

TEST(Doubts, unequal_limits_name_what_differs) {
    for (const auto& [one, two, text] : {
             std::tuple{
                 "nodes=100 turn_ms=150", "nodes=100",
                 "limits: agent 1 100 nodes a move (turn 150 ms), agent 2 100 nodes a move (turn 60000 ms)."},
             {"tc=5 margin_ms=200", "tc=5",
              "time for a game: agent 1 5000 ms (margin 200 ms), agent 2 5000 ms (margin 0 ms)."},
             {"move_ms=50", "tc=5", "limits: agent 1 50 ms a move, agent 2 5000 ms."},
         }) {
        Config config;
        config.agents = {referee::parse_agent(std::string("proto=uci ") + one + " a"),
                         referee::parse_agent(std::string("proto=uci ") + two + " b")};
        EXPECT_THAT(texts_of(HeldSnapshot(config, RunState())),
                    ElementsAre(std::string("the agents had unequal ") + text));
    }
}

TEST(Doubts, engines_that_ignore_their_limit_of_nodes_or_depth_are_named) {
    const auto texts_with = [](const std::string& limit, std::uint64_t nodes, std::uint64_t depth) {
        Config config;
        config.agents = {referee::parse_agent("proto=uci " + limit + " a"),
                         referee::parse_agent("proto=uci " + limit + " b")};
        RunState state;
        state.conduct.effort.agent2 = {.moves = 2, .nodes = {2 * nodes, 2}, .depth = {2 * depth, 2}};
        return texts_of(HeldSnapshot(config, state));
    };
    EXPECT_THAT(texts_with("nodes=100", 156'923, 9),
                ElementsAre("agent 2 ignored its limit: 156923 nodes a move, not 100."));
    EXPECT_THAT(texts_with("nodes=100", 10'200, 9), IsEmpty()) << "it looks seldom";
    EXPECT_THAT(texts_with("nodes=100000", 209'999, 9), IsEmpty());
    EXPECT_THAT(texts_with("depth=4", 156'923, 9),
                ElementsAre("agent 2 ignored its limit: 9 plies a move, not 4."));
    EXPECT_THAT(texts_with("depth=4", 156'923, 5), IsEmpty());
    EXPECT_THAT(texts_with("tc=5", 156'923, 9), IsEmpty());
}

TEST(Doubts, an_engine_that_alone_hides_its_nodes_may_have_ignored_their_limit) {
    Config config;
    config.agents = {referee::parse_agent("proto=uci nodes=100 a"),
                     referee::parse_agent("proto=uci nodes=100 b")};
    RunState state;
    state.reason = EndReason::Verdict;
    state.standing.evaluation.verdict = Verdict::H1;
    state.conduct.effort = {Effort{.moves = 4, .nodes = {100, 1}}, Effort{.moves = 2, .nodes = {200, 2}}};
    EXPECT_THAT(texts_of(HeldSnapshot(config, state)),
                ElementsAre("agent 1 does not say its nodes: whether it held its limit of 100 is not known.",
                            HasSubstr("rests on a limit that was not held")));
    EXPECT_EQ(outcome_of(HeldSnapshot(config, state)).gate, GateOutcome::Undecided);
}

TEST(Doubts, changes_that_were_forced_are_named) {
    const RunState state;
    HeldSnapshot held(Config(), state);
    held.run.session_changes = {"from game 8 on, accepted with --force: agent 1's executable changed"};
    EXPECT_THAT(texts_of(held),
                ElementsAre("from game 8 on, accepted with --force: agent 1's executable changed."));
}

TEST(Doubts, a_verdict_of_a_gate_rests_on_what_was_changed) {
    for (const bool is_gate : {false, true}) {
        RunState state;
        state.reason = EndReason::Verdict;
        state.standing.evaluation.verdict = Verdict::H1;
        RunPlan plan = plan_for(Config());
        plan.watch.is_gate = is_gate;
        const RunSnapshot run{
            .plan = plan, .state = state, .session_changes = {"agent 1's executable changed"}};
        EXPECT_EQ(outcome_of(run).gate, is_gate ? GateOutcome::Undecided : GateOutcome::Passed);
    }
}

TEST(Doubts, a_verdict_rests_on_what_the_winner_alone_did) {
    using Make = void (*)(Conduct & conduct, referee::Player agent);
    const Make makers[] = {
        [](Conduct& conduct, referee::Player agent) { conduct.lacks_opening[agent] = true; },
        [](Conduct& conduct, referee::Player agent) {
            using namespace std::chrono_literals;
            conduct.effort[agent] = {.moves = 10, .time = 500ms, .pings = 11ms};
        },
        [](Conduct& conduct, referee::Player agent) {
            using namespace std::chrono_literals;
            conduct.effort[agent] = {.known_games = 10, .known_time = 5s, .uncharged = 6001ms};
        }};
    for (const Make make : makers) {
        for (const Verdict verdict : {Verdict::H0, Verdict::H1}) {
            for (const int who : {1, 2, 3}) { // bits: agent 1, agent 2
                RunState state;
                state.reason = EndReason::Verdict;
                state.standing.evaluation.verdict = verdict;
                for (const referee::Player agent : referee::kPlayers) {
                    if ((who & number(agent)) != 0) {
                        make(state.conduct, agent);
                    }
                }
                const bool is_its = who == (verdict == Verdict::H1 ? 1 : 2);
                EXPECT_EQ(outcome_of(HeldSnapshot(Config(), state)).gate, is_its ? GateOutcome::Undecided
                                                                          : verdict == Verdict::H1
                                                                              ? GateOutcome::Passed
                                                                              : GateOutcome::Rejected);
            }
        }
    }
}

TEST(Doubts, drift_is_named_below_one_in_ten_thousand) {
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

/// Of independent pairs of which 6 in 1000 are lost, 1 run in 33 has so great a correlation of neighbours,
/// not 1 in 10 000.
TEST(Doubts, few_pairs_that_differ_are_no_drift) {
    RunState state;
    state.standing.drift = {.pairs = 1000, .lag_one = Correlation{0.16, 5e-7}, .trend = {}};
    state.standing.pairs = {{0, 6, 994, 0, 0}};
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), IsEmpty());
    state.standing.pairs = {{0, 100, 900, 0, 0}};
    EXPECT_THAT(texts_of(HeldSnapshot(Config(), state)), testing::SizeIs(1));
}

TEST(Doubts, copies_that_count_are_no_drift) {
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
