#include "sprt/remote/paces.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

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
