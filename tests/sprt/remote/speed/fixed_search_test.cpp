#include "sprt/remote/speed/fixed_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sprt::remote {
namespace {

/// Minimax by the difference of stones, without any cut.
int plain_value(const ataxx::Position& position, int depth) {
    const int own = position.own().count();
    const int theirs = position.theirs().count();
    if (depth == 0 || position.is_finished()) {
        return own == 0 ? -49 : theirs == 0 ? 49 : own - theirs;
    }
    int best = -1000;
    for (const ataxx::Move& move : ataxx::legal_moves(position)) {
        best = std::max(best, -plain_value(position.after(move), depth - 1));
    }
    return best;
}

TEST(FixedSearch, it_makes_a_move_of_the_greatest_value) {
    FixedSearch search;
    for (int move = 0; move < 2; ++move) {
        const ataxx::Position before = search.position();
        search.step();
        EXPECT_EQ(-plain_value(search.position(), FixedSearch::kDepth - 1),
                  plain_value(before, FixedSearch::kDepth));
    }
}

TEST(FixedSearch, its_work_is_the_same_everywhere) {
    FixedSearch search;
    for (int i = 0; i < 10; ++i) {
        search.step();
    }
    EXPECT_EQ(search.nodes(), 17315U) << "machines that were measured by another search cannot be compared";
}

TEST(FixedSearch, after_a_game_the_next_one_begins) {
    FixedSearch search;
    bool has_begun_again = false;
    for (int i = 0; i < 400 && !has_begun_again; ++i) {
        search.step();
        has_begun_again = search.position() == ataxx::Position();
    }
    EXPECT_TRUE(has_begun_again);
}

} // namespace
} // namespace sprt::remote
