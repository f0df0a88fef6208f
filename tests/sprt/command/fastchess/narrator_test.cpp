#include "referee/process/program.hpp"
#include "sprt/command/fastchess/narrator.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Player;
using referee::Termination;
using referee::Winner;
using referee::engine::LineFault;
using referee::testing_support::content_of;
using ::testing::HasSubstr;
using ::testing::Not;

/// A match of two engines with no result before its end.
Narrated narrated_match(std::uint64_t games) {
    Narrated run;
    run.engines = {{"new", "10+0.1", "1t", "16MB"}, {"base", "10+0.1", "1t", "16MB"}};
    run.games = games;
    run.output.rating_interval = 0;
    return run;
}

/// Game `game` of a match, in which the agents have White by turns.
GameRecord told_game(std::uint64_t game, Winner winner, Termination termination = Termination::Checkmate) {
    GameRecord record;
    record.rules = referee::Game::Chess;
    record.game = game;
    record.first = game % 2 == 0 ? Player::Agent1 : Player::Agent2;
    record.winner = winner;
    record.termination = termination;
    return record;
}

/// The same, lost by a fault of `loser`.
GameRecord lost_game(std::uint64_t game, Player loser, Termination termination, std::string reason = {}) {
    GameRecord record = told_game(game, winner_is(other(loser)), termination);
    record.fault = referee::FaultNote{loser, std::move(reason), ""};
    return record;
}

/// The line of game `game`, from 1, and the one that begins.
std::string finished(int game, const std::string& text) {
    return "Finished game " + std::to_string(game) + " " + text + "\n";
}

TEST(FastchessWords, messages_of_ours_have_the_words_and_engines_of_the_call) {
    for (const auto& [ours, theirs] : std::vector<std::pair<std::string, std::string>>{
             {"--agent1: margin_ms: 'x' is no number", "engine new: timemargin: 'x' is no number"},
             {"--agent 2: it has two kinds of clock, tc and move_ms",
              "engine base: it has two kinds of clock, tc and st"},
             {"agent2: no option is called 'x'", "engine base: no option is called 'x'"},
             {"agent 1 crashed (--no-check begins the run without it)",
              "engine new crashed (-recover begins the run without it)"},
             {"agent 3 and agent command './a' of --agent", "agent 3 and agent command './a' of --agent"},
             {"--book-start: 0; --book-starts", "-openings start: 0; --book-starts"},
             {"--adjudicate: draw: 9 is out of range", "-draw: 9 is out of range"},
             {"--cores: 9; --concurrency", "--cores: 9; -concurrency"},
             {"/x/agent1/book.epd: it is no book", "/x/agent1/book.epd: it is no book"},
             {"agent command '/x/agent1 --seed' and agent1_old",
              "agent command '/x/agent1 --seed' and agent1_old"},
             {"the games are kept: sprt export agent1/g.run", "the games are kept: sprt export agent1/g.run"},
             {"agent 2's executable changed, move_ms", "engine base's executable changed, st"},
             {"agent 2's standard error: --seed and agent 1",
              "engine base's standard error: --seed and agent 1"},
             {"'agent1", "'agent1"},
             {"the LLR is 1.2; verify more games.",
              "the LLR is 1.2; --adjudicate verify=0.1 plays some of them out."},
             {"other games: --openings random:4", "other games: -openings file=BOOK"}}) {
        EXPECT_EQ(in_words_of_fastchess(ours, {"new", "base"}, {"--cores"}), theirs);
    }
}

TEST(FastchessWords, names_are_no_numbers_of_engines) {
    EXPECT_EQ(in_words_of_fastchess("agent1: crashed", {"agent2", "agent1"}, {}), "agent1: crashed");
    EXPECT_EQ(in_words_of_fastchess("agent 1 crashed", {"a", "b", "c"}, {}), "agent 1 crashed");
    EXPECT_EQ(in_words_of_fastchess("agent2: no option", {"a", "b", "c"}, {}), "engine b: no option");
    EXPECT_EQ(in_words_of_fastchess("--agent3: tc", {"a", "b", "c"}, {}), "engine c: tc");
}

