#include "sprt/report/exported_games.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace sprt {
namespace {

using namespace std::chrono_literals;
using referee::GameRecord;
using referee::Player;
using referee::Winner;

const ExportedRun kTwoAgents{.event = "x", .date = {}, .agents = {"alphabeta --depth 2", "greedy"}};

GameRecord won_on_the_board() {
    GameRecord record;
    record.game = 7;
    record.pair = 3;
    record.first = Player::Agent2;
    record.winner = Winner::Agent1;
    record.score = {26, 23};
    record.turns = 89;
    record.termination = referee::Termination::BoardFull;
    record.used = {1999ns, 974'388us};
    return record;
}

TEST(Csv, header_names_as_many_columns_as_a_line_has) {
    EXPECT_EQ(csv_header(), "game,pair,agent1,agent2,first,result,winner,termination,score1,score2,turns,"
                            "used1_us,used2_us,fault_agent,fault_reason,adjudication\n");
    EXPECT_EQ(csv_line(won_on_the_board(), kTwoAgents),
              "7,3,alphabeta --depth 2,greedy,2,1,1,board_full,26,23,89,1,974388,,,\n");
}

TEST(Csv, result_is_the_points_of_agent_1) {
    GameRecord record = won_on_the_board();
    for (const auto& [winner, fields] : {std::pair{std::optional(Winner::Agent1), ",1,1,"},
                                         {std::optional(Winner::Agent2), ",0,2,"},
                                         {std::optional(Winner::Draw), ",0.5,0,"},
                                         {std::optional<Winner>(), ",,,"}}) {
        record.winner = winner;
        EXPECT_NE(csv_line(record, kTwoAgents).find(std::string("greedy,2") + fields + "board_full"),
                  std::string::npos)
            << fields;
    }
}

TEST(Csv, fields_with_commas_and_quotes_are_quoted) {
    GameRecord record = won_on_the_board();
    record.winner = Winner::Agent2;
    record.termination = referee::Termination::ProtocolError;
    record.fault = referee::FaultNote{Player::Agent1, R"(it said "MOVE 1,1")", ""};
    EXPECT_EQ(csv_line(record, {.event = {}, .date = {}, .agents = {"a,b", "c\nd"}}),
              "7,3,\"a,b\",c\\x0ad,2,0,2,protocol_error,26,23,89,1,974388,1,\"it said \"\"MOVE 1,1\"\"\",\n");
}

TEST(Csv, rule_that_ended_a_game_is_named) {
    GameRecord record = won_on_the_board();
    record.termination = referee::Termination::Adjudicated;
    record.adjudication = referee::AdjudicationRule::Fill;
    EXPECT_EQ(csv_line(record, kTwoAgents),
              "7,3,alphabeta --depth 2,greedy,2,1,1,adjudicated,26,23,89,1,974388,,,fill\n");
}

TEST(Csv, agents_are_named_by_their_place_in_the_run) {
    GameRecord record = won_on_the_board();
    record.agents = {referee::AgentId{2}, referee::AgentId{0}};
    const ExportedRun three{.event = {}, .date = {}, .agents = {"a", "b", "c"}};
    EXPECT_THAT(csv_line(record, three), ::testing::StartsWith("7,3,c,a,2,1,1,"));
    EXPECT_THAT(csv_line(record, {}), ::testing::StartsWith("7,3,agent 3,agent 1,2,1,1,"));
}

} // namespace
} // namespace sprt
