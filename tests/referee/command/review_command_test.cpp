#include "referee/command/commands.hpp"
#include "referee/game/record.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryDir;
using testing_support::user_error_text;

/// A game of Tic-Tac-Toe that the first player, agent 1, won.
GameRecord won_game(std::uint64_t number) {
    GameRecord record;
    record.rules = Game::TicTacToe;
    record.game = number;
    record.pair = number / 2;
    record.turn_limit = 9;
    for (const MoveNumbers& move : {MoveNumbers{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 3}}) {
        record.moves.push_back({move, std::chrono::microseconds(10)});
    }
    record.turns = record.moves.size();
    record.used = {std::chrono::microseconds(30), std::chrono::microseconds(20)};
    record.winner = Winner::Agent1;
    record.score = {1, 0};
    record.termination = Termination::Line;
    record.exit = {"exited 0", "exited 0"};
    return record;
}

class ReviewCommandTest : public testing::Test {
  protected:
    void write(const std::string& text) { file_ = dir_.file("log", text).string(); }
    /// What is printed; the status is put into status_.
    std::string printed(ReviewFlags flags) {
        flags.file = file_;
        testing::internal::CaptureStdout();
        status_ = run(flags);
        return testing::internal::GetCapturedStdout();
    }
    std::string error_for(ReviewFlags flags) {
        flags.file = file_;
        return user_error_text([&] { static_cast<void>(run(flags)); });
    }

    TemporaryDir dir_;
    std::string file_ = (dir_ / "log").string();
    ExitStatus status_ = ExitStatus::WorldFailed;
    std::string two_games_ = to_json_line(won_game(0)) + "\n" + to_json_line(won_game(1)) + "\n";
};

TEST_F(ReviewCommandTest, log_without_differences_is_counted) {
    write(two_games_);
    const std::string text = printed({});
    EXPECT_EQ(status_, ExitStatus::Done);
    EXPECT_THAT(text, testing::StartsWith("Games: 2 (line 2)\n"));
    EXPECT_THAT(text, testing::EndsWith("No differences.\n"));
}

TEST_F(ReviewCommandTest, difference_is_told_with_its_line_and_is_the_status) {
    GameRecord wrong = won_game(1);
    wrong.score = {0, 1};
    write(to_json_line(won_game(0)) + "\n" + to_json_line(wrong) + "\n");
    const std::string text = printed({});
    EXPECT_EQ(status_, ExitStatus::Differences);
    EXPECT_THAT(text, HasSubstr(file_ + ":2: game 1: "));
    EXPECT_THAT(text, HasSubstr("Differences: "));
    EXPECT_THAT(text, Not(HasSubstr("No differences")));
    EXPECT_THAT(printed({.file = {}, .game = 0, .turn = {}}), HasSubstr("No differences"));
    EXPECT_EQ(status_, ExitStatus::Done) << "the other game is right";
}

TEST_F(ReviewCommandTest, unknown_fields_and_a_line_that_was_cut_are_notes) {
    std::string strange = to_json_line(won_game(0));
    strange.insert(1, "\"colour\":1,");
    write(strange + "\n" + to_json_line(won_game(1)).substr(0, 50));
    const std::string text = printed({});
    EXPECT_EQ(status_, ExitStatus::Done);
    EXPECT_THAT(text,
                HasSubstr(file_ + ":1: note: /colour is unknown to this version and was not checked\n"));
    EXPECT_THAT(text, HasSubstr(file_ + ": the last line was cut short and is not counted\n"));
    EXPECT_THAT(text, HasSubstr("Games: 1 (line 1)\n"));
}

TEST_F(ReviewCommandTest, boards_are_drawn_when_that_is_asked) {
    write(two_games_);
    EXPECT_THAT(printed({.file = {}, .game = {}, .turn = {}}), Not(HasSubstr("plays (1,3)=c3")));
    EXPECT_THAT(printed({.file = {}, .game = 1, .show = true, .turn = {}}), HasSubstr("plays (1,3)=c3"));
    const std::string fourth = printed({.file = {}, .game = 1, .show = true, .turn = 4});
    EXPECT_THAT(fourth, HasSubstr("plays (2,2)=b2"));
    EXPECT_THAT(fourth, Not(HasSubstr("plays (1,3)=c3")));
}

TEST_F(ReviewCommandTest, turn_is_that_of_a_game_which_must_be_named_where_there_are_several) {
    const ReviewFlags flags{.file = {}, .game = {}, .show = true, .turn = 4};
    write(two_games_);
    EXPECT_EQ(error_for(flags), "--turn: " + file_ + " has more than one game; name one with --game");
    write("");
    EXPECT_EQ(error_for(flags), "--turn: " + file_ + " has no game");
    write(to_json_line(won_game(0)) + "\n");
    EXPECT_THAT(printed(flags), HasSubstr("plays (2,2)=b2"));
}

TEST_F(ReviewCommandTest, log_that_is_not_there_is_an_error_of_the_user) {
    EXPECT_THAT(error_for({}), HasSubstr(file_));
}

} // namespace
} // namespace referee
