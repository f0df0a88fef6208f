#include "tests/sprt/ledger/played_tournament.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace sprt {
namespace {

using referee::Player;
using referee::Winner;
using enum TournamentFormat;

std::vector<std::tuple<std::uint64_t, std::size_t, std::size_t>>
pairs_of(const std::vector<PlannedGame>& games) {
    std::vector<std::tuple<std::uint64_t, std::size_t, std::size_t>> pairs;
    for (const PlannedGame& game : games) {
        if (referee::begins_pair(game.game)) {
            pairs.emplace_back(game.round, game.meeting.a, game.meeting.b);
        }
    }
    return pairs;
}

TEST(TournamentTally, all_pairings_have_equally_many_pairs_after_each_round) {
    TournamentTally tally(counting_of(RoundRobin, 5, 3));
    std::map<AgentPair, int> pairs;
    std::uint64_t game = 0;
    for (const PlannedGame& planned : play_on(tally, earlier_wins)) {
        EXPECT_EQ(planned.game, game++);
        EXPECT_EQ(planned.round, planned.game / 20);
        ++pairs[{planned.meeting.a, planned.meeting.b}];
    }
    EXPECT_EQ(game, 60U);
    EXPECT_EQ(pairs.size(), 10U);
    EXPECT_TRUE(std::ranges::all_of(pairs, [](const auto& pairing) { return pairing.second == 6; }));
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    EXPECT_EQ(tally.state().rounds, 3U);
    EXPECT_EQ(tally.state().games, 60U);
}

TEST(TournamentTally, counts_are_those_of_the_games) {
    TournamentTally tally(counting_of(RoundRobin, 3, 2));
    play_on(tally, [](const PlannedGame& game) -> std::optional<Player> {
        return game.meeting.b == 2 ? std::optional(Player::Agent2) : std::nullopt;
    });
    const TournamentState& state = tally.state();
    ASSERT_EQ(state.pairings.size(), 3U);
    for (const PairingResults& pairing : state.pairings) {
        const bool is_lost = pairing.b == 2;
        EXPECT_EQ(pairing.games, (is_lost ? Wld{0, 4, 0} : Wld{0, 0, 4}));
        EXPECT_EQ(pairing.pairs, (is_lost ? Ptnml{{2, 0, 0, 0, 0}} : Ptnml{{0, 0, 2, 0, 0}}));
        ASSERT_EQ(pairing.by_opening.size(), 2U);
        EXPECT_NE(pairing.by_opening[0].opening, pairing.by_opening[1].opening);
    }
    EXPECT_EQ(state.pairings[0].by_opening[0].opening, state.pairings[1].by_opening[0].opening)
        << "all of a round are from one opening";
    EXPECT_EQ(state.first_player_points, 0.5 * 12);
    EXPECT_EQ(results_of(state, {}).pairings[2].pairs, state.pairings[2].pairs);
}

/// The numbers of the openings of agents 0 and 1, which play four rounds from a book of two with one that
/// never begins.
std::vector<std::uint64_t> openings_of_begun_again(bool has_one_opening) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 4);
    counting.has_one_opening = has_one_opening;
    TournamentTally tally(counting);
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        record.opening = {{static_cast<int>(planned->round % 2), 1, 1, 1}};
        if (planned->meeting.b == 2) {
            record.opening.clear();
            record.moves.clear();
            record.fault = referee::FaultNote{Player::Agent2, "why", ""};
        }
        tally.add(record);
    }
    std::vector<std::uint64_t> openings;
    for (const PairingResults& pairing : tally.state().pairings) {
        for (std::size_t k = 0; pairing.b == 1 && k < pairing.by_opening.size(); ++k) {
            openings.push_back(pairing.by_opening[k].opening);
        }
    }
    return openings;
}

TEST(TournamentTally, opening_that_comes_again_keeps_its_number) {
    EXPECT_THAT(openings_of_begun_again(false), ::testing::ElementsAre(0, 1, 0, 1));
    EXPECT_THAT(openings_of_begun_again(true), ::testing::ElementsAre(0, 0, 0, 0));
}

/// A game that agent 1 or 2 of it lost by a crash.
referee::GameRecord crash(const PlannedGame& planned, Player loser) {
    referee::GameRecord record = record_of(planned, winner_is(other(loser)));
    record.termination = referee::Termination::Crashed;
    record.fault = referee::FaultNote{loser, "why", ""};
    return record;
}

