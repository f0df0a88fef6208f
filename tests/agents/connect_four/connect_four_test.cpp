#include "agents/connect_four/connect_four.hpp"
#include "agents/search/alphabeta.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace search {
namespace {

using connect_four::kColumns;
using connect_four::kRows;

/// Unfinished positions of random games.
std::vector<ConnectFour::Position> some_positions(std::size_t count) {
    std::mt19937_64 random(3);
    std::vector<ConnectFour::Position> found;
    while (found.size() < count) {
        ConnectFour::Position position;
        const auto plies = random() % 40;
        for (std::uint64_t ply = 0; ply < plies && !ConnectFour::is_finished(position); ++ply) {
            const auto moves = ConnectFour::moves(position);
            position = ConnectFour::after(position, moves[random() % moves.size()]);
        }
        if (!ConnectFour::is_finished(position)) {
            found.push_back(position);
        }
    }
    return found;
}

TEST(ConnectFourModel, the_weight_of_a_cell_is_the_number_of_fours_through_it) {
    std::array<std::array<int, kRows>, kColumns> fours{};
    for (int column = 0; column < kColumns; ++column) {
        for (int row = 0; row < kRows; ++row) {
            for (const auto& [across, up] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
                const int last_row = row + 3 * up;
                if (column + 3 * across >= kColumns || last_row < 0 || last_row >= kRows) {
                    continue;
                }
                for (int i = 0; i < 4; ++i) {
                    ++fours[static_cast<std::size_t>(column + i * across)]
                           [static_cast<std::size_t>(row + i * up)];
                }
            }
        }
    }
    EXPECT_EQ(fours, ConnectFour::kWeights);
}

TEST(ConnectFourModel, the_evaluation_is_the_weight_of_the_own_cells_less_that_of_the_others) {
    for (const ConnectFour::Position& position : some_positions(200)) {
        int expected = 0;
        for (int column = 0; column < kColumns; ++column) {
            for (int row = 0; row < kRows; ++row) {
                const auto cell = connect_four::lowest_cell(column) << row;
                const int weight =
                    ConnectFour::kWeights[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
                expected += (position.own() & cell) != 0      ? weight
                            : (position.theirs() & cell) != 0 ? -weight
                                                              : 0;
            }
        }
        ASSERT_EQ(ConnectFour::evaluation(position), expected);
    }
}

TEST(ConnectFourModel, different_positions_have_different_keys) {
    std::set<std::uint64_t> keys;
    std::set<std::pair<std::uint64_t, std::uint64_t>> positions;
    for (const ConnectFour::Position& position : some_positions(5000)) {
        positions.emplace(position.own(), position.theirs());
        keys.insert(ConnectFour::key(position));
    }
    EXPECT_EQ(keys.size(), positions.size());
}

TEST(ConnectFourModel, a_full_board_is_worth_0_and_a_win_more_the_sooner_it_comes) {
    EXPECT_EQ(ConnectFour::finished_score(ConnectFour::Position{}, 42), 0) << "without a line";
    ConnectFour::Position lost;
    for (const char column : std::string("1213141")) {
        lost = ConnectFour::after(lost, connect_four::Move(column - '1'));
    }
    EXPECT_EQ(ConnectFour::finished_score(lost, 3), -(kInfinity - 3));
}

TEST(ConnectFourModel, what_it_says_of_threats_is_true) {
    int wins = 0;
    for (const ConnectFour::Position& position : some_positions(2000)) {
        const bool does_win = win_in_one<ConnectFour>(position).has_value();
        ASSERT_TRUE(ConnectFour::may_win_at_once(position) || !does_win);
        wins += does_win ? 1 : 0;
        const auto moves = ConnectFour::moves(position);
        const bool loses = std::all_of(moves.begin(), moves.end(), [&](const auto& move) {
            const ConnectFour::Position next = ConnectFour::after(position, move);
            const auto answers = ConnectFour::moves(next);
            return std::any_of(answers.begin(), answers.end(), [&](const auto& answer) {
                return connect_four::has_four(ConnectFour::after(next, answer).theirs());
            });
        });
        ASSERT_TRUE(ConnectFour::may_lose_at_once(position) || !loses);
        ASSERT_EQ(loses_in_one<ConnectFour>(position), loses);
    }
    EXPECT_GT(wins, 100);
}

TEST(ConnectFourModel, alphabeta_finds_the_moves_and_values_of_minimax_from_fewer_nodes) {
    std::uint64_t minimax_nodes = 0;
    std::uint64_t alphabeta_nodes = 0;
    for (const ConnectFour::Position& position : some_positions(60)) {
        for (const int depth : {1, 2, 4}) {
            const auto moves = ConnectFour::moves(position);
            const auto plain = minimax_move<ConnectFour>(position, moves, depth, NodeCount(minimax_nodes));
            const auto pruned =
                alphabeta_move<ConnectFour>(position, moves, depth, NodeCount(alphabeta_nodes));
            ASSERT_EQ(pruned.value, plain.value);
            ASSERT_EQ(pruned.move, plain.move);
        }
    }
    EXPECT_LT(alphabeta_nodes, minimax_nodes / 2);
}

} // namespace
} // namespace search
