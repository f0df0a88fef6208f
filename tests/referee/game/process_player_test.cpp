#include "referee/base/user_error.hpp"
#include "referee/game/process_player.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/eventfd.h>

namespace referee {
namespace {

using testing::HasSubstr;
using testing_support::content_of;
using testing_support::shell;
using testing_support::TemporaryDir;

/// Says OK; at its turn it says its seed, which is no move.
const std::string kSaysItsSeed = "read ready; echo OK; read turn; echo $REFEREE_SEED; read rest";

/// The agents 1, 2, ... are `programs`.
Roster roster_of(const std::vector<Program>& programs) {
    std::vector<RosterAgent> agents;
    for (const Program& program : programs) {
        agents.push_back({.name = "agent " + std::to_string(agents.size() + 1),
                          .program = program,
                          .files = ProgramFiles(program)});
    }
    return Roster(std::move(agents));
}

class ProcessPlayerTest : public testing::Test {
  protected:
    ProcessPlayerTest() {
        kit_.roster = roster_of({shell(kSaysItsSeed), shell(kSaysItsSeed)});
        kit_.settings.trace = true;
        std::filesystem::create_directories(all_);
        std::filesystem::create_directories(faults_);
    }

    GameRecord play(const Job& job, bool stops = false) {
        ProcessPlayer player(kit_, nullptr, stops ? StopToken{readable_.fd()} : StopToken{}, orphans_);
        return player.play(job);
    }

    TemporaryDir dir_;
    std::filesystem::path all_ = dir_ / "all";
    std::filesystem::path faults_ = dir_ / "faults";
    Descriptor readable_{::eventfd(1, EFD_CLOEXEC)};
    Orphans orphans_;
    PlayerKit kit_;
};

TEST_F(ProcessPlayerTest, each_agent_gets_its_seed_and_its_seat) {
    for (const Player first : kPlayers) {
        const GameRecord record = play({.id = 3, .pair = 1, .first = first, .seeds = {11, 22}});
        EXPECT_EQ(record.game, 3U);
        EXPECT_EQ(record.pair, 1U);
        EXPECT_EQ(record.first, first);
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.fault->agent, first);
        EXPECT_EQ(record.termination, Termination::ProtocolError);
        EXPECT_THAT(record.fault->reason, HasSubstr(first == Player::Agent1 ? "'11'" : "'22'"));
        EXPECT_EQ(record.winner, winner_is(other(first)));
    }
}

TEST_F(ProcessPlayerTest, agents_of_a_game_are_those_that_its_job_names) {
    std::vector<Program> programs;
    for (const char* const word : {"zero", "one", "two"}) {
        programs.push_back(
            shell(std::string("read ready; echo OK; read turn; echo ") + word + "; read rest"));
    }
    kit_.roster = roster_of(programs);
    ProcessPlayer player(kit_, nullptr, {}, orphans_);
    const auto reason_of = [&](std::size_t one, std::size_t two) {
        return player.play({.agents = {AgentId{one}, AgentId{two}}, .keeps = {true, true}})
            .fault.value()
            .reason;
    };
    EXPECT_THAT(reason_of(2, 0), HasSubstr("'two'"));
    EXPECT_THAT(reason_of(0, 2), HasSubstr("'zero'")) << "no process plays on for another agent";
    EXPECT_THAT(reason_of(1, 1), HasSubstr("'one'"));
}

TEST_F(ProcessPlayerTest, agent_whose_file_changed_is_not_started_again) {
    kit_.roster = roster_of({shell(kSaysItsSeed),
                             {.executable = dir_.file("agent", "#!/bin/sh\n" + kSaysItsSeed + "\n", true),
                              .words = {"agent"},
                              .dir = {},
                              .variables = {}}});
    EXPECT_TRUE(play({}).winner);
    EXPECT_THAT(kit_.roster.changed_files(), testing::IsEmpty());
    dir_.file("agent", "#!/bin/sh\nexit\n", true);
    try {
        static_cast<void>(play({}));
        FAIL() << "it was started";
    } catch (const AgentError& error) {
        EXPECT_THAT(error.what(), HasSubstr("agent 2: " + (dir_ / "agent").string() + " has changed"));
    }
    EXPECT_THAT(kit_.roster.changed_files(), testing::ElementsAre(HasSubstr("agent 2: ")));
    std::vector<RosterAgent> many = kit_.roster.agents();
    many[1].name = "late";
    many.push_back(many[0]);
    kit_.roster = Roster(many);
    try {
        static_cast<void>(play({}));
        FAIL() << "it was started";
    } catch (const AgentError& error) { // in one game it is agent 1, in another one agent 2
        EXPECT_THAT(error.what(), testing::StartsWith("late: "));
    }
}

TEST_F(ProcessPlayerTest, a_fault_is_traced_in_both_directories) {
    kit_.trace = all_.string();
    kit_.trace_faults = faults_.string();
    static_cast<void>(play({.id = 12, .seeds = {11, 22}}));
    EXPECT_THAT(content_of(all_ / "game-000012.txt"), HasSubstr("11"));
    EXPECT_EQ(content_of(faults_ / "game-000012.txt"), content_of(all_ / "game-000012.txt"));
}

TEST_F(ProcessPlayerTest, a_game_without_a_fault_is_no_trace_of_faults) {
    kit_.trace = all_.string();
    kit_.trace_faults = faults_.string();
    const GameRecord record = play({.id = 12}, true);
    EXPECT_EQ(record.termination, Termination::Aborted);
    EXPECT_TRUE(std::filesystem::exists(all_ / "game-000012.txt"));
    EXPECT_TRUE(std::filesystem::is_empty(faults_));
}

} // namespace
} // namespace referee