TEST(FastchessNarrator, games_of_a_match_begin_when_a_place_is_free) {
    Narrated run = narrated_match(4);
    run.at_once = 2;
    FastchessNarrator narrator(run);
    EXPECT_EQ(narrator.head(), "Started game 1 of 4 (new vs base)\nStarted game 2 of 4 (base vs new)\n");
    EXPECT_EQ(narrator.game(told_game(0, Winner::Agent1)),
              finished(1, "(new vs base): 1-0 {White mates}") + "Started game 3 of 4 (new vs base)\n");
    EXPECT_EQ(narrator.game(told_game(1, Winner::Agent1)),
              finished(2, "(base vs new): 0-1 {Black mates}") + "Started game 4 of 4 (base vs new)\n");
    EXPECT_EQ(narrator.game(told_game(2, Winner::Draw, Termination::Repetition)),
              finished(3, "(new vs base): 1/2-1/2 {Draw by 3-fold repetition}"));
    EXPECT_THAT(narrator.game(told_game(3, Winner::Agent2)),
                ::testing::AllOf(::testing::StartsWith(finished(4, "(base vs new): 1-0 {White mates}")),
                                 HasSubstr("Results of new vs base"), Not(HasSubstr("Started"))));
}

TEST(FastchessNarrator, games_of_a_tournament_begin_when_they_are_told) {
    Narrated run = narrated_match(6);
    run.engines.push_back({"third", "10+0.1", "1t", "16MB"});
    FastchessNarrator narrator(run);
    EXPECT_EQ(narrator.head(), "");
    GameRecord record = told_game(1, Winner::Draw, Termination::Stalemate);
    record.agents = {referee::AgentId{0}, referee::AgentId{2}};
    EXPECT_EQ(narrator.game(record), "Started game 1 of 6 (third vs new)\n" +
                                         finished(1, "(third vs new): 1/2-1/2 {Draw by stalemate}"));
}

TEST(FastchessNarrator, games_of_earlier_sessions_count_and_are_not_told) {
    FastchessNarrator narrator(narrated_match(4));
    narrator.recall(told_game(0, Winner::Agent1));
    narrator.recall(told_game(1, Winner::Draw));
    EXPECT_EQ(narrator.head(), "Started game 3 of 4 (new vs base)\n");
    EXPECT_THAT(narrator.result(), HasSubstr("Games: 2, Wins: 1, Losses: 0, Draws: 1, Points: 1.5"));
    EXPECT_THAT(narrator.result(), HasSubstr("Ptnml(0-2): [0, 0, 0, 1, 0]"));
}

/// The line of counts after `games`, with points of engine `new`: 1, 0.5, 0; below 0: not scored.
std::string counts_after(const std::vector<double>& points, bool by_pairs) {
    Narrated run = narrated_match(100);
    run.output.by_pairs = by_pairs;
    FastchessNarrator narrator(run);
    for (std::size_t game = 0; game < points.size(); ++game) {
        GameRecord record = told_game(game, points[game] == 1   ? Winner::Agent1
                                            : points[game] == 0 ? Winner::Agent2
                                                                : Winner::Draw);
        if (points[game] < 0) {
            record.winner.reset();
        }
        narrator.recall(record);
    }
    const std::string text = narrator.result();
    const std::size_t begin = text.find("Games: ");
    return text.substr(begin, text.rfind("\n-") - begin);
}

TEST(FastchessNarrator, counts_are_of_whole_scored_pairs_or_of_games) {
    EXPECT_EQ(counts_after({1, 0.5, 0, 1, 0.5, 0.5, 0, 0, 1}, true),
              "Games: 8, Wins: 2, Losses: 3, Draws: 3, Points: 3.5 (43.75 %)\n"
              "Ptnml(0-2): [1, 0, 2, 1, 0], WL/DD Ratio: 1.00");
    EXPECT_EQ(counts_after({1, -1, -1, 0, 0.5, 1}, true),
              "Games: 2, Wins: 1, Losses: 0, Draws: 1, Points: 1.5 (75.00 %)\n"
              "Ptnml(0-2): [0, 0, 0, 1, 0], WL/DD Ratio: nan");
    EXPECT_EQ(counts_after({1, -1, 0.5}, false),
              "Games: 2, Wins: 1, Losses: 0, Draws: 1, Points: 1.5 (75.00 %)");
}

TEST(FastchessNarrator, results_of_a_pairing_are_of_its_earlier_engine) {
    Narrated run = narrated_match(4);
    FastchessNarrator narrator(run);
    for (const std::uint64_t game : {0U, 1U}) {
        GameRecord record = told_game(game, Winner::Agent1);
        record.agents = {referee::AgentId{1}, referee::AgentId{0}};
        narrator.recall(record);
    }
    EXPECT_THAT(narrator.result(), HasSubstr("Wins: 0, Losses: 2"));
}

