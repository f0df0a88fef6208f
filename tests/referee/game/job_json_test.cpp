#include "referee/game/job_json.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace referee {
namespace {

using namespace std::chrono_literals;

Job a_job() {
    Job job;
    job.rules = Game::ConnectFour;
    job.id = 84;
    job.round = 7;
    job.agents = {AgentId{3}, AgentId{1}};
    job.first = Player::Agent2;
    job.seeds = {18446744073709551615U, 7};
    job.limits = {.time = {2'000'999ns, 3s}, .ready = 4s, .turns = 30, .adjudication = {}};
    job.limits.time.agent2.increment = 5us;
    job.limits.adjudication.max_turns = MaxTurnsRule{.turns = 20};
    job.is_verified = true;
    job.time_scale = TimeScale{1250};
    job.keeps = {false, true};
    job.opening = {{4}, {4}};
    return job;
}

TEST(JobJson, job_is_read_as_it_was_written) {
    const Json json = job_json(a_job());
    EXPECT_EQ(job_json(read_job(JsonNode(json, ""))), json);
    const Job job = read_job(JsonNode(json, ""));
    EXPECT_EQ(job.agents, a_job().agents);
    EXPECT_EQ(job.seeds, a_job().seeds);
    EXPECT_EQ(job.opening, a_job().opening);
    EXPECT_EQ(job.limits.adjudication, a_job().limits.adjudication);
}

TEST(JobJson, nobody_gets_more_time_than_the_job_says) {
    const Json json = job_json(a_job());
    EXPECT_EQ(read_job(JsonNode(json, "")).limits.time.agent1, TimeControl(2'000us));
}

TEST(JobJson, what_a_usual_job_lacks_is_not_written) {
    const Json json = job_json({});
    for (const char* key :
         {"round", "agents", "start_fen", "limits", "adjudication", "verify", "time_scale"}) {
        EXPECT_FALSE(json.contains(key)) << key;
    }
    EXPECT_EQ(read_job(JsonNode(json, "")).agents, kBothAgents);
}

TEST(JobJson, error_names_a_position_that_is_none) {
    Json json = job_json({});
    json["start_fen"] = "x 0 1";
    EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(read_job(JsonNode(json, ""))); }),
                testing::StartsWith("/start_fen: FEN 'x 0 1': "));
}

} // namespace
} // namespace referee
