#include "sprt/remote/trust/playing.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using referee::Termination;
using referee::Winner;

/// A game of so many moves, all of them alike from a seed.
PlayedGame game_of(int moves, int seed = 0) {
    PlayedGame game;
    game.termination = Termination::BoardFull;
    game.winner = Winner::Agent1;
    for (int i = 0; i < moves; ++i) {
        game.moves.push_back({i % 7, seed, 1, 1});
    }
    return game;
}

PlayedGame broken_off(int moves, int seed = 0) {
    PlayedGame game = game_of(moves, seed);
    game.termination = Termination::Timeout;
    game.winner = Winner::Agent2;
    game.is_broken_off = true;
    return game;
}

TEST(Playing, same_moves_and_ends_are_the_same) {
    EXPECT_EQ(compare({game_of(9), game_of(8, 1)}, {game_of(9), game_of(8, 1)}), Likeness::Same);
    EXPECT_EQ(compare({}, {}), Likeness::Same);
}

TEST(Playing, other_moves_winners_or_ends_differ) {
    EXPECT_EQ(compare({game_of(9)}, {game_of(9, 1)}), Likeness::Different);
    EXPECT_EQ(compare({game_of(9)}, {game_of(10)}), Likeness::Different);
    EXPECT_EQ(compare({game_of(9)}, {game_of(9), game_of(9)}), Likeness::Different);
    PlayedGame other = game_of(9);
    other.winner = Winner::Draw;
    EXPECT_EQ(compare({game_of(9)}, {other}), Likeness::Different);
    other = game_of(9);
    other.termination = Termination::Adjudicated;
    EXPECT_EQ(compare({game_of(9)}, {other}), Likeness::Different);
}

TEST(Playing, game_that_was_broken_off_says_nothing_of_what_would_have_followed) {
    EXPECT_EQ(compare({game_of(9)}, {broken_off(5)}), Likeness::Unclear);
    EXPECT_EQ(compare({broken_off(5)}, {broken_off(7)}), Likeness::Unclear);
    EXPECT_EQ(compare({broken_off(5)}, {broken_off(5)}), Likeness::Unclear);
    EXPECT_EQ(compare({game_of(9), game_of(8)}, {broken_off(5), game_of(7)}), Likeness::Different)
        << "the other game was played to its end";
    EXPECT_EQ(compare({game_of(9)}, {broken_off(5, 1)}), Likeness::Different) << "the moves before differ";
    EXPECT_EQ(compare({game_of(9)}, {broken_off(11)}), Likeness::Different) << "the game had ended";
}

TEST(Playing, records_give_opening_moves_end_and_fault) {
    referee::GameRecord record;
    record.opening = {{1, 1, 1, 2}};
    record.moves.push_back({});
    record.moves.back().numbers = {3, 3, 3, 4};
    record.termination = Termination::Crashed;
    record.winner = Winner::Agent1;
    const Playing fair = playing_of({record});
    ASSERT_EQ(fair.size(), 1U);
    EXPECT_EQ(fair[0].moves, (std::vector<referee::MoveNumbers>{{1, 1, 1, 2}, {3, 3, 3, 4}}));
    EXPECT_EQ(fair[0].termination, Termination::Crashed);
    EXPECT_EQ(fair[0].winner, Winner::Agent1);
    EXPECT_FALSE(fair[0].is_broken_off);
    record.fault = referee::FaultNote{referee::Player::Agent1, "why", ""};
    EXPECT_TRUE(playing_of({record})[0].is_broken_off);
    record.fault.reset();
    record.winner.reset();
    EXPECT_TRUE(playing_of({record})[0].is_broken_off);
}

} // namespace
} // namespace sprt::remote
