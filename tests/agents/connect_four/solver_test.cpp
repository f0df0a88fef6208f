#include "agents/connect_four/solver.hpp"
#include "agents/search/minimax.hpp"
#include "tests/support/connect_four_solved.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace search {

namespace {

using connect_four::kColumns;
using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using referee::tests::kFull;
using referee::tests::kPublishedScores;
using referee::tests::kSolvedPositions;
using referee::tests::position_after;

/// From so many plies on a position is solved in a few milliseconds.
constexpr std::size_t kCheapFrom = 11;

/// One test, as the scores take some seconds.
TEST(ConnectFourSolverSlow, finds_the_known_score_of_every_move_and_plays_the_best_nearest_the_centre) {
    ConnectFourSolver solver(64);
    for (const auto& solved : kSolvedPositions) {
        const Position position = position_after(solved.moves);
        for (int column = 0; column < kColumns; ++column) {
            const int expected = solved.columns[static_cast<std::size_t>(column)];
            ASSERT_EQ(Rules::is_legal(position, Move(column)), expected != kFull);
            if (expected != kFull) {
                Watch watch({});
                ASSERT_EQ(solver.score_of(position, Move(column), watch), expected)
                    << solved.moves << ", column " << column + 1;
            }
        }
        Watch watch({});
        const auto best = solver.solve(position, watch);
        EXPECT_EQ(best.score, solved.score()) << solved.moves;
        const auto* const nearest = std::ranges::find_if(kColumnsFromCentre, [&](int column) {
            return solved.columns[static_cast<std::size_t>(column)] == solved.score();
        });
        EXPECT_EQ(best.move, Move(*nearest)) << solved.moves;
    }
}

TEST(ConnectFourSolver, finds_published_scores) {
    ConnectFourSolver solver(16);
    for (const auto& [moves, score] : kPublishedScores) {
        Watch watch({});
        EXPECT_EQ(solver.score(position_after(moves), watch), score) << moves;
    }
}

TEST(ConnectFourSolver, mirrored_positions_have_mirrored_scores) {
    for (const auto& solved : kSolvedPositions) {
        if (solved.moves.size() < kCheapFrom) {
            continue;
        }
        ConnectFourSolver solver(1); // a new one: nothing is known of the position itself
        std::string mirrored;
        for (const char column : solved.moves) {
            mirrored.push_back(static_cast<char>('1' + '7' - column));
        }
        for (int column = 0; column < kColumns; ++column) {
            const int expected = solved.columns[static_cast<std::size_t>(kColumns - 1 - column)];
            if (expected != kFull) {
                Watch watch({});
                EXPECT_EQ(solver.score_of(position_after(mirrored), Move(column), watch), expected)
                    << mirrored;
            }
        }
    }
}

TEST(ConnectFourSolver, a_small_table_changes_no_score) {
    ConnectFourSolver small(1);
    for (const auto& solved : kSolvedPositions) {
        if (solved.moves.size() >= kCheapFrom) {
            Watch watch({});
            EXPECT_EQ(small.score(position_after(solved.moves), watch), solved.score()) << solved.moves;
        }
    }
}

/// Near the end of the game plain alpha-beta finds the distance of the end as well.
TEST(ConnectFourSolver, agrees_with_alphabeta_to_the_end_of_the_game) {
    std::mt19937_64 random(5);
    ConnectFourSolver solver(1);
    for (int compared = 0; compared < 200;) {
        Position position;
        const auto plies = 30 + random() % 12;
        for (std::uint64_t ply = 0; ply < plies && !Rules::ending(position); ++ply) {
            const auto moves = Rules::moves(position);
            position = Rules::after(position, moves[random() % moves.size()]);
        }
        if (Rules::ending(position)) {
            continue;
        }
        ++compared;
        const auto found = alphabeta_move<ConnectFour>(position, ConnectFour::moves(position), Rules::kTurns);
        Watch watch({});
        const auto solved = solver.solve(position, watch);
        const int left = Rules::kTurns - std::popcount(position.taken());
        EXPECT_EQ(solved.plies, found.value == 0 ? left : kInfinity - std::abs(found.value));
        EXPECT_EQ(solved.score > 0, found.value > 0);
        EXPECT_EQ(solved.score < 0, found.value < 0);
    }
}

TEST(ConnectFourSolver, its_line_is_a_game_that_ends_as_the_score_says) {
    ConnectFourSolver solver(64);
    int whole_lines = 0;
    for (const auto& solved : kSolvedPositions) {
        if (solved.moves.size() < kCheapFrom) {
            continue;
        }
        Position position = position_after(solved.moves);
        Watch watch({});
        const auto best = solver.solve(position, watch);
        const auto line = solver.line(position, best);
        ASSERT_EQ(line.front(), best.move);
        ASSERT_LE(static_cast<int>(line.size()), best.plies) << solved.moves;
        for (const Move move : line) {
            ASSERT_FALSE(Rules::ending(position));
            ASSERT_TRUE(Rules::is_legal(position, move));
            position = Rules::after(position, move);
        }
        if (static_cast<int>(line.size()) == best.plies) {
            EXPECT_TRUE(Rules::ending(position)) << solved.moves;
            ++whole_lines;
        }
    }
    EXPECT_GT(whole_lines, 20);
}

TEST(ConnectFourSolver, a_bound_below_the_score_changes_nothing_and_saves_work) {
    const auto& solved = kSolvedPositions[0];
    std::uint64_t whole = 0;
    for (const int least : {-kDiscsOfSide, solved.score() - 1, solved.score()}) {
        ConnectFourSolver solver(16);
        Watch watch({});
        EXPECT_EQ(solver.score(position_after(solved.moves), watch, least), solved.score()) << least;
        whole = least == -kDiscsOfSide ? watch.nodes() : whole;
        EXPECT_LE(watch.nodes(), whole);
    }
}

TEST(ConnectFourSolver, gives_up_when_the_watch_is_over_and_goes_on_from_there) {
    ConnectFourSolver solver(64);
    const Position position = position_after("4721527");
    Watch limited({.nodes = 1000});
    limited.arm();
    EXPECT_THROW(static_cast<void>(solver.score(position, limited)), OutOfTime);
    EXPECT_EQ(limited.nodes(), 1000U);
    Watch unlimited({});
    EXPECT_EQ(solver.score(position, unlimited), 0);
}

} // namespace

