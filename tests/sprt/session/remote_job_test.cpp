#include "referee/game/json.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/orphans.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/session/remote_job.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A run of two scripts, and what a worker makes of its job.
class JobOfRun : public ::testing::Test {
  protected:
    JobOfRun() {
        config_.agents = {agent("one", "#!/bin/sh\n"), agent("two", "#!/bin/sh\n# two\n")};
        config_.play.cores = "0";
        config_.play.trace = (dir_ / "trace").string();
        config_.out = "runs/a";
    }

    [[nodiscard]] AgentConfig agent(const std::string& name, const std::string& script) const {
        return referee::parse_agent("name=" + name + " " + dir_.file(name, script, true).string());
    }
    /// The job, as it stands on the machine of the coordinator.
    [[nodiscard]] std::string job(SendAgents send = SendAgents::Never) const {
        const RunPlan plan = plan_for(config_);
        const StageRequest request(plan, ConfigSources());
        const referee::Roster roster = find_kit(request).roster;
        const FilesToSend files = read_agent_files(roster);
        const auto& times = plan.schedule.limits.time;
        const OfferedRun run{.name = "one vs two",
                             .settings = to_json(config_),
                             .agents = {plan.agents.agent1, plan.agents.agent2},
                             .schedule = plan.schedule,
                             .times = {times.agent1, times.agent2},
                             .llr = {},
                             .news = {}};
        return job_text(run, roster.prints(), send == SendAgents::Never ? nullptr : &files, send);
    }
    [[nodiscard]] std::unique_ptr<remote::PreparedJob> prepare(const std::string& text) {
        const WorkerMachine machine{.cores = std::to_string(referee::allowed_cores().front()),
                                    .pin = {},
                                    .cache = remote::FileCache(dir_ / "cache", 1 << 20)};
        return prepare_job(text, fetch_, machine, orphans_);
    }
    /// Why a worker cannot play the job after `change`.
    [[nodiscard]] std::string why_not(const std::function<void(Json&)>& change) {
        Json json = Json::parse(job());
        change(json);
        try {
            static_cast<void>(prepare(json.dump()));
        } catch (const remote::CannotPlay& error) {
            return error.what();
        }
        return "it can be played";
    }

    referee::testing_support::TemporaryDir dir_;
    Config config_ = staged_config();
    referee::Orphans orphans_;
    std::vector<std::string> asked_; ///< files
    remote::FetchFile fetch_ = [this](const std::string& sha256, std::uint64_t) {
        asked_.push_back(sha256);
        return std::optional<std::string>();
    };
};

TEST_F(JobOfRun, says_how_games_are_played_and_nothing_of_the_machine_of_the_coordinator) {
    const Json json = Json::parse(job());
    EXPECT_EQ(json["format"], remote::kFormat);
    EXPECT_EQ(json["send_agents"], "never");
    const Json& settings = json["config"];
    EXPECT_EQ(settings["turns"], 8);
    EXPECT_EQ(settings["no_check"], true);
    for (const char* const key :
         {"cores", "pin", "trace", "trace_faults", "engines", "out", "seed", "elo1"}) {
        EXPECT_FALSE(settings.contains(key)) << key;
    }
    ASSERT_EQ(json["agents"].size(), 2U);
    EXPECT_EQ(json["agents"][1]["config"]["name"], "two");
    EXPECT_FALSE(json["agents"][1].contains("sent"));
    EXPECT_EQ(Json::parse(job(SendAgents::Always))["send_agents"], "always");
    EXPECT_EQ(Json::parse(job(SendAgents::Auto))["agents"][1]["sent"].size(), 1U);
}

