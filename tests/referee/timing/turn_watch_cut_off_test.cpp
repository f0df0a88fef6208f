// The turn that the clock ends: what is learned of it after the agent was ended.
#include "tests/referee/timing/turn_watch_scene.hpp"

namespace referee {
namespace {

using namespace std::chrono_literals;

TEST_F(TurnWatchTest, AWaitThatLastsIsToldAtItsEnd) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    EXPECT_EQ(known, (TurnLoad{.watched = 100ms, .cpu = 10ms, .delay = 5ms}));
    EXPECT_TRUE(watch_.needs_its_end());
    first_.uses(1ms, 70ms); // scheduled once more, to die
    second_.uses(50ms);
    EXPECT_EQ(watch_.after_its_end(kStart + 130ms), (TurnLoad{.watched = 100ms, .cpu = 10ms, .delay = 45ms}))
        << "the last 30 ms it waited after the clock had stopped";
}

TEST_F(TurnWatchTest, WhatComesAfterTheCutIsNotCounted) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 100ms));
    first_.uses(0ms, 2s); // it took that long to die
    EXPECT_EQ(watch_.after_its_end(kStart + 2100ms).delay, 5ms);
}

TEST_F(TurnWatchTest, WhoGivesWayIsGrantedNoDelay) {
    looked_at();
    first_.uses(10ms, 50ms);
    first_.family.gives_way = true;
    EXPECT_EQ(watch_.load(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, MoreProcessesThanAreLookedAtGrantNoDelay) {
    looked_at();
    first_.uses(10ms, 50ms);
    first_.family = {.any = true, .is_whole = false};
    EXPECT_EQ(watch_.load(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, ProcessesOfNobodyMayBeItsOwnButAccuseNoRival) {
    looked_at();
    first_.uses(10ms, 80ms);
    first_.family = {.unknown_cpu = 70ms, .any = true};
    second_.family = {.unknown_cpu = 70ms, .any = true};
    const TurnLoad load = watch_.load(kStart + 100ms);
    EXPECT_EQ(load.cpu, 80ms);
    EXPECT_EQ(load.delay, 20ms);
    EXPECT_EQ(load.rival_cpu, 0ms);
}

TEST_F(TurnWatchTest, ACutOffTurnTellsOfOtherThreads) {
    looked_at();
    first_.threads = true;
    EXPECT_TRUE(watch_.cut_off(kStart + 100ms).has_threads);
}

TEST_F(TurnWatchTest, WhoSleptWaitedForNobody) {
    looked_at();
    first_.uses(10ms, 5ms);
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    EXPECT_FALSE(watch_.needs_its_end());
    first_.uses(0ms, 70ms);
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms), known);
}

TEST_F(TurnWatchTest, WhoIsGoneWithoutATraceLosesNothingOfWhatWasKnown) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    first_.reading.reset();
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms), known);
}

TEST_F(TurnWatchTest, ATurnThatWasNotWatchedNeedsNoEnd) {
    watch_.turn_begins(first_);
    first_.runnable = true;
    EXPECT_EQ(watch_.cut_off(kStart), TurnLoad{});
    EXPECT_FALSE(watch_.needs_its_end());
    first_.uses(1ms, 50ms);
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms), TurnLoad{});
}

TEST_F(TurnWatchTest, ChildrenThatNobodyCountedTakeTheLastDelayAwayToo) {
    last_turn_took(5ms);
    watch_.turn_begins(first_);
    first_.family = {.cpu = 20ms, .any = true};
    first_.runnable = true;
    first_.uses(2ms, 4ms);
    EXPECT_EQ(watch_.cut_off(SteadyTime::now() + 1min).delay, 0ms);
    first_.uses(0ms, 5s);
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, TheNextGameIsNotCutOff) {
    looked_at();
    first_.runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 1s));
    watch_.game_begins();
    EXPECT_FALSE(watch_.needs_its_end());
}

} // namespace
} // namespace referee
