// Which agents end a run, and that no single volunteer does.

#include "sprt/ledger/counting.hpp"
#include "sprt/play/run.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/game_results.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

namespace {

using referee::Player;
using referee::Termination;

/// A game that `worker` says agent 2 lost by `termination` before it had begun.
referee::GameRecord failure(const std::string& worker, Termination termination = Termination::Crashed) {
    referee::GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.termination = termination;
    record.fault = referee::FaultNote{Player::Agent2, "why", "last words"};
    record.worker = worker;
    return record;
}

referee::GameRecord tampering(const std::string& worker, int times) {
    referee::GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.disturbances.tampering.agent2 = times;
    record.worker = worker;
    return record;
}

/// Three faults are allowed; agent 2 is an engine.
CountingRules rules() {
    return {.test = {}, .repeats = {}, .max_faults = 3, .is_engine = {false, true}};
}

/// `times` failures that each of `workers` saw in games after which agent 2 started.
Breakage with_faults(const std::vector<std::pair<std::string, int>>& seen) {
    Breakage breakage(rules());
    for (const auto& [worker, times] : seen) {
        for (int i = 0; i < times; ++i) {
            breakage.add(failure(worker));
            breakage.add(fake_game(0, referee::Winner::Agent1));
        }
    }
    return breakage;
}

TEST(Breakage, faults_count_without_those_of_the_one_volunteer_that_saw_most) {
    const struct {
        const char* what;
        std::vector<std::pair<std::string, int>> seen;
        bool ends;
    } rows[] = {
        {"this machine", {{"", 4}}, true},
        {"this machine, as many as are allowed", {{"", 3}}, false},
        {"a trusted worker", {{"ann", 4}}, true},
        {"a volunteer", {{"v-eve", 100}}, false},
        {"a volunteer, and one fault that a trusted worker saw", {{"v-eve", 100}, {"ann", 1}}, false},
        {"a volunteer, and a trusted worker that saw enough", {{"v-eve", 100}, {"ann", 4}}, true},
        {"two trusted workers together", {{"ann", 2}, {"bob", 2}}, true},
        {"two volunteers that saw enough each", {{"v-eve", 4}, {"v-dan", 4}}, true},
        {"two volunteers of which one did not", {{"v-eve", 100}, {"v-dan", 3}}, false},
        {"three volunteers", {{"v-eve", 2}, {"v-dan", 2}, {"v-cid", 2}}, true},
    };
    for (const auto& row : rows) {
        const auto broken = with_faults(row.seen).found();
        EXPECT_EQ(broken.has_value(), row.ends) << row.what;
        EXPECT_EQ(with_faults(row.seen).flaw_of(referee::kBothAgents.agent2).has_value(), row.ends)
            << row.what;
        EXPECT_FALSE(with_faults(row.seen).flaw_of(referee::kBothAgents.agent1)) << row.what;
        if (broken) {
            EXPECT_EQ(broken->agent, referee::kBothAgents.agent2) << row.what;
            EXPECT_EQ(broken->flaw, Flaw::Faults) << row.what;
        }
    }
}

TEST(Breakage, tampering_and_failed_starts_that_one_volunteer_saw_end_nothing) {
    const struct {
        Flaw flaw;
        std::function<void(Breakage&, const std::string&)> see;
        const char* alone;
    } rows[] = {
        {Flaw::Tampering,
         [](Breakage& breakage, const std::string& worker) { breakage.add(tampering(worker, 3)); },
         "it reports 3 cases of tampering by agent 2, and a volunteer alone decides nothing"},
        {Flaw::FailedStarts,
         [](Breakage& breakage, const std::string& worker) {
             for (int i = 0; i < kMostFailedStarts; ++i) {
                 breakage.add(failure(worker));
             }
         },
         "it reports 3 failed starts in a row of agent 2, and a volunteer alone decides nothing"},
    };
    CountingRules without_faults = rules();
    without_faults.max_faults.reset();
    for (const auto& row : rows) {
        Breakage breakage(without_faults);
        row.see(breakage, "v-eve");
        EXPECT_FALSE(breakage.found());
        EXPECT_EQ(breakage.seen_alone_by("v-eve"), row.alone);
        EXPECT_LE(breakage.seen_alone_by("v-eve").size(), 120U);
        row.see(breakage, "ann");
        ASSERT_TRUE(breakage.found());
        EXPECT_EQ(breakage.found()->flaw, row.flaw);
        EXPECT_EQ(breakage.seen_alone_by("ann"), "") << "a trusted worker is believed";
    }
}

TEST(Breakage, volunteer_whose_word_would_end_the_run_is_named_with_what_it_says) {
    EXPECT_EQ(with_faults({{"v-eve", 3}}).seen_alone_by("v-eve"), "");
    const Breakage breakage = with_faults({{"v-eve", 4}, {"v-dan", 1}});
    EXPECT_EQ(breakage.seen_alone_by("v-eve"),
              "it reports 4 faults of agent 2, and a volunteer alone decides nothing");
    EXPECT_EQ(breakage.seen_alone_by("v-dan"), "");
    EXPECT_EQ(breakage.seen_alone_by("nobody"), "");
}

TEST(Breakage, time_losses_are_no_faults_and_without_a_limit_none_is_one_too_many) {
    CountingRules no_limit = rules();
    no_limit.max_faults.reset();
    no_limit.is_engine = {};
    Breakage unlimited(no_limit);
    Breakage limited(rules());
    for (int i = 0; i < 100; ++i) {
        unlimited.add(failure(""));
        limited.add(failure("", Termination::Timeout));
    }
    EXPECT_FALSE(unlimited.found());
    EXPECT_FALSE(limited.found());
}

TEST(Breakage, each_agent_of_a_tournament_has_its_own_faults) {
    Breakage breakage(4, 1);
    const auto crash_of_second = [](std::size_t one, std::size_t other, const std::string& worker) {
        referee::GameRecord record = failure(worker);
        record.agents = {referee::AgentId{one}, referee::AgentId{other}};
        return record;
    };
    breakage.add(crash_of_second(0, 3, ""));
    breakage.add(crash_of_second(3, 1, ""));
    EXPECT_FALSE(breakage.found());
    breakage.add(crash_of_second(2, 3, ""));
    ASSERT_TRUE(breakage.found());
    EXPECT_EQ(breakage.found()->agent, referee::AgentId{3});
    for (int i = 0; i < 2; ++i) {
        breakage.add(crash_of_second(0, 2, "v-eve"));
    }
    EXPECT_FALSE(breakage.flaw_of(referee::AgentId{2})) << "one volunteer says so";
    EXPECT_TRUE(breakage.is_seen_alone(referee::AgentId{2}));
    EXPECT_FALSE(breakage.is_seen_alone(referee::AgentId{3})) << "it is broken";
    EXPECT_FALSE(breakage.is_seen_alone(referee::AgentId{0}));
    EXPECT_EQ(breakage.seen_alone_by("v-eve"), "") << "its round ends, and others see the same";
}

TEST(Breakage, tampering_and_time_losses_are_no_faults_in_a_tournament) {
    Breakage breakage(2, 0);
    const referee::GameRecord late = failure("", Termination::Timeout);
    breakage.add(late);
    breakage.add(tampering("", 1));
    EXPECT_FALSE(breakage.found());
}

TEST(Breakage, agent_in_the_centre_of_tampering_is_broken_in_a_tournament_whoever_was_stopped) {
    using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
    const struct {
        const char* what;
        Pairs attempts; ///< three each: who is named, and who was stopped
        std::set<std::size_t> broken;
        Pairs quiet{}; ///< who met without attempts
        const char* worker = "";
        std::set<std::size_t> seen_alone{};
    } rows[] = {
        {"it stops its rivals", {{0, 1}, {0, 2}, {0, 3}}, {0}},
        {"it stops itself", {{1, 0}, {2, 0}, {3, 0}}, {0}},
        {"either may have done it", {{0, 1}}, {}},
        {"either may have done it, both times", {{0, 1}, {2, 3}}, {}},
        {"two stop the others and each other", {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {0, 1}}, {0, 1}},
        {"these or those", {{0, 2}, {0, 3}, {1, 2}, {1, 3}}, {}},
        {"the word of one volunteer", {{0, 1}, {0, 2}}, {}, {}, "v-eve", {0}},
        {"two of one author", {{0, 2}, {1, 2}}, {}, {{2, 3}, {2, 4}, {0, 1}}},
        {"most of those it met", {{2, 0}, {2, 1}}, {2}, {{2, 3}}},
    };
    for (const auto& row : rows) {
        Breakage breakage(5, std::nullopt);
        for (const auto& [pairs, times] : {std::pair(row.attempts, 3), std::pair(row.quiet, 0)}) {
            for (const auto& [named, stopped] : pairs) {
                referee::GameRecord record = tampering(row.worker, times);
                record.agents = {referee::AgentId{stopped}, referee::AgentId{named}};
                breakage.add(record);
            }
        }
        for (std::size_t agent = 0; agent < 5; ++agent) {
            const auto flaw = breakage.flaw_of(referee::AgentId{agent});
            EXPECT_EQ(flaw == Flaw::Tampering, row.broken.contains(agent)) << row.what << agent;
            EXPECT_EQ(breakage.is_seen_alone(referee::AgentId{agent}), row.seen_alone.contains(agent))
                << row.what << agent;
        }
        for (const auto& [one, other] : Pairs{{0, 1}, {1, 0}, {2, 3}}) {
            const bool met = std::ranges::count(row.attempts, std::pair(one, other)) +
                                 std::ranges::count(row.attempts, std::pair(other, one)) >
                             0;
            EXPECT_EQ(breakage.keeps_apart(referee::AgentId{one}, referee::AgentId{other}),
                      met && *row.worker == '\0')
                << row.what;
        }
        breakage.forget_tampering();
        EXPECT_FALSE(breakage.found()) << row.what;
        EXPECT_FALSE(breakage.keeps_apart(referee::AgentId{0}, referee::AgentId{1})) << row.what;
    }
}

TEST(Breakage, two_attempts_break_nobody_and_keep_nobody_apart) {
    Breakage breakage(3, std::nullopt);
    for (const std::size_t stopped : {1U, 2U}) {
        referee::GameRecord record = tampering("", 1);
        record.agents = {referee::AgentId{stopped}, referee::AgentId{0}};
        breakage.add(record);
        EXPECT_FALSE(breakage.found());
        EXPECT_FALSE(breakage.keeps_apart(record.agents.agent1, record.agents.agent2));
    }
    breakage.add(tampering("", 0));
}

TEST(Breakage, agent_that_loses_each_of_its_last_games_on_time_is_broken) {
    const auto late = [](const std::string& worker) { return failure(worker, Termination::Timeout); };
    Breakage breakage(2, std::nullopt, 3);
    const auto flaw = [&] { return breakage.flaw_of(referee::kBothAgents.agent2); };
    breakage.add(late(""));
    breakage.add(late(""));
    breakage.add(fake_game(0, referee::Winner::Agent1));
    breakage.add(late(""));
    breakage.add(late(""));
    EXPECT_FALSE(flaw()) << "it lost a game in time between them";
    breakage.add(late(""));
    EXPECT_EQ(flaw(), Flaw::TimeLosses);
    breakage.add(fake_game(0, referee::Winner::Agent1));
    for (int i = 0; i < 3; ++i) {
        breakage.add(late("v-eve"));
    }
    EXPECT_FALSE(flaw()) << "one volunteer says so";
}

TEST(Breakage, run_of_two_counts_by_player_whatever_a_game_says_of_its_agents) {
    Breakage breakage(rules());
    referee::GameRecord record = failure("");
    record.agents = {referee::AgentId{5}, referee::AgentId{6}};
    for (int i = 0; i < 4; ++i) {
        breakage.add(record);
    }
    EXPECT_EQ(breakage.flaw_of(referee::kBothAgents.agent2), Flaw::Faults);
}

} // namespace

