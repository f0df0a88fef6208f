// Perft under UAI's rules, against numbers from outside.

#include "referee/rules/ataxx/uai/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ataxx::uai {
namespace {

// Leaves below known positions under UAI's rules: reference numbers from outside this project.
//
// Source: computed with libataxx (commit 4226c26) and again with an independent brute-force board on plain
// arrays; both agreed. Conventions:
// - Clones that put a stone on the same square are one move. A jump is told apart by both its squares.
// - A side without a move that must pass has exactly one child. The pass takes a ply and is a half-move.
// - A finished game has no children: 0 leaves at every depth >= 1. A game is over when a side has no stones,
//   when no empty square can be reached by either side, and at 100 half-moves without a clone. So the move
//   that reaches 100 is counted, and nothing below it.

struct PerftRow {
    std::string_view fen;
    int depth;
    std::uint64_t leaves;
};

// clang-format off
constexpr std::array<PerftRow, 127> kPerftTable{{
    {"x5o/7/7/7/7/7/o5x x 0 1", 1, 16},
    {"x5o/7/7/7/7/7/o5x x 0 1", 2, 256},
    {"x5o/7/7/7/7/7/o5x x 0 1", 3, 6'460},
    {"x5o/7/7/7/7/7/o5x x 0 1", 4, 155'888},
    {"x5o/7/7/7/7/7/o5x x 0 1", 5, 4'752'668},
    {"x5o/7/7/7/7/7/o5x x 0 1", 6, 141'865'520},
    {"x5o/7/7/7/7/7/o5x x 0 1", 7, 5'023'479'496},

    {"x5o/7/7/7/7/7/o5x o 0 1", 1, 16},
    {"x5o/7/7/7/7/7/o5x o 0 1", 2, 256},
    {"x5o/7/7/7/7/7/o5x o 0 1", 3, 6'460},
    {"x5o/7/7/7/7/7/o5x o 0 1", 4, 155'888},
    {"x5o/7/7/7/7/7/o5x o 0 1", 5, 4'752'668},
    {"x5o/7/7/7/7/7/o5x o 0 1", 6, 141'865'520},

    {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", 1, 14},
    {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", 2, 196},
    {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", 3, 4'184},
    {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", 4, 86'528},
    {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", 5, 2'266'352},

    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 1, 14},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 2, 196},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 3, 4'100},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 4, 83'104},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 5, 2'114'588},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 6, 52'807'880},

    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1", 1, 14},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1", 2, 196},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1", 3, 4'100},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1", 4, 83'104},
    {"x5o/7/2-1-2/3-3/2-1-2/7/o5x o 0 1", 5, 2'114'588},

    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 1, 16},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 2, 256},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 3, 5'948},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 4, 133'264},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 5, 3'639'856},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", 6, 97'538'324},

    {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 1, 16},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 2, 256},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 3, 5'948},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 4, 133'264},
    {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 5, 3'639'856},

    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 1, 75},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 2, 249},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 3, 14'270},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 4, 452'980},
    {"7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", 5, 23'059'832},

    {"7/7/7/2x1o2/7/7/7 x 0 1", 1, 23},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 2, 419},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 3, 7'887},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 4, 168'317},
    {"7/7/7/2x1o2/7/7/7 x 0 1", 5, 4'266'992},

    {"7/7/7/2x1o2/7/7/7 o 0 1", 1, 23},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 2, 419},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 3, 7'887},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 4, 168'317},
    {"7/7/7/2x1o2/7/7/7 o 0 1", 5, 4'266'992},

    {"x5o/7/7/7/7/7/o5x x 100 1", 1, 0},
    {"x5o/7/7/7/7/7/o5x x 100 1", 2, 0},
    {"x5o/7/7/7/7/7/o5x x 100 1", 3, 0},
    {"x5o/7/7/7/7/7/o5x x 100 1", 4, 0},

    {"x5o/7/7/7/7/7/o5x o 100 1", 1, 0},
    {"x5o/7/7/7/7/7/o5x o 100 1", 2, 0},
    {"x5o/7/7/7/7/7/o5x o 100 1", 3, 0},
    {"x5o/7/7/7/7/7/o5x o 100 1", 4, 0},

    {"7/7/7/7/-------/-------/x5o o 0 1", 1, 2},
    {"7/7/7/7/-------/-------/x5o o 0 1", 2, 4},
    {"7/7/7/7/-------/-------/x5o o 0 1", 3, 13},
    {"7/7/7/7/-------/-------/x5o o 0 1", 4, 30},
    {"7/7/7/7/-------/-------/x5o o 0 1", 5, 73},
    {"7/7/7/7/-------/-------/x5o o 0 1", 6, 174},

    {"x5o/7/7/7/7/7/o5x x 97 1", 1, 16},
    {"x5o/7/7/7/7/7/o5x x 97 1", 2, 256},
    {"x5o/7/7/7/7/7/o5x x 97 1", 3, 6'460},
    {"x5o/7/7/7/7/7/o5x x 97 1", 4, 118'288},
    {"x5o/7/7/7/7/7/o5x x 97 1", 5, 3'779'968},

    {"x5o/7/7/7/7/7/o5x x 99 1", 1, 16},
    {"x5o/7/7/7/7/7/o5x x 99 1", 2, 96},
    {"x5o/7/7/7/7/7/o5x x 99 1", 3, 2'336},
    {"x5o/7/7/7/7/7/o5x x 99 1", 4, 57'676},
    {"x5o/7/7/7/7/7/o5x x 99 1", 5, 1'853'056},

    {"xx5/7/7/7/7/7/7 x 0 1", 1, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 2, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 3, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 4, 0},
    {"xx5/7/7/7/7/7/7 x 0 1", 5, 0},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 1, 1},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 2, 6},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 3, 15},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 4, 53},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", 5, 222},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 1, 6},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 2, 15},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 3, 53},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 4, 222},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", 5, 843},

    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 1, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 2, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 3, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 4, 0},
    {"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", 5, 0},

    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 1, 27},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 2, 27},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 3, 660},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 4, 2'036},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 5, 45'729},
    {"1oooooo/oooooox/ooooooo/oooooox/ooooooo/ooooooo/oooo3 o 0 40", 6, 323'197},

    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 1, 71},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 2, 5'312},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 3, 389'929},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 4, 27'654'567},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx x 3 20", 5, 2'068'807'499},

    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 1, 86},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 2, 5'579},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 3, 440'222},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 4, 30'426'500},
    {"xxx4/x1x1o2/2xoo2/3xo2/2oox2/1o3x1/oo3xx o 3 20", 5, 2'243'185'616},

    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 1, 8},
    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 2, 64},
    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 3, 800},
    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 4, 9'400},
    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 5, 134'856},
    {"x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 0 1", 6, 1'874'788},

    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 1, 0},
    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 2, 0},
    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 3, 0},
    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 4, 0},
    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 5, 0},
    {"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", 6, 0},
}};
// clang-format on