namespace {

TEST(ConnectFourScore, a_win_with_the_nth_own_disc_is_worth_22_less_n) {
    EXPECT_EQ(score_of_a_win_now(0), 21) << "its first disc";
    EXPECT_EQ(score_of_a_win_now(1), 21);
    EXPECT_EQ(score_of_a_win_now(6), 18) << "its fourth disc";
    EXPECT_EQ(score_of_a_win_now(7), 18);
    EXPECT_EQ(score_of_a_win_now(40), 1);
    EXPECT_EQ(score_of_a_win_now(41), 1);
}

TEST(ConnectFourScore, a_loss_by_the_next_disc_is_what_the_other_side_will_win) {
    for (int discs = 0; discs < 41; ++discs) {
        EXPECT_EQ(score_of_a_loss_next(discs), -score_of_a_win_now(discs + 1));
    }
}

TEST(ConnectFourScore, a_score_says_in_how_many_plies_the_game_ends) {
    EXPECT_EQ(plies_to_the_end(1, 0), 41) << "the first player wins with the 21st disc";
    EXPECT_EQ(plies_to_the_end(-1, 0), 42);
    EXPECT_EQ(plies_to_the_end(0, 0), 42);
    EXPECT_EQ(plies_to_the_end(0, 35), 7);
    EXPECT_EQ(plies_to_the_end(-1, 1), 40);
    EXPECT_EQ(plies_to_the_end(1, 1), 41)
        << "the second player wins with the 21st disc, the last of the game";
    for (int discs = 6; discs < 42; ++discs) {
        EXPECT_EQ(plies_to_the_end(score_of_a_win_now(discs), discs), 1) << discs;
    }
    for (int discs = 6; discs < 41; ++discs) {
        EXPECT_EQ(plies_to_the_end(score_of_a_loss_next(discs), discs), 2) << discs;
    }
}

} // namespace

namespace {

TEST(ScoreTable, gives_back_the_bounds_of_a_key) {
    ScoreTable table(1);
    EXPECT_FALSE(table.find(77));
    for (const ScoreBounds bounds : {ScoreBounds{-21, 21}, {-3, -3}, {0, 5}, {18, 18}}) {
        table.store(77, bounds, 100);
        EXPECT_EQ(table.find(77), bounds);
    }
    EXPECT_FALSE(table.find(78));
    const std::uint64_t longest = (std::uint64_t{1} << 49) - 1;
    table.store(longest, {-1, 1}, 1);
    EXPECT_EQ(table.find(longest), (ScoreBounds{-1, 1}));
}

TEST(ScoreTable, holds_two_entries_of_8_bytes_in_each_place) {
    EXPECT_EQ(ScoreTable(1).size(), 1024U * 1024 / 8);
    EXPECT_EQ(ScoreTable(3).size(), 2U * 1024 * 1024 / 8);
}

TEST(ScoreTable, keeps_what_took_much_work) {
    ScoreTable table(1);
    const std::uint64_t costly = 123'456'789;
    table.store(costly, {1, 2}, 1'000'000);
    for (std::uint64_t key = 1; key <= 2'000'000; ++key) { // more than there is room for
        table.store(key, {0, 0}, 1);
    }
    EXPECT_EQ(table.find(costly), (ScoreBounds{1, 2}));
    EXPECT_EQ(table.find(2'000'000), (ScoreBounds{0, 0})) << "the latest is always there";
}

} // namespace

} // namespace search