TEST(TournamentTally, disputed_loss_at_ready_is_a_time_loss_of_its_agent_and_no_fault) {
    TournamentTally tally(counting_of(RoundRobin, 2, 1));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = crash(*planned, Player::Agent2);
        record.termination = referee::Termination::ReadyTimeout;
        record.time_loss = referee::TimeLoss{.took = {}, .load = {}, .disputed = true};
        record.also_fault = referee::AlsoFault{{Player::Agent1, "why", ""}, referee::Termination::Crashed};
        tally.add(record);
    }
    const TournamentState& state = tally.state();
    for (const auto& [agent, faults, time_losses] : {std::array{0U, 2U, 0U}, {1U, 0U, 2U}}) {
        EXPECT_EQ(state.agents[agent].faults, faults) << agent;
        EXPECT_EQ(state.agents[agent].time_losses, time_losses) << agent;
        EXPECT_EQ(state.agents[agent].disputed, time_losses) << agent;
    }
    EXPECT_EQ(state.pairings[0].faults.agent1.faults(), 2U);
    EXPECT_EQ(state.pairings[0].faults.agent2.time_losses(), 2U);
    EXPECT_EQ(state.pairings[0].faults.agent2.faults(), 0U);
}

TEST(TournamentTally, agent_with_too_many_faults_is_withdrawn_after_its_round) {
    TournamentCounting counting = counting_of(RoundRobin, 4, 4);
    counting.max_faults = 2;
    TournamentTally tally(counting);
    std::vector<PlannedGame> games;
    int changes = 0;
    while (const auto planned = tally.next()) {
        const bool crashes = planned->meeting.a == 1 || planned->meeting.b == 1;
        const Player loser = planned->meeting.a == 1 ? Player::Agent1 : Player::Agent2;
        changes += tally.add(crashes ? crash(*planned, loser) : record_of(*planned, Winner::Agent1)) ? 1 : 0;
        games.push_back(*planned);
    }
    EXPECT_EQ(tally.state().agents[1].faults, 6U) << "it plays on to the end of the round";
    EXPECT_EQ(tally.state().agents[1].withdrawn, (Withdrawal{0, Flaw::Faults}));
    EXPECT_TRUE(has_withdrawn(tally.state()));
    EXPECT_EQ(games.size(), 12U + 3 * 6);
    EXPECT_TRUE(std::all_of(games.begin() + 12, games.end(), [](const PlannedGame& game) {
        return game.meeting.a != 1 && game.meeting.b != 1;
    }));
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    EXPECT_EQ(changes, 2) << "after the withdrawal, and at the end";
}

TEST(TournamentTally, first_fault_of_every_agent_is_kept_after_many_of_another) {
    TournamentTally tally(counting_of(RoundRobin, 3, 60));
    while (const auto planned = tally.next()) {
        const bool fails = planned->meeting.a == 0 || tally.state().agents[0].faults > 100;
        const Player loser = planned->meeting.a == 0 ? Player::Agent1 : Player::Agent2;
        tally.add(fails ? crash(*planned, loser) : record_of(*planned, Winner::Draw));
    }
    std::vector<std::size_t> agents;
    for (const auto& [agent, fault] : tally.state().faults) {
        agents.push_back(agent);
    }
    EXPECT_EQ(agents, (std::vector<std::size_t>{0, 2}));
}

TEST(TournamentTally, tournament_ends_when_too_few_agents_are_left) {
    TournamentCounting counting = counting_of(RoundRobin, 2, 9);
    counting.max_faults = 0;
    TournamentTally tally(counting);
    while (const auto planned = tally.next()) {
        tally.add(crash(*planned, Player::Agent2));
    }
    EXPECT_EQ(tally.ended(), TournamentEnd::MaxFaults);
    EXPECT_EQ(tally.games(), 2U);

    counting = counting_of(Gauntlet, 3, 9);
    counting.max_faults = 0;
    TournamentTally gauntlet(counting);
    while (const auto planned = gauntlet.next()) {
        gauntlet.add(crash(*planned, Player::Agent1));
    }
    EXPECT_EQ(gauntlet.ended(), TournamentEnd::MaxFaults) << "the seed is gone";
    EXPECT_EQ(gauntlet.games(), 4U);
}

