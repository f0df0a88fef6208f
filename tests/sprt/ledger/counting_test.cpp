// Which agents end a run, and that no single volunteer does.

#include "sprt/ledger/counting.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
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
    EXPECT_EQ(breakage.seen_alone_by("v-eve"), "") << "its round ends, and others see the same";
}

TEST(Breakage, tampering_and_time_losses_are_no_faults_in_a_tournament) {
    Breakage breakage(2, 0);
    const referee::GameRecord late = failure("", Termination::Timeout);
    breakage.add(late);
    breakage.add(tampering("", 1));
    EXPECT_FALSE(breakage.found());
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
} // namespace sprt
