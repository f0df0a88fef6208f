#include "agents/ataxx/ataxx.hpp"
#include "agents/ataxx/opening_table.hpp"
#include "agents/search/deepening.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace search {
namespace {

TEST(OpeningTable, has_one_legal_move_for_each_position) {
    std::set<ataxx::CanonicalKey> keys;
    for (const auto& [fen, numbers] : kOpeningTable) {
        const auto position = ataxx::parse_fen(fen).position;
        const auto move = ataxx::Move::from_numbers(numbers);
        ASSERT_TRUE(move && position.is_legal(*move)) << fen;
        EXPECT_TRUE(keys.insert(ataxx::canonical_key(position)).second) << fen;
    }
}

TEST(OpeningTable, knows_the_start_and_every_position_after_one_and_two_turns) {
    const ataxx::Position start;
    EXPECT_TRUE(opening_move(start));
    int known = 1;
    for (const auto one : ataxx::legal_moves(start)) {
        const auto after_one = start.after(one);
        EXPECT_TRUE(opening_move(after_one));
        for (const auto two : ataxx::legal_moves(after_one)) {
            const auto after_two = after_one.after(two);
            const auto move = opening_move(after_two);
            ASSERT_TRUE(move);
            EXPECT_TRUE(after_two.is_legal(*move));
            ++known;
        }
    }
    EXPECT_EQ(known, 257);
}

TEST(OpeningTable, moves_follow_symmetry_and_colour) {
    for (const auto& [fen, numbers] : kOpeningTable) {
        const auto position = ataxx::parse_fen(fen).position;
        const auto after = position.after(*ataxx::Move::from_numbers(numbers));
        for (const auto symmetry : ataxx::kSymmetries) {
            for (const auto& image : {ataxx::transformed(position, symmetry),
                                      ataxx::with_sides_swapped(ataxx::transformed(position, symmetry))}) {
                const auto move = opening_move(image);
                ASSERT_TRUE(move) << fen;
                ASSERT_TRUE(image.is_legal(*move)) << fen;
                EXPECT_EQ(ataxx::canonical_key(image.after(*move)), ataxx::canonical_key(after)) << fen;
            }
        }
    }
}

TEST(OpeningTable, knows_no_other_position) {
    EXPECT_FALSE(opening_move(at("x5o/7/7/3x3/7/7/o5x x")));
    EXPECT_FALSE(opening_move(ataxx::Position()
                                  .pass()
                                  .pass()
                                  .after(ataxx::Move(ataxx::Square(0), ataxx::Square(1)))
                                  .after(ataxx::Move(ataxx::Square(6), ataxx::Square(5)))
                                  .after(ataxx::Move(ataxx::Square(0), ataxx::Square(7)))));
}

/// The value of the best of `candidates`, at the depth that the table was made with.
int value_of(const ataxx::Position& position, const ataxx::MoveList& candidates) {
    Table<ataxx::Move> table(16);
    const auto search = std::make_unique<Pvs<Ataxx>>(table);
    return deepen(*search, position, candidates, Limits{.depth = 10}).choice.value;
}

TEST(SlowOpeningTable, no_move_is_better_at_the_depth_of_the_table) {
    for (const auto& [fen, numbers] : kOpeningTable) {
        const auto position = ataxx::parse_fen(fen).position;
        ataxx::MoveList chosen;
        chosen.push_back(*ataxx::Move::from_numbers(numbers));
        EXPECT_EQ(value_of(position, chosen), value_of(position, ataxx::legal_moves(position))) << fen;
    }
}

} // namespace
} // namespace search
