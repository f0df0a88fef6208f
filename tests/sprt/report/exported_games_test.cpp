#include "sprt/report/exported_games.hpp"
#include "tests/referee/game/playouts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <sstream>
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

TEST(Csv, text_of_agents_is_no_formula_of_a_spreadsheet) {
    GameRecord record = won_on_the_board();
    record.fault = referee::FaultNote{Player::Agent1, "@it", ""};
    const std::string line = csv_line(record, {.event = {}, .date = {}, .agents = {"=1+2", "-x"}});
    EXPECT_THAT(line, ::testing::StartsWith("7,3,'=1+2,'-x,2,"));
    EXPECT_THAT(line, ::testing::EndsWith(",1,'@it,\n"));
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

using namespace std::chrono_literals;
using referee::FaultNote;
using referee::Termination;
using ::testing::HasSubstr;
using ::testing::Not;

const ExportedRun kNamedRun{
    .event = "depth3", .date = "2026-01-02T03:04:05Z", .agents = {"alphabeta", "greedy"}};

GameRecord short_game() {
    GameRecord record;
    record.game = 7;
    record.pair = 3;
    record.first = Player::Agent2;
    record.opening = {{1, 1, 2, 2}};
    record.moves = {{{1, 7, 3, 7}, 42'999ns}, {{2, 2, 3, 3}, 12'000'042us}};
    record.winner = Winner::Agent1;
    record.score = {26, 23};
    record.turns = 3;
    record.termination = Termination::TurnLimit;
    record.limits = {10s, 10s};
    return record;
}

TEST(Pgn, game_has_all_tags_and_moves) {
    EXPECT_EQ(pgn_game(short_game(), kNamedRun), R"([Event "depth3"]
[Site "referee"]
[Date "2026.01.02"]
[Round "3.1"]
[White "greedy"]
[Black "alphabeta"]
[Result "0-1"]
[Variant "ataxx"]
[WhitePiece "x"]
[BlackPiece "o"]
[SetUp "1"]
[FEN "x5o/7/7/7/7/7/o5x x 0 1"]
[TimeControl "10"]
[Termination "normal"]
[Ending "turn_limit"]
[Winner "alphabeta"]
[Loser "greedy"]
[PlyCount "3"]
[Score "23-26"]

1. b6 {book} g7g5 {0.000042s} 2. c5 {12.000042s} 0-1

)");
}

TEST(Pgn, white_is_the_agent_that_plays_first) {
    GameRecord record = short_game();
    record.first = Player::Agent1;
    const std::string text = pgn_game(record, kNamedRun);
    EXPECT_THAT(text, HasSubstr("[White \"alphabeta\"]\n[Black \"greedy\"]\n[Result \"1-0\"]\n"));
    EXPECT_THAT(text, HasSubstr("[Winner \"alphabeta\"]\n[Loser \"greedy\"]\n"));
    EXPECT_THAT(text, HasSubstr("[Score \"26-23\"]\n"));
}

TEST(Pgn, game_of_a_tournament_names_its_round_and_agents) {
    GameRecord record = short_game();
    record.round = 2;
    record.agents = {referee::AgentId{2}, referee::AgentId{0}};
    const ExportedRun three{.event = "e", .date = {}, .agents = {"a", "b", "c"}};
    const std::string text = pgn_game(record, three);
    EXPECT_THAT(text, HasSubstr("[Round \"2.7\"]\n[White \"a\"]\n[Black \"c\"]\n"));
    EXPECT_THAT(text, HasSubstr("[Winner \"c\"]\n[Loser \"a\"]\n"));
}

TEST(Pgn, draws_and_unscored_games_have_no_winner) {
    GameRecord record = short_game();
    record.winner = Winner::Draw;
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[Result \"1/2-1/2\"]"));
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr(" 1/2-1/2\n\n"));
    EXPECT_THAT(pgn_game(record, kNamedRun), Not(HasSubstr("Winner")));
    record.winner.reset();
    record.termination = Termination::Aborted;
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[Result \"*\"]"));
    EXPECT_THAT(pgn_game(record, kNamedRun),
                HasSubstr("[Termination \"unterminated\"]\n[Ending \"aborted\"]"));
}

