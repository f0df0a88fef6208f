#include "sprt/remote/leases.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::uint64_t kManyGames = 1'000'000;

SlotId slot_of(std::uint32_t slot, std::uint64_t session = 1) {
    return {made_session(session), slot};
}

Leases leases_of(std::uint64_t first = 0, std::uint64_t end = kManyGames) {
    return {made_pairs(first, end), first, kLongestPair};
}

/// The attempt that slot `slot` gets; empty: none.
std::optional<Attempt> given_to(Leases& leases, std::uint32_t slot, const std::string& worker = "ann",
                                Time now = kStart) {
    const Lease* lease = give(leases, slot_of(slot), worker, now);
    return lease == nullptr ? std::nullopt : std::optional(lease->attempt);
}

/// Gives pairs to slots from `slot` on while there are any; returns how many.
std::uint64_t give_all(Leases& leases, std::uint32_t slot = 0) {
    std::uint64_t pairs = 0;
    while (give(leases, slot_of(slot++), "ann", kStart) != nullptr) {
        ++pairs;
    }
    return pairs;
}

TEST(Leases, pairs_are_given_in_the_order_of_the_schedule) {
    Leases leases = leases_of();
    for (std::uint32_t pair = 0; pair < 4; ++pair) {
        EXPECT_TRUE(leases.is_ready()) << "asking takes no pair";
        const Lease* lease = give(leases, slot_of(pair), "ann", kStart);
        ASSERT_NE(lease, nullptr);
        EXPECT_EQ(lease->attempt, (Attempt{pair, 1}));
        EXPECT_EQ(lease->slot, slot_of(pair));
        EXPECT_EQ(lease->worker, "ann");
        ASSERT_EQ(lease->jobs->size(), 2U);
        EXPECT_EQ(lease->jobs->front().id, 2 * pair);
        EXPECT_EQ(lease->jobs->back().id, 2 * pair + 1);
        EXPECT_EQ(leases.given(), 2 * pair + 2);
    }
    EXPECT_EQ(leases.held(), 4U);
}

