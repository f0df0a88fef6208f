// Perft: the rules counted against numbers from outside.

#include "referee/rules/ataxx/perft.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/referee/rules/ataxx/perft_table.hpp"
#include "tests/support/repetitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace ataxx {

void PrintTo(const PerftRow& row, std::ostream* out) {
    *out << row.fen << " depth " << row.depth;
}

namespace {

constexpr std::uint64_t kMostLeavesOfAQuickRow = 200'000'000;

bool is_slow(const PerftRow& row) {
    return std::max(row.positions.value_or(0), row.messages.value_or(0)) > kMostLeavesOfAQuickRow;
}

std::vector<PerftRow> rows(bool slow) {
    std::vector<PerftRow> chosen;
    std::copy_if(kPerftTable.begin(), kPerftTable.end(), std::back_inserter(chosen),
                 [&](const PerftRow& row) { return is_slow(row) == slow; });
    return chosen;
}

void expect_counts(const PerftRow& row) {
    const Position position = parse_fen(row.fen).position;
    if (row.positions) {
        EXPECT_EQ(perft(position, row.depth, PerftCount::Positions), *row.positions);
    }
    if (row.messages) {
        EXPECT_EQ(perft(position, row.depth, PerftCount::Messages), *row.messages);
    }
}

/// One leaf after the other, from legal_moves() and after() alone: what perft()'s shortcuts must agree with.
std::uint64_t counted_one_by_one(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    std::uint64_t leaves = 0;
    for (const Move move : legal_moves(position)) {
        leaves += counted_one_by_one(position.after(move), depth - 1);
    }
    return leaves;
}

std::string name_of(const testing::TestParamInfo<PerftRow>& info) {
    const auto row = std::find_if(kPerftTable.begin(), kPerftTable.end(), [&](const PerftRow& r) {
        return r.fen == info.param.fen && r.depth == info.param.depth;
    });
    return "row_" + std::to_string(row - kPerftTable.begin()) + "_depth_" + std::to_string(info.param.depth);
}

class Perft : public testing::TestWithParam<PerftRow> {};
TEST_P(Perft, matches_the_reference) {
    expect_counts(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, Perft, testing::ValuesIn(rows(false)), name_of);

class PerftSlow : public testing::TestWithParam<PerftRow> {};
TEST_P(PerftSlow, matches_the_reference) {
    expect_counts(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, PerftSlow, testing::ValuesIn(rows(true)), name_of);

TEST(PerftTable, has_every_row_once_and_some_of_each_kind) {
    for (std::size_t i = 0; i < kPerftTable.size(); ++i) {
        EXPECT_TRUE(kPerftTable[i].positions || kPerftTable[i].messages);
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(kPerftTable[i].fen == kPerftTable[j].fen &&
                         kPerftTable[i].depth == kPerftTable[j].depth)
                << kPerftTable[i].fen << " depth " << kPerftTable[i].depth;
        }
    }
    EXPECT_FALSE(rows(true).empty());
    EXPECT_EQ(rows(true).size() + rows(false).size(), kPerftTable.size());
}

TEST(PerftTable, equals_counts_by_making_every_move) {
    for (const PerftRow& row : kPerftTable) {
        if (row.messages && *row.messages <= 200'000) {
            EXPECT_EQ(counted_one_by_one(parse_fen(row.fen).position, row.depth), *row.messages)
                << row.fen << " depth " << row.depth;
        }
    }
}

/// The same where clones that make the same stone count once.
std::uint64_t positions_one_by_one(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    std::uint64_t leaves = 0;
    Bitboard cloned;
    for (const Move move : legal_moves(position)) {
        if (!move.is_pass() && !move.is_jump()) {
            if (cloned.has(move.to())) {
                continue;
            }
            cloned = cloned | Bitboard(move.to());
        }
        leaves += positions_one_by_one(position.after(move), depth - 1);
    }
    return leaves;
}

void expect_as_one_by_one(const Position& position, int depth) {
    ASSERT_EQ(perft(position, depth, PerftCount::Messages), counted_one_by_one(position, depth))
        << to_string(Fen{position}) << " depth " << depth;
    ASSERT_EQ(perft(position, depth, PerftCount::Positions), positions_one_by_one(position, depth))
        << to_string(Fen{position}) << " depth " << depth;
}

TEST(PerftBulk, equals_counts_by_making_every_move_in_positions_of_whole_games) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Position position;
        for (const MoveNumbers& move : referee::testing_support::random_playout(seed)) {
            expect_as_one_by_one(position, 1);
            expect_as_one_by_one(position, 2);
            position = position.after(Move::from_numbers(move).value());
        }
    }
}

// What bulk counting has to leave out or put in: few squares, few stones, passes, the last stone turned over.
TEST(PerftBulk, equals_counts_by_making_every_move_where_games_end) {
    std::mt19937_64 random(1);
    const auto few_squares = [&] { return Bitboard(random() & random() & random()) & kAllSquares; };
    int annihilations = 0;
    int passes = 0;
    for (int i = 0; i < referee::testing_support::repetitions(3000); ++i) {
        const bool is_crowded = i % 2 == 0;
        const Bitboard first = few_squares();
        const Bitboard second = (is_crowded ? kAllSquares - few_squares() : few_squares()) - first;
        const Position position(first, second, i % 4 < 2 ? Side::First : Side::Second);
        for (int depth = 1; depth <= 3; ++depth) {
            if (depth < 3 || legal_moves(position).size() < 20) {
                expect_as_one_by_one(position, depth);
            }
        }
        for (const Move move : legal_moves(position)) {
            const Position after = position.after(move);
            annihilations += after.own().empty() ? 1 : 0;
            passes += !after.is_finished() && !after.can_move() ? 1 : 0;
        }
    }
    EXPECT_GT(annihilations, referee::testing_support::repetitions(100));
    EXPECT_GT(passes, referee::testing_support::repetitions(100));
}

TEST(PerftEdges, depth_0_is_one_leaf_even_when_the_game_is_over) {
    for (const auto what : {PerftCount::Positions, PerftCount::Messages}) {
        EXPECT_EQ(perft(Position(), 0, what), 1U);
        EXPECT_EQ(perft(parse_fen("xx5/7/7/7/7/7/7 x").position, 0, what), 1U);
        EXPECT_EQ(perft(parse_fen("xx5/7/7/7/7/7/7 x").position, 1, what), 0U);
        EXPECT_EQ(perft(parse_fen("xx5/7/7/7/7/7/7 o").position, 1, what), 0U);
    }
}

} // namespace
} // namespace ataxx
