#include "referee/game/machine_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A game in which the agents waited that long for a core; they were watched for a second each.
GameRecord waited(nanoseconds one, nanoseconds two = 0ns) {
    GameRecord record;
    record.termination = Termination::BoardFull;
    record.winner = Winner::Agent1;
    record.load = {TurnLoad{.watched = 1s, .cpu = 1ms, .delay = one},
                   TurnLoad{.watched = 1s, .cpu = 1ms, .delay = two}};
    return record;
}

GameRecord lost_on_time(Player loser, bool disputed) {
    GameRecord record = waited(0ms);
    record.termination = Termination::Timeout;
    record.winner = winner_is(other(loser));
    record.fault = FaultNote{loser, "sent no answer in time", ""};
    record.time_loss = TimeLoss{1s, {}, disputed};
    return record;
}

/// A game in which `agent` worked for `cpu` in `watched` of the other one's time.
GameRecord interference(Player agent, nanoseconds cpu = 347ms, nanoseconds watched = 1s) {
    GameRecord record = waited(0ms);
    record.game = 6;
    record.load[other(agent)] = {.watched = watched, .rival_cpu = cpu};
    return record;
}

MachineReport report_of(const std::vector<GameRecord>& records) {
    MachineReport report;
    for (const GameRecord& record : records) {
        report.add(record);
    }
    return report;
}

TEST(MachineReport, is_empty_before_the_first_game) {
    const MachineReport report;
    EXPECT_EQ(report.text(), "");
    EXPECT_EQ(report.delays().largest, 0ns);
    EXPECT_EQ(report.delay_percent(), 0);
    EXPECT_FALSE(report.is_overloaded());
}

TEST(MachineReport, names_what_a_quota_took) {
    GameRecord throttled = waited(600ms);
    throttled.load.agent1.throttled = 500ms;
    EXPECT_THAT(
        report_of({throttled, waited(0ms)}).text(),
        HasSubstr("\nThrottled: a quota of processor time took 500 ms of the agents' time (12 %).\n"));
}

TEST(MachineReport, is_one_line_for_a_run_with_delays_or_time_losses) {
    EXPECT_EQ(
        report_of({waited(1500us, 2ms), waited(40ms, 100us), lost_on_time(Player::Agent1, true),
                   lost_on_time(Player::Agent2, false)})
            .text(),
        "Clocks: without a core an agent waited 0.0 ms a game (median), 40.0 ms (99 %), 40.0 ms (most); "
        "time losses: 2, disputed: 1.\n");
    EXPECT_EQ(report_of({waited(49us)}).text(), "") << "it would be shown as 0.0 ms";
}

// Of n values the smallest that 50 (99) % do not exceed: the one of rank n/2 (99 n/100), rounded up.
TEST(MachineReport, delays_are_quantiles_over_agents_and_games) {
    const auto ends = [](int values) {
        MachineReport report;
        for (int i = values; i > 0; i -= 2) { // from the largest down; two of each game
            report.add(waited(1ms * i, 1ms * (i - 1)));
        }
        const auto [median, p99, largest] = report.delays();
        return std::array<nanoseconds, 3>{median, p99, largest};
    };
    EXPECT_THAT(ends(2), ElementsAre(1ms, 2ms, 2ms));
    EXPECT_THAT(ends(4), ElementsAre(2ms, 4ms, 4ms));
    EXPECT_THAT(ends(100), ElementsAre(50ms, 99ms, 100ms));
    EXPECT_THAT(ends(102), ElementsAre(51ms, 101ms, 102ms));
    EXPECT_THAT(ends(400), ElementsAre(200ms, 396ms, 400ms));
}

TEST(MachineReport, absurd_delays_are_cut_and_do_not_wrap) {
    EXPECT_EQ(report_of({waited(5000h)}).delays().largest, std::chrono::microseconds(UINT32_MAX));
}

