#pragma once
// A TurnWatch over two agents whose numbers a test makes up.

#include "referee/timing/turn_watch.hpp"

#include <gtest/gtest.h>

namespace referee {

/// Says what it is told to, and counts how often it was asked.
class FakeMeter final : public Meter {
  public:
    std::optional<Reading> reading{Reading{}};
    Kin family;
    bool runnable = false;
    bool threads = false;
    int asked = 0;     ///< reading or state
    int asked_kin = 0; ///< the dear one

    std::optional<Reading> read() override {
        ++asked;
        return reading;
    }
    Kin kin() override {
        ++asked_kin;
        return family;
    }
    bool has_threads() override { return threads; }
    bool is_runnable() override {
        ++asked;
        return runnable;
    }

    void uses(std::chrono::nanoseconds cpu, std::chrono::nanoseconds delay = {}) {
        reading->cpu += cpu;
        reading->delay += delay;
    }
};

/// A game between two that answer READY; the first is on the move, mostly. Time is what the test says, but
/// for turns that are watched from their start: that start is now.
class TurnWatchTest : public testing::Test {
  protected:
    TurnWatchTest() {
        first_.uses(std::chrono::seconds(3), std::chrono::seconds(2)); // what was before does not matter
        second_.uses(std::chrono::seconds(5), std::chrono::seconds(7));
        watch_.game_begins();
    }

    /// A turn of the first player that took so long, unwatched: how the next one is watched hangs on it.
    void last_turn_took(std::chrono::nanoseconds time) {
        watch_.turn_begins(first_);
        static_cast<void>(watch_.turn_ends(SteadyTime::now(), time));
    }
    /// The first player's turn begins and is looked at; its time, until the end of the test, runs from here.
    SteadyTime::time_point looked_at() {
        watch_.turn_begins(first_);
        watch_.look(kStart);
        return kStart;
    }

    static constexpr SteadyTime::time_point kStart{std::chrono::hours(100)};
    FakeMeter first_;
    FakeMeter second_;
    TurnWatch watch_{first_, second_};
};

} // namespace referee
