#include "sprt/report/exported_games.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace sprt {
namespace {

using namespace std::chrono_literals;
using referee::FaultNote;
using referee::GameRecord;
using referee::Player;
using referee::Termination;
using referee::Winner;
using ::testing::HasSubstr;

const ExportedRun kChessRun{
    .event = "depth3", .date = "2026-01-02T03:04:05Z", .agents = {"alphabeta", "greedy"}};

/// The shortest mate. Agent 2, which is black, tells what it thinks.
GameRecord short_chess() {
    GameRecord record;
    record.rules = referee::Game::Chess;
    record.opening = {{62, 63, 0}, {57, 55, 0}};
    record.moves = {{{72, 74, 0}, 42'999us}, {{48, 84, 0}, 12'000'042us}};
    record.search.resize(2);
    record.search[1] = {.depth = 12, .score = referee::engine::Score{1, true}};
    record.winner = Winner::Agent2;
    record.score = {0, 1};
    record.turns = 4;
    record.turn_limit = 12'000;
    record.termination = Termination::Checkmate;
    record.limits = {10s, 10s};
    return record;
}

std::string on_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

TEST(ChessPgn, is_that_of_other_tools) {
    EXPECT_EQ(pgn_game(short_chess(), kChessRun), R"([Event "depth3"]
[Site "referee"]
[Date "2026.01.02"]
[Round "0.0"]
[White "alphabeta"]
[Black "greedy"]
[Result "0-1"]
[PlyCount "4"]
[Termination "normal"]
[TimeControl "10"]
[Ending "checkmate"]

1. f3 {book} e5 {book} 2. g4 {0.00/0 0.042s} Qh4# {+M1/12 12.000s, Black mates}
0-1

)");
}

TEST(ChessPgn, moves_have_three_notations) {
    ExportedRun run = kChessRun;
    run.notation = referee::Notation::Lan;
    EXPECT_THAT(on_one_line(pgn_game(short_chess(), run)),
                HasSubstr("1. f2f3 {book} e7e5 {book} 2. g2g4 {0.00/0 0.042s} Qd8h4# {"));
    run.notation = referee::Notation::Uci;
    EXPECT_THAT(on_one_line(pgn_game(short_chess(), run)),
                HasSubstr("1. f2f3 {book} e7e5 {book} 2. g2g4 {0.00/0 0.042s} d8h4 {"));
}

TEST(ChessPgn, scores_are_pawns_of_the_side_that_moved) {
    GameRecord record = short_chess();
    using referee::engine::Score;
    for (const auto& [score, text] : {std::pair{Score{35}, "{+0.35/7 "},
                                      {Score{-5}, "{-0.05/7 "},
                                      {Score{0}, "{0.00/7 "},
                                      {Score{-1234}, "{-12.34/7 "},
                                      {Score{-3, true}, "{-M3/7 "}}) {
        record.search[0] = {.depth = 7, .score = score};
        EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr(text));
    }
}

TEST(ChessPgn, start_and_rules_have_tags_where_they_are_not_the_usual_ones) {
    constexpr const char* kFen = "4k3/8/8/8/8/8/8/R3K3 b Q - 3 20";
    GameRecord record = short_chess();
    record.opening.clear();
    record.start = referee::read_start(referee::Game::Chess, kFen);
    record.moves = {{{58, 48, 0}, 1ms}, {{51, 11, 0}, 1ms}};
    record.winner = Winner::Draw;
    record.termination = Termination::TurnLimit;
    EXPECT_THAT(pgn_game(record, kChessRun),
                HasSubstr("\n[SetUp \"1\"]\n[FEN \"" + std::string(kFen) + "\"]\n[PlyCount"));
    EXPECT_THAT(pgn_game(record, kChessRun),
                HasSubstr("20... Kd8 {0.00/0 0.001s} 21. O-O-O+ {+M1/12 0.001s, Draw by adjudication}"));
    EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr("[Termination \"adjudication\"]"));
    EXPECT_EQ(epd_line(record), "3k4/8/8/8/8/8/8/2KR4 b - - hmvc 5; fmvn 21;\n");
    record.rules = referee::Game::Chess960;
    record.start = referee::read_start(referee::Game::Chess960, kFen);
    EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr(" b A - 3 20\"]\n[Variant \"Chess960\"]\n[PlyCount"));
}

