#include "referee/check/checks.hpp"
#include "tests/referee/check/checked_agent.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee::check {
namespace {

using testing::StartsWith;
using testing_support::CheckedAgent;
using testing_support::TemporaryDir;

const std::string kInOrder = "11 12 13 21 22 23 31 32 33";

/// A native agent that plays Tic-Tac-Toe: the first free square of `order`, a word of the shell.
std::string player_of_squares(const std::string& ok, const std::string& order = kInOrder,
                              const std::string& at_ready = ":", const std::string& at_turn = ":") {
    return "games=0; while read word a b rest; do case $word in "
           "READY) taken=' '; games=$((games+1)); " +
           at_ready + "; echo " + ok +
           ";; OPP) taken=\"$taken$a$b \";; "
           "TURN) " +
           at_turn + "; for m in " + order +
           "; do case \"$taken\" in *\" $m \"*) ;; *) break;; esac; done; "
           "taken=\"$taken$m \"; echo MOVE ${m%?} ${m#?};; FINISH) exit 0;; esac; done";
}

Finding found_in_games(Finding (*check)(Bench&), const std::string& script) {
    CheckedAgent agent(script);
    agent.subject.rules = Game::TicTacToe;
    agent.subject.games = 6;
    Finding finding = finding_of(check, agent.bench);
    agent.bench.end_process();
    return finding;
}

TEST(GamesCheck, games_on_both_sides_are_counted_by_how_they_ended) {
    const Finding finding = found_in_games(games_against_random, player_of_squares("OK GAMES"));
    EXPECT_EQ(finding.level, Level::Ok);
    EXPECT_THAT(finding.seen, testing::MatchesRegex("6 games: won [0-6], drawn [0-6], lost [0-6]"));
}

TEST(GamesCheck, fault_is_told_with_its_game_side_and_turn) {
    EXPECT_EQ(found_in_games(games_against_random, player_of_squares("OK GAMES", "11")),
              fail("game 0, as the first player, turn 3: illegal_move: played 1 1: (1,1)=a3 is taken"));
    const std::string dies = "[ $games -lt 2 ] || exit 3";
    EXPECT_THAT(found_in_games(games_against_random, player_of_squares("OK GAMES", kInOrder, ":", dies)).seen,
                StartsWith("game 1, as the second player, turn 2: crashed: "));
}

TEST(ManyGamesCheck, process_that_plays_on_is_looked_at_and_another_is_not) {
    const Finding many = found_in_games(many_games, player_of_squares("OK GAMES"));
    EXPECT_EQ(many.level, Level::Ok) << many.seen;
    EXPECT_THAT(many.seen, testing::ContainsRegex("games in one process: [0-9]+ KiB, [0-9]+ descriptors"));
    EXPECT_EQ(found_in_games(many_games, player_of_squares("OK")),
              skip("it does not offer GAMES: each game has a process of its own"));
    EXPECT_EQ(found_in_games(many_games, player_of_squares("KO")), fail("it cannot be got ready"));
}

TEST(ManyGamesCheck, process_that_dies_in_a_later_game_fails) {
    const std::string dies = "[ $games -lt 3 ] || exit 3";
    EXPECT_THAT(found_in_games(many_games, player_of_squares("OK GAMES", kInOrder, ":", dies)).seen,
                StartsWith("game 2: crashed: "));
    const std::string dies_in_a_later_turn = "[ ${#taken} -lt 5 ] || exit 3";
    EXPECT_THAT(
        found_in_games(many_games, player_of_squares("OK GAMES", kInOrder, ":", dies_in_a_later_turn)).seen,
        StartsWith("game 0: crashed: "));
}

TEST(SameMovesCheck, agent_that_plays_the_same_again_is_told_from_one_that_does_not) {
    EXPECT_EQ(found_in_games(same_moves, player_of_squares("OK GAMES")),
              ok("in a fresh process and after a game"));
    EXPECT_EQ(found_in_games(same_moves, player_of_squares("OK")),
              ok("in a fresh process; not asked after a game, which takes GAMES"));
    const std::string backwards = "33 32 31 23 22 21 13 12 11";
    EXPECT_EQ(found_in_games(same_moves,
                             player_of_squares("OK GAMES", "$order",
                                               "order=\"" + kInOrder + "\"; [ $games -lt 2 ] || order=\"" +
                                                   backwards + "\"")),
              note("another move after a game: it remembers; restart=game starts it anew for each game"));
    const TemporaryDir dir;
    const std::string seen = (dir / "seen").string();
    EXPECT_EQ(
        found_in_games(same_moves, player_of_squares("OK", "$order",
                                                     "order=\"" + kInOrder + "\"; [ ! -e " + seen +
                                                         " ] || order=\"" + backwards + "\"; : > " + seen)),
        note("another move in another fresh process: it plays by chance or by time"));
}

} // namespace
} // namespace referee::check