/// Agent 2 of three loses all games on time but those that `is_other` names, which agent 1 of the game wins.
TournamentState losing_on_time(TournamentCounting counting,
                               const std::function<bool(const PlannedGame&)>& is_other) {
    TournamentTally tally(std::move(counting));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = crash(*planned, Player::Agent2);
        record.termination = referee::Termination::Timeout;
        tally.add(planned->meeting.b == 2 && !is_other(*planned) ? record
                                                                 : record_of(*planned, Winner::Agent1));
    }
    return tally.state();
}

TEST(TournamentTally, agent_that_loses_its_last_games_on_time_is_withdrawn_after_their_round) {
    const auto none = [](const PlannedGame&) { return false; };
    TournamentCounting counting = counting_of(RoundRobin, 3, 5);
    counting.max_faults = 0;
    EXPECT_EQ(losing_on_time(counting, none).agents[2].withdrawn, std::nullopt) << "of an earlier version";
    counting.time_losses = kMostTimeLosses;
    const TournamentState state = losing_on_time(counting, none);
    EXPECT_EQ(state.agents[2].withdrawn, (Withdrawal{1, Flaw::TimeLosses})) << "four games a round";
    EXPECT_EQ(state.agents[2].time_losses, 8U);
    EXPECT_EQ(state.agents[2].faults, 0U);
    EXPECT_EQ(state.agents[0].withdrawn, std::nullopt);

    const auto one_in_six = [](const PlannedGame& game) { return game.game % 6 == 2; };
    EXPECT_EQ(losing_on_time(counting, one_in_six).agents[2].withdrawn, std::nullopt)
        << "never eight in a row";
    counting.max_faults.reset();
    EXPECT_EQ(losing_on_time(counting, none).agents[2].withdrawn, std::nullopt) << "both are switched off";
}

/// Plays it with three attempts that were disturbed in the games of these two agents in round 0.
TournamentTally with_tampering(TournamentCounting counting, const std::set<AgentPair>& pairs) {
    counting.time_losses = kMostTimeLosses;
    TournamentTally tally(std::move(counting));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        const bool is_disturbed = pairs.contains({planned->meeting.a, planned->meeting.b});
        record.disturbances.tampering.agent2 = is_disturbed && planned->round == 0 ? kMostTampering : 0;
        tally.add(record);
    }
    return tally;
}

TEST(TournamentTally, agent_that_tampers_is_withdrawn_and_what_it_did_to_other_games_keeps_nobody_apart) {
    const TournamentTally tally =
        with_tampering(counting_of(RoundRobin, 4, 2), {{0, 1}, {0, 2}, {0, 3}, {1, 2}});
    EXPECT_EQ(tally.state().agents[0].withdrawn, (Withdrawal{0, Flaw::Tampering}));
    EXPECT_EQ(tally.games(), 12U + 6U);
    EXPECT_TRUE(std::ranges::none_of(tally.state().pairings, &PairingResults::is_apart));
}

TEST(TournamentTally, gauntlet_does_not_wait_for_agents_that_are_kept_apart) {
    TournamentCounting counting = counting_of(Gauntlet, 4, 60);
    counting.until = Until::Separated;
    const TournamentTally tally = with_tampering(counting, {{0, 1}});
    EXPECT_EQ(tally.ended(), TournamentEnd::Separated);
    EXPECT_EQ(std::ranges::count_if(tally.state().pairings, &PairingResults::is_apart), 1);
    EXPECT_FALSE(tally.state().nearest) << "nothing is open";
}

TEST(TournamentTally, time_losses_of_an_earlier_version_withdraw_nobody) {
    TournamentCounting counting = counting_of(RoundRobin, 2, 3);
    counting.max_faults = 0;
    TournamentTally tally(counting);
    while (const auto planned = tally.next()) {
        referee::GameRecord record = crash(*planned, Player::Agent2);
        record.termination = referee::Termination::Timeout;
        record.time_loss = referee::TimeLoss{.took = {}, .load = {}, .disputed = planned->game % 3 == 0};
        tally.add(record);
    }
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    EXPECT_EQ(tally.state().agents[1].time_losses, 6U);
    EXPECT_EQ(tally.state().agents[1].disputed, 2U);
    EXPECT_EQ(tally.state().agents[1].faults, 0U);
}