TEST(FastchessNarrator, results_come_after_so_many_whole_pairs_or_games) {
    const struct {
        bool by_pairs;
        bool is_cutechess;
        std::uint64_t interval;
        std::vector<int> after; ///< games, from 1, of 6
    } cases[] = {
        {true, false, 1, {2, 4, 6}},  {true, false, 2, {4, 6}},  {true, false, 0, {6}},
        {false, false, 2, {2, 4, 6}}, {false, false, 4, {4, 6}}, {false, true, 3, {3, 6}},
    };
    for (const auto& each : cases) {
        Narrated run = narrated_match(6);
        run.output.by_pairs = each.by_pairs;
        run.output.is_cutechess = each.is_cutechess;
        run.output.rating_interval = each.interval;
        run.output.score_interval = 5;
        FastchessNarrator narrator(run);
        std::vector<int> after;
        std::vector<int> scores;
        for (int game = 0; game < 6; ++game) {
            const std::string text = narrator.game(told_game(static_cast<std::uint64_t>(game), Winner::Draw));
            if (text.find("Elo") != std::string::npos) {
                after.push_back(game + 1);
            }
            if (text.find("Score of") != std::string::npos) {
                scores.push_back(game + 1);
            }
        }
        EXPECT_EQ(after, each.after) << each.interval;
        EXPECT_EQ(scores, each.is_cutechess ? (std::vector{5, 6}) : std::vector<int>());
    }
}

TEST(FastchessNarrator, warnings_are_in_the_words_of_fastchess) {
    using enum Termination;
    const struct {
        Termination termination;
        const char* reason;
        const char* text;
    } cases[] = {
        {IllegalMove, "played e2e5: no such move", "Warning; Illegal move e2e5 played by base\n"},
        {IllegalMove, "gave no move: there are 20", "Warning; Illegal move <none> played by base\n"},
        {ProtocolError, "sent 'bestmove O-O', which names no move",
         "Warning; Move does not match uci move format: base sent 'bestmove O-O', which names no move\n"
         "Warning; Illegal move O-O played by base\n"},
        {ProtocolError, "sent x", "Warning; Protocol error: base sent x\n"},
        {ReadyTimeout, "did not say readyok", "Warning; Engine base is not responsive\n"},
        {Crashed, "exited 1", ""},
    };
    for (const auto& each : cases) {
        Narrated run = narrated_match(10);
        run.output.recovers = true;
        FastchessNarrator narrator(run);
        const std::string text = narrator.game(lost_game(0, Player::Agent2, each.termination, each.reason));
        EXPECT_EQ(text.substr(0, text.find("Finished")), each.text);
        EXPECT_FALSE(narrator.stops());
    }
}

TEST(FastchessNarrator, ending_by_an_illegal_move_does_not_repeat_the_move) {
    FastchessNarrator narrator(narrated_match(10));
    EXPECT_THAT(narrator.game(lost_game(0, Player::Agent2, Termination::IllegalMove, "played e2e5: no")),
                HasSubstr("1-0 {Black makes an illegal move}\n"));
}

TEST(FastchessNarrator, game_that_is_not_scored_is_warned_of_and_not_finished) {
    FastchessNarrator narrator(narrated_match(10));
    GameRecord record = told_game(0, Winner::Draw, Termination::RefereeFailure);
    record.winner.reset();
    EXPECT_EQ(narrator.game(record), "Warning; Game 1 (new vs base) was not scored: referee_failure\n"
                                     "Started game 1 of 10 (new vs base)\n");
}

TEST(FastchessNarrator, wrong_lines_are_warned_of_by_colour) {
    const auto warnings_of = [](bool checks_mates) {
        Narrated run = narrated_match(10);
        run.output.checks_mates = checks_mates;
        FastchessNarrator narrator(run);
        GameRecord record = told_game(1, Winner::Draw);
        record.line_faults.agent1[static_cast<std::size_t>(LineFault::PastStalemate)] = 2;
        record.line_faults.agent1[static_cast<std::size_t>(LineFault::PastEnd)] = 3;
        record.line_faults.agent2[static_cast<std::size_t>(LineFault::Illegal)] = 1;
        record.line_faults.agent2[static_cast<std::size_t>(LineFault::NoMate)] = 1;
        const std::string text = narrator.game(record);
        return text.substr(0, text.find("Finished"));
    };
    EXPECT_EQ(warnings_of(false), "Warning; Illegal PV move - 1 line from base\n"
                                  "Warning; PV continues after stalemate - 2 lines from new\n");
    EXPECT_EQ(warnings_of(true), "Warning; Illegal PV move - 1 line from base\n"
                                 "Warning; Incomplete mating PV - 1 line from base\n"
                                 "Warning; PV continues after stalemate - 2 lines from new\n");
}

