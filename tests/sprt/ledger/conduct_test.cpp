#include "sprt/ledger/conduct.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Player;
using referee::Termination;
using referee::Winner;

referee::GameRecord lost_by(Player loser, Termination termination) {
    referee::GameRecord record = fake_game(0, winner_is(other(loser)));
    record.termination = termination;
    record.fault = referee::FaultNote{loser, "why", ""};
    return record;
}

Conduct after(const std::vector<referee::GameRecord>& records) {
    Conduct conduct;
    for (const referee::GameRecord& record : records) {
        conduct.add(record);
    }
    return conduct;
}

TEST(Conduct, times_of_games_are_added_up) {
    const Conduct conduct = after({fake_game(0, Winner::Agent1), fake_game(1, Winner::Draw)});
    EXPECT_EQ(conduct.used.agent1, std::chrono::milliseconds(4));
    EXPECT_EQ(conduct.used.agent2, std::chrono::milliseconds(2));
}

TEST(Conduct, unscored_games_add_no_time_and_no_fault) {
    referee::GameRecord failed = lost_by(Player::Agent1, Termination::RefereeFailure);
    failed.winner.reset();
    const Conduct conduct = after({failed});
    EXPECT_EQ(conduct.used.agent1, std::chrono::milliseconds(0));
    EXPECT_EQ(conduct.faults.agent1.faults(), 0u);
}

TEST(Conduct, faults_are_counted_by_agent_and_kind) {
    const Conduct conduct = after({lost_by(Player::Agent1, Termination::Crashed),
                                   lost_by(Player::Agent1, Termination::IllegalMove),
                                   lost_by(Player::Agent2, Termination::ReadyTimeout)});
    EXPECT_EQ(conduct.faults.agent1.faults(), 2u);
    EXPECT_EQ(conduct.faults.agent1.of(Termination::Crashed), 1u);
    EXPECT_EQ(conduct.faults.agent2.faults(), 1u);
}

TEST(Conduct, work_out_of_turn_is_that_of_second_games_by_the_same_process) {
    using namespace std::chrono_literals;
    const auto pair_with = [](const char* exit) {
        std::vector<referee::GameRecord> games{fake_game(0, Winner::Agent1), fake_game(1, Winner::Agent1)};
        for (referee::GameRecord& game : games) {
            game.used = {10ms, 10ms};
            game.processor = {500ms, 15ms};
            game.load.agent2.rival_cpu = 90ms; // agent 1 worked in agent 2's turns
        }
        games[0].exit = {exit, exit};
        return games;
    };
    const auto effort = after(pair_with("kept")).effort;
    EXPECT_EQ(effort.agent1.known_games, 1U);
    EXPECT_EQ(effort.agent1.known_time, 10ms);
    EXPECT_EQ(effort.agent1.uncharged, 400ms);
    EXPECT_EQ(effort.agent2.uncharged, 5ms);
    EXPECT_EQ(after(pair_with("exited 0")).effort.agent1.known_games, 0U);
    auto by_child = pair_with("kept");
    by_child[0].processor.agent1 = 9ms; // its work is seen when the child has ended, in the second game
    EXPECT_EQ(after(by_child).effort.agent1.known_games, 0U);
}

TEST(Conduct, time_losses_are_not_faults) {
    const Conduct conduct = after({lost_by(Player::Agent2, Termination::Timeout)});
    EXPECT_EQ(conduct.faults.agent2.faults(), 0u);
    EXPECT_EQ(conduct.faults.agent2.time_losses(), 1u);
}

TEST(Conduct, disputed_loss_at_ready_is_no_fault_and_no_failed_start) {
    referee::GameRecord record = lost_by(Player::Agent2, Termination::ReadyTimeout);
    EXPECT_TRUE(failed_to_start(record, Player::Agent2));
    record.time_loss = referee::TimeLoss{.took = {}, .load = {}, .disputed = true};
    EXPECT_FALSE(failed_to_start(record, Player::Agent2));
    const Conduct conduct = after({record});
    EXPECT_EQ(conduct.faults.agent2.faults(), 0u);
    EXPECT_EQ(conduct.faults.agent2.time_losses(), 1u);
}