namespace {

/// Who played a game, or nobody's name for this machine.
using WhoPlays = std::function<std::string(std::uint64_t game)>;

/// 40 pairs of different games of which agent 1 wins those of liars, and half of all others.
GameResult game_of(std::uint64_t game, const std::string& worker) {
    return new_game(game, worker == "liar" || game % 2 == 0 ? kWin : kLoss);
}

struct Both {
    Ledger all;
    TrustedLedger trusted;
};

Both counted(const Config& config, const WhoPlays& played_by,
             const std::set<std::string>& distrusted_before = {}) {
    Both both{ledger_for(config), {}};
    both.trusted.distrust(distrusted_before);
    for (std::uint64_t game = 0; game < 80; ++game) {
        const std::string worker = played_by(game);
        const GameResult result = game_of(game, worker);
        both.trusted.add(both.all, result, worker);
        both.all.add(result);
    }
    return both;
}

/// The evaluation of the games of which `is_kept`.
Evaluation without(const Config& config, const WhoPlays& played_by,
                   const std::function<bool(std::uint64_t)>& is_kept) {
    Ledger ledger = ledger_for(config);
    for (std::uint64_t game = 0; game < 80; ++game) {
        if (is_kept(game)) {
            ledger.add(game_of(game, played_by(game)));
        }
    }
    return ledger.standing().evaluation;
}

std::string third_pair_lies(std::uint64_t game) {
    return game / 2 % 3 == 0 ? "liar" : "honest";
}

TEST(TrustedLedger, nothing_is_left_out_while_all_are_trusted) {
    Both both = counted({}, third_pair_lies);
    EXPECT_EQ(both.trusted.evaluation(), std::nullopt);
    both.trusted.distrust({"somebody"});
    EXPECT_EQ(both.trusted.evaluation(), std::nullopt) << "it played nothing";
}

TEST(TrustedLedger, pairs_of_liars_are_left_out_whenever_they_are_caught) {
    for (const char* const model : {"pentanomial", "trinomial"}) {
        Config config;
        config.model = model;
        const Evaluation expected =
            without(config, third_pair_lies, [](std::uint64_t game) { return game / 2 % 3 != 0; });
        Both late = counted(config, third_pair_lies);
        late.trusted.distrust({"liar"});
        EXPECT_EQ(late.trusted.evaluation()->llr, expected.llr) << model;
        EXPECT_EQ(late.trusted.pairs_left_out(), 14U);
        const Both early = counted(config, third_pair_lies, {"liar"});
        EXPECT_EQ(early.trusted.evaluation()->llr, expected.llr) << model;
        EXPECT_NE(late.all.standing().evaluation.llr, expected.llr);
    }
}

TEST(TrustedLedger, games_of_this_machine_before_those_of_workers_stay) {
    const auto later_workers = [](std::uint64_t game) {
        return game < 21 ? std::string() : third_pair_lies(game);
    };
    Both both = counted({}, later_workers);
    both.trusted.distrust({"liar"});
    EXPECT_EQ(both.trusted.evaluation()->llr, without({}, later_workers, [](std::uint64_t game) {
                                                  return game < 21 || game / 2 % 3 != 0;
                                              }).llr);
}

TEST(TrustedLedger, pair_of_two_workers_is_left_out_when_either_lied) {
    for (const std::uint64_t lie : {6U, 7U}) {
        const auto one_game = [&](std::uint64_t game) {
            return std::string(game == lie ? "liar" : "honest");
        };
        Both both = counted({}, one_game);
        both.trusted.distrust({"liar"});
        EXPECT_EQ(both.trusted.pairs_left_out(), 1U);
        EXPECT_EQ(both.trusted.evaluation()->llr,
                  without({}, one_game, [](std::uint64_t game) { return game / 2 != 3; }).llr);
    }
}

TEST(TrustedLedger, tally_computes_its_verdict_without_liars) {
    Config config;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    Tally tally = tally_for(config);
    while (!tally.ended()) {
        referee::GameRecord record = fake_game(tally.games(), referee::Winner::Agent1);
        record.worker = tally.games() < 20 ? "liar" : "honest";
        tally.add(record);
    }
    ASSERT_EQ(tally.state().verdict(), Verdict::H1);
    EXPECT_FALSE(tally.state().rests_on_distrusted());
    tally.distrust({"liar"});
    EXPECT_TRUE(tally.state().rests_on_distrusted());
    EXPECT_EQ(tally.state().distrusted_pairs, 10U);
    EXPECT_EQ(tally.state().verdict(), Verdict::H1) << "what was taken is counted";
    tally.distrust({"nobody"});
    EXPECT_FALSE(tally.state().rests_on_distrusted());
}

using referee::Winner;

/// The test of configs/article.json.
Config article() {
    Config config;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    config.seed = 1;
    config.concurrency = 1;
    return config;
}

/// A game that `loser` lost by `termination`.
referee::GameRecord lost_by(std::uint64_t game, Player loser, Termination termination) {
    referee::GameRecord record = fake_game(game, winner_is(other(loser)));
    record.termination = termination;
    record.fault = referee::FaultNote{loser, "why", "last words"};
    return record;
}

/// Adds games until the run ends or has `most` games. Returns the number of games.
template<class Next>
std::uint64_t play(Tally& tally, std::uint64_t most, Next&& game) {
    while (!tally.ended() && tally.games() < most) {
        tally.add(game(tally.games()));
    }
    return tally.games();
}

TEST(Tally, match_ends_after_its_games_whatever_their_results) {
    Config config;
    config.kind = RunKind::Match;
    config.games = 60;
    config.repeats = "count"; // all games are the same
    Tally tally = tally_for(config);
    EXPECT_EQ(play(tally, 100, [](std::uint64_t game) { return fake_game(game, Winner::Agent1); }), 60U);
    EXPECT_EQ(tally.ended(), EndReason::Games);
    EXPECT_EQ(tally.state().reason, EndReason::Games);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
    EXPECT_EQ(tally.state().standing.pairs.counts[4], 30U);
}

TEST(Tally, run_has_no_result_before_the_first_game) {
    const Tally tally = tally_for(article());
    EXPECT_EQ(tally.games(), 0u);
    EXPECT_FALSE(tally.ended());
    EXPECT_EQ(tally.state().reason, EndReason::Interrupted);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
    EXPECT_EQ(tally.state().standing.games.games(), 0u);
}

/// 23 wins in a row accept H1 of [0, 50], and 20 losses in a row accept H0.
TEST(Tally, run_ends_by_a_verdict) {
    for (const Winner winner : {Winner::Agent1, Winner::Agent2}) {
        Tally tally = tally_for(article());
        const std::uint64_t games =
            play(tally, 1000, [&](std::uint64_t game) { return fake_game(game, winner); });
        EXPECT_EQ(games, winner == Winner::Agent1 ? 23u : 20u);
        EXPECT_EQ(tally.ended(), EndReason::Verdict);
        EXPECT_EQ(tally.state().reason, EndReason::Verdict);
        EXPECT_EQ(tally.state().verdict(), winner == Winner::Agent1 ? Verdict::H1 : Verdict::H0);
    }
}

TEST(Tally, run_ends_at_the_limit_of_games) {
    Config config = article();
    config.max_games = 5;
    Tally tally = tally_for(config);
    EXPECT_EQ(play(tally, 1000, [](std::uint64_t game) { return fake_game(game, Winner::Draw); }), 5u);
    EXPECT_EQ(tally.ended(), EndReason::MaxGames);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
}

TEST(Tally, unscored_games_count_for_the_limit_of_games) {
    Config config = article();
    config.max_games = 2;
    Tally tally = tally_for(config);
    referee::GameRecord failed = fake_game(0, Winner::Draw);
    failed.winner.reset();
    failed.termination = Termination::RefereeFailure;
    tally.add(failed);
    EXPECT_FALSE(tally.ended());
    tally.add(fake_game(1, Winner::Agent1));
    EXPECT_EQ(tally.ended(), EndReason::MaxGames);
    EXPECT_EQ(tally.state().standing.unscored, 1u);
    EXPECT_EQ(tally.state().standing.games.games(), 1u);
}

TEST(Tally, run_ends_by_faults_but_not_by_time_losses) {
    Config config = article();
    config.max_faults = {2};
    Tally tally = tally_for(config);
    tally.add(lost_by(0, Player::Agent2, Termination::Timeout));
    for (const std::uint64_t game : {1u, 2u}) {
        tally.add(lost_by(game, Player::Agent2, Termination::Crashed));
        EXPECT_FALSE(tally.ended());
    }
    tally.add(lost_by(3, Player::Agent2, Termination::IllegalMove));
    EXPECT_EQ(tally.ended(), EndReason::MaxFaults);
    EXPECT_EQ(tally.state().broken, Player::Agent2);
    EXPECT_EQ(tally.state().are_broken, (referee::PerPlayer<bool>{false, true}));
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
    ASSERT_EQ(tally.state().faults.size(), 4u);
    EXPECT_EQ(tally.state().faults[0].termination, Termination::Timeout);
    EXPECT_EQ(tally.state().faults[3].game, 3u);
}

TEST(Tally, engine_that_does_not_start_in_three_games_in_a_row_ends_the_run) {
    Config config = article();
    config.max_faults = {};
    config.agents = {referee::parse_agent("proto=uai one"), referee::parse_agent("two")};
    Tally tally = tally_for(config);
    const auto fails = [](std::uint64_t game) { return lost_by(game, Player::Agent1, Termination::Crashed); };
    tally.add(fails(0));
    tally.add(fails(1));
    referee::GameRecord in_game = fails(2);
    in_game.moves.push_back({{1, 1, 2, 2}});
    tally.add(in_game);
    tally.add(lost_by(3, Player::Agent1, Termination::ReadyTimeout));
    tally.add(fails(4));
    EXPECT_FALSE(tally.ended());
    tally.add(fails(5));
    EXPECT_EQ(tally.ended(), EndReason::FailedStarts);
    EXPECT_EQ(tally.state().broken, Player::Agent1);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
}

/// A game whose first attempts were disturbed.
referee::GameRecord disturbed(std::uint64_t game, const referee::Disturbances& times) {
    referee::GameRecord record = fake_game(game, Winner::Agent1);
    record.disturbances = times;
    return record;
}

TEST(Tally, agent_that_tampers_in_three_attempts_at_games_ends_the_run) {
    Config config = article();
    config.max_faults = {};
    Tally tally = tally_for(config);
    tally.add(disturbed(0, {.tampering = {1, 2}, .referee_stopped = 3, .machine_suspended = 3}));
    tally.add(disturbed(1, {.tampering = {1, 0}}));
    EXPECT_FALSE(tally.ended());
    tally.add(disturbed(2, {.tampering = {0, 1}}));
    EXPECT_EQ(tally.ended(), EndReason::Tampering);
    EXPECT_EQ(tally.state().broken, Player::Agent2);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
    EXPECT_EQ(tally.state().machine.disturbances(),
              (referee::Disturbances{.tampering = {2, 3}, .referee_stopped = 3, .machine_suspended = 3}));
}

TEST(Tally, tampering_in_the_last_attempt_is_a_fault_of_an_unscored_game) {
    Tally tally = tally_for(article());
    referee::GameRecord record = disturbed(0, {.tampering = {3, 0}});
    record.winner.reset();
    record.termination = Termination::Tampering;
    record.fault = referee::FaultNote{Player::Agent1, "the other agent was stopped by a signal", ""};
    tally.add(record);
    EXPECT_EQ(tally.ended(), EndReason::Tampering);
    EXPECT_EQ(tally.state().broken, Player::Agent1);
    EXPECT_EQ(tally.state().conduct.faults.agent1.of(Termination::Tampering), 1U);
    EXPECT_EQ(tally.state().standing.games.games(), 0U);
}

TEST(Tally, verdict_for_an_agent_that_tampered_once_rests_on_tampering) {
    for (const Player tamperer : referee::kPlayers) {
        Tally tally = tally_for(article());
        play(tally, 100, [&](std::uint64_t game) {
            referee::Disturbances times;
            times.tampering[tamperer] = game == 0 ? 1 : 0;
            return disturbed(game, times);
        });
        EXPECT_EQ(tally.state().verdict(), Verdict::H1);
        EXPECT_TRUE(tally.state().rests_on_tampering()) << "agent 1 tampered; or agent 2, of whose game the "
                                                           "first attempt may have been a loss of agent 1";
    }
}

TEST(Tally, without_a_verdict_nothing_rests_on_tampering) {
    for (const std::uint64_t games : {0U, 1U, 2U, 40U}) { // no verdict yet: half of them are won
        for (const Player tamperer : referee::kPlayers) {
            Tally tally = tally_for(article());
            play(tally, games, [&](std::uint64_t game) {
                referee::GameRecord record = fake_game(game, game % 2 == 0 ? Winner::Agent1 : Winner::Agent2);
                record.disturbances.tampering[tamperer] = 1;
                return record;
            });
            ASSERT_EQ(tally.state().verdict(), Verdict::Continue);
            EXPECT_FALSE(tally.state().rests_on_tampering()) << games;
        }
    }
}

TEST(Tally, suspension_of_the_machine_throws_no_doubt_on_a_verdict) {
    Tally tally = tally_for(article());
    play(tally, 100, [](std::uint64_t game) { return disturbed(game, {.machine_suspended = 1}); });
    EXPECT_EQ(tally.state().verdict(), Verdict::H1);
    EXPECT_FALSE(tally.state().rests_on_tampering());
}

TEST(Tally, native_agent_that_does_not_start_ends_the_run_by_its_faults_only) {
    Config config = article();
    config.max_faults = {};
    config.agents = {referee::parse_agent("proto=uai one"), referee::parse_agent("two")};
    Tally tally = tally_for(config);
    for (std::uint64_t game = 0; game < 5; ++game) {
        tally.add(lost_by(game, Player::Agent2, Termination::ReadyTimeout));
    }
    EXPECT_FALSE(tally.ended());
}

TEST(Tally, faults_of_the_two_agents_are_not_added_up) {
    Config config = article();
    config.max_faults = {2};
    Tally tally = tally_for(config);
    for (std::uint64_t game = 0; game < 4; ++game) {
        tally.add(lost_by(game, game % 2 == 0 ? Player::Agent1 : Player::Agent2, Termination::Crashed));
    }
    EXPECT_FALSE(tally.ended());
}

TEST(Tally, limit_of_faults_takes_precedence_over_a_verdict_in_the_same_game) {
    Config config = article();
    config.max_faults = {19};
    Tally tally = tally_for(config);
    const auto crash = [](std::uint64_t game) { return lost_by(game, Player::Agent1, Termination::Crashed); };
    EXPECT_EQ(play(tally, 1000, crash), 20u); // 20 losses accept H0, too
    EXPECT_EQ(tally.state().standing.evaluation.verdict, Verdict::H0);
    EXPECT_EQ(tally.ended(), EndReason::MaxFaults);
}

TEST(Tally, verdict_takes_precedence_over_the_limit_of_games_in_the_same_game) {
    Config config = article();
    config.max_games = 23;
    Tally tally = tally_for(config);
    play(tally, 1000, [](std::uint64_t game) { return fake_game(game, Winner::Agent1); });
    EXPECT_EQ(tally.ended(), EndReason::Verdict);
}

TEST(Tally, run_ends_after_three_repeated_pairs_in_a_row) {
    Config config = article();
    config.model = "pentanomial";
    config.repeats = "collapse";
    Tally tally = tally_for(config);
    const auto alternating = [](std::uint64_t game) {
        return fake_game(game, game % 2 == 0 ? Winner::Agent1 : Winner::Agent2);
    };
    EXPECT_EQ(play(tally, 1000, alternating), 8u); // a new pair and three that repeat it
    EXPECT_EQ(tally.ended(), EndReason::Repeats);
    EXPECT_EQ(tally.state().verdict(), Verdict::Continue);
}

TEST(Tally, repeats_that_one_volunteer_sends_end_no_run) {
    for (const char* const model : {"pentanomial", "trinomial"}) {
        Config config = article();
        config.model = model;
        config.repeats = "collapse";
        Tally tally = tally_for(config);
        const auto by = [](const std::string& worker) {
            return [worker](std::uint64_t game) {
                referee::GameRecord record = fake_game(game, game % 2 == 0 ? Winner::Agent1 : Winner::Agent2);
                record.worker = worker;
                return record;
            };
        };
        EXPECT_EQ(play(tally, 6, by("v-liar")), 6u);
        EXPECT_EQ(tally.seen_alone_by("v-liar"), "") << "not yet";
        play(tally, 20, by("v-liar"));
        EXPECT_EQ(tally.ended(), std::nullopt) << model;
        EXPECT_EQ(tally.seen_alone_by("v-liar"),
                  "it repeats the same games, and a volunteer alone decides nothing");
        EXPECT_EQ(play(tally, 40, by("w")), 26u);
        EXPECT_EQ(tally.ended(), EndReason::Repeats);
        EXPECT_EQ(tally.seen_alone_by("v-liar"), "");
    }
}

TEST(Tally, the_first_hundred_faults_and_the_first_of_each_kind_are_kept) {
    Config config = article();
    config.max_faults = {};
    config.test.elo1 = 0.01;
    Tally tally = tally_for(config);
    for (std::uint64_t game = 0; game < 120; ++game) {
        tally.add(lost_by(game, Player::Agent1, Termination::Crashed));
    }
    EXPECT_EQ(tally.state().faults.size(), 100u);
    tally.add(lost_by(120, Player::Agent2, Termination::Crashed));
    tally.add(lost_by(121, Player::Agent2, Termination::Crashed));
    ASSERT_EQ(tally.state().faults.size(), 101u);
    EXPECT_EQ(tally.state().faults.back().game, 120u);
    EXPECT_EQ(tally.state().conduct.faults.agent1.faults(), 120u);
}

TEST(Tally, result_from_the_log_equals_the_result_of_the_played_run) {
    for (const char* model :
         {"pentanomial", "normalized", "trinomial", "wald", "bayeselo", "bayeselo-true"}) {
        Config config = short_games_config();
        config.model = model;
        config.max_games = 40;
        std::vector<referee::GameRecord> records;
        std::vector<std::string> steps;
        const auto openings = openings_of(config);
        const auto on_game = [&](const referee::GameRecord& record, const RunState& so_far) {
            records.push_back(record);
            steps.push_back(to_json(so_far).dump());
        };
        const auto winner_of = [](std::uint64_t game) { return static_cast<Winner>(game % 3); };
        const RunState played =
            play_run_of(config, *openings, chance_player(config, winner_of), tally_for(config), on_game);
        Tally tally = tally_for(config);
        for (std::size_t i = 0; i < records.size(); ++i) {
            ASSERT_FALSE(tally.ended());
            tally.add(referee::parse_record(to_json_line(records[i])));
            EXPECT_EQ(to_json(tally.state()).dump(), steps[i]) << model << ", game " << i;
        }
        EXPECT_EQ(tally.ended(), played.reason) << model;
        EXPECT_EQ(to_json(tally.state()).dump(), steps.back()) << model;
        EXPECT_TRUE(result_differences(to_json(played), to_json(tally.state())).empty()) << model;
    }
}

TEST(TallyDeathTest, game_out_of_order_or_after_the_end_fails_an_assertion) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Config config = article();
    config.max_games = 1;
    Tally tally = tally_for(config);
    EXPECT_DEATH(tally.add(fake_game(1, Winner::Draw)), "record.game == games_");
    tally.add(fake_game(0, Winner::Draw));
    EXPECT_DEATH(tally.add(fake_game(1, Winner::Draw)), "!ended_");
}

