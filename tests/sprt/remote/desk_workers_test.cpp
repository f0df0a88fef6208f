// What becomes of workers whose results are wrong, and of what they may not do.

#include "tests/sprt/remote/made_desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

TEST(DeskWorkers, worker_of_a_wrong_result_gets_no_more_pairs_and_others_play_the_pair_again) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(result);
    EXPECT_FALSE(made.desk().settle(*result, "game 0: a move", made.now()));
    auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(SaysTo("1/2", OfferState::Unwelcome)));
    EXPECT_EQ(sent[0].answer.taken, Taken::Wrong);
    EXPECT_EQ(sent[0].answer.why, "game 0: a move");
    for (const std::uint64_t session : {1U, 7U}) {
        made.turn(asking(session, 9), "ann");
        EXPECT_THAT(made.sent(), ElementsAre(SaysTo(std::to_string(session) + "/9", OfferState::Unwelcome)));
    }
    EXPECT_EQ(made.given(2, 1, "bob"), (Attempt{0, 2}));
    EXPECT_EQ(made.desk().workers().at("ann").wrong, 1U);
    EXPECT_EQ(made.desk().workers().at("ann").pairs, 0U);
    EXPECT_EQ(made.desk().workers().at("ann").refused, "a result was wrong: game 0: a move");
    EXPECT_THAT(made.desk().leases().lost_by(), ElementsAre(Pair("ann", 1U)));
}

TEST(DeskWorkers, worker_of_a_wrong_result_may_bring_what_its_other_slots_play) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.given(2, 1, "ann");
    made.turn_and_settle(bringing(1, 2, {0, 1}), "ann", "a move");
    made.sent();
    made.turn_and_settle(bringing(2, 2, {1, 1}), "ann");
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(SaysTo("2/2", OfferState::Unwelcome)));
    EXPECT_EQ(sent[0].answer.taken, Taken::Kept);
}

TEST(DeskWorkers, pair_that_is_returned_goes_to_the_next_other_worker_and_its_own_stays_welcome) {
    for (const WhyReturned why : {WhyReturned::Stopping, WhyReturned::Paused}) {
        MadeDesk made;
        made.given(1, 1, "ann");
        made.given(2, 1, "bob");
        made.turn(returning(2, 2, {1, 1}, why), "bob");
        const auto sent = made.sent();
        ASSERT_THAT(sent, ElementsAre(GivesTo("2/2", Attempt{2, 1})));
        EXPECT_EQ(sent[0].answer.taken, Taken::Void);
        EXPECT_EQ(made.given(3, 1, "cid"), (Attempt{1, 2}));
        EXPECT_THAT(made.desk().leases().lost_by(), ElementsAre(Pair("bob", 1U)));
    }
}

TEST(DeskWorkers, worker_that_stops_gets_no_pair_for_the_one_that_it_returns) {
    MadeDesk made;
    made.given(1, 1, "ann");
    Turn turn = returning(1, 2, {0, 1}, WhyReturned::Stopping);
    turn.wants = false;
    made.turn(turn, "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/2", OfferState::Open)));
    EXPECT_EQ(made.given(2, 1, "bob"), (Attempt{0, 2}));
}

TEST(DeskWorkers, worker_that_cannot_play_gets_no_more_pairs) {
    MadeDesk made;
    made.given(1, 1, "ann");
    Turn turn = returning(1, 2, {0, 1}, WhyReturned::CannotPlay);
    turn.done->why = "no library";
    made.turn(turn, "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/2", OfferState::Unwelcome)));
    made.turn(asking(5, 1), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("5/1", OfferState::Unwelcome)));
    EXPECT_EQ(made.given(2, 1, "bob"), (Attempt{0, 2}));
    EXPECT_EQ(made.desk().workers().at("ann").refused, "no library");
    EXPECT_EQ(made.desk().workers().at("ann").wrong, 0U);
}

TEST(DeskWorkers, slot_that_asks_without_a_result_although_it_has_a_lease_never_got_it) {
    MadeDesk made;
    made.given(1, 1, "ann");
    EXPECT_EQ(made.given(1, 2, "ann"), (Attempt{0, 2}));
    EXPECT_EQ(made.desk().leases().lost(), 1U);
    EXPECT_EQ(made.desk().leases().held(), 1U);
    EXPECT_EQ(made.turn(bringing(1, 3, {0, 1}), "ann"), std::nullopt) << "attempt 1 is void";
}