void PrintTo(const PerftRow& row, std::ostream* out) {
    *out << row.fen << " depth " << row.depth;
}

std::vector<PerftRow> uai_rows(bool slow) {
    constexpr std::uint64_t kMostLeaves = 20'000'000; // of a quick row
    std::vector<PerftRow> chosen;
    std::copy_if(kPerftTable.begin(), kPerftTable.end(), std::back_inserter(chosen),
                 [&](const PerftRow& row) { return (row.leaves > kMostLeaves) == slow; });
    return chosen;
}

std::string uai_name_of(const testing::TestParamInfo<PerftRow>& info) {
    return "row_" + std::to_string(info.index) + "_depth_" + std::to_string(info.param.depth);
}

void expect_leaves(const PerftRow& row) {
    EXPECT_EQ(perft(Rules::read_fen(row.fen), row.depth, PerftCount::Positions), row.leaves);
}

class UaiPerft : public testing::TestWithParam<PerftRow> {};
TEST_P(UaiPerft, matches_the_reference) {
    expect_leaves(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, UaiPerft, testing::ValuesIn(uai_rows(false)), uai_name_of);

class UaiPerftSlow : public testing::TestWithParam<PerftRow> {};
TEST_P(UaiPerftSlow, matches_the_reference) {
    expect_leaves(GetParam());
}
INSTANTIATE_TEST_SUITE_P(Table, UaiPerftSlow, testing::ValuesIn(uai_rows(true)), uai_name_of);

TEST(UaiPerftTable, has_rows_of_each_kind) {
    EXPECT_FALSE(uai_rows(true).empty());
    const auto count = [](auto&& is_kind) {
        return std::count_if(kPerftTable.begin(), kPerftTable.end(), is_kind);
    };
    EXPECT_GT(count([](const PerftRow& row) { return row.fen.find('-') != std::string_view::npos; }), 30);
    EXPECT_GT(count([](const PerftRow& row) { return Rules::read_fen(row.fen).half_moves() > 90; }), 10);
}

/// One leaf after the other, from legal_moves() and after() alone.
std::uint64_t messages_one_by_one(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    std::uint64_t leaves = 0;
    for (const Move move : legal_moves(position)) {
        leaves += messages_one_by_one(position.after(move), depth - 1);
    }
    return leaves;
}

TEST(UaiPerft, messages_are_all_moves_made_one_by_one) {
    std::mt19937_64 random(3);
    int ended = 0;
    for (int i = 0; i < 300; ++i) {
        const Bitboard blocked = Bitboard(random() & random()) & kAllSquares;
        const Bitboard first = (Bitboard(random() & random() & random()) & kAllSquares) - blocked;
        const Bitboard second = (Bitboard(random() & random()) & kAllSquares) - blocked - first;
        const Position position(Stones(first, second, i % 2 == 0 ? Side::First : Side::Second), blocked,
                                97 + i % 4);
        ended += position.ending() ? 1 : 0;
        for (int depth = 1; depth <= 3; ++depth) {
            if (depth < 3 || legal_moves(position).size() < 12) {
                ASSERT_EQ(perft(position, depth, PerftCount::Messages), messages_one_by_one(position, depth))
                    << Rules::fen(position) << " depth " << depth;
            }
        }
    }
    EXPECT_GT(ended, 20);
    EXPECT_LT(ended, 280);
}

} // namespace

} // namespace ataxx::uai
