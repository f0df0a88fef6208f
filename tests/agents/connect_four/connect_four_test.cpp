#include "agents/connect_four/connect_four.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"
#include "tests/agents/search/node_count.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace search {
namespace {

using connect_four::Cells;
using connect_four::kAllCells;

TEST(ConnectFourThreats, are_the_cells_on_which_one_more_disc_makes_a_four) {
    std::mt19937_64 random(11);
    int found = 0;
    connect_four::Position position;
    for (int round = 0; round < 5000; ++round) {
        const auto moves = connect_four::Rules::moves(position);
        if (moves.empty()) { // the game is over: the next one
            position = {};
            continue;
        }
        position = connect_four::Rules::after(position, moves[random() % moves.size()]);
        const Cells cells = position.own();
        Cells expected = 0;
        for (Cells left = kAllCells & ~position.taken(); left != 0; left &= left - 1) {
            const Cells cell = left & (~left + 1);
            if (connect_four::has_four(cells | cell)) {
                expected |= cell;
                ++found;
            }
        }
        ASSERT_EQ(threats(cells, position.taken()), expected) << connect_four::Rules::fen(position);
    }
    EXPECT_GT(found, 1000);
}

TEST(ConnectFourThreats, never_run_over_an_edge) {
    // Three cells at the right edge of a row, and the first cell of the next row up on the left.
    const Cells right =
        connect_four::lowest_cell(4) | connect_four::lowest_cell(5) | connect_four::lowest_cell(6);
    EXPECT_EQ(threats(right, right), connect_four::lowest_cell(3));
    const Cells top = connect_four::lowest_cell(2) << 3 | connect_four::lowest_cell(2) << 4 |
                      connect_four::lowest_cell(2) << 5;
    EXPECT_EQ(threats(top, top), 0U) << "the fourth disc of a column must lie on the three";
}

} // namespace

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

ConnectFour::Position from_fen(const char* fen) {
    return ConnectFour::Rules::read_fen(fen);
}

TEST(ConnectFourModel, patterns_are_two_of_the_middle_three_of_five_free_cells) {
    struct Row {
        const char* fen;
        int column; ///< 1 to 7; 0: no pattern
    };
    for (const Row& row : {
             Row{"7/7/7/7/7/2rr3 r 2", 2},      // 00110: the gap is the second cell
             Row{"7/7/7/7/7/1rr4 r 2", 4},      // 01100 from column 1
             Row{"7/7/7/7/7/1r1r3 r 2", 3},     // 01010
             Row{"7/7/7/7/7/3r1r1 r 2", 5},     // 01010 at the right edge
             Row{"7/7/7/7/7/rr5 r 2", 0},       // no cell before them
             Row{"7/7/7/7/7/y1rr1y1 r 2", 0},   // an end is taken on each side
             Row{"7/7/7/7/7/2yy3 r 2", 0},      // of the other side
             Row{"7/7/7/7/2rr3/2yy3 r 3", 0},   // the ends would fall deeper
             Row{"7/7/7/7/1rr4/yyyry2 r 4", 4}, // a row on discs: 01100
             Row{"7/7/3r3/2ry3/1yyr3/ryrry2 r 5", 0},
         }) {
        const auto move = ConnectFour::pattern_move(from_fen(row.fen));
        EXPECT_EQ(move ? move->column() + 1 : 0, row.column) << row.fen;
    }
}

/// In a diagonal all empty cells must be free to drop into: (1,1), (2,2), (3,3), (4,4), (5,5) here.
TEST(ConnectFourModel, patterns_are_found_in_diagonals) {
    const auto rising = from_fen("7/7/3ry2/2ryr2/2ryy2/1yyyr2 r 7");
    ASSERT_FALSE(ConnectFour::is_finished(rising));
    const auto found = ConnectFour::pattern_move(rising);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->column() + 1, 2);
}

TEST(ConnectFourModel, a_pattern_nearly_always_wins_in_two) {
    int fired = 0;
    int won = 0;
    for (const auto& position : some_positions(4000)) {
        const auto move = ConnectFour::pattern_move(position);
        if (!move || win_in_one<ConnectFour>(position)) {
            continue;
        }
        ++fired;
        const auto next = ConnectFour::after(position, *move);
        const bool other_wins = win_in_one<ConnectFour>(next).has_value();
        won += !other_wins && loses_in_one<ConnectFour>(next) ? 1 : 0;
        EXPECT_TRUE(other_wins || loses_in_one<ConnectFour>(next)) << ConnectFour::Rules::fen(position);
    }
    EXPECT_GT(fired, 50);
    EXPECT_GT(won, fired / 2);
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
