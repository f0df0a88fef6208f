#pragma once
// A TurnWatch of two agents whose readings the test sets.

#include "referee/timing/turn_watch.hpp"

#include <gtest/gtest.h>

namespace referee {

/// Returns what the test sets, and counts the calls.
class FakeMeter final : public Meter {
  public:
    std::optional<Reading> reading{Reading{}};
    Kin family;
    bool runnable = false;
    bool threads = false;
    bool other_is_runnable = false; ///< a thread that is not the first one, when `runnable`
    bool began_listed = false;
    std::optional<Kin> known{};   ///< of known_kin()
    bool may_have_threads = true; ///< of may_have_new_threads()
    int asked = 0;                ///< calls of read() and is_runnable()
    int asked_kin = 0;            ///< calls of kin()

    std::optional<Reading> begin(bool is_listed) override {
        began_listed = is_listed;
        return read();
    }
    std::optional<Reading> read() override {
        ++asked;
        return reading;
    }
    std::chrono::nanoseconds throttled() override {
        return reading ? reading->throttled : std::chrono::nanoseconds(0);
    }
    std::optional<std::chrono::nanoseconds> cpu() override {
        ++asked;
        return reading ? std::optional(reading->cpu) : std::nullopt;
    }
    Kin kin() override {
        ++asked_kin;
        return family;
    }
    std::optional<Kin> known_kin() override { return known; }
    bool may_have_new_threads() override { return may_have_threads; }
    bool has_threads() override { return threads; }
    bool starts_threads() const noexcept override { return threads; }
    bool is_first_runnable() override { return runnable && !other_is_runnable; }
    bool is_runnable() override {
        ++asked;
        return runnable;
    }

    void uses(std::chrono::nanoseconds cpu, std::chrono::nanoseconds delay = {}) {
        reading->cpu += cpu;
        reading->delay += delay;
    }
};

/// A game of two agents; mostly the first is the mover. The test sets the time, except that a turn which is
/// watched from its start begins now.
class TurnWatchTest : public testing::Test {
  protected:
    TurnWatchTest() {
        first_.uses(std::chrono::seconds(3), std::chrono::seconds(2)); // from before the game
        second_.uses(std::chrono::seconds(5), std::chrono::seconds(7));
        watch_.game_begins();
    }

    /// The first agent makes an unwatched turn that takes `time`, on which the watch of its next turn
    /// depends.
    void last_turn_took(std::chrono::nanoseconds time) {
        watch_.turn_begins(first_);
        static_cast<void>(watch_.turn_ends(SteadyTime::now(), time));
    }
    /// A turn of the first agent begins and is watched from kStart, which is returned.
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
