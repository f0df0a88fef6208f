// Perft under UAI's rules, against numbers from outside.

#include "referee/rules/ataxx/uai/rules.hpp"
#include "tests/referee/rules/ataxx/uai/perft_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace ataxx::uai {

void PrintTo(const PerftRow& row, std::ostream* out) {
    *out << row.fen << " depth " << row.depth;
}

namespace {

std::vector<PerftRow> uai_rows(bool slow) {
    constexpr std::uint64_t kMostLeaves = 200'000'000; // of a quick row
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
