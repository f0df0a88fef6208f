#include "referee/command/commands.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using testing_support::user_error_text;

/// What is printed.
std::string perft_of(const PerftFlags& flags) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(run(flags), ExitStatus::Done);
    return testing::internal::GetCapturedStdout();
}

std::string refused_perft(const PerftFlags& flags) {
    return user_error_text([&] { static_cast<void>(run(flags)); });
}

TEST(PerftCommand, leaves_are_counted_from_the_start_a_fen_or_after_moves) {
    EXPECT_EQ(perft_of({.rules = {}, .depth = 0, .fen = {}, .moves = {}}), "1\n");
    EXPECT_EQ(perft_of({.rules = {}, .depth = 2, .fen = {}, .moves = {}}), "256\n");
    EXPECT_EQ(perft_of({.game = "connect-four", .rules = {}, .depth = 4, .fen = {}, .moves = {}}), "2401\n");
    EXPECT_EQ(perft_of({.game = "connect-four", .rules = {}, .depth = 1, .fen = {}, .moves = "444444"}),
              "6\n");
    EXPECT_EQ(
        perft_of({.game = "connect-four", .rules = {}, .depth = 2, .fen = "7/7/7/7/7/rrr4 r 1", .moves = {}}),
        "42\n");
    EXPECT_EQ(perft_of({.game = "tic-tac-toe", .rules = {}, .depth = 9, .fen = {}, .moves = {}}), "127872\n");
}

TEST(PerftCommand, messages_are_counted_when_that_is_asked) {
    // A clone to one square from two stones is one position, and two messages.
    const PerftFlags positions{.rules = {}, .depth = 1, .fen = "xx5/7/7/7/7/7/6o x", .moves = {}};
    PerftFlags messages = positions;
    messages.messages = true;
    EXPECT_GT(std::stoi(perft_of(messages)), std::stoi(perft_of(positions)));
}

TEST(PerftCommand, rules_of_a_game_may_be_named) {
    // A square that no stone may enter is one of the rules of UAI alone.
    const char* const fen = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
    EXPECT_EQ(perft_of({.rules = "uai", .depth = 1, .fen = fen, .moves = {}}), "14\n");
    EXPECT_THAT(refused_perft({.rules = {}, .depth = 1, .fen = fen, .moves = {}}),
                testing::HasSubstr("blocked squares"));
}

TEST(PerftCommand, what_is_no_position_is_refused_with_the_flag) {
    EXPECT_THAT(refused_perft({.rules = {}, .depth = 1, .fen = {}, .moves = "1 1 9 9"}),
                testing::StartsWith("--moves: "));
    EXPECT_THAT(refused_perft({.game = "tic-tac-toe", .rules = "uai", .depth = 1, .fen = {}, .moves = {}}),
                testing::StartsWith("--rules: "));
}

} // namespace
} // namespace referee