TEST(Conduct, failures_of_both_agents_at_ready_count_for_both) {
    referee::GameRecord record = lost_by(Player::Agent1, Termination::ReadyTimeout);
    record.also_fault = referee::AlsoFault{{Player::Agent2, "why", ""}, Termination::Crashed};
    const Conduct conduct = after({record});
    EXPECT_EQ(conduct.faults.agent1.faults(), 1u);
    EXPECT_EQ(conduct.faults.agent2.faults(), 1u);
    EXPECT_EQ(conduct.faults.agent1.of(Termination::ReadyTimeout), 1u);
    EXPECT_EQ(conduct.faults.agent2.of(Termination::Crashed), 1u) << "each agent by its own termination";
}

TEST(Conduct, agent_that_once_lacked_openings_is_remembered) {
    referee::GameRecord record = fake_game(0, Winner::Draw);
    record.lacks_opening = {false, true};
    EXPECT_EQ(after({record, fake_game(1, Winner::Draw)}).lacks_opening,
              (referee::PerPlayer<bool>{false, true}));
}

/// Agent 2 plays first, so that the first move is its.
TEST(Conduct, effort_of_each_agent_is_that_of_its_moves) {
    using std::chrono::microseconds;
    referee::GameRecord record = fake_game(0, Winner::Agent1);
    record.first = Player::Agent2;
    record.moves = {
        {{1, 1, 2, 2}, microseconds(30)}, {{7, 1, 6, 2}, microseconds(5)}, {{2, 2, 3, 3}, microseconds(50)}};
    record.moves[1].took += std::chrono::milliseconds(7);
    record.search = {{.depth = 3, .nodes = 100, .time_ms = 0}, {.time_ms = 5}, {.depth = 6, .time_ms = 1}};
    record.processor = {microseconds(7000), microseconds(9000)}; // with the start of the process
    record.load.agent1 = {.watched = microseconds(4), .cpu = microseconds(3)};
    record.load.agent2 = {.watched = microseconds(60), .cpu = microseconds(45)};
    record.replaced = {1, 0};
    record.most_cpu = {microseconds(3), microseconds(40)};
    record.pings = {{.most = microseconds(4), .sum = microseconds(9)}, {}};
    const Conduct conduct = after({record, record});
    EXPECT_EQ(conduct.effort.agent2, (Effort{.moves = 4,
                                             .time = microseconds(160),
                                             .longest = microseconds(50),
                                             .watched = microseconds(120),
                                             .processor = microseconds(90),
                                             .most_processor = microseconds(40),
                                             .nodes = {200, 2},
                                             .depth = {18, 4},
                                             .latency = {microseconds(30), microseconds(60), 4}}));
    EXPECT_EQ(conduct.effort.agent1, (Effort{.moves = 2,
                                             .time = microseconds(14'010),
                                             .longest = microseconds(7'005),
                                             .watched = microseconds(8),
                                             .processor = microseconds(6),
                                             .most_processor = microseconds(3),
                                             .pings = microseconds(18),
                                             .latency = {microseconds(2'005), microseconds(4'010), 2},
                                             .restarts = 2}));
}

TEST(Conduct, engine_is_shallow_when_the_median_of_its_depths_by_a_clock_is) {
    using std::chrono::microseconds;
    const auto is_shallow = [](std::vector<int> depths, referee::LimitKind kind) {
        referee::GameRecord record = fake_game(0, Winner::Agent1);
        record.limits.agent1 = referee::TimeControl{};
        record.limits.agent1->kind = kind;
        for (const int depth : depths) {
            record.moves.push_back({{1, 1, 2, 2}, microseconds(30)});
            record.moves.push_back({{7, 1, 6, 2}, microseconds(30)});
            record.search.push_back({.depth = depth});
            record.search.push_back({});
        }
        return after({record}).effort.agent1.is_shallow();
    };
    using enum referee::LimitKind;
    EXPECT_TRUE(is_shallow({1, 2, 9}, Game));
    EXPECT_FALSE(is_shallow({1, 2, 3, 9}, Game)) << "the median of four is between the two";
    EXPECT_FALSE(is_shallow({3, 3, 3}, Game));
    EXPECT_FALSE(is_shallow({1, 2, 2}, Search));
    EXPECT_FALSE(is_shallow({}, Game));
}

TEST(Conduct, processor_time_of_a_move_is_without_the_start_of_the_process) {
    using std::chrono::milliseconds;
    const auto ms = [](milliseconds watched, milliseconds processor) {
        return Effort{.moves = 10, .time = milliseconds(100), .watched = watched, .processor = processor}
            .processor_ms_a_move();
    };
    EXPECT_DOUBLE_EQ(ms(milliseconds(100), milliseconds(90)).value(), 9.0);
    EXPECT_DOUBLE_EQ(ms(milliseconds(50), milliseconds(45)).value(), 9.0) << "half of its time was watched";
    EXPECT_DOUBLE_EQ(ms(milliseconds(100), milliseconds(200)).value(), 20.0) << "two threads";
    EXPECT_EQ(ms(milliseconds(49), milliseconds(45)), std::nullopt);
    EXPECT_EQ(Effort().processor_ms_a_move(), std::nullopt);
}

TEST(Conduct, numbers_of_processes_that_could_not_be_ended_are_kept) {
    referee::GameRecord record = fake_game(0, Winner::Agent1);
    record.exit = {"exited 0", "given up 77"};
    EXPECT_EQ(after({record}).given_up, (referee::PerPlayer<std::vector<std::string>>{{}, {"77"}}));
}

TEST(Conduct, first_move_after_an_odd_opening_is_of_the_second_player) {
    referee::GameRecord record = fake_game(0, Winner::Agent1);
    record.opening = {{1, 1, 2, 2}};
    record.moves = {{{7, 1, 6, 2}}, {{2, 2, 3, 3}}, {{6, 2, 5, 3}}};
    const Conduct conduct = after({record});
    EXPECT_EQ(conduct.effort.agent1.moves, 1U);
    EXPECT_EQ(conduct.effort.agent2.moves, 2U);
}

referee::GameRecord played_by(const std::string& worker, std::uint64_t game, Winner winner) {
    referee::GameRecord record = fake_game(game, winner);
    record.worker = worker;
    return record;
}

std::map<std::string, WorkerGames> games_after(const std::vector<referee::GameRecord>& records) {
    GamesByWorker games;
    for (const referee::GameRecord& record : records) {
        games.add(record);
    }
    return games.by_name();
}

TEST(GamesByWorker, games_of_this_machine_are_nobodys) {
    EXPECT_TRUE(games_after({fake_game(0, Winner::Agent1), fake_game(1, Winner::Draw)}).empty());
}

TEST(GamesByWorker, results_are_counted_by_worker) {
    const auto all = games_after({played_by("a", 0, Winner::Agent1), played_by("a", 1, Winner::Draw),
                                  played_by("b", 2, Winner::Agent2), played_by("b", 3, Winner::Agent2)});
    EXPECT_EQ(all.at("a").wld, (Wld{.wins = 1, .losses = 0, .draws = 1}));
    EXPECT_EQ(all.at("b").wld, (Wld{.wins = 0, .losses = 2, .draws = 0}));
    EXPECT_EQ(all.at("a").pairs, (Ptnml{{0, 0, 0, 1, 0}}));
    EXPECT_EQ(all.at("b").pairs, (Ptnml{{1, 0, 0, 0, 0}}));
}

TEST(GamesByWorker, pair_that_two_machines_played_is_nobodys) {
    const auto all = games_after({fake_game(0, Winner::Agent1), played_by("a", 1, Winner::Agent1),
                                  played_by("a", 2, Winner::Agent1), played_by("b", 3, Winner::Agent1)});
    EXPECT_EQ(all.at("a").games, 2U);
    EXPECT_EQ(all.at("a").pairs.pairs(), 0U);
    EXPECT_EQ(all.at("b").pairs.pairs(), 0U);
}

TEST(GamesByWorker, unscored_game_is_a_game_without_result_or_pair) {
    referee::GameRecord unscored = played_by("a", 0, Winner::Draw);
    unscored.winner.reset();
    const auto all = games_after({unscored, played_by("a", 1, Winner::Agent1)});
    EXPECT_EQ(all.at("a").games, 2U);
    EXPECT_EQ(all.at("a").wld.games(), 1U);
    EXPECT_EQ(all.at("a").pairs.pairs(), 0U);
}

TEST(GamesByWorker, faults_and_time_losses_are_counted_by_worker_and_agent) {
    referee::GameRecord crashed = played_by("a", 0, Winner::Agent2);
    crashed.termination = Termination::Crashed;
    crashed.fault = referee::FaultNote{Player::Agent1, "why", ""};
    referee::GameRecord late = played_by("a", 1, Winner::Agent1);
    late.termination = Termination::Timeout;
    late.fault = referee::FaultNote{Player::Agent2, "why", ""};
    const auto all = games_after({crashed, late, played_by("b", 2, Winner::Draw)});
    EXPECT_EQ(all.at("a").faults.agent1.faults(), 1U);
    EXPECT_EQ(all.at("a").faults.agent1.time_losses(), 0U);
    EXPECT_EQ(all.at("a").faults.agent2.time_losses(), 1U);
    EXPECT_EQ(all.at("a").machine.time_losses().agent2, 1U);
    EXPECT_EQ(all.at("b").faults.agent1.total(), 0U);
}

/// Games of workers, in the order in which they are added.
class Played {
  public:
    void add(const std::string& worker, Winner winner, std::optional<Termination> fault = {}) {
        referee::GameRecord record = fake_game(next_++, winner);
        record.worker = worker;
        if (fault) {
            record.termination = *fault;
            record.fault = referee::FaultNote{Player::Agent1, "why", ""};
        }
        games.add(record);
    }
    /// `pairs` pairs, of which the first `failed` have a game that ended by `fault`.
    void add_pairs(const std::string& worker, int pairs, int failed = 0,
                   Termination fault = Termination::Crashed) {
        for (int i = 0; i < pairs; ++i) {
            add(worker, Winner::Agent2, i < failed ? std::optional(fault) : std::nullopt);
            add(worker, Winner::Agent1);
        }
    }
    GamesByWorker games;

  private:
    std::uint64_t next_ = 0;
};

const HappenedByWorker kNone;

TEST(WorkerFindings, too_many_time_losses_or_faults_are_a_reason) {
    for (const auto& [fault, text] :
         {std::pair(Termination::Timeout, "too many time losses: 8 of 40, and 1 of 400 of all others (p = "),
          std::pair(Termination::Crashed,
                    "too many games with faults: 8 of 40, and 1 of 400 of all others (p = ")}) {
        Played played;
        played.add_pairs("bad", 20, 8, fault);
        played.add_pairs("good", 100, 1, fault);
        played.add_pairs("other", 100);
        const WorkerFindings findings({&played.games}, kNone);
        EXPECT_EQ(findings.quarantine("bad").substr(0, std::string(text).size()), text);
        EXPECT_EQ(findings.quarantine("good"), "");
        EXPECT_EQ(findings.quarantine("other"), "");
        EXPECT_EQ(findings.quarantine("nobody"), "");
    }
}

TEST(WorkerFindings, bound_falls_with_the_number_of_failures) {
    // p is 1.5e-5 and 6.9e-6; the bounds are a third and a 45th of 1e-4.
    EXPECT_NE(WorkerFindings({}, {{"bad", {3, 97}}, {"good", {0, 3900}}}).quarantine("bad"), "");
    EXPECT_EQ(WorkerFindings({}, {{"bad", {10, 90}}, {"good", {60, 3840}}}).quarantine("bad"), "");
}

TEST(WorkerFindings, fewer_than_three_failures_are_no_reason) {
    for (const int failures : {2, 3}) {
        Played played;
        played.add_pairs("bad", 3, failures);
        played.add_pairs("good", 5000);
        EXPECT_EQ(WorkerFindings({&played.games}, kNone).quarantine("bad").empty(), failures == 2);
    }
}

TEST(WorkerFindings, worker_alone_is_compared_with_nobody) {
    Played played;
    played.add_pairs("bad", 20, 20);
    EXPECT_EQ(WorkerFindings({&played.games}, {{"bad", {100, 1}}}).quarantine("bad"), "");
}

TEST(WorkerFindings, too_many_lost_attempts_are_a_reason) {
    const HappenedByWorker attempts{{"bad", {10, 40}}, {"good", {2, 300}}, {"other", {1, 300}}};
    const Played nothing;
    const WorkerFindings findings({&nothing.games}, attempts);
    EXPECT_EQ(findings.quarantine("bad").substr(0, 76),
              "too many attempts lost or given back: 10 of 50, and 3 of 603 of all others (");
    EXPECT_EQ(findings.quarantine("good"), "");
}

TEST(WorkerFindings, worker_of_which_no_game_was_counted_is_judged_too) {
    const HappenedByWorker attempts{{"v-hoarder", {3, 0}}, {"good", {0, 100}}};
    const WorkerFindings findings({}, attempts);
    EXPECT_THAT(findings.workers(), testing::ElementsAre("good", "v-hoarder"));
    EXPECT_NE(findings.quarantine("v-hoarder"), "");
}

TEST(WorkerFindings, too_many_pairs_that_came_to_no_end_on_the_board_are_a_reason) {
    const HappenedByWorker some{{"v-bad", {10, 40}}, {"good", {2, 300}}};
    const HappenedByWorker others{{"v-bad", {0, 40}}, {"good", {0, 300}}};
    const WorkerFindings findings({}, kNone, {&others, &some});
    EXPECT_EQ(findings.quarantine("v-bad").substr(0, 78),
              "too many pairs broken off or disturbed: 10 of 50, and 2 of 302 of all others (");
    EXPECT_EQ(findings.quarantine("good"), "");
}

TEST(WorkerFindings, volunteer_makes_no_trusted_worker_look_bad) {
    Played played;
    played.add_pairs("good", 20, 8);
    played.add_pairs("other", 20, 8);
    for (int i = 0; i < 200; ++i) {
        played.add("v-liar", Winner::Agent1);
        played.add("v-liar", Winner::Agent1);
    }
    const HappenedByWorker failures{{"good", {8, 20}}, {"other", {8, 20}}, {"v-liar", {0, 500}}};
    const WorkerFindings findings({&played.games}, failures, {&failures});
    for (const char* const honest : {"good", "other"}) {
        EXPECT_EQ(findings.quarantine(honest), "");
        EXPECT_EQ(findings.difference(honest), "");
    }
    EXPECT_NE(findings.difference("v-liar"), "");
}

TEST(WorkerFindings, pairs_that_differ_are_told_and_no_reason) {
    Played played;
    played.add_pairs("good", 200);
    played.add_pairs("other", 200);
    for (int i = 0; i < 60; ++i) {
        played.add("odd", Winner::Agent1);
        played.add("odd", Winner::Agent1);
    }
    const WorkerFindings findings({&played.games}, kNone);
    EXPECT_NE(findings.difference("odd"), "");
    EXPECT_EQ(findings.quarantine("odd"), "");
    EXPECT_EQ(findings.difference("nobody"), "");
}

TEST(WorkerFindings, pairs_that_come_out_alike_do_not_differ) {
    Played played;
    for (const char* const worker : {"a", "b", "c"}) {
        played.add_pairs(worker, 100);
    }
    EXPECT_EQ(WorkerFindings({&played.games}, kNone).difference("a"), "");
}

TEST(WorkerFindings, worker_that_plays_the_games_of_a_broken_agent_is_compared_with_those_that_play_it_too) {
    GamesByWorker of_broken;
    GamesByWorker of_others;
    const auto add = [](GamesByWorker& games, const std::string& worker, bool fails) {
        referee::GameRecord record = fake_game(0, referee::Winner::Agent1);
        record.worker = worker;
        if (fails) {
            record.termination = referee::Termination::Crashed;
            record.fault = referee::FaultNote{referee::Player::Agent2, "exit", ""};
        }
        games.add(record);
    };
    for (int i = 0; i < 50; ++i) {
        add(of_broken, "ann", true);
        add(of_others, "bob", false);
        add(of_others, "cid", false);
    }
    const HappenedByWorker none;
    EXPECT_EQ(WorkerFindings({&of_broken, &of_others}, none).quarantine("ann"), "");
    for (int i = 0; i < 50; ++i) {
        add(of_broken, "bob", false);
    }
    EXPECT_NE(WorkerFindings({&of_broken, &of_others}, none).quarantine("ann"), "");
}

} // namespace
} // namespace sprt
