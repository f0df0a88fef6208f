#include "referee/process/cores.hpp"
#include "sprt/remote/speed.hpp"

#include <gmock/gmock.h>
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

namespace {

TEST(Measure, speed_is_that_of_one_copy) {
    const referee::Placement placement({.pin = referee::Pin::Off, .cores = {}}, referee::this_machine());
    const double one = measure_speed(placement, 1, std::chrono::milliseconds(100));
    EXPECT_GT(one, 0.001);
    EXPECT_LT(one, 1000);
    const double each = measure_speed(placement, 8, std::chrono::milliseconds(100));
    EXPECT_LT(each, 4 * one) << "the sum of eight copies would be more on most machines, the mean on none";
}

} // namespace

namespace {

using referee::TimeScale;
using ::testing::HasSubstr;

TEST(WorkerSpeed, slower_machine_gives_longer_times) {
    EXPECT_EQ(time_scale(1, 1), TimeScale{1000});
    EXPECT_EQ(time_scale(1, 0.5), TimeScale{2000});
    EXPECT_EQ(time_scale(1, 3), TimeScale{333});
    EXPECT_EQ(time_scale(2.5, 2), TimeScale{1250});
}

TEST(WorkerSpeed, factors_from_a_quarter_to_four_are_allowed) {
    EXPECT_EQ(time_scale(1, 4), TimeScale{250});
    EXPECT_EQ(time_scale(1, 4.1), std::nullopt);
    EXPECT_EQ(time_scale(1, 0.25), TimeScale{4000});
    EXPECT_EQ(time_scale(1, 0.2), std::nullopt);
    EXPECT_EQ(time_scale(1, 1e-300), std::nullopt);
}

TEST(WorkerSpeed, who_is_unwelcome_is_told_why) {
    EXPECT_THAT(unwelcome_speed(1, 0.1),
                HasSubstr("its speed is 0.1 million nodes/s: its agents would have 10"));
    EXPECT_THAT(unwelcome_speed(1, {}), HasSubstr("it did not say how fast it is"));
}

} // namespace
} // namespace sprt::remote
