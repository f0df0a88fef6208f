// Pruning never changes the value of a position: every search finds the value of plain minimax at the root.

#include "agents/ataxx/ataxx.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/minimax.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/support/repetitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace search {
namespace {

using ataxx::Move;
using ataxx::Position;
using referee::testing_support::repetitions;

/// All searches but minimax. Their tables are kept from position to position, as in a game.
class Searches {
  public:
    void agree_with_minimax(const Position& position, int depth) {
        const auto moves = legal_moves(position);
        const int expected = minimax_move<Ataxx>(position, moves, depth).value;
        ASSERT_EQ((negamax_move<Ataxx>(position, moves, depth).value), expected);
        ASSERT_EQ((alphabeta_move<Ataxx>(position, moves, depth).value), expected);
        ASSERT_EQ((killer_move<Ataxx>(position, moves, depth, few_, NoCount()).value), expected);
        ASSERT_EQ((killer_move<Ataxx>(position, moves, depth, many_, NoCount()).value), expected);
        const Limits limits{.depth = depth};
        ASSERT_EQ(deepen(idab_, position, moves, limits).choice.value, expected);
        ASSERT_EQ(deepen(ttmo_, position, moves, limits).choice.value, expected);
        ASSERT_EQ(deepen(ttco_, position, moves, limits).choice.value, expected);
        ASSERT_EQ(deepen(pvs_, position, moves, limits).choice.value, expected);
        Watch watch({}); // at that depth at once, with the entries of other depths in the table
        ASSERT_EQ(pvs_.root(position, moves, depth, watch)->value, expected);
        ASSERT_EQ(ttco_.root(position, moves, depth, watch)->value, expected);
    }

  private:
    Killers<Move> few_{2};
    Killers<Move> many_{32};
    Table<Move> ttmo_table_{1};
    Table<Move> ttco_table_{1};
    Table<Move> pvs_table_{1};
    AlphaBeta<Ataxx, TableUse::None> idab_;
    AlphaBeta<Ataxx, TableUse::MoveFirst> ttmo_{ttmo_table_};
    AlphaBeta<Ataxx, TableUse::CutOff> ttco_{ttco_table_};
    Pvs<Ataxx> pvs_{pvs_table_};
};

/// Compares all searches with minimax on so many positions with at most `widest` moves each.
void agree(std::size_t positions, std::uint64_t seed, int depth, std::size_t widest = 1000) {
    const auto searches = std::make_unique<Searches>();
    for (; positions > 0; ++seed) {
        const Position position = random_positions(1, seed)[0];
        if (legal_moves(position).size() > widest) {
            continue; // minimax would take minutes
        }
        searches->agree_with_minimax(position, depth);
        if (testing::Test::HasFatalFailure()) {
            return;
        }
        --positions;
    }
}

TEST(Agreement, every_search_has_the_value_of_minimax_at_depth_1) {
    agree(1000, 1, 1);
}
TEST(Agreement, every_search_has_the_value_of_minimax_at_depth_2) {
    agree(repetitions(1000), 10'000, 2);
}
TEST(AgreementSlow, every_search_has_the_value_of_minimax_at_depth_3) {
    agree(1000, 20'000, 3);
}
TEST(AgreementSlow, every_search_has_the_value_of_minimax_at_depth_4) {
    agree(50, 30'000, 4, 50);
}
TEST(AgreementSlow, every_search_has_the_value_of_minimax_at_depth_5) {
    agree(2, 40'000, 5, 25);
}

// The agent `rules` searches this game. Its moves are not ranked, so that other code of pvs runs.
TEST(Agreement, pvs_has_the_value_of_minimax_with_weighted_squares) {
    Table<Move> table(1);
    Pvs<WeightedAtaxx> pvs(table);
    int checked = 0;
    for (const Position& position : random_positions(repetitions(120), 50'000)) {
        const auto moves = legal_moves(position);
        for (int depth = 1; depth <= (moves.size() <= 60 ? 3 : 2); ++depth, ++checked) {
            const int expected = minimax_move<WeightedAtaxx>(position, moves, depth).value;
            ASSERT_EQ(deepen(pvs, position, moves, {.depth = depth}).choice.value, expected);
            Watch watch({});
            ASSERT_EQ(pvs.root(position, moves, depth, watch)->value, expected);
        }
    }
    EXPECT_GT(checked, repetitions(250)) << "most of them to depth 3";
}

// In the course of a game the table holds entries from searches to other depths.
TEST(Agreement, table_filled_at_other_depths_changes_no_value) {
    Table<Move> ttco_table(1);
    Table<Move> pvs_table(1);
    AlphaBeta<Ataxx, TableUse::CutOff> ttco(ttco_table);
    Pvs<Ataxx> pvs(pvs_table);
    for (Position position : random_positions(repetitions(15), 7)) {
        for (int depth = 5; depth >= 1 && !position.is_finished(); --depth) {
            const auto moves = legal_moves(position);
            const auto expected = alphabeta_move<Ataxx>(position, moves, std::min(depth, 3)).value;
            const auto found = deepen(pvs, position, moves, {.depth = depth});
            ASSERT_EQ(deepen(ttco, position, moves, {.depth = depth}).choice.value, found.choice.value);
            Watch watch({});
            ASSERT_EQ(pvs.root(position, moves, std::min(depth, 3), watch)->value, expected);
            ASSERT_EQ(ttco.root(position, moves, std::min(depth, 3), watch)->value, expected);
            position = position.after(found.choice.move);
        }
    }
}

// Nearly full boards and few stones: games end below the root, so that the distance of wins and losses
// counts.
TEST(Agreement, every_search_has_the_value_of_minimax_near_the_end_of_the_game) {
    std::mt19937_64 random(6);
    const auto searches = std::make_unique<Searches>();
    for (int tried = 0; tried < 400; ++tried) {
        const std::uint64_t first = random() & ataxx::kAllSquares.bits();
        const std::uint64_t empty = tried % 2 == 0 ? random() & random() & random() & random()
                                                   : ~(random() & random() & random() & random());
        const Position position(ataxx::Bitboard(first & ~empty),
                                ataxx::Bitboard(~first & ~empty & ataxx::kAllSquares.bits()),
                                tried % 4 < 2 ? referee::Side::First : referee::Side::Second);
        if (!position.is_finished()) {
            searches->agree_with_minimax(position, 1 + tried % 3);
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

} // namespace
} // namespace search
