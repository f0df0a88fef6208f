#include "referee/process/cores.hpp"
#include "sprt/remote/speed.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

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

TEST(Measure, speed_is_that_of_one_copy) {
    const referee::Placement placement({.pin = referee::Pin::Off, .cores = {}}, referee::this_machine());
    const double one = measure_speed(placement, 1, std::chrono::milliseconds(100));
    EXPECT_GT(one, 0.001);
    EXPECT_LT(one, 1000);
    const double each = measure_speed(placement, 8, std::chrono::milliseconds(100));
    EXPECT_LT(each, 4 * one) << "the sum of eight copies would be more on most machines, the mean on none";
}

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

using namespace std::chrono_literals;

constexpr std::uint64_t kLead = 40; // of 10 slots
constexpr std::uint64_t kMoreThanHalf = 21;

/// A run in which `fast` takes a second for a pair, and brought twenty; `slow` brought three.
Paces with_slow(Clock::duration takes, std::uint64_t waited = 0) {
    Paces paces;
    for (int i = 0; i < 20; ++i) {
        paces.note("fast", 1s, 0, kLead, kStart);
    }
    for (int i = 0; i < 3; ++i) {
        paces.note("slow", takes, waited, kLead, kStart);
    }
    return paces;
}

TEST(Paces, slow_worker_gets_no_pair_while_more_than_half_of_the_lead_waits_for_it) {
    const Paces paces = with_slow(5s);
    EXPECT_TRUE(paces.is_held_back("slow", kMoreThanHalf, kLead, kStart));
    EXPECT_FALSE(paces.is_held_back("slow", kLead / 2, kLead, kStart));
    EXPECT_FALSE(paces.is_held_back("fast", kMoreThanHalf, kLead, kStart));
    EXPECT_FALSE(paces.is_held_back("unknown", kMoreThanHalf, kLead, kStart));
}

TEST(Paces, worker_is_slow_from_four_medians_on) {
    EXPECT_FALSE(with_slow(4s).is_held_back("slow", kMoreThanHalf, kLead, kStart));
    EXPECT_TRUE(with_slow(4100ms).is_held_back("slow", kMoreThanHalf, kLead, kStart));
}

TEST(Paces, slow_worker_that_let_others_wait_rests_for_four_of_its_pairs) {
    const Paces paces = with_slow(5s, kMoreThanHalf);
    EXPECT_TRUE(paces.is_held_back("slow", 0, kLead, kStart + 19s));
    EXPECT_FALSE(paces.is_held_back("slow", 0, kLead, kStart + 20s));
    EXPECT_FALSE(paces.is_held_back("fast", 0, kLead, kStart));
    EXPECT_FALSE(with_slow(5s, kLead / 2).is_held_back("slow", 0, kLead, kStart)) << "not enough waited";
    EXPECT_FALSE(with_slow(3s, kMoreThanHalf).is_held_back("slow", 0, kLead, kStart)) << "it is not slow";
}

TEST(Paces, few_pairs_say_nothing) {
    Paces paces;
    for (int i = 0; i < 6; ++i) {
        paces.note("fast", 1s, 0, kLead, kStart);
    }
    paces.note("slow", 50s, kMoreThanHalf, kLead, kStart);
    EXPECT_FALSE(paces.is_held_back("slow", kMoreThanHalf, kLead, kStart)) << "one pair of it";
    paces.note("slow", 50s, 0, kLead, kStart);
    EXPECT_TRUE(paces.is_held_back("slow", kMoreThanHalf, kLead, kStart));
}

TEST(Paces, worker_that_plays_alone_holds_up_nobody) {
    Paces paces;
    for (int i = 0; i < 30; ++i) {
        paces.note("only", i < 20 ? 1s : 100s, 0, kLead, kStart);
    }
    EXPECT_FALSE(paces.is_held_back("only", kMoreThanHalf, kLead, kStart));
}

TEST(Paces, worker_that_became_fast_is_not_slow_any_more) {
    Paces paces = with_slow(50s);
    for (std::size_t i = 0; i < Paces::kOfWorker; ++i) {
        paces.note("slow", 1s, 0, kLead, kStart);
    }
    EXPECT_FALSE(paces.is_held_back("slow", kMoreThanHalf, kLead, kStart));
}

} // namespace
} // namespace sprt::remote
