#include "referee/check/random_mover.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/protocol.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

namespace referee::check {
namespace {

MoveNumbers move_in(std::string_view answer) {
    const auto move = parse_move_answer(answer, 4, "MOVE x1 y1 x2 y2");
    EXPECT_TRUE(std::holds_alternative<MoveNumbers>(move)) << answer;
    return std::get<MoveNumbers>(move);
}

TEST(RandomMover, move_is_legal_after_opening_and_moves) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        RandomMover mover(Game::Ataxx, seed);
        EXPECT_EQ(mover.hear("READY SECOND\n"), "OK OPENING FEN");
        const Board board = Board(Game::Ataxx).after({1, 1, 1, 2}).value();
        const MoveNumbers answer = move_in(mover.hear("OPENING 1 1 1 1 2\nTURN 100 100\n"));
        const auto after = board.after(answer);
        ASSERT_TRUE(after);
        const auto next = after->after({1, 1, 2, 1});
        ASSERT_TRUE(next);
        EXPECT_TRUE(next->after(move_in(mover.hear("OPP 1 1 2 1 5\nTURN 100 100\n"))));
    }
}

TEST(RandomMover, position_is_taken_and_a_pass_is_made) {
    RandomMover mover(Game::Ataxx, 1);
    static_cast<void>(mover.hear("READY FIRST\n"));
    EXPECT_EQ(mover.hear("FEN 7/7/7/7/ooo4/ooo4/xoo4 x 0 20\nTURN 9 9\n"), "MOVE -1 -1 -1 -1");
}

TEST(RandomMover, new_game_begins_at_the_start) {
    RandomMover mover(Game::Ataxx, 1);
    for (int game = 0; game < 20; ++game) {
        static_cast<void>(mover.hear("READY FIRST\n"));
        EXPECT_TRUE(Board(Game::Ataxx).after(move_in(mover.hear("TURN 9 9\n"))));
    }
}

TEST(RandomMover, seed_decides_the_moves) {
    std::set<std::string> moves;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomMover one(Game::Ataxx, seed);
        RandomMover other(Game::Ataxx, seed);
        EXPECT_EQ(one.hear("READY FIRST\nTURN 9 9\n"), other.hear("READY FIRST\nTURN 9 9\n"));
        moves.insert(std::string(RandomMover(Game::Ataxx, seed).hear("READY FIRST\nTURN 9 9\n")));
    }
    EXPECT_GT(moves.size(), 10U);
}

TEST(RandomMover, last_words_need_no_answer) {
    RandomMover mover(Game::Ataxx, 1);
    static_cast<void>(mover.hear("READY SECOND\n"));
    EXPECT_EQ(mover.hear("OPP 1 1 1 2 3\nFINISH\n"), "");
}

TEST(RandomPosition, moves_lead_to_the_position_and_the_game_goes_on) {
    for (const Game game : kGames) {
        SplitMix64 chance(7);
        for (int i = 0; i < 100; ++i) {
            const RandomPosition drawn = random_position(game, chance, 120);
            Board board(game);
            for (const MoveNumbers& move : drawn.moves) {
                board = board.after(move).value();
            }
            EXPECT_EQ(board, drawn.start.board) << drawn.start.fen;
            EXPECT_FALSE(board.ending());
            EXPECT_FALSE(drawn.moves.empty());
        }
    }
}

TEST(RandomPosition, no_more_moves_are_made_than_may_be) {
    SplitMix64 chance(3);
    for (int i = 0; i < 100; ++i) {
        EXPECT_LE(random_position(Game::Ataxx, chance, 5).moves.size(), 5U);
    }
}

} // namespace
} // namespace referee::check
