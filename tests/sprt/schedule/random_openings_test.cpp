#include "sprt/schedule/openings.hpp"
#include "tests/sprt/schedule/plain_board.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {

namespace {

using namespace testing_support;

constexpr referee::Game kAtaxx = referee::Game::Ataxx;

TEST(AllOpenings, openings_of_one_move_equal_those_found_by_hand) {
    // The stone that moves stands in the corner (1,1). The targets (1,2) and (2,1) are images of each other;
    // so are (1,3) and (3,1), and (2,3) and (3,2).
    std::set<PlainBoard> expected;
    for (const auto& [x, y] : {std::pair{1, 2}, {2, 2}, {1, 3}, {2, 3}, {3, 3}}) {
        expected.insert(plain_class(plain_after(plain_start(), 1, 1, x, y)));
    }
    ASSERT_EQ(expected.size(), 5U);
    std::set<PlainBoard> found;
    for (const Opening& opening : all_openings(kAtaxx, 1, 1)) {
        found.insert(plain_class(plain_after(opening)));
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(all_openings(kAtaxx, 0, 1), std::vector<Opening>(1));
}

/// Source: tests of another program, which counts the positions up to the symmetries by ply.
TEST(AllOpenings, other_games_have_as_many_as_is_known) {
    const std::uint64_t connect_four[]{4, 25, 121, 568, 2144, 7638, 25'718};
    for (int plies = 1; plies <= 7; ++plies) {
        EXPECT_EQ(all_openings(referee::Game::ConnectFour, plies, 1).size(), connect_four[plies - 1]);
        EXPECT_EQ(least_openings(referee::Game::ConnectFour, plies), connect_four[plies - 1]);
    }
    const std::uint64_t tic_tac_toe[]{3, 12, 38, 54, 95, 53, 39, 11};
    for (int plies = 1; plies <= 8; ++plies) {
        EXPECT_EQ(all_openings(referee::Game::TicTacToe, plies, 1).size(), tic_tac_toe[plies - 1]);
        EXPECT_EQ(least_openings(referee::Game::TicTacToe, plies), tic_tac_toe[plies - 1]);
    }
    EXPECT_TRUE(all_openings(referee::Game::TicTacToe, 9, 1).empty());
}

TEST(AllOpenings, seed_chooses_the_image_of_each_opening) {
    std::set<std::string> first_moves;
    for (const Opening& opening : all_openings(kAtaxx, 3, 1)) {
        first_moves.insert(to_string(opening.moves[0]));
    }
    EXPECT_EQ(first_moves.size(), 16U); // all legal first moves
    EXPECT_EQ(all_openings(kAtaxx, 3, 1), all_openings(kAtaxx, 3, 1));
    EXPECT_NE(all_openings(kAtaxx, 3, 1), all_openings(kAtaxx, 3, 2));
}

TEST(DrawnOpenings, openings_are_used_up_after_all_were_drawn) {
    for (const int plies : {1, 2}) {
        for (const std::uint64_t seed : {1U, 2U}) {
            const auto openings = drawn_openings(kAtaxx, plies, seed);
            std::set<PlainBoard> classes;
            std::uint64_t count = 0;
            while (const auto opening = openings->opening(count)) {
                classes.insert(plain_class(plain_after(*opening)));
                ++count;
            }
            EXPECT_EQ(classes.size(), count);
            EXPECT_EQ(classes, plain_classes(plies));
            EXPECT_FALSE(openings->opening(count)); // and again
            EXPECT_TRUE(openings->opening(count - 1));

            const auto asked_beyond_first = drawn_openings(kAtaxx, plies, seed);
            EXPECT_FALSE(asked_beyond_first->opening(~std::uint64_t{0}));
            EXPECT_EQ(asked_beyond_first->opening(0), openings->opening(0));
            EXPECT_EQ(asked_beyond_first->opening(count - 1), openings->opening(count - 1));
        }
    }
}

/// How many openings of Connect Four are found until they are used up.
std::uint64_t drawn_of_connect_four(int plies, std::uint64_t seed) {
    const auto openings = drawn_openings(referee::Game::ConnectFour, plies, seed);
    std::uint64_t count = 0;
    while (openings->opening(count)) {
        ++count;
    }
    return count;
}

TEST(DrawnOpenings, as_many_are_found_as_are_promised) {
    EXPECT_GE(drawn_of_connect_four(8, 1), least_openings(referee::Game::ConnectFour, 8));
}

/// Of longer openings there are more than games will need, and how many is not counted.
TEST(DrawnOpenings, least_number_is_known_up_to_the_longest_counted_length) {
    for (const referee::Game game :
         {referee::Game::Ataxx, referee::Game::ConnectFour, referee::Game::TicTacToe}) {
        const int most = most_counted_moves(game);
        for (int plies = most - 1; plies <= most; ++plies) {
            EXPECT_EQ(drawn_openings(game, plies, 1)->facts().least, least_openings(game, plies)) << plies;
        }
        EXPECT_FALSE(drawn_openings(game, most + 1, 1)->facts().least) << name(game);
    }
}

TEST(DrawnOpeningsSlow, as_many_are_found_as_are_promised) {
    EXPECT_GE(drawn_of_connect_four(9, 1), least_openings(referee::Game::ConnectFour, 9));
}

TEST(DrawnOpenings, openings_begin_with_all_legal_first_moves) {
    const auto openings = drawn_openings(kAtaxx, 8, 1);
    std::set<std::string> first_moves;
    for (std::uint64_t pair = 0; pair < 500; ++pair) {
        first_moves.insert(to_string(openings->opening(pair).value().moves[0]));
    }
    EXPECT_EQ(first_moves.size(), 16U);
}

} // namespace

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

TEST(MovesTo, lead_to_every_position_of_at_most_four_moves) {
    for (const Game game : referee::kGames) {
        if (facts_of(game).reads_notation) {
            continue;
        }
        for (int plies = 0; plies <= kMostMovesTo; ++plies) {
            std::vector<Board> boards;
            for (const Opening& opening : all_openings(game, plies, 7)) {
                boards.push_back(board_after_moves(game, opening.moves));
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