TEST(DeskWorkers, another_worker_with_the_same_session_is_ignored) {
    MadeDesk made;
    made.given(1, 1, "ann");
    EXPECT_EQ(made.turn(bringing(1, 2, {0, 1}), "eve"), std::nullopt);
    EXPECT_EQ(made.turn(asking(1, 1), "eve"), std::nullopt) << "the answer is not told to others";
    EXPECT_THAT(made.sent(), IsEmpty());
    for (int i = 0; i < 3; ++i) {
        made.pass(kAliveApart);
        made.desk().alive(holding(1, {}), "eve", made.now());
    }
    EXPECT_EQ(made.desk().leases().lost(), 0U);
    made.pass(kLease - 3 * kAliveApart - 1s);
    made.desk().alive(holding(1, {{.slot = 0, .attempt = {0, 1}}}), "eve", made.now());
    made.pass(1s);
    EXPECT_EQ(made.desk().leases().lost(), 1U) << "its lease is not lengthened by others";
}

TEST(DeskWorkers, another_worker_with_a_slot_in_the_same_session_cannot_end_its_leases) {
    MadeDesk made;
    made.given(1, 1, "ann");
    Turn intruder = asking(1, 1);
    intruder.slot = 1;
    made.turn(intruder, "eve");
    for (int i = 0; i < 2; ++i) {
        made.pass(kAliveApart);
        made.desk().alive(holding(1, {{.slot = 1, .attempt = {1, 1}}}), "eve", made.now());
    }
    EXPECT_NE(made.desk().leases().in_force({0, 1}, {made_session(1), 0}), nullptr);
    EXPECT_TRUE(made.turn(bringing(1, 2, {0, 1}), "ann"));
}

TEST(DeskWorkers, coordinator_that_stood_still_hears_its_workers_before_leases_end) {
    MadeDesk made;
    ASSERT_TRUE(made.given(1, 1, "ann"));
    made.desk().keep_time(true, kStart);
    for (auto passed = 16s; passed < 30s; passed += 1s) {
        made.desk().keep_time(true, kStart + passed);
    }
    EXPECT_EQ(made.desk().leases().held(), 1U);
    made.desk().keep_time(true, kStart + 31s);
    EXPECT_EQ(made.desk().leases().held(), 0U) << "nothing was heard";
}

TEST(DeskWorkers, slot_that_leaves_is_no_slot_any_more) {
    MadeDesk made;
    const auto attempt = made.given(1, 1, "ann");
    ASSERT_TRUE(attempt);
    EXPECT_EQ(made.desk().slots(made.now()), 1U);
    Turn last = bringing(1, 2, *attempt);
    last.wants = false;
    made.turn_and_settle(last, "ann");
    EXPECT_EQ(made.desk().slots(made.now()), 0U);
    EXPECT_EQ(made.desk().leases().kept(), 1U);
    made.pass(100ms);
    made.turn(asking(1, 3), "ann");
    EXPECT_EQ(made.desk().slots(made.now()), 1U) << "it is back";
}

TEST(DeskWorkers, slots_that_were_heard_within_15_seconds_make_the_window) {
    MadeDesk made;
    made.turn(asking(1, 1), "ann");
    made.turn(asking(2, 1), "bob");
    EXPECT_EQ(made.desk().slots(made.now()), 2U);
    made.pass(10s);
    made.desk().alive(holding(1, {{.slot = 0, .attempt = {0, 1}}}), "ann", made.now());
    made.pass(4'999ms);
    EXPECT_EQ(made.desk().slots(made.now()), 2U);
    made.pass(1ms);
    EXPECT_EQ(made.desk().slots(made.now()), 1U);
    made.play_all(1, 2, "ann");
    EXPECT_EQ(made.desk().leases().given(), 8U);
    made.turn(asking(3, 1), "cid");
    made.play_all(1, 50, "ann");
    EXPECT_EQ(made.desk().leases().given(), 16U);
}

TEST(DeskWorkers, slot_that_was_not_heard_for_2_minutes_is_forgotten) {
    MadeDesk made;
    made.given(1, 5, "ann");
    made.pass(kForgotten);
    EXPECT_EQ(made.given(1, 4, "ann"), std::nullopt) << "its number is known";
    made.pass(1ms);
    EXPECT_EQ(made.given(1, 4, "ann"), (Attempt{0, 2}));
}

TEST(DeskWorkers, slot_with_a_lease_is_not_forgotten) {
    MadeDesk made(1000, 1h);
    made.given(1, 5, "ann");
    for (int i = 0; i < 13; ++i) { // the server goes away again and again
        made.pass(10s);
        made.desk().begin_anew(made.now());
    }
    EXPECT_EQ(made.given(1, 4, "ann"), std::nullopt) << "its number is known";
    EXPECT_TRUE(made.turn(bringing(1, 6, {0, 1}), "ann"));
}

TEST(DeskWorkers, slot_whose_result_is_checked_is_not_forgotten) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(result);
    made.pass(2 * kForgotten);
    EXPECT_FALSE(made.desk().settle(*result, std::nullopt, made.now()));
    EXPECT_THAT(made.sent(), SizeIs(1));
}

} // namespace
} // namespace sprt::remote