TEST_F(JobOfRun, worker_with_the_same_agents_plays_its_games_and_no_others) {
    const auto prepared = prepare(job());
    ASSERT_TRUE(prepared);
    EXPECT_EQ(prepared->slots(), 1) << "by the cores of the worker";
    EXPECT_FALSE(prepared->scales_time());
    const RunPlan plan = plan_for(config_);
    const auto openings = openings_of(config_);
    Job game = Jobs(plan.schedule, *openings, 6).next_pair().at(0);
    EXPECT_NO_THROW(prepared->expect_playable(game));
    const auto refusal = [&](Job changed) {
        return referee::testing_support::user_error_text([&] { prepared->expect_playable(changed); });
    };
    Job other = game;
    other.agents.agent2 = referee::AgentId{2};
    EXPECT_EQ(refusal(other), "game 6 is not one of this run");
    other = game;
    other.rules = referee::Game::TicTacToe;
    EXPECT_EQ(refusal(other), "game 6 is not one of this run");
    other = game;
    other.tune.emplace();
    EXPECT_EQ(refusal(other), "game 6 is not one of this run") << "the run is no tuning";
    other = game;
    other.opening.insert(other.opening.begin(), other.opening.front());
    EXPECT_EQ(refusal(other), "game 6 was sent with an opening that is not by the rules");
}

TEST_F(JobOfRun, what_is_no_job_cannot_be_played) {
    EXPECT_THAT(why_not([](Json& json) { json["format"] = 2; }), StartsWith("the job: /format is 2; "));
    EXPECT_THAT(why_not([](Json& json) { json["agents"].erase(1); }), HasSubstr("2 to 64 agents"));
    EXPECT_THAT(why_not([](Json& json) { json["config"]["turns"] = -1; }), HasSubstr("turns"));
    EXPECT_THAT(why_not([](Json& json) { json.erase("send_agents"); }), HasSubstr("send_agents"));
}

TEST_F(JobOfRun, agent_of_a_tournament_that_fails_its_check_game_is_named) {
    std::signal(SIGPIPE, SIG_IGN); // as programs do: these agents end at once
    EXPECT_THAT(why_not([](Json& json) {
                    json["config"]["no_check"] = false;
                    json["agents"].push_back(json["agents"][1]);
                }),
                AllOf(StartsWith("two, agent 2 of the list, failed its check game: "),
                      HasSubstr("--no-check"), HasSubstr("--max-faults")));
}

TEST_F(JobOfRun, worker_with_another_program_cannot_play) {
    const std::string before = job();
    const std::string file = dir_.file("two", "#!/bin/sh\n# another one\n", true).string();
    try {
        static_cast<void>(prepare(before));
        ADD_FAILURE();
    } catch (const remote::CannotPlay& error) {
        EXPECT_EQ(error.what(), "agent 2: " + file + " is another program here");
    }
}

TEST_F(JobOfRun, files_of_an_agent_are_fetched_when_this_machine_has_not_the_same) {
    EXPECT_TRUE(prepare(job(SendAgents::Auto)));
    EXPECT_EQ(asked_.size(), 0U) << "they are the same here";
    EXPECT_FALSE(prepare(job(SendAgents::Always))) << "nothing came";
    EXPECT_EQ(asked_.size(), 1U);
    const std::string before = job(SendAgents::Auto);
    const std::string sha256 = Json::parse(before)["agents"][1]["sent"][0]["sha256"];
    dir_.file("two", "#!/bin/sh\n# another one\n", true);
    asked_.clear();
    fetch_ = [&](const std::string& wanted, std::uint64_t most_bytes) {
        asked_.push_back(wanted);
        EXPECT_EQ(most_bytes, 16U);
        return std::optional<std::string>("#!/bin/sh\n# two\n");
    };
    EXPECT_TRUE(prepare(before));
    EXPECT_THAT(asked_, ::testing::ElementsAre(sha256));
}

TEST(MachineOfAWorker, plays_on_the_cores_that_its_user_names) {
    const int core = referee::allowed_cores().front();
    const MachineFacts facts = this_machine_facts(std::to_string(core), "off");
    EXPECT_EQ(facts.cores, 1);
    const Json json = Json::parse(facts.json);
    EXPECT_EQ(json["architecture"], facts.architecture);
    EXPECT_FALSE(json.contains("placement"));
    EXPECT_THAT(
        referee::testing_support::user_error_text([] { static_cast<void>(this_machine_facts("0-", "off")); }),
        StartsWith("--cores: "));
    EXPECT_THAT(
        referee::testing_support::user_error_text([] { static_cast<void>(this_machine_facts("", "here")); }),
        StartsWith("--pin: "));
}

} // namespace
} // namespace sprt
