#include "agents/search/table.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using ataxx::Move;
using ataxx::Square;

TEST(Table, has_as_many_entries_as_fit) {
    EXPECT_EQ(Table<Move>(1).size() * sizeof(Table<Move>::Entry), 1U << 20);
    EXPECT_EQ(Table<Move>(16).size() * sizeof(Table<Move>::Entry), 16U << 20);
    EXPECT_EQ(Table<Move>(17).size() * sizeof(Table<Move>::Entry), 16U << 20);
}

TEST(Table, finds_what_was_stored_and_nothing_else) {
    Table<Move> table(1);
    EXPECT_EQ(table.find(0), nullptr); // a table of zeros is empty
    const Move move(Square(3), Square(4));
    table.store({.key = 77, .value = -5, .move = move, .depth = 4, .bound = Bound::Upper});
    ASSERT_NE(table.find(77), nullptr);
    EXPECT_EQ(table.find(77)->value, -5);
    EXPECT_EQ(table.find(77)->move, move);
    EXPECT_EQ(table.find(77)->depth, 4);
    EXPECT_EQ(table.find(77)->bound, Bound::Upper);
    EXPECT_EQ(table.find(78), nullptr);
    EXPECT_EQ(table.find(77 + table.size()), nullptr); // same place, another position
    table.store({.key = 77 + table.size(), .value = 1, .move = move, .depth = 1, .bound = Bound::Exact});
    EXPECT_EQ(table.find(77), nullptr); // the newest stays
}

TEST(Table, win_is_counted_from_the_position_at_any_ply) {
    const int win_in_3_from_ply_4 = kInfinity - 7;
    const int stored = to_table(win_in_3_from_ply_4, 4);
    EXPECT_EQ(stored, kInfinity - 3);
    EXPECT_EQ(from_table(stored, 4), win_in_3_from_ply_4);
    EXPECT_EQ(from_table(stored, 1), kInfinity - 4);
    EXPECT_EQ(from_table(to_table(-kInfinity + 7, 4), 2), -kInfinity + 5);
    for (const int stones : {-48, 0, 17}) {
        EXPECT_EQ(to_table(stones, 9), stones);
        EXPECT_EQ(from_table(stones, 9), stones);
    }
}

TEST(Table, entry_speaks_for_its_own_depth_unless_the_game_is_decided) {
    Table<Move>::Entry entry{.key = 1, .value = 5, .move = {}, .depth = 3, .bound = Bound::Exact};
    EXPECT_TRUE(speaks_for(entry, 3));
    EXPECT_FALSE(speaks_for(entry, 2));
    EXPECT_FALSE(speaks_for(entry, 4));
    entry.value = kInfinity - 2;
    EXPECT_TRUE(speaks_for(entry, 4)); // a win that a shallow search sees is seen by all deeper ones
    EXPECT_FALSE(speaks_for(entry, 2));
}

TEST(Table, bounds_settle_the_windows_that_they_answer) {
    const struct {
        Bound bound;
        int value;
        bool expected; // between 3 and 6
    } rows[]{{Bound::Exact, 0, true},  {Bound::Exact, 5, true},  {Bound::Lower, 6, true},
             {Bound::Lower, 7, true},  {Bound::Lower, 5, false}, {Bound::Upper, 3, true},
             {Bound::Upper, 2, true},  {Bound::Upper, 4, false}, {Bound::None, 9, false},
             {Bound::Upper, 9, false}, {Bound::Lower, 0, false}};
    for (const auto& row : rows) {
        EXPECT_EQ(settles(row.bound, row.value, 3, 6), row.expected) << int(row.bound) << ' ' << row.value;
    }
    EXPECT_EQ(bound_of(3, 3, 6), Bound::Upper);
    EXPECT_EQ(bound_of(4, 3, 6), Bound::Exact);
    EXPECT_EQ(bound_of(6, 3, 6), Bound::Lower);
}

} // namespace
} // namespace search
