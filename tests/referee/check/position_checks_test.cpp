#include "referee/check/checks.hpp"
#include "tests/referee/check/checked_agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee::check {
namespace {

using testing::StartsWith;
using testing_support::CheckedAgent;
using testing_support::engine_script;
using testing_support::native_script;

Finding found_in_positions(Finding (*check)(Bench&), const std::string& script, Protocol protocol,
                           Game rules) {
    CheckedAgent agent(script, protocol);
    agent.subject.rules = rules;
    agent.subject.positions = 3;
    Finding finding = finding_of(check, agent.bench);
    agent.bench.end_process();
    return finding;
}

Finding found_in_native(Finding (*check)(Bench&), const std::string& ok) {
    return found_in_positions(check, native_script(ok), Protocol::Native, Game::Ataxx);
}

/// A UAI engine whose move is chosen by `cases` of the shell, by the position that it was told last.
Finding found_in_engine(Finding (*check)(Bench&), const std::string& cases) {
    const std::string script =
        "while read word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; "
        "position) told=$rest;; go) case $told in " +
        cases + " esac; echo bestmove $move;; quit) exit 0;; esac; done";
    return found_in_positions(check, script, Protocol::Uai, Game::AtaxxUai);
}

TEST(PositionChecks, are_skipped_where_they_say_nothing) {
    const auto of_squares = [](Finding (*check)(Bench&)) {
        return found_in_positions(check, native_script(), Protocol::Native, Game::TicTacToe);
    };
    EXPECT_EQ(of_squares(pass), skip("no side may pass in tic-tac-toe"));
    EXPECT_EQ(of_squares(blocked_squares), skip("no square is blocked in tic-tac-toe"));
    EXPECT_EQ(of_squares(last_squares), skip("its positions are of ataxx"));
    EXPECT_EQ(found_in_positions(half_moves, engine_script(), Protocol::Uci, Game::Ataxx),
              skip("it is always told 0 half-moves"));
    EXPECT_EQ(found_in_positions(half_moves, engine_script(), Protocol::Uci, Game::Chess),
              skip("its positions are of ataxx"));
    const Finding untold = skip("it offers neither OPENING nor FEN, and is told no positions");
    EXPECT_EQ(found_in_native(last_squares, "OK"), untold);
    EXPECT_EQ(found_in_native(random_positions, "OK"), untold);
    EXPECT_EQ(found_in_native(random_positions, "KO"), fail("it cannot be got ready"));
    EXPECT_EQ(found_in_native(pass, "KO"), fail("it cannot be got ready"));
}

TEST(SecondPlayerCheck, move_must_be_one_of_the_side_that_is_to_move) {
    EXPECT_EQ(found_in_engine(second_player, "*) move=f7;;"), ok("plays f7"));
    EXPECT_THAT(found_in_engine(second_player, "*) move=b7;;").seen, StartsWith("illegal_move: "));
}

TEST(BlockedSquaresCheck, engine_must_take_a_position_that_has_some) {
    EXPECT_EQ(found_in_engine(blocked_squares, "*-*) move=b7;; *) move=g7;;"), ok("plays b7"));
    EXPECT_EQ(found_in_engine(blocked_squares, "*) move=c5;;").level, Level::Fail) << "it is blocked";
}

TEST(LastSquaresCheck, empty_square_is_filled_and_the_last_stone_should_be_taken) {
    EXPECT_EQ(found_in_engine(last_squares, "*'x 0 46') move=g1;; *) move=d5;;"),
              ok("one empty square: g1; the last stone can be taken: d5, taken"));
    EXPECT_EQ(found_in_engine(last_squares, "*'x 0 46') move=g1;; *) move=b6;;"),
              note("one empty square: g1; the last stone can be taken: b6, not taken"));
    EXPECT_THAT(found_in_engine(last_squares, "*) move=g2;;").seen,
                StartsWith("one empty square: illegal_move: "));
}

TEST(HalfMovesCheck, engine_should_play_on_at_99_and_survive_100) {
    EXPECT_EQ(found_in_engine(half_moves, "*) move=b7;;"),
              ok("at 0: plays on; at 99: plays on; at 100: plays on"));
    EXPECT_EQ(found_in_engine(half_moves, "*'x 100 80') move=0000;; *) move=b7;;"),
              ok("at 0: plays on; at 99: plays on; at 100: says 'bestmove 0000'"));
    const Finding at_99 = found_in_engine(half_moves, "*'x 99 80') move=0000;; *) move=b7;;");
    EXPECT_EQ(at_99.level, Level::Note);
    EXPECT_THAT(at_99.seen, StartsWith("at 0: plays on; at 99: illegal_move: "));
    EXPECT_THAT(found_in_engine(half_moves, "*) move=0000;;").seen, StartsWith("at 0: illegal_move: "));
}

TEST(RandomPositionsCheck, first_position_without_a_legal_move_is_told) {
    const Finding finding = found_in_engine(random_positions, "*) move=0000;;");
    EXPECT_EQ(finding.level, Level::Fail);
    EXPECT_THAT(finding.seen, StartsWith("position 1 of 3, "));
}

} // namespace
} // namespace referee::check
