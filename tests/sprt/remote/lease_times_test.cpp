// When leases end.

#include "sprt/remote/leases.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using std::chrono::milliseconds;

const SlotId kHolder{made_session(1), 3};
constexpr Attempt kGiven{0, 1};

/// Pair 0 was given to `kHolder` at kStart.
class LeaseTimes : public ::testing::Test {
  protected:
    LeaseTimes() { static_cast<void>(give(leases_, kHolder, "ann", kStart)); }

    [[nodiscard]] bool is_in_force() const { return leases_.in_force(kGiven, kHolder) != nullptr; }
    /// Whether it is still in force when time has passed until `since` after the start.
    [[nodiscard]] bool lasts_to(milliseconds since) {
        leases_.expire(kStart + since);
        return is_in_force();
    }
    /// Its session says at `since` what it holds.
    void hear(milliseconds since, const std::vector<Holding>& holds) {
        leases_.heard(kHolder.session, "ann", holds, kStart + since);
    }

    Leases leases_{made_pairs(0, 100), 0, kLongestPair};
};

const std::vector<Holding> kNamed{{.slot = 3, .attempt = kGiven}};

TEST_F(LeaseTimes, lease_ends_15_seconds_after_its_task) {
    EXPECT_TRUE(lasts_to(14'999ms));
    EXPECT_FALSE(lasts_to(15s));
    EXPECT_EQ(leases_.lost(), 1U);
    EXPECT_EQ(give(leases_, {made_session(2), 0}, "bob", kStart + 15s)->attempt, (Attempt{0, 2}));
}

TEST_F(LeaseTimes, lease_ends_15_seconds_after_the_last_sign_of_life_that_names_it) {
    hear(5s, kNamed);
    EXPECT_TRUE(lasts_to(19'999ms));
    hear(19'999ms, {{.slot = 0, .attempt = {9, 1}}, {.slot = 3, .attempt = kGiven}});
    EXPECT_TRUE(lasts_to(34'998ms));
    EXPECT_FALSE(lasts_to(34'999ms));
}

TEST_F(LeaseTimes, sign_of_life_that_names_something_else_does_not_lengthen_a_lease) {
    const std::vector<Holding> others[] = {
        {},
        {{.slot = 3, .attempt = {0, 2}}},
        {{.slot = 3, .attempt = {1, 1}}},
        {{.slot = 2, .attempt = kGiven}},
        {{.slot = 2, .attempt = kGiven}, {.slot = 3, .attempt = {1, 1}}},
    };
    for (const auto& other : others) {
        Leases leases(made_pairs(0, 100), 0, kLongestPair);
        static_cast<void>(give(leases, kHolder, "ann", kStart));
        leases.heard(kHolder.session, "ann", other, kStart + 10s);
        leases.expire(kStart + 14'999ms);
        EXPECT_NE(leases.in_force(kGiven, kHolder), nullptr);
        leases.expire(kStart + 15s);
        EXPECT_EQ(leases.in_force(kGiven, kHolder), nullptr);
    }
}

TEST_F(LeaseTimes, sign_of_life_of_another_session_says_nothing) {
    for (int i = 1; i < 5; ++i) {
        leases_.heard(made_session(2), "bob", kNamed, kStart + std::chrono::seconds(i));
        leases_.heard(made_session(0), "bob", {}, kStart + std::chrono::seconds(i));
    }
    EXPECT_TRUE(lasts_to(14'999ms));
    EXPECT_FALSE(lasts_to(15s));
}

TEST_F(LeaseTimes, two_signs_of_life_that_do_not_name_a_lease_end_it) {
    hear(4s, {});
    EXPECT_TRUE(is_in_force());
    hear(8s, {{.slot = 3, .attempt = {7, 1}}});
    EXPECT_FALSE(is_in_force());
    EXPECT_EQ(leases_.of_slot(kHolder), nullptr);
    EXPECT_EQ(leases_.lost(), 1U);
}

TEST_F(LeaseTimes, signs_of_life_that_were_held_up_and_come_together_count_once) {
    hear(3'999ms, {}); // sent before the task came
    for (const milliseconds since : {4s, 5s, 6s, 7s}) {
        hear(since, {});
    }
    EXPECT_TRUE(is_in_force());
    hear(8s, {});
    EXPECT_FALSE(is_in_force());
}

TEST_F(LeaseTimes, sign_of_life_that_names_a_lease_makes_up_for_one_that_did_not) {
    hear(4s, {});
    hear(8s, kNamed);
    hear(12s, {});
    EXPECT_TRUE(is_in_force());
    hear(16s, {});
    EXPECT_FALSE(is_in_force());
}

TEST_F(LeaseTimes, all_leases_of_a_session_that_it_does_not_name_end_and_no_others) {
    leases_.set_slots(4);
    for (const std::uint32_t slot : {0U, 1U, 2U}) {
        static_cast<void>(give(leases_, {kHolder.session, slot}, "ann", kStart));
    }
    static_cast<void>(give(leases_, {made_session(2), 3}, "bob", kStart));
    for (const milliseconds since : {4s, 8s}) {
        hear(since, {{.slot = 1, .attempt = {2, 1}}});
    }
    EXPECT_EQ(leases_.lost(), 3U);
    EXPECT_NE(leases_.in_force({2, 1}, {kHolder.session, 1}), nullptr);
    EXPECT_NE(leases_.in_force({4, 1}, {made_session(2), 3}), nullptr);
}

TEST_F(LeaseTimes, count_of_signs_that_did_not_name_begins_anew_with_each_lease) {
    hear(4s, {});
    leases_.keep(kGiven);
    static_cast<void>(give(leases_, kHolder, "ann", kStart + 4s));
    hear(8s, kNamed);
    EXPECT_NE(leases_.of_slot(kHolder), nullptr);
}

TEST_F(LeaseTimes, lease_ends_when_its_games_cannot_last_longer_however_lively_its_worker_is) {
    for (auto since = 0s; since < kLongestPair; since += 5s) {
        hear(since, kNamed);
        ASSERT_TRUE(lasts_to(since));
    }
    EXPECT_TRUE(lasts_to(59'999ms));
    EXPECT_FALSE(lasts_to(kLongestPair));
}

TEST(Leases, slow_machine_may_play_pairs_that_last_for_weeks) {
    constexpr auto kMonth = std::chrono::hours(30 * 24);
    Leases leases(made_pairs(0, 2), 0, kMonth);
    const SlotId slot{made_session(1), 0};
    ASSERT_TRUE(leases.give_new(slot, "ann", kStart));
    leases.scale(0, {4000}, kStart);
    EXPECT_EQ(leases.of_slot(slot)->longest, kStart + 4 * kMonth);
}

TEST_F(LeaseTimes, lease_lasts_15_seconds_more_after_the_server_came_back) {
    leases_.begin_anew(kStart + 40s);
    EXPECT_TRUE(lasts_to(54'999ms));
    EXPECT_FALSE(lasts_to(55s));
}

TEST_F(LeaseTimes, signs_from_before_the_server_went_away_are_not_counted) {
    hear(4s, {});
    leases_.begin_anew(kStart + 5s);
    hear(8s, {});
    hear(9s, {});
    EXPECT_TRUE(is_in_force());
    hear(13s, {});
    EXPECT_FALSE(is_in_force());
}

TEST_F(LeaseTimes, no_outage_of_the_server_ends_a_lease) {
    hear(5s, kNamed);
    leases_.begin_anew(kStart + 10min);
    EXPECT_TRUE(lasts_to(10min + 100ms));
}

TEST_F(LeaseTimes, attempt_that_was_lost_stays_void) {
    EXPECT_FALSE(lasts_to(15s));
    hear(16s, kNamed);
    leases_.begin_anew(kStart + 17s);
    EXPECT_FALSE(is_in_force());
    EXPECT_EQ(leases_.held(), 0U);
    EXPECT_EQ(give(leases_, kHolder, "ann", kStart + 18s)->attempt, (Attempt{0, 2}));
    EXPECT_FALSE(is_in_force());
}

} // namespace
} // namespace sprt::remote