TEST(Leases, window_is_4_pairs_a_slot_and_8_from_256_slots) {
    const struct {
        std::uint64_t slots;
        std::uint64_t pairs;
    } rows[] = {{1, 4}, {2, 8}, {40, 160}, {255, 1020}, {256, 2048}, {1000, 8000}};
    for (const auto& row : rows) {
        Leases leases = leases_of();
        leases.set_slots(row.slots);
        EXPECT_EQ(give_all(leases), row.pairs) << row.slots;
        EXPECT_EQ(leases.given(), 2 * row.pairs) << row.slots;
        EXPECT_FALSE(leases.is_ready()) << row.slots;
        leases.hand_on(2);
        EXPECT_TRUE(leases.is_ready()) << row.slots;
        EXPECT_EQ(give_all(leases, 100'000), 1U) << row.slots;
        leases.hand_on(12);
        EXPECT_EQ(give_all(leases, 200'000), 5U) << row.slots;
    }
}

TEST(Leases, results_that_are_not_counted_do_not_move_the_window) {
    Leases leases = leases_of();
    EXPECT_EQ(give_all(leases), 4U);
    leases.keep({1, 1});
    leases.keep({2, 1});
    EXPECT_EQ(give(leases, slot_of(9), "ann", kStart), nullptr);
}

TEST(Leases, window_holds_after_the_number_of_slots_sinks) {
    Leases leases = leases_of();
    leases.set_slots(4);
    EXPECT_EQ(give_all(leases), 16U);
    leases.set_slots(1);
    for (const std::uint64_t counted : {0U, 2U, 10U, 24U}) {
        leases.hand_on(counted);
        EXPECT_FALSE(leases.is_ready()) << counted;
        EXPECT_EQ(give(leases, slot_of(50), "ann", kStart), nullptr) << counted;
    }
    leases.hand_on(26);
    EXPECT_EQ(given_to(leases, 50), (Attempt{16, 1}));
    EXPECT_EQ(given_to(leases, 51), std::nullopt);
}

TEST(Leases, pair_that_was_prepared_is_not_given_beyond_a_window_that_sank) {
    Leases leases = leases_of();
    leases.set_slots(2);
    for (std::uint32_t slot = 0; slot < 6; ++slot) {
        ASSERT_TRUE(given_to(leases, slot));
    }
    EXPECT_TRUE(leases.is_ready()) << "pair 6 is prepared now";
    leases.set_slots(1);
    EXPECT_FALSE(leases.is_ready());
    EXPECT_EQ(given_to(leases, 6), std::nullopt);
    leases.hand_on(6);
    EXPECT_EQ(given_to(leases, 6), (Attempt{6, 1}));
}

TEST(Leases, lost_pair_beyond_a_window_that_sank_waits_and_the_oldest_one_does_not) {
    Leases leases = leases_of();
    leases.set_slots(4);
    give_all(leases);
    leases.set_slots(1);
    leases.lose({10, 1}, "why");
    EXPECT_EQ(given_to(leases, 50), std::nullopt);
    leases.lose({0, 1}, "why");
    EXPECT_EQ(given_to(leases, 50), (Attempt{0, 2}));
    leases.hand_on(12);
    EXPECT_EQ(given_to(leases, 51), std::nullopt);
    leases.hand_on(14);
    EXPECT_EQ(given_to(leases, 51), (Attempt{10, 2}));
}

TEST(Leases, schedule_is_asked_for_no_pair_beyond_the_window) {
    int asked = 0;
    Leases leases(
        [&asked, pairs = made_pairs(0, kManyGames)] {
            ++asked;
            return pairs();
        },
        0, kLongestPair);
    give_all(leases);
    EXPECT_FALSE(leases.is_ready());
    EXPECT_EQ(asked, 4);
}

TEST(Leases, narrow_window_has_nothing_but_the_oldest_pair) {
    Leases leases = leases_of();
    leases.set_slots(2);
    leases.narrow(true);
    EXPECT_TRUE(leases.is_ready());
    EXPECT_EQ(given_to(leases, 0), (Attempt{0, 1}));
    EXPECT_FALSE(leases.is_ready());
    EXPECT_EQ(given_to(leases, 1), std::nullopt);
    leases.narrow(false);
    EXPECT_EQ(given_to(leases, 1), (Attempt{1, 1}));
    EXPECT_EQ(given_to(leases, 2), (Attempt{2, 1}));
    leases.narrow(true);
    leases.lose({2, 1}, "why");
    EXPECT_FALSE(leases.is_ready());
    EXPECT_EQ(given_to(leases, 2), std::nullopt) << "it is lost, but not the oldest one";
    leases.lose({0, 1}, "why");
    EXPECT_EQ(given_to(leases, 3), (Attempt{0, 2}));
    leases.keep({0, 2});
    leases.keep({1, 1});
    leases.hand_on(4);
    EXPECT_EQ(given_to(leases, 4), (Attempt{2, 2}));
    EXPECT_EQ(given_to(leases, 5), std::nullopt);
}

TEST(Leases, lost_pairs_go_before_new_ones_the_lowest_number_first_as_the_next_attempt) {
    Leases leases = leases_of();
    leases.set_slots(4);
    for (std::uint32_t slot = 0; slot < 5; ++slot) {
        given_to(leases, slot);
    }
    for (const std::uint64_t pair : {3U, 1U, 4U}) {
        leases.lose({pair, 1}, "why");
    }
    EXPECT_EQ(given_to(leases, 10), (Attempt{1, 2}));
    leases.lose({1, 2}, "why");
    EXPECT_EQ(given_to(leases, 10), (Attempt{1, 3}));
    EXPECT_EQ(given_to(leases, 11), (Attempt{3, 2}));
    EXPECT_EQ(given_to(leases, 12), (Attempt{4, 2}));
    EXPECT_EQ(given_to(leases, 13), (Attempt{5, 1}));
    EXPECT_EQ(leases.given(), 12U);
    EXPECT_EQ(leases.lost(), 4U);
    EXPECT_THAT(leases.lost_by(), ElementsAre(Pair("ann", 4U)));
}

TEST(Leases, pair_may_be_lost_by_the_attempt_that_its_lease_names) {
    Leases leases = leases_of();
    for (int attempt = 1; attempt <= kMostLosses; ++attempt) {
        const Lease* lease = give(leases, slot_of(0), "ann", kStart);
        ASSERT_NE(lease, nullptr);
        ASSERT_EQ(lease->attempt, (Attempt{0, attempt}));
        leases.lose(lease->attempt, "a reason that is too long to be kept in the text itself");
    }
    EXPECT_EQ(leases.poisoned().size(), 8U);
}

TEST(Leases, lost_pair_has_the_same_jobs_again) {
    Leases leases = leases_of();
    const auto jobs = give(leases, slot_of(0), "ann", kStart)->jobs;
    leases.lose({0, 1}, "why");
    EXPECT_EQ(give(leases, slot_of(1), "bob", kStart)->jobs, jobs);
}

TEST(Leases, lease_is_in_force_for_its_attempt_and_slot_alone) {
    Leases leases = leases_of();
    given_to(leases, 0);
    leases.lose({0, 1}, "why");
    given_to(leases, 1);
    ASSERT_NE(leases.in_force({0, 2}, slot_of(1)), nullptr);
    EXPECT_EQ(leases.of_slot(slot_of(1)), leases.in_force({0, 2}, slot_of(1)));
    EXPECT_EQ(leases.in_force({0, 1}, slot_of(0)), nullptr) << "void for ever";
    EXPECT_EQ(leases.in_force({0, 1}, slot_of(1)), nullptr);
    EXPECT_EQ(leases.in_force({0, 3}, slot_of(1)), nullptr);
    EXPECT_EQ(leases.in_force({0, 2}, slot_of(0)), nullptr);
    EXPECT_EQ(leases.in_force({0, 2}, slot_of(1, 2)), nullptr) << "another session";
    EXPECT_EQ(leases.in_force({7, 1}, slot_of(1)), nullptr);
    EXPECT_EQ(leases.of_slot(slot_of(0)), nullptr);
    leases.keep({0, 2});
    EXPECT_EQ(leases.in_force({0, 2}, slot_of(1)), nullptr);
    EXPECT_EQ(leases.of_slot(slot_of(1)), nullptr);
    EXPECT_EQ(leases.kept(), 1U);
    EXPECT_EQ(leases.held(), 0U);
}

TEST(Leases, pair_that_was_kept_is_not_given_again) {
    Leases leases = leases_of(0, 4);
    given_to(leases, 0);
    given_to(leases, 1);
    leases.keep({0, 1});
    leases.lose({1, 1}, "why");
    EXPECT_EQ(given_to(leases, 2), (Attempt{1, 2}));
    EXPECT_EQ(given_to(leases, 3), std::nullopt);
}

TEST(Leases, attempt_4_goes_to_trusted_workers_only) {
    Leases leases = leases_of();
    for (int attempt = 1; attempt <= kLossesBeforeTrusted; ++attempt) {
        EXPECT_EQ(given_to(leases, 0, "v-bob"), (Attempt{0, attempt}));
        leases.lose({0, attempt}, "why");
    }
    EXPECT_EQ(given_to(leases, 0, "v-bob"), (Attempt{1, 1})) << "a volunteer gets another pair";
    EXPECT_TRUE(leases.is_ready());
    EXPECT_EQ(given_to(leases, 1, "vbob"), (Attempt{0, 4}));
    leases.lose({0, 4}, "why");
    EXPECT_EQ(given_to(leases, 2, "v-"), (Attempt{2, 1}));
    EXPECT_EQ(given_to(leases, 3, "bob-v-"), (Attempt{0, 5}));
}

TEST(Leases, volunteer_gets_nothing_when_only_a_pair_for_trusted_workers_is_free) {
    Leases leases = leases_of(0, 2);
    for (int attempt = 1; attempt <= kLossesBeforeTrusted; ++attempt) {
        given_to(leases, 0);
        leases.lose({0, attempt}, "why");
    }
    EXPECT_EQ(given_to(leases, 0, "v-bob"), std::nullopt);
    EXPECT_TRUE(leases.is_ready());
    EXPECT_FALSE(leases.is_used_up());
}

TEST(Leases, pair_is_poisoned_when_attempt_8_is_lost) {
    Leases leases = leases_of();
    given_to(leases, 9);
    leases.lose({0, 1}, "of another pair");
    leases.keep(*given_to(leases, 9));
    given_to(leases, 0, "ann-1");
    for (int attempt = 1; attempt <= kMostLosses; ++attempt) {
        EXPECT_THAT(leases.poisoned(), IsEmpty()) << attempt;
        leases.lose({1, attempt}, "reason " + std::to_string(attempt));
        if (attempt < kMostLosses) {
            ASSERT_EQ(given_to(leases, 0, "ann-" + std::to_string(attempt + 1)), (Attempt{1, attempt + 1}));
        }
    }
    ASSERT_EQ(leases.poisoned().size(), 8U);
    for (int attempt = 1; attempt <= kMostLosses; ++attempt) {
        const LostAttempt& lost = leases.poisoned()[static_cast<std::size_t>(attempt - 1)];
        EXPECT_EQ(lost.attempt, (Attempt{1, attempt}));
        EXPECT_EQ(lost.worker, "ann-" + std::to_string(attempt));
        EXPECT_EQ(lost.why, "reason " + std::to_string(attempt));
    }
}

TEST(Leases, schedule_is_used_up_when_its_last_pair_was_kept) {
    Leases leases = leases_of(0, 4);
    given_to(leases, 0);
    given_to(leases, 1);
    EXPECT_FALSE(leases.is_ready());
    leases.keep({0, 1});
    EXPECT_FALSE(leases.is_used_up()) << "pair 1 is played";
    leases.lose({1, 1}, "why");
    EXPECT_FALSE(leases.is_used_up()) << "pair 1 is free";
    EXPECT_TRUE(leases.is_ready());
    leases.keep(*given_to(leases, 0));
    EXPECT_FALSE(leases.is_ready());
    EXPECT_TRUE(leases.is_used_up());
}

TEST(Leases, schedule_is_not_used_up_while_the_window_is_full) {
    Leases leases = leases_of(0, 10);
    give_all(leases);
    for (std::uint64_t pair = 0; pair < 4; ++pair) {
        leases.keep({pair, 1});
    }
    EXPECT_FALSE(leases.is_ready());
    EXPECT_FALSE(leases.is_used_up());
    leases.hand_on(8);
    EXPECT_TRUE(leases.is_ready());
    EXPECT_FALSE(leases.is_used_up()) << "a pair that is prepared is not played";
}

TEST(Leases, empty_schedule_is_used_up_at_once) {
    Leases leases = leases_of(6, 6);
    EXPECT_FALSE(leases.is_ready());
    EXPECT_TRUE(leases.is_used_up());
    EXPECT_EQ(leases.given(), 6U);
}

TEST(Leases, resumed_run_may_begin_with_the_second_game_of_a_pair) {
    Leases leases = leases_of(5, 100);
    const Lease* lease = give(leases, slot_of(0), "ann", kStart);
    ASSERT_NE(lease, nullptr);
    EXPECT_EQ(lease->attempt, (Attempt{2, 1}));
    ASSERT_EQ(lease->jobs->size(), 1U);
    EXPECT_EQ(lease->jobs->front().id, 5U);
    EXPECT_EQ(leases.given(), 6U);
    EXPECT_EQ(leases.held(), 1U);
    EXPECT_EQ(given_to(leases, 1), (Attempt{3, 1}));
    EXPECT_EQ(leases.held(), 2U);
    leases.lose({2, 1}, "why");
    EXPECT_EQ(give(leases, slot_of(2), "ann", kStart)->jobs->size(), 1U);
    EXPECT_EQ(give_all(leases, 10), 3U) << "games 8, 10 and 12 are before game 13";
}

TEST(Leases, after_a_change_of_the_plan_what_was_begun_is_void_and_lost_by_nobody) {
    std::uint64_t next = 0;
    Leases leases([&next] { return made_pairs(std::exchange(next, next + 2), kManyGames)(); }, 0,
                  kLongestPair);
    leases.set_slots(4);
    ASSERT_EQ(given_to(leases, 0), (Attempt{0, 1}));
    ASSERT_EQ(given_to(leases, 1), (Attempt{1, 1}));
    leases.lose({1, 1}, "its worker stopped");
    ASSERT_EQ(given_to(leases, 2), (Attempt{1, 2}));
    ASSERT_EQ(given_to(leases, 3), (Attempt{2, 1}));
    leases.keep({0, 1});
    leases.keep({2, 1}); // taken, and of a plan that is over when pair 0 is counted
    leases.hand_on(2);
    const std::uint64_t lost = leases.lost();

    next = 2;
    leases.replan(2);
    EXPECT_EQ(leases.in_force({1, 2}, slot_of(2)), nullptr);
    EXPECT_EQ(leases.of_slot(slot_of(2)), nullptr);
    EXPECT_EQ(leases.held(), 0U);
    EXPECT_EQ(leases.lost(), lost);
    EXPECT_EQ(leases.given(), 2U);
    EXPECT_EQ(leases.voided(), 4U) << "pairs 1 and 2";
    EXPECT_FALSE(leases.is_used_up());
    EXPECT_EQ(given_to(leases, 2), (Attempt{1, 3})) << "no attempt of before has its number";
    EXPECT_EQ(given_to(leases, 3), (Attempt{2, 3}));
}

TEST(Leases, copies_of_counted_pairs_go_on_through_a_change_of_the_plan) {
    Leases leases = leases_of();
    leases.set_slots(4);
    const Lease* const first = give(leases, slot_of(0), "ann", kStart);
    const auto jobs = first->jobs;
    leases.keep({0, 1});
    ASSERT_EQ(given_to(leases, 1), (Attempt{1, 1}));
    leases.keep({1, 1});
    static_cast<void>(leases.give_copy({{0, 2}, jobs}, slot_of(2), "bob", kStart));
    static_cast<void>(leases.give_copy({{1, 2}, jobs}, slot_of(3), "bob", kStart));
    leases.replan(2);
    EXPECT_NE(leases.in_force({0, 2}, slot_of(2)), nullptr);
    EXPECT_EQ(leases.in_force({1, 2}, slot_of(3)), nullptr) << "pair 1 was not counted";
    EXPECT_EQ(leases.held(), 1U);
}

} // namespace
} // namespace sprt::remote
