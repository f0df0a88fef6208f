#include "sprt/remote/agreement.hpp"

#include <gmock/gmock.h>
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

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void add(Agreement& agreement, int times, const char* one, const char* other, bool is_same) {
    for (int i = 0; i < times; ++i) {
        agreement.add(i % 2 == 0 ? one : other, i % 2 == 0 ? other : one, is_same);
    }
}

TEST(Agreement, ten_copies_must_agree) {
    Agreement agreement;
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 9, "ann", "bob", true);
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 1, "ann", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, whoever_differs_from_several_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    add(agreement, 1, "bob", "liar", false);
    add(agreement, 30, "liar", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
}

TEST(Agreement, of_two_that_differ_the_one_that_agrees_less_often_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    EXPECT_THAT(agreement.agreeing("bob"), IsEmpty());
}

TEST(Agreement, two_liars_are_left_out) {
    Agreement agreement;
    add(agreement, 5, "ann", "bob", true);
    add(agreement, 5, "ann", "cid", true);
    add(agreement, 3, "ann", "liar", false);
    add(agreement, 3, "bob", "other liar", false);
    add(agreement, 1, "liar", "other liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, games_that_differ_everywhere_are_not_repeatable) {
    Agreement agreement;
    for (const auto& [one, other] : {std::pair("ann", "bob"), {"bob", "cid"}, {"ann", "cid"}}) {
        add(agreement, 20, one, other, true);
        add(agreement, 1, one, other, false);
    }
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    Agreement of_two;
    add(of_two, 50, "ann", "bob", true);
    add(of_two, 1, "ann", "bob", false);
    EXPECT_THAT(of_two.agreeing(), IsEmpty()) << "nobody knows which of them is right";
}

TEST(Agreement, what_is_forgotten_counts_no_more) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 5, "ann", "liar", false);
    agreement.forget("liar");
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    agreement.forget("bob");
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
}

} // namespace
} // namespace sprt::remote