TEST(FastchessNarrator, crash_ends_the_match_unless_it_recovers_and_a_warning_a_strict_one) {
    using enum Termination;
    const struct {
        Termination termination;
        bool recovers;
        bool is_strict;
        bool stops;
    } cases[] = {
        {Crashed, false, false, true},      {Crashed, true, false, false},
        {ReadyTimeout, false, false, true}, {ReadyTimeout, true, false, false},
        {Crashed, true, true, false},       {ReadyTimeout, true, true, true},
        {IllegalMove, false, false, false}, {IllegalMove, false, true, true},
    };
    for (const auto& each : cases) {
        Narrated run = narrated_match(10);
        run.output.recovers = each.recovers;
        run.output.is_strict = each.is_strict;
        FastchessNarrator narrator(run);
        static_cast<void>(narrator.head());
        const std::string text = narrator.game(lost_game(0, Player::Agent1, each.termination, "played a:"));
        EXPECT_EQ(narrator.stops(), each.stops) << name(each.termination) << each.recovers;
        EXPECT_EQ(text.find("Started") == std::string::npos, each.stops) << "no more games begin";
        EXPECT_EQ(text.find("Game 1 stalled / disconnected") != std::string::npos,
                  each.stops && !each.is_strict);
    }
}

TEST(FastchessNarrator, tail_counts_what_each_engine_lost_by_its_fault) {
    Narrated run = narrated_match(10);
    run.output.recovers = true;
    FastchessNarrator narrator(run);
    GameRecord on_time = lost_game(0, Player::Agent1, Termination::Timeout);
    on_time.time_loss.emplace();
    narrator.recall(on_time);
    narrator.recall(lost_game(1, Player::Agent2, Termination::Crashed));
    narrator.recall(lost_game(2, Player::Agent2, Termination::ReadyTimeout));
    narrator.recall(lost_game(3, Player::Agent1, Termination::IllegalMove));
    static_cast<void>(narrator.result());
    EXPECT_EQ(narrator.tail(true, ""), "\nPlayer: new\n  Timeouts: 1\n  Crashed: 0\n"
                                       "\nPlayer: base\n  Timeouts: 0\n  Crashed: 2\nFinished match\n");
}

TEST(FastchessNarrator, tail_of_a_match_that_ends_early_has_the_results_so_far_and_says_why) {
    FastchessNarrator narrator(narrated_match(10));
    narrator.recall(told_game(0, Winner::Draw));
    narrator.recall(told_game(1, Winner::Draw));
    narrator.ends_early("Engine new did not start 3 times in a row");
    const std::string tail = narrator.tail(true, "");
    EXPECT_THAT(tail, HasSubstr("Games: 2, "));
    EXPECT_THAT(tail, ::testing::EndsWith("---\nWarning; Engine new did not start 3 times in a row, stopping "
                                          "tournament.\nFinished match\n"));
    EXPECT_TRUE(narrator.stops()) << "its status is that of a failure";
}

TEST(FastchessNarrator, doubts_are_warnings_with_the_engines_names_but_for_what_scripts_read) {
    Narrated run = narrated_match(10);
    const auto faults = [](int disputed) {
        return Doubt{.text = "agent 1 had 0 faults and 2 time losses, 2 of them disputed.",
                     .numbers = {{"disputed", disputed}},
                     .kind = "faults"};
    };
    const std::vector<Doubt> doubts{
        faults(0), faults(2), {.text = "the verdict rests on disputed time losses (2): none."}};
    FastchessNarrator narrator(run);
    narrator.doubts(doubts);
    EXPECT_EQ(narrator.tail(true, ""),
              "Warning; Engine new had 0 faults and 2 time losses, 2 of them disputed.\n"
              "Warning; The verdict rests on disputed time losses (2): none.\n"
              "Finished match\n");
    run.output.is_test_env = true;
    FastchessNarrator of_script(run);
    of_script.doubts(doubts);
    EXPECT_EQ(of_script.tail(true, ""), "Finished match\n");
}