TEST(TournamentTally, pair_with_an_unscored_game_is_dropped_for_both_and_the_round_is_no_observation) {
    TournamentTally tally(counting_of(RoundRobin, 3, 2));
    while (const auto planned = tally.next()) {
        tally.add(record_of(*planned, planned->game == 1 ? std::nullopt : std::optional(Winner::Agent1)));
    }
    const PairingResults& dropped = tally.state().pairings[0];
    EXPECT_EQ(dropped.dropped, 1U);
    EXPECT_EQ(dropped.pairs.pairs(), 1U);
    EXPECT_EQ(tally.state().unscored, 1U);
    TournamentTally whole(counting_of(RoundRobin, 3, 1));
    play_on(whole, earlier_wins);
    ASSERT_TRUE(tally.state().nearest && whole.state().nearest);
    EXPECT_EQ(tally.state().nearest->capital, whole.state().nearest->capital)
        << "only one of two rounds counts";
}

TEST(TournamentTally, pairing_that_repeats_itself_is_saturated_and_the_others_go_on) {
    TournamentTally tally(counting_of(RoundRobin, 3, 10));
    std::vector<PlannedGame> games;
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        if (planned->meeting == Meeting{0, 1}) { // without chance, always from the same opening
            record.opening.clear();
            record.moves = {{.numbers = {number(record.first), 1, 1, 1}, .took = {}}};
        }
        tally.add(record);
        games.push_back(*planned);
    }
    const auto of_both = [](const PlannedGame& game) { return game.meeting == Meeting{0, 1}; };
    EXPECT_EQ(std::ranges::count_if(games, of_both), 8) << "one pair, and three copies";
    EXPECT_EQ(games.size(), 8U + 2 * 20);
    const auto& pairing =
        *std::ranges::find_if(tally.state().pairings, [](const auto& p) { return p.a == 0 && p.b == 1; });
    EXPECT_TRUE(pairing.is_saturated);
    EXPECT_EQ(pairing.pairs.pairs(), 1U);
    EXPECT_EQ(pairing.repeats, 3U);
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
}

TEST(TournamentTally, tournament_of_copies_ends) {
    TournamentTally tally(counting_of(RoundRobin, 3, 10));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        record.opening.clear();
        record.moves = {{.numbers = {number(record.first), 1, 1, 1}, .took = {}}};
        tally.add(record);
    }
    EXPECT_EQ(tally.ended(), TournamentEnd::Repeats);
    EXPECT_EQ(tally.state().rounds, 4U);
}

TEST(TournamentTally, adjudicated_games_are_counted_by_their_rules) {
    TournamentTally tally(counting_of(RoundRobin, 3, 1));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        record.termination = referee::Termination::Adjudicated;
        record.adjudication = referee::AdjudicationRule::Resign;
        tally.add(record);
    }
    EXPECT_EQ(tally.state().adjudicated.of[referee::AdjudicationRule::Resign], (RuleCounts{.ended = 6}));
}

TEST(TournamentTally, copies_count_where_that_was_asked_for) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 10);
    counting.repeats = RepeatRule::Count;
    TournamentTally tally(counting);
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, Winner::Agent1);
        record.opening.clear();
        record.moves = {{.numbers = {number(record.first), 1, 1, 1}, .took = {}}};
        tally.add(record);
    }
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    for (const PairingResults& pairing : tally.state().pairings) {
        EXPECT_EQ(std::pair(pairing.pairs.pairs(), pairing.repeats),
                  std::pair(std::uint64_t{10}, std::uint64_t{9}));
    }
}

TEST(TournamentTally, agents_that_come_later_catch_up_from_the_same_openings) {
    TournamentCounting counting = counting_of(RoundRobin, 4, 5);
    counting.rules.stages = {{.game = 0, .agents = {0, 1, 2}, .rounds = 5},
                             {.game = 2 * 3 * 2, .agents = {0, 1, 2, 3}, .rounds = 5}};
    TournamentTally tally(counting);
    const auto pairs = pairs_of(play_on(tally, earlier_wins));
    ASSERT_EQ(pairs.size(), 5U * 6);
    for (std::size_t i = 6; i < 12; ++i) {
        EXPECT_EQ(std::get<0>(pairs[i]), (i - 6) / 3) << "rounds 0 and 1 of the newcomer come first";
        EXPECT_EQ(std::get<2>(pairs[i]), 3U);
    }
    EXPECT_EQ(std::get<0>(pairs[12]), 2U);
    EXPECT_EQ(tally.state().rounds, 5U) << "catching up is no further round";
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    for (const PairingResults& pairing : tally.state().pairings) {
        EXPECT_EQ(pairing.pairs.pairs(), 5U);
    }
}