TEST(MachineReport, time_losses_are_counted_for_the_loser) {
    GameRecord crashed = lost_on_time(Player::Agent1, false);
    crashed.termination = Termination::Crashed;
    crashed.time_loss.reset();
    GameRecord unwatched = lost_on_time(Player::Agent1, false);
    unwatched.time_loss.reset(); // a log of another program
    const MachineReport report =
        report_of({lost_on_time(Player::Agent1, true), lost_on_time(Player::Agent2, true),
                   lost_on_time(Player::Agent2, true), lost_on_time(Player::Agent2, false), crashed,
                   unwatched, waited(1s)});
    EXPECT_EQ(report.time_losses(), (PerPlayer<std::uint64_t>{2, 3}));
    EXPECT_EQ(report.disputed(), (PerPlayer<std::uint64_t>{1, 2}));
}

TEST(MachineReport, interference_is_counted_for_the_agent_that_worked) {
    GameRecord both = interference(Player::Agent1);
    both.load.agent1 = both.load.agent2;
    const MachineReport report = report_of({interference(Player::Agent1), interference(Player::Agent2),
                                            interference(Player::Agent2), both, waited(1s)});
    EXPECT_EQ(report.interference(), (PerPlayer<std::uint64_t>{2, 3}));
}

TEST(MachineReport, overload_is_5_percent_and_200_ms_of_waiting) {
    EXPECT_FALSE(report_of({waited(200ms - 1ns, 0ms)}).is_overloaded()) << "10 %, but too little to tell";
    EXPECT_TRUE(report_of({waited(100ms, 100ms)}).is_overloaded());
    EXPECT_EQ(report_of({waited(100ms, 100ms)}).delay_percent(), 10);
    const auto shares = [](nanoseconds delay) { return report_of({waited(delay), waited(delay)}); };
    EXPECT_TRUE(shares(100ms).is_overloaded()) << "exactly 5 %";
    EXPECT_FALSE(report_of({waited(100ms), waited(100ms - 1ns), waited(0ms)}).is_overloaded());
}

// ---- Warnings

std::vector<std::string> warnings_of(const std::vector<GameRecord>& records) {
    MachineReport report;
    MachineWarnings warnings;
    std::vector<std::string> all;
    for (const GameRecord& record : records) {
        report.add(record);
        for (std::string& warning : warnings.after(record, report)) {
            all.push_back(std::move(warning));
        }
    }
    return all;
}

TEST(MachineWarnings, most_games_have_none) {
    EXPECT_THAT(warnings_of({waited(1ms, 2ms), lost_on_time(Player::Agent1, true)}), IsEmpty());
}

TEST(MachineWarnings, interference_is_told_once_a_run) {
    const auto quiet = interference(Player::Agent2, 9ms);
    EXPECT_THAT(
        warnings_of({quiet, interference(Player::Agent2), interference(Player::Agent1),
                     interference(Player::Agent2)}),
        ElementsAre("interference: agent 2 used 347 ms of processor time in game 6 while agent 1's clock ran "
                    "(1000 ms of it watched)"));
}

TEST(MachineWarnings, interference_of_both_agents_is_one_warning) {
    GameRecord both = interference(Player::Agent1, 20ms, 30ms);
    both.load.agent1 = {.watched = 400ms, .rival_cpu = 50ms};
    EXPECT_THAT(
        warnings_of({both}),
        ElementsAre("interference: agent 1 used 20 ms of processor time in game 6 while agent 2's clock "
                    "ran (30 ms of it watched); agent 2 used 50 ms of processor time in game 6 while "
                    "agent 1's clock ran (400 ms of it watched)"));
}

TEST(MachineWarnings, overload_is_told_once_a_run) {
    EXPECT_THAT(
        warnings_of({waited(100ms), waited(300ms, 100ms), waited(1s, 1s)}),
        ElementsAre("the machine is overloaded: 12 % of the agents' time was spent waiting for a core; "
                    "play fewer games at once (--concurrency), stop what else runs, or do not charge "
                    "for it (--clock fair)"));
}

TEST(MachineWarnings, each_kind_is_told_once) {
    EXPECT_THAT(warnings_of({interference(Player::Agent1), waited(1s, 1s), interference(Player::Agent1)}),
                ElementsAre(HasSubstr("interference"), HasSubstr("overloaded")));
}

} // namespace
} // namespace referee
