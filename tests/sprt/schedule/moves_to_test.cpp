#include "sprt/schedule/moves_to.hpp"
#include "sprt/schedule/random_openings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using referee::Board;
using referee::Game;
using referee::MoveNumbers;

/// The board after `moves` from the start.
Board board_after_moves(Game game, const std::vector<MoveNumbers>& moves) {
    Board board(game);
    for (const MoveNumbers& move : moves) {
        board = board.after(move).value();
    }
    return board;
}

/// Whether no position before the last move can come again.
bool forgets_what_was_before(Game game, std::vector<MoveNumbers> moves) {
    return with_game(game, [&]<class G>(G) {
        if constexpr (requires { G::repetition_key(typename G::Position()); }) {
            if (moves.empty()) {
                return true;
            }
            const auto last = G::named(moves.back()).value();
            moves.pop_back();
            const Board before = board_after_moves(game, moves);
            return G::is_irreversible(std::get<typename G::Position>(before.position()), last);
        } else {
            return true;
        }
    });
}

TEST(MovesTo, lead_to_every_position_of_at_most_four_moves) {
    for (const Game game : referee::kGames) {
        for (int plies = 0; plies <= kMostMovesTo; ++plies) {
            std::vector<Board> boards;
            for (const Opening& opening : all_openings(game, plies, 7)) {
                if (forgets_what_was_before(game, opening.moves)) {
                    boards.push_back(board_after_moves(game, opening.moves));
                }
            }
            ASSERT_FALSE(boards.empty());
            const auto found = moves_to(game, boards);
            ASSERT_EQ(found.size(), boards.size());
            for (std::size_t i = 0; i < boards.size(); ++i) {
                ASSERT_TRUE(found[i]);
                ASSERT_LE(found[i]->size(), static_cast<std::size_t>(plies));
                ASSERT_EQ(board_after_moves(game, *found[i]), boards[i]);
            }
        }
    }
}

TEST(MovesTo, are_the_fewest) {
    // There and back again: three moves of the second player lead to what one would do.
    const Board near = board_after_moves(Game::Ataxx, {{1, 1, 1, 2}});
    const Board start(Game::Ataxx);
    const std::vector<Board> boards{near, start, near};
    const auto found = moves_to(Game::Ataxx, boards);
    EXPECT_EQ(found[0], (std::vector<MoveNumbers>{{1, 1, 1, 2}}));
    EXPECT_EQ(found[1], std::vector<MoveNumbers>());
    EXPECT_EQ(found[2], found[0]);
}

TEST(MovesTo, are_not_found_farther_away_or_for_the_other_side) {
    const Board far = board_after_moves(
        Game::Ataxx, {{1, 1, 1, 2}, {1, 7, 1, 6}, {1, 1, 2, 1}, {1, 7, 2, 7}, {7, 7, 7, 6}});
    const Board unreachable = referee::read_fen(Game::Ataxx, "x5o/7/7/7/7/7/o5x o 0 1");
    const Board near = board_after_moves(Game::Ataxx, {{1, 1, 1, 2}});
    const std::vector<Board> boards{far, unreachable, near};
    const auto found = moves_to(Game::Ataxx, boards);
    EXPECT_FALSE(found[0]);
    EXPECT_FALSE(found[1]);
    EXPECT_TRUE(found[2]);
}

} // namespace
} // namespace sprt