TEST(TournamentTally, removed_agents_play_no_more_and_more_rounds_go_on) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 2);
    counting.rules.stages.push_back({.game = 12, .agents = {0, 2}, .rounds = 4});
    TournamentTally tally(counting);
    const auto pairs = pairs_of(play_on(tally, earlier_wins));
    ASSERT_EQ(pairs.size(), 6U + 2);
    EXPECT_EQ(pairs[6], (std::tuple<std::uint64_t, std::size_t, std::size_t>{2, 0, 2}));
    EXPECT_EQ(pairs[7], (std::tuple<std::uint64_t, std::size_t, std::size_t>{3, 0, 2}));
}

TEST(TournamentTally, stronger_agents_are_certified_and_equal_ones_are_not) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 500);
    counting.until = Until::Separated;
    TournamentTally tally(counting);
    play_on(tally, earlier_wins);
    EXPECT_EQ(tally.ended(), TournamentEnd::Separated);
    EXPECT_LT(tally.state().rounds, 30U);
    for (const auto& [above, below, round] : tally.state().certified) {
        EXPECT_LT(above, below);
    }
    counting.rules.stages[0].rounds = 50;
    TournamentTally equal(counting);
    play_on(equal, [](const PlannedGame&) { return std::optional<Player>(); });
    EXPECT_EQ(equal.ended(), TournamentEnd::Rounds);
    EXPECT_TRUE(equal.state().certified.empty());
}

/// Agent 1 never starts, so that its rank beside the others stays open.
TEST(TournamentTally, withdrawn_agent_does_not_keep_the_others_from_being_separated) {
    for (const auto format : {RoundRobin, Gauntlet}) {
        TournamentCounting counting = counting_of(format, 3, 500);
        counting.until = Until::Separated;
        counting.max_faults = 0;
        TournamentTally tally(counting);
        while (const auto planned = tally.next()) {
            tally.add(planned->meeting.b == 1   ? crash(*planned, Player::Agent2)
                      : planned->meeting.a == 1 ? crash(*planned, Player::Agent1)
                                                : record_of(*planned, Winner::Agent1));
        }
        EXPECT_TRUE(has_withdrawn(tally.state()));
        EXPECT_EQ(tally.ended(), TournamentEnd::Separated);
        EXPECT_LT(tally.state().rounds, 100U);
    }
}

TEST(TournamentTally, search_for_the_best_drops_those_that_are_not) {
    TournamentCounting counting = counting_of(RoundRobin, 4, 500);
    counting.until = Until::Best;
    TournamentTally tally(counting);
    const auto games = play_on(tally, earlier_wins);
    EXPECT_EQ(tally.ended(), TournamentEnd::Best);
    EXPECT_FALSE(tally.state().agents[0].is_out);
    for (std::size_t agent = 1; agent < 4; ++agent) {
        EXPECT_TRUE(tally.state().agents[agent].is_out) << agent;
    }
    EXPECT_LT(games.size(), tally.state().rounds * 12) << "those that are out play no more";

    counting = counting_of(Gauntlet, 5, 500, 2);
    counting.until = Until::Best;
    TournamentTally gauntlet(counting);
    play_on(gauntlet, [](const PlannedGame& game) {
        return std::optional(game.meeting.a == 0 ? Player::Agent1 : Player::Agent2);
    });
    EXPECT_EQ(gauntlet.ended(), TournamentEnd::Best);
    EXPECT_TRUE(gauntlet.state().agents[1].is_out);
    EXPECT_FALSE(gauntlet.state().agents[4].is_out) << "rivals are no candidates";
}

TEST(TournamentTally, rival_that_beats_the_seeds_makes_none_of_them_the_best) {
    TournamentCounting counting = counting_of(Gauntlet, 4, 100, 2);
    counting.until = Until::Best;
    TournamentTally tally(counting);
    play_on(tally, [](const PlannedGame& game) {
        return game.meeting.b == 3 ? std::optional(Player::Agent2) : std::nullopt;
    });
    EXPECT_EQ(tally.ended(), TournamentEnd::Rounds);
    for (std::size_t seed = 0; seed < 2; ++seed) {
        EXPECT_FALSE(tally.state().agents[seed].is_out) << seed;
        EXPECT_TRUE(std::ranges::any_of(tally.state().certified, [&](const auto& statement) {
            return statement.above == 3 && statement.below == seed;
        })) << seed;
    }
}