TEST(ChessPgn, last_comment_says_why_the_game_ended) {
    struct Row {
        Termination termination;
        std::optional<Winner> winner;
        const char* reason; ///< of agent 1's fault, which is white; empty: it has none
        const char* words;
    };
    for (const Row& row : {
             Row{Termination::Checkmate, Winner::Agent1, "", "White mates"},
             Row{Termination::Stalemate, Winner::Draw, "", "Draw by stalemate"},
             Row{Termination::InsufficientMaterial, Winner::Draw, "", "Draw by insufficient mating material"},
             Row{Termination::HalfmoveLimit, Winner::Draw, "", "Draw by fifty moves rule"},
             Row{Termination::Repetition, Winner::Draw, "", "Draw by 3-fold repetition"},
             Row{Termination::TurnLimit, Winner::Draw, "", "Draw by adjudication"},
             Row{Termination::Adjudicated, Winner::Draw, "", "Draw by adjudication"},
             Row{Termination::Adjudicated, Winner::Agent1, "", "White wins by adjudication"},
             Row{Termination::Timeout, Winner::Agent2, "took too long", "White loses on time (10ms overrun)"},
             Row{Termination::Timeout, Winner::Agent2, "sent no readyok in time",
                 "White's connection stalls"},
             Row{Termination::IllegalMove, Winner::Agent2, "played e2e5: the pawn on e2 does not reach e5",
                 "White makes an illegal move: e2e5"},
             Row{Termination::ProtocolError, Winner::Agent2,
                 "sent 'bestmove e2:e5', which names no move (go movetime 1)",
                 "White makes an illegal move: e2:e5"},
             Row{Termination::ProtocolError, Winner::Agent2, "sent 'bestmove f2f3' when no move was owed",
                 "White makes an illegal move: none, it sent 'bestmove f2f3' when no move was owed"},
             Row{Termination::ProtocolError, Winner::Agent2, "sent '{}'",
                 "White makes an illegal move: none, it sent '()'"},
             Row{Termination::Crashed, Winner::Agent2, "ended", "White disconnects"},
             Row{Termination::ReadyTimeout, Winner::Agent2, "was late", "White's connection stalls"},
             Row{Termination::RefereeFailure, std::nullopt, "", "No result: referee_failure"},
         }) {
        GameRecord record = short_chess();
        record.termination = row.termination;
        record.winner = row.winner;
        if (*row.reason != '\0') {
            record.fault = FaultNote{Player::Agent1, row.reason, ""};
        }
        if (row.reason == std::string_view("took too long")) {
            record.time_loss = referee::TimeLoss{10s - 42'999us + 10ms, {}};
        }
        EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)),
                    HasSubstr("12.000s, " + std::string(row.words) + "} "));
    }
}

TEST(ChessPgn, game_of_an_engine_that_stalls_is_abandoned) {
    GameRecord record = short_chess();
    record.winner = Winner::Agent2;
    record.termination = Termination::Timeout;
    record.fault = FaultNote{Player::Agent1, "sent no readyok in time", ""};
    EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr("[Termination \"abandoned\"]"));
    record.time_loss = referee::TimeLoss{11s, {}};
    EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr("[Termination \"time forfeit\"]"));
}

TEST(ChessPgn, comment_of_a_game_without_moves_stands_alone) {
    GameRecord record = short_chess();
    record.opening.clear();
    record.moves.clear();
    record.search.clear();
    record.winner = Winner::Agent2;
    record.termination = Termination::IllegalMove;
    record.fault = FaultNote{Player::Agent1, "gave no move: there are 20 legal ones", ""};
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)),
                HasSubstr("  {White makes an illegal move: <none>} 0-1  "));
}

TEST(ChessPgn, overrun_of_a_clock_is_what_it_was_beyond_what_was_left) {
    GameRecord record = short_chess();
    record.limits = {100ms, 10s};
    record.limits.agent1->increment = 5ms;
    record.moves[0].took = 40ms;
    record.termination = Termination::Timeout;
    record.fault = FaultNote{Player::Agent1, "took too long", ""};
    record.time_loss = referee::TimeLoss{72ms, {}, false};
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)), HasSubstr("White loses on time (7ms overrun)"));
    record.limits.agent1->kind = referee::LimitKind::Search;
    record.limits.agent1->turn = 60ms;
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)), HasSubstr("White loses on time (12ms overrun)"));
    record.time_loss->took = 1064'400us; // an engine that was told to stop
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)),
                HasSubstr("White loses on time (no answer in time)"));
    record.time_loss->took = 60'400us;
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)),
                HasSubstr("White loses on time (no answer in time)"));
    record.limits.agent1->margin = 200ms;
    record.time_loss->took = 264'400us;
    EXPECT_THAT(on_one_line(pgn_game(record, kChessRun)),
                HasSubstr("White loses on time (no answer in time)"));
}