TEST(FastchessNarrator, tail_of_an_interrupted_match_says_how_to_go_on) {
    Narrated run = narrated_match(10);
    EXPECT_EQ(FastchessNarrator(run).tail(false, "bin/sprt resume 'my run'"),
              "Tournament was interrupted. To resume the tournament, run: bin/sprt resume 'my run'\n"
              "Finished match\n");
    EXPECT_EQ(FastchessNarrator(run).tail(false, ""), "Tournament was interrupted.\nFinished match\n");
    run.resumed_by = "my config.json";
    EXPECT_EQ(FastchessNarrator(run).tail(false, "bin/sprt resume r"),
              "Tournament was interrupted. To resume the tournament, run: " +
                  referee::own_call({"fastchess", "-config", "file=my config.json"}) + "\nFinished match\n");
}

TEST(FastchessNarrator, verdict_is_told_and_its_result_once) {
    Narrated run = narrated_match(1000);
    run.test.emplace(Model::Trinomial, Hypotheses{.elo0 = 0, .elo1 = 400});
    run.output.by_pairs = false;
    FastchessNarrator narrator(run);
    std::string text;
    std::uint64_t game = 0;
    do {
        text = narrator.game(told_game(game, game % 7 == 0 ? Winner::Draw : Winner::Agent1));
        ++game;
    } while (text.find("Started") != std::string::npos && game < 100);
    ASSERT_LT(game, 100U) << "no more games begin after a verdict";
    const std::string tail = narrator.tail(true, "");
    EXPECT_THAT(tail, ::testing::StartsWith("------"));
    EXPECT_THAT(tail, HasSubstr("SPRT ([0.00, 400.00]) completed - H1 was accepted\nFinished match\n"));
    static_cast<void>(narrator.result());
    EXPECT_EQ(narrator.tail(true, ""), "SPRT ([0.00, 400.00]) completed - H1 was accepted\nFinished match\n");
}

TEST(FastchessNarrator, pairs_that_are_copies_of_earlier_ones_are_told_at_the_end) {
    const auto tail = [](std::uint64_t games, bool is_test_env = false) {
        Narrated run = narrated_match(games);
        run.output.is_test_env = is_test_env;
        FastchessNarrator narrator(run);
        for (std::uint64_t game = 0; game < games; ++game) {
            static_cast<void>(narrator.game(told_game(game, Winner::Agent1)));
        }
        return narrator.tail(true, "");
    };
    EXPECT_THAT(tail(12),
                ::testing::StartsWith("Warning; 5 of 6 pairs are copies of earlier ones, and were"));
    EXPECT_THAT(tail(10), Not(HasSubstr("copies"))) << "few";
    EXPECT_THAT(tail(12, true), Not(HasSubstr("copies"))) << "as fastchess alone would print it";
}

TEST(FastchessNarrator, positions_are_added_to_their_file_or_replace_it) {
    const referee::testing_support::TemporaryDir dir;
    const std::string position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n";
    for (const auto& [use, before] : {std::pair(FileUse::Append, "old\n"), {FileUse::Replace, ""}}) {
        Narrated run = narrated_match(10);
        run.output.epd = dir.file("x.epd", "old\n");
        run.output.epd_use = use;
        FastchessNarrator narrator(run);
        static_cast<void>(narrator.head());
        static_cast<void>(narrator.game(told_game(0, Winner::Draw)));
        static_cast<void>(narrator.game(told_game(1, Winner::Draw)));
        EXPECT_EQ(content_of(run.output.epd), before + position + position);
    }
}

TEST(FastchessNarrator, checksum_is_that_of_the_whole_pgn_unless_it_was_lost) {
    const referee::testing_support::TemporaryDir dir;
    Narrated run = narrated_match(10);
    run.output.has_crc = true;
    run.pgn = dir.file("x.pgn", "123456789"); // the check value of CRC-32
    FastchessNarrator narrator(run);
    EXPECT_EQ(narrator.tail(true, ""),
              "File " + run.pgn.string() + " has CRC32: 0xcbf43926\nFinished match\n");
    EXPECT_FALSE(narrator.has_lost_pgn());
    narrator.pgn_is_lost();
    EXPECT_TRUE(narrator.has_lost_pgn());
    EXPECT_EQ(narrator.tail(true, ""), "Finished match\n");
}

} // namespace
} // namespace sprt