TEST(TournamentTally, agents_that_left_make_nobody_the_best) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 30);
    counting.until = Until::Best;
    counting.rules.stages.push_back({.game = 12, .agents = {1, 2}, .rounds = 500});
    TournamentTally tally(counting);
    play_on(tally, [](const PlannedGame& game) {
        return std::optional(game.meeting.a == 2 || game.meeting.b == 1 ? Player::Agent1 : Player::Agent2);
    });
    EXPECT_TRUE(tally.state().agents[1].is_out) << "2 always beats it";
    EXPECT_NE(tally.ended(), TournamentEnd::Best) << "0 left and may be better than 2";
    EXPECT_FALSE(tally.state().nearest) << "agents that play no more come no nearer";
}

TEST(TournamentTally, jobs_from_any_moment_are_the_next_games) {
    TournamentCounting counting = counting_of(RoundRobin, 3, 3);
    TournamentSchedule schedule;
    schedule.base.openings = RandomMoves{4};
    schedule.base.seed = 7;
    schedule.times.resize(3);
    schedule.restarts.assign(3, referee::Restart::Pair);
    const auto openings = make_openings(schedule.base.openings, 7, schedule.base.rules);
    for (const std::uint64_t games : {0U, 1U, 2U, 5U, 6U, 17U}) {
        TournamentTally tally(counting);
        play_on(tally, earlier_wins, games);
        TournamentJobs jobs = tally.jobs(schedule, *openings);
        std::uint64_t next = games;
        for (auto pair = jobs.next_pair(); !pair.empty(); pair = jobs.next_pair()) {
            for (const Job& job : pair) {
                EXPECT_EQ(job.id, next++);
                EXPECT_EQ(job.opening, openings->opening(job.round.value())->moves);
                EXPECT_EQ(job.round, job.id / 6);
            }
        }
        EXPECT_EQ(next, 18U);
    }
}

/// Plays to the end. `change` gives each game its worker and its fault.
TournamentTally played_with(TournamentCounting counting,
                            const std::function<void(referee::GameRecord&)>& change) {
    TournamentTally tally(std::move(counting));
    while (const auto planned = tally.next()) {
        referee::GameRecord record = record_of(*planned, referee::Winner::Agent1);
        change(record);
        tally.add(record);
    }
    return tally;
}

TEST(TournamentTally, faults_that_one_volunteer_made_up_withdraw_nobody) {
    const auto withdrawn_when_told_by = [](const std::vector<std::string>& workers) {
        TournamentCounting counting = counting_of(TournamentFormat::RoundRobin, 3, 4);
        counting.max_faults = 1;
        std::size_t next = 0;
        const TournamentTally tally = played_with(std::move(counting), [&](referee::GameRecord& record) {
            record.worker = workers[next++ % workers.size()];
            if (record.agents.agent2 == referee::AgentId{2}) {
                record.termination = referee::Termination::Crashed;
                record.fault = referee::FaultNote{referee::Player::Agent2, "exit", ""};
            }
        });
        return tally.state().agents[2].withdrawn.has_value();
    };
    EXPECT_FALSE(withdrawn_when_told_by({"v-eve"}));
    EXPECT_TRUE(withdrawn_when_told_by({"v-eve", "v-eve", "ann"}));
    EXPECT_TRUE(withdrawn_when_told_by({""}));
}

TEST(TournamentTally, pairs_of_workers_that_were_caught_are_known_before_and_after) {
    std::size_t next = 0;
    TournamentTally tally =
        played_with(counting_of(TournamentFormat::RoundRobin, 3, 2), [&](referee::GameRecord& record) {
            record.worker = next++ / 2 % 3 == 0 ? "eve" : "ann";
        });
    EXPECT_EQ(tally.workers().by_name().at("eve").games, 4U);
    EXPECT_EQ(distrusted_pairs(tally.state()), 0U);
    tally.distrust({"eve", "zoe"});
    EXPECT_EQ(distrusted_pairs(tally.state()), 2U);
    EXPECT_EQ(tally.comparable_games().size(), 3U) << "one part for each two agents";
    tally.distrust({});
    EXPECT_EQ(distrusted_pairs(tally.state()), 0U);
}

} // namespace
} // namespace sprt