TEST(ChessPgn, time_of_the_game_is_that_of_the_log) {
    GameRecord record = short_chess();
    record.started = referee::utc_time_of("2026-11-26T23:59:58.042Z").value();
    record.duration = 83'999ms;
    const std::string text = pgn_game(record, kChessRun);
    EXPECT_THAT(text, HasSubstr("[Date \"2026.11.26\"]\n"));
    EXPECT_THAT(text, HasSubstr("[TimeControl \"10\"]\n[GameStartTime \"2026-11-26T23:59:58 +0000\"]\n"
                                "[GameEndTime \"2026-11-27T00:01:22 +0000\"]\n"
                                "[GameDuration \"00:01:23\"]\n[Ending "));
    record.duration = std::chrono::hours(25);
    EXPECT_THAT(pgn_game(record, kChessRun), HasSubstr("[GameDuration \"25:00:00\"]\n"));
    EXPECT_THAT(pgn_game(record, {}), HasSubstr("[Date \"2026.11.26\"]\n"));
}

/// A game whose engines told all that they can tell.
GameRecord told_chess() {
    GameRecord record = short_chess();
    record.limits.agent1->increment = 500ms;
    record.limits.agent2 = referee::TimeControl(20s);
    record.search[0] = {.depth = 7,
                        .score = referee::engine::Score{35},
                        .nodes = 12'345,
                        .time_ms = 40,
                        .seldepth = 9,
                        .hashfull = 17,
                        .tbhits = 0,
                        .pv = "g2g4 d8h4 a2a3"};
    return record;
}

TEST(ChessPgn, comments_have_what_was_asked_for_and_is_known) {
    for (const auto& [words, comments] : {
             std::pair{"", "g4 {+0.35/7 0.042s} Qh4# {+M1/12 12.000s, Black mates}"},
             {"pv,tbhits,hashfull,nps,seldepth,nodes,latency,timeleft,nodes",
              "g4 {+0.35/7 0.042s, tl=10.457s, latency=0.002s, n=12345, sd=9, nps=308625, hashfull=17, "
              "tbhits=0, pv=\"g4 Qh4#\"} Qh4# {+M1/12 12.000s, tl=7.999s, Black mates}"},
             {"latency", "g4 {+0.35/7 0.042s, latency=0.002s} Qh4# {+M1/12 12.000s, Black mates}"},
             {"none", "1. f3 e5 2. g4 Qh4# {Black mates} 0-1"},
         }) {
        ExportedRun run = kChessRun;
        run.comments = read_pgn_comments(words);
        EXPECT_THAT(on_one_line(pgn_game(told_chess(), run)), HasSubstr(comments)) << words;
    }
}

TEST(ChessPgn, values_that_make_no_sense_are_left_out) {
    GameRecord record = told_chess();
    ExportedRun run = kChessRun;
    run.comments = read_pgn_comments("timeleft,latency,nps,pv");
    record.limits = {std::nullopt, referee::TimeControl(20s)};
    record.search[0].time_ms = 43;
    EXPECT_THAT(on_one_line(pgn_game(record, run)),
                HasSubstr("g4 {+0.35/7 0.042s, latency=0.000s, nps=287093, pv="));
    record.search[0].time_ms = 0;
    record.search[0].pv = "g2g5 d8h4";
    EXPECT_THAT(on_one_line(pgn_game(record, run)), HasSubstr("g4 {+0.35/7 0.042s, latency=0.042s} Qh4#"));
    record.search[0].pv = "g2g4 d8e7 x";
    EXPECT_THAT(on_one_line(pgn_game(record, run)), HasSubstr("latency=0.042s, pv=\"g4 Qe7\"} Qh4#"));
    run.notation = referee::Notation::Uci;
    EXPECT_THAT(on_one_line(pgn_game(record, run)), HasSubstr("latency=0.042s, pv=\"g2g4 d8e7\"} d8h4"));
}

TEST(ChessPgn, is_the_same_of_a_game_that_is_counted_and_of_its_line) {
    GameRecord record = told_chess();
    record.moves[0].took += 999ns;
    record.moves[1].took += 999ns;
    record.started = referee::utc_time_of("2026-11-26T23:59:58.042Z").value();
    record.termination = Termination::Timeout;
    record.winner = Winner::Agent2;
    record.fault = FaultNote{Player::Agent1, "took too long", ""};
    record.time_loss = referee::TimeLoss{11s + 999ns, {}, false};
    ExportedRun run = kChessRun;
    run.comments = read_pgn_comments("timeleft,latency,nodes,seldepth,nps,hashfull,tbhits,pv");
    EXPECT_EQ(pgn_game(referee::parse_record(to_json_line(record)), run), pgn_game(record, run));
}

} // namespace
} // namespace sprt
