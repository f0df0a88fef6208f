#include "agents/champion/champion.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

namespace search {
namespace {

/// What an engine of one megabyte says to `lines`.
std::string said_to(const std::string& lines, TimedOptions options = {}) {
    options.hash_mb = 1;
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    EXPECT_EQ(::write(ends[1], lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    ::close(ends[1]);
    std::ios::sync_with_stdio(false); // as in session_test
    testing::internal::CaptureStdout();
    serve_uai(ends[0], options, built_in_network());
    ::close(ends[0]);
    return testing::internal::GetCapturedStdout();
}

/// The last line.
std::string last(const std::string& said) {
    const auto end = said.rfind('\n');
    const auto begin = said.rfind('\n', end - 1);
    return said.substr(begin + 1, end - begin - 1);
}

TEST(Uai, engine_says_who_it_is_and_what_can_be_set) {
    EXPECT_EQ(said_to("uai\nisready\n"), "id name champion\nid author the authors of referee\noption name "
                                         "Hash type spin default 1 min 1 max 65536\nuaiok\nreadyok\n");
}

TEST(Uai, unknown_lines_are_ignored_and_quit_ends) {
    EXPECT_EQ(said_to("hello\n\nsetoption name Nothing value 1\nsetoption name Hash value x\nsetoption name "
                      "Hash value 2\nquit\nisready\n"),
              "");
    EXPECT_EQ(said_to("isready\r\n"), "readyok\n");
}

TEST(Uai, side_without_a_move_passes_whatever_the_limits_are) {
    // White's only stone is shut in: white must pass.
    for (const std::string go : {"go depth 3", "go nodes 1000", "go movetime 5",
                                 "go btime 100 wtime 100 binc 1 winc 1", "go infinite"}) {
        const auto said = said_to("uainewgame\nposition fen oxx4/xxx4/xxx4/7/7/7/7 o 0 1\n" + go + "\n");
        EXPECT_EQ(last(said), "bestmove 0000") << go;
    }
    const auto said = said_to("position fen x-5/--5/7/7/7/7/6o o 0 1 moves g2\ngo depth 2\n");
    EXPECT_EQ(last(said).substr(0, 9), "bestmove ");
    EXPECT_NE(said.find("info depth 1 score "), std::string::npos);
}

TEST(Uai, words_of_go_that_are_not_known_are_skipped) {
    for (const std::string go : {"go ponder depth 2", "go searchmoves g2 depth 2", "go depth 2 mate"}) {
        const auto said = said_to("position startpos\n" + go + "\nisready\n");
        EXPECT_NE(said.find("info depth 2 "), std::string::npos) << said;
    }
}

TEST(Uai, end_of_the_game_is_answered_by_a_pass) {
    EXPECT_EQ(
        said_to("position fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo x 0 1\ngo depth 1\n"),
        "bestmove 0000\n");
}

TEST(Uai, wrong_position_is_named_and_leaves_the_one_before) {
    for (const auto& [line, says] : std::vector<std::pair<std::string, std::string>>{
             {"position", "neither fen nor startpos"},
             {"position startpos moves a1", "a1 is not legal in x5o/7/7/7/7/7/o5x x 0 1"},
             {"position fen x x 0 1", "rank"},
         }) {
        const auto said = said_to("position fen oxx4/xxx4/xxx4/7/7/7/7 o 0 1\n" + line + "\ngo depth 1\n");
        EXPECT_EQ(said.substr(0, 12), "info string ") << said;
        EXPECT_NE(said.find(says), std::string::npos) << said;
        EXPECT_EQ(last(said), "bestmove 0000") << said;
    }
}

TEST(Uai, win_is_told_in_moves) {
    const auto said = said_to("position fen x6/7/2o4/7/7/7/6x x 0 1\ngo depth 3\n");
    EXPECT_NE(said.find(" score mate 1 "), std::string::npos) << said;
}

TEST(Uai, search_answers_isready_and_ends_at_stop) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    std::ios::sync_with_stdio(false);
    testing::internal::CaptureStdout();
    std::thread engine([&] { serve_uai(ends[0], {}, built_in_network()); });
    constexpr std::string_view kGo = "position startpos\ngo infinite\nisready\n";
    constexpr std::string_view kStop = "stop\nquit\n";
    EXPECT_EQ(::write(ends[1], kGo.data(), kGo.size()), static_cast<ssize_t>(kGo.size()));
    EXPECT_EQ(::write(ends[1], kStop.data(), kStop.size()), static_cast<ssize_t>(kStop.size()));
    engine.join();
    const auto said = testing::internal::GetCapturedStdout();
    ::close(ends[0]);
    ::close(ends[1]);
    EXPECT_NE(said.find("readyok\n"), std::string::npos);
    EXPECT_LT(said.find("readyok\n"), said.find("bestmove "));
    EXPECT_EQ(last(said).substr(0, 9), "bestmove ");
}

} // namespace
} // namespace search
