#include "referee/rules/course.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace referee {
namespace {

/// A token that is moved along a line, and a count of what was spent: a move that spends cannot be undone.
struct TokenGame {
    struct Position {
        int place = 0;
        int spent = 0;
    };
    struct Move {
        int to = 0;
        bool spends = false;
    };
    static CanonicalKey repetition_key(const Position& position) {
        return {static_cast<std::uint64_t>(position.place), static_cast<std::uint64_t>(position.spent)};
    }
    static bool is_irreversible(const Position& /*before*/, Move move) { return move.spends; }
    static Position after(Position before, Move move) {
        return {move.to, before.spent + (move.spends ? 1 : 0)};
    }
};

/// How often the position has stood at the start and after each move.
std::vector<int> times_of(const std::vector<TokenGame::Move>& moves) {
    Repetitions repetitions;
    TokenGame::Position position;
    repetitions.begin<TokenGame>(position);
    std::vector<int> times{repetitions.times()};
    for (const TokenGame::Move move : moves) {
        const TokenGame::Position before = position;
        position = TokenGame::after(before, move);
        repetitions.moved<TokenGame>(before, move, position);
        times.push_back(repetitions.times());
    }
    return times;
}

TEST(Repetitions, the_start_counts_and_so_does_each_return_to_it) {
    EXPECT_EQ(times_of({{1}, {0}, {1}, {0}}), (std::vector{1, 1, 2, 2, 3}));
}

TEST(Repetitions, nothing_before_an_irreversible_move_is_compared) {
    EXPECT_EQ(times_of({{1}, {0}, {0, true}, {1}, {0}, {1}, {0}}), (std::vector{1, 1, 2, 1, 1, 2, 2, 3}));
}

TEST(Repetitions, nothing_is_kept_of_a_game_without_the_rule) {
    Repetitions repetitions;
    repetitions.begin<ataxx::Rules>({});
    repetitions.reserve(100);
    EXPECT_EQ(repetitions.times(), 0);
}

TEST(Course, makes_legal_moves_and_counts_them) {
    Course course{Board(Game::TicTacToe)};
    EXPECT_TRUE(course.make({1, 1}));
    EXPECT_EQ(course.turns(), 1);
    EXPECT_EQ(course.board(), Board(Game::TicTacToe).after({1, 1}));
    EXPECT_FALSE(course.is_repeated());
}

TEST(Course, is_unchanged_by_a_move_that_is_not_legal) {
    Course course{Board(Game::TicTacToe)};
    ASSERT_TRUE(course.make({1, 1}));
    const Board before = course.board();
    EXPECT_FALSE(course.make({1, 1}));
    EXPECT_FALSE(course.make({9, 9}));
    EXPECT_EQ(course.board(), before);
    EXPECT_EQ(course.turns(), 1);
}

TEST(Course, turns_before_its_first_board_count_for_the_limit) {
    Course course(Board(Game::Ataxx), 7);
    ASSERT_TRUE(course.make({1, 1, 1, 2}));
    EXPECT_EQ(course.turns(), 8);
    EXPECT_EQ(board_verdict(course, 9), std::nullopt);
    EXPECT_EQ(board_verdict(course, 8), Termination::TurnLimit);
}

TEST(Course, the_board_comes_before_the_limit_of_turns) {
    Course course{Board(Game::TicTacToe)};
    for (const MoveNumbers& move : std::vector<MoveNumbers>{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 3}}) {
        ASSERT_TRUE(course.make(move));
    }
    EXPECT_EQ(board_verdict(course, 5), Termination::Line);
}

} // namespace
} // namespace referee