TEST(Pgn, terminations_are_words_of_the_standard) {
    GameRecord record = short_game();
    for (const auto& [termination, word] : {std::pair{Termination::Line, "normal"},
                                            {Termination::Timeout, "time forfeit"},
                                            {Termination::ReadyTimeout, "time forfeit"},
                                            {Termination::IllegalMove, "illegal move"},
                                            {Termination::ProtocolError, "illegal move"},
                                            {Termination::Crashed, "abandoned"},
                                            {Termination::RefereeFailure, "unterminated"}}) {
        record.termination = termination;
        EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[Termination \"" + std::string(word) + "\"]"));
    }
}

TEST(Pgn, different_budgets_have_a_tag_each) {
    GameRecord record = short_game();
    record.limits = {450ms, 60s};
    EXPECT_THAT(pgn_game(record, kNamedRun),
                HasSubstr("[WhiteTimeControl \"60\"]\n[BlackTimeControl \"0.45\"]\n"));
    record.limits.agent1->moves = record.limits.agent2->moves = 40;
    record.limits.agent1->increment = std::chrono::milliseconds(600);
    EXPECT_THAT(pgn_game(record, kNamedRun),
                HasSubstr("[WhiteTimeControl \"40/60\"]\n[BlackTimeControl \"40/0.45+0.6\"]\n"));
    record.limits = {};
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[TimeControl \"?\"]"));
}

TEST(Pgn, fault_is_a_comment_that_nothing_in_it_ends) {
    GameRecord record = short_game();
    record.termination = Termination::ProtocolError;
    record.fault = FaultNote{Player::Agent2, "it said \"}1-0{\"", ""};
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr(" {greedy: it said \")1-0(\"} 0-1\n"));
}

TEST(Pgn, quotes_and_backslashes_in_tags_are_escaped) {
    const ExportedRun run{.event = "e", .date = {}, .agents = {R"(a "b" \c)", "x\ny"}};
    EXPECT_THAT(pgn_game(short_game(), run), HasSubstr(R"([Black "a \"b\" \\c"])"));
    EXPECT_THAT(pgn_game(short_game(), run), HasSubstr(R"([White "x\\x0ay"])"));
    EXPECT_THAT(pgn_game(short_game(), run), HasSubstr("[Date \"????.??.??\"]"));
}

TEST(Pgn, lines_of_moves_are_at_most_80_wide) {
    GameRecord record = short_game();
    record.opening.clear();
    record.moves.clear();
    for (const referee::MoveNumbers& move : referee::testing_support::random_playout(3)) {
        record.moves.push_back({move, 42us});
    }
    std::istringstream lines(pgn_game(record, kNamedRun));
    std::string line;
    std::size_t longest = 0;
    while (std::getline(lines, line)) {
        longest = std::max(longest, line.size());
    }
    EXPECT_LE(longest, 80U);
    EXPECT_GT(longest, 70U);
}

TEST(Pgn, comments_of_other_games_have_lines_as_the_engine_wrote_them) {
    GameRecord record = short_game();
    record.search = {{.depth = 3, .nodes = 7, .pv = "g7g5 \"{a}"}, {}};
    ExportedRun run = kNamedRun;
    run.comments = read_pgn_comments("timeleft,nodes,pv");
    EXPECT_THAT(pgn_game(record, run), HasSubstr("g7g5 {?/3 0.000042s, tl=9.999s, n=7, pv=\"g7g5 '(a)\"}"));
}

TEST(Pgn, other_games_have_letters_for_columns) {
    GameRecord record = short_game();
    record.opening.clear();
    record.rules = referee::game_named("connect-four").value();
    record.moves = {{{4}, 1us}, {{7}, 1us}};
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("1. d {0.000001s} g {0.000001s} 0-1"));
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[WhitePiece \"r\"]\n[BlackPiece \"y\"]"));
    record.rules = referee::game_named("tic-tac-toe").value();
    record.moves = {{{1, 1}, 1us}, {{3, 2}, 1us}};
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("1. a3 {0.000001s} b1 {0.000001s} 0-1"));
    EXPECT_THAT(pgn_game(record, kNamedRun), HasSubstr("[FEN \"3/3/3 x 1\"]"));
}

} // namespace
} // namespace sprt