/// A tuning of three pairs and a verification of one, without probes, whose time is over at once.
Tally tuning_without_time(std::optional<std::uint64_t> tuned_until) {
    CountingRules rules{.test = {}, .repeats = RepeatRule::Count};
    rules.tune = TuneRules{.params = {parse_tune_param("x=5:0:9")},
                           .first_pairs = 3,
                           .pairs = 3,
                           .verify_pairs = 1,
                           .has_probes = false,
                           .tuned_until = tuned_until};
    Tally tally(rules);
    tally.end_tuning_when([] { return true; });
    return tally;
}

/// Adds the next game, and returns whether it changed the schedule.
bool add_tuned(Tally& tally) {
    referee::GameRecord record = fake_game(tally.games(), referee::Winner::Draw);
    record.tune = tally.state().tuning->game_of(record.pair);
    return tally.add(record);
}

TEST(Tally, time_ends_a_tuning_once) {
    Tally ends = tuning_without_time({});
    EXPECT_FALSE(add_tuned(ends)) << "not within a pair";
    EXPECT_TRUE(add_tuned(ends));
    EXPECT_EQ(ends.state().tuning->rules().tuned_until, 1U);
    Tally resumed = tuning_without_time(2);
    for (int game = 0; game < 6; ++game) {
        EXPECT_FALSE(add_tuned(resumed)) << "it was noted after two pairs, and stays so";
    }
    EXPECT_EQ(resumed.ended(), EndReason::MaxTime);
    EXPECT_EQ(resumed.state().standing.games.draws, 2U) << "the verification alone";
}

TEST(Tally, copies_are_no_evidence_of_the_gain_of_a_tuning) {
    CountingRules rules{.test = {}, .repeats = RepeatRule::Count};
    rules.tune = TuneRules{.params = {parse_tune_param("x=5:0:9")},
                           .first_pairs = 2,
                           .pairs = 2,
                           .verify_pairs = 20,
                           .has_probes = false};
    Tally tally(rules);
    while (!tally.ended()) {
        referee::GameRecord record = fake_game(tally.games(), referee::Winner::Agent1);
        record.opening = {};
        record.moves = {};
        record.tune = tally.state().tuning->game_of(record.pair);
        tally.add(record);
    }
    EXPECT_EQ(tally.ended(), EndReason::Games) << "repeats end no tuning";
    EXPECT_EQ(tally.state().standing.whole_pairs, 20U);
    EXPECT_EQ(tally.state().standing.pairs, (Ptnml{{0, 0, 0, 0, 1}}));
}

} // namespace

} // namespace sprt
