#include "sprt/remote/choice.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

#include <map>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

const RunKey kOne{"c", "one"};
const RunKey kTwo{"c", "two"};

/// Hears the same offers every second from `from` until `to`.
void hear_for(RunChoice& choice, const std::vector<ServableRun>& runs, Time from, Time to) {
    for (Time now = from; now <= to; now += 1s) {
        choice.hear(runs, now);
    }
}

/// How often a worker that begins chooses each run in 1000 draws.
std::map<RunKey, int> choices(const std::vector<ServableRun>& runs) {
    std::map<RunKey, int> count;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        RunChoice choice(1, seed);
        choice.hear(runs, kStart);
        if (const auto run = choice.choose(kStart)) {
            ++count[*run];
        }
    }
    return count;
}

TEST(RunChoice, run_without_a_pair_is_not_served) {
    EXPECT_EQ(choices({{kOne, 0, 1, false}}), (std::map<RunKey, int>{}));
    EXPECT_EQ(choices({{kOne, 0, 1, false}, {kTwo, 90, 1, true}}), (std::map<RunKey, int>{{kTwo, 1000}}));
}

TEST(RunChoice, run_with_its_share_gets_no_worker_while_another_lacks_some) {
    EXPECT_EQ(choices({{kOne, 10, 1}, {kTwo, 5, 1}}), (std::map<RunKey, int>{{kTwo, 1000}}));
    EXPECT_EQ(choices({{kOne, 10, 4}, {kTwo, 5, 1}}), (std::map<RunKey, int>{{kOne, 1000}}));
}

TEST(RunChoice, runs_that_lack_some_are_chosen_in_proportion_to_what_they_lack) {
    auto count = choices({{kOne, 0, 1}, {kTwo, 0, 3}});
    EXPECT_NEAR(count[kTwo], 750, 50);
    EXPECT_EQ(count[kOne] + count[kTwo], 1000);
}

TEST(RunChoice, worker_that_just_began_stays) {
    RunChoice choice(1, 1);
    choice.hear({{kOne, 1, 1}}, kStart);
    EXPECT_EQ(choice.choose(kStart), kOne);
    for (Time now = kStart; now < kStart + kStay; now += 100ms) {
        choice.hear({{kOne, 1, 1}, {kTwo, 0, 1}}, now);
        EXPECT_FALSE(choice.leaves(false, now));
    }
}

TEST(RunChoice, workers_leave_for_a_run_that_is_owed_half_a_minute_one_in_ten_lots) {
    int left = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        RunChoice choice(4, seed);
        choice.hear({{kOne, 40, 1}}, kStart);
        ASSERT_TRUE(choice.choose(kStart));
        hear_for(choice, {{kOne, 40, 1}, {kTwo, 0, 1}}, kStart + 60s, kStart + 89s);
        EXPECT_FALSE(choice.leaves(false, kStart + 89s)) << "it is owed less";
        hear_for(choice, {{kOne, 40, 1}, {kTwo, 0, 1}}, kStart + 90s, kStart + 91s);
        const bool leaves = choice.leaves(false, kStart + 91s);
        left += leaves ? 1 : 0;
        EXPECT_FALSE(!leaves && choice.leaves(false, kStart + 91s + kLotEvery / 2)) << "one lot each 5 s";
        if (leaves) {
            EXPECT_EQ(choice.choose(kStart + 92s), kTwo);
        }
    }
    EXPECT_NEAR(left, 100, 30);
}

TEST(RunChoice, nobody_leaves_a_run_for_one_that_has_its_share_again) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RunChoice choice(4, seed);
        choice.hear({{kOne, 40, 1}}, kStart);
        ASSERT_TRUE(choice.choose(kStart));
        hear_for(choice, {{kOne, 40, 1}, {kTwo, 0, 1}}, kStart + 1s, kStart + 100s);
        choice.hear({{kOne, 40, 1}, {kTwo, 40, 1}}, kStart + 101s);
        EXPECT_GT(choice.owed_s(kTwo), 90);
        EXPECT_FALSE(choice.leaves(false, kStart + 101s));
    }
}

TEST(RunChoice, only_workers_of_the_richest_run_leave) {
    const RunKey three{"d", "three"};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RunChoice choice(4, seed);
        choice.hear({{kOne, 10, 1}}, kStart);
        ASSERT_TRUE(choice.choose(kStart));
        hear_for(choice, {{kOne, 20, 1}, {kTwo, 0, 1}, {three, 21, 1}}, kStart + 1s, kStart + 100s);
        EXPECT_FALSE(choice.leaves(false, kStart + 100s));
    }
}

TEST(RunChoice, idle_worker_leaves_at_once_for_a_run_that_has_a_pair_and_does_not_come_straight_back) {
    RunChoice choice(1, 1);
    choice.hear({{kOne, 0, 1}}, kStart);
    ASSERT_EQ(choice.choose(kStart), kOne);
    EXPECT_FALSE(choice.leaves(true, kStart + 6s)) << "there is no other run";
    choice.hear({{kOne, 1, 100}, {kTwo, 50, 1}}, kStart + 7s);
    EXPECT_TRUE(choice.leaves(true, kStart + 7s));
    EXPECT_EQ(choice.choose(kStart + 7s), kTwo) << "run one has a pair, but not for this worker";
    choice.hear({{kOne, 1, 100}}, kStart + 8s);
    EXPECT_EQ(choice.choose(kStart + 8s), kOne) << "there is nothing else";
}

TEST(RunChoice, what_was_long_ago_is_not_owed) {
    RunChoice choice(1, 1);
    hear_for(choice, {{kOne, 1, 1}, {kTwo, 0, 1}}, kStart, kStart + 1h);
    EXPECT_EQ(choice.owed_s(kTwo), std::chrono::duration<double>(kLongestOwed).count());
    choice.hear({{kOne, 1, 1}}, kStart + 1h + 1s);
    EXPECT_EQ(choice.owed_s(kTwo), 0) << "a run that is not offered any more is forgotten";
}

TEST(RunChoice, run_without_a_pair_is_owed_nothing) {
    RunChoice choice(1, 1);
    hear_for(choice, {{kOne, 1, 1}, {kTwo, 0, 1, false}}, kStart, kStart + 100s);
    EXPECT_EQ(choice.owed_s(kTwo), 0);
    EXPECT_EQ(choice.owed_s(kOne), 0);
}

} // namespace
} // namespace sprt::remote
