#include "referee/base/seed.hpp"
#include "referee/game/job.hpp"
#include "referee/game/record.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <vector>

namespace referee {

namespace {

/// The digests are those of sha256sum(1), e.g. `printf 'REFEREE_SEED 5 0 1' | sha256sum`.
TEST(AgentSeed, is_the_beginning_of_a_digest) {
    EXPECT_EQ(agent_seed({.seed = 5}, 0, Player::Agent1), 0x37f4e59fa8b1a470U);
    EXPECT_EQ(agent_seed({.seed = UINT64_MAX}, 7, Player::Agent2), 0x4eccdfad4b61ceb7U);
}

TEST(AgentSeed, each_agent_of_each_game_of_each_run_has_its_own) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t run = 0; run < 10; ++run) {
        for (std::uint64_t game = 0; game < 100; ++game) {
            for (const Player agent : kPlayers) {
                EXPECT_TRUE(seen.insert(agent_seed({.seed = run}, game, agent)).second);
            }
        }
    }
}

TEST(AgentSeed, of_runs_of_earlier_versions_is_as_it_was) {
    const RunSeed run{.seed = 5, .rule = SeedRule::Mixed};
    EXPECT_EQ(agent_seed(run, 3, Player::Agent1), game_seed(5, 3, 0));
    EXPECT_EQ(agent_seed(run, 3, Player::Agent2), game_seed(5, 3, 1));
}

} // namespace

namespace {

TEST(Alternation, neighbours_are_a_pair_and_change_seats) {
    struct Row {
        std::uint64_t game, pair;
        bool begins_pair;
        Player first;
    };
    for (const Row& row :
         {Row{0, 0, true, Player::Agent1}, Row{1, 0, false, Player::Agent2}, Row{2, 1, true, Player::Agent1},
          Row{3, 1, false, Player::Agent2}, Row{1000, 500, true, Player::Agent1}}) {
        EXPECT_EQ(pair_of(row.game), row.pair) << row.game;
        EXPECT_EQ(begins_pair(row.game), row.begins_pair) << row.game;
        EXPECT_EQ(first_player(row.game), row.first) << row.game;
    }
}

TEST(Alternation, an_odd_last_game_is_in_no_whole_pair) {
    EXPECT_EQ(in_whole_pairs(0), 0);
    EXPECT_EQ(in_whole_pairs(1), 0);
    EXPECT_EQ(in_whole_pairs(2), 2);
    EXPECT_EQ(in_whole_pairs(std::int64_t{1'000'001}), 1'000'000);
}

TEST(Alternation, a_job_says_all_about_its_game) {
    GameLimits limits;
    limits.turns = 17;
    const std::vector<MoveNumbers> opening{{1, 1, 2, 2}};
    for (std::uint64_t game = 0; game < 6; ++game) {
        const Job job = alternating_game(game, {.seed = 5}, Game::Ataxx, limits, {}, opening);
        EXPECT_EQ(job.id, game);
        EXPECT_EQ(job.pair, game / 2);
        EXPECT_EQ(job.first, game % 2 == 0 ? Player::Agent1 : Player::Agent2) << game;
        EXPECT_EQ(job.seeds.agent1, agent_seed({.seed = 5}, game, Player::Agent1));
        EXPECT_EQ(job.seeds.agent2, agent_seed({.seed = 5}, game, Player::Agent2));
        EXPECT_EQ(job.limits.turns, 17);
        EXPECT_EQ(job.opening, opening);
    }
}

} // namespace

namespace {

using namespace std::chrono_literals;

TEST(TimeScale, each_time_of_an_agent_is_multiplied_and_rounded_down) {
    TimeControl clock(10s);
    clock.increment = 100ms;
    clock.margin = 7ms;
    const TimeControl longer = scaled(clock, {1337});
    EXPECT_EQ(longer.time, 13'370ms);
    EXPECT_EQ(longer.increment, 133'700us);
    EXPECT_EQ(longer.margin, 7ms) << "the margin is the referee's";
    TimeControl move(3us);
    move.kind = LimitKind::Move;
    EXPECT_EQ(scaled(move, {250}).time, 0us);
    EXPECT_EQ(scaled(move, {500}).time, 1us);
}

TEST(TimeScale, limits_that_are_no_times_stay) {
    TimeControl control;
    control.search = {.nodes = 800, .depth = 6};
    EXPECT_EQ(scaled(control, {4000}).search, control.search);
    control.kind = LimitKind::Search;
    EXPECT_EQ(scaled(control, {4000}), control);
}

TEST(TimeScale, longest_time_fits) {
    const TimeControl longest(std::chrono::milliseconds(1'000'000'000));
    EXPECT_EQ(scaled(longest, {TimeScale::kMost}).time, 4 * longest.time);
}

TEST(TimeScale, line_of_a_game_holds_it_only_when_there_is_one) {
    GameRecord record;
    record.limits = {10s, 10s};
    EXPECT_EQ(parse_record(to_json_line(record)).time_scale, std::nullopt);
    EXPECT_EQ(to_json_line(record).find("time_scale"), std::string::npos);
    record.time_scale = TimeScale{500};
    std::vector<std::string> unknown;
    EXPECT_EQ(parse_record(to_json_line(record), &unknown).time_scale, TimeScale{500});
    EXPECT_THAT(unknown, testing::IsEmpty());
}

} // namespace

namespace {

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
