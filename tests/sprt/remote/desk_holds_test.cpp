// Requests that are held, and when they are answered.

#include "tests/sprt/remote/made_desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(DeskHolds, request_that_gets_no_pair_is_answered_after_10_seconds) {
    MadeDesk made = MadeDesk::with_four_pairs();
    for (int i = 0; i < 2; ++i) { // so that no lease ends
        made.pass(6s);
        made.desk().begin_anew(made.now());
    }
    made.turn(asking(9, 1), "eve");
    made.pass(9'999ms);
    EXPECT_THAT(made.sent(), IsEmpty());
    made.pass(1ms);
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(SaysTo("9/1", OfferState::Open)));
    EXPECT_EQ(sent[0].answer.taken, std::nullopt);
    made.pass(1s);
    EXPECT_THAT(made.sent(), IsEmpty()) << "once";
}

TEST(DeskHolds, empty_answer_is_repeated_for_its_number_although_a_pair_is_free_by_then) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.turn(asking(9, 1), "eve");
    made.pass(kLongestHold);
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("9/1", OfferState::Open)));
    made.pass(kLease);
    EXPECT_THAT(made.sent(), IsEmpty());
    made.turn(asking(9, 1), "eve", "-b");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("9/1-b", OfferState::Open)));
    EXPECT_EQ(made.given(9, 2, "eve"), (Attempt{0, 2}));
}

TEST(DeskHolds, ten_seconds_begin_with_the_first_of_repeated_requests) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.turn(asking(9, 1), "eve");
    made.pass(6s);
    made.turn(asking(9, 1), "eve", "-b");
    made.pass(4s);
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("9/1-b", OfferState::Open)));
}

TEST(DeskHolds, next_number_of_a_slot_takes_the_place_of_its_held_request) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.turn(asking(9, 1), "eve");
    made.pass(6s);
    made.turn(asking(9, 2), "eve");
    made.pass(4s);
    EXPECT_THAT(made.sent(), IsEmpty());
    made.desk().end(OfferState::Waiting, made.now());
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("9/2", OfferState::Waiting)));
}

TEST(DeskHolds, what_frees_a_pair_answers_the_oldest_request_at_once) {
    const struct {
        const char* what;
        void (*happens)(MadeDesk&);
    } rows[] = {
        {"its slot returns it",
         [](MadeDesk& made) {
             made.turn(returning(1, 2, {0, 1}, WhyReturned::Paused), "ann");
         }},
        {"its worker cannot play it",
         [](MadeDesk& made) {
             made.turn(returning(1, 2, {0, 1}, WhyReturned::CannotPlay), "ann");
         }},
        {"its result is wrong",
         [](MadeDesk& made) {
             made.turn_and_settle(bringing(1, 2, {0, 1}), "ann", "a move");
         }},
        {"its slot never got it", [](MadeDesk& made) { made.turn(asking(1, 2), "ann"); }},
        {"its session does not name it",
         [](MadeDesk& made) {
             made.desk().alive(holding(1, {}), "ann", made.now());
             made.pass(kAliveApart);
             made.desk().alive(holding(1, {}), "ann", made.now());
         }},
        {"nobody names it",
         [](MadeDesk& made) {
             for (const std::uint64_t session : {2U, 3U, 4U}) {
                 const Attempt held{session - 1, 1};
                 made.desk().alive(holding(session, {{.slot = 0, .attempt = held}}),
                                   std::array{"bob", "cid", "dan"}[session - 2], made.now());
             }
             made.pass(6s);
         }},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.what);
        MadeDesk made = MadeDesk::with_four_pairs();
        made.pass(8s);
        made.turn(asking(9, 1), "eve");
        made.pass(1s);
        made.turn(asking(8, 1), "fay");
        EXPECT_THAT(made.sent(), IsEmpty());
        row.happens(made);
        const auto sent = made.sent();
        EXPECT_THAT(sent, Contains(GivesTo("9/1", Attempt{0, 2})));
        for (const Sent& other : sent) {
            EXPECT_NE(other.to, "8/1");
        }
    }
}

TEST(DeskHolds, oldest_request_is_answered_first) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.pass(6s);
    made.turn(asking(9, 1), "eve");
    made.pass(1s);
    made.turn(asking(8, 1), "fay");
    made.pass(1s);
    made.turn(asking(9, 1), "eve", "-b");
    made.turn(returning(1, 2, {0, 1}, WhyReturned::Paused), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(GivesTo("9/1-b", Attempt{0, 2})));
}

TEST(DeskHolds, results_that_are_counted_answer_a_request_that_waits_for_the_window) {
    MadeDesk made;
    const std::uint64_t seq = made.play_all(1, 1, "ann");
    EXPECT_EQ(made.desk().leases().kept(), 4U);
    made.pass(1s);
    EXPECT_THAT(made.sent(), IsEmpty());
    made.desk().hand_on(1, made.now());
    EXPECT_THAT(made.sent(), ElementsAre(GivesTo("1/" + std::to_string(seq), Attempt{4, 1})));
}

TEST(DeskHolds, results_that_are_counted_answer_as_many_requests_as_there_are_pairs) {
    MadeDesk made;
    const std::uint64_t seq = made.play_all(1, 1, "ann");
    made.play_all(2, 1, "bob"); // whose slot makes the window wider: the request of ann gets pair 4
    made.turn_and_settle(bringing(1, seq + 1, {4, 1}), "ann");
    EXPECT_EQ(made.desk().leases().given(), 16U);
    made.pass(1s);
    made.sent();
    made.desk().hand_on(2, made.now());
    EXPECT_THAT(made.sent(), SizeIs(1));
    made.desk().hand_on(4, made.now());
    EXPECT_THAT(made.sent(), SizeIs(1));
    made.desk().hand_on(6, made.now());
    EXPECT_THAT(made.sent(), IsEmpty());
}

TEST(DeskHolds, all_requests_are_answered_at_the_end) {
    for (const OfferState state : {OfferState::Waiting, OfferState::Ended}) {
        MadeDesk made = MadeDesk::with_four_pairs();
        made.turn(asking(8, 1), "eve");
        made.turn(asking(9, 1), "fay");
        made.desk().end(state, made.now());
        EXPECT_THAT(made.sent(), ElementsAre(SaysTo("8/1", state), SaysTo("9/1", state)));
        made.turn(asking(7, 1), "gus");
        made.turn(returning(1, 2, {0, 1}, WhyReturned::Stopping), "ann");
        EXPECT_THAT(made.sent(), ElementsAre(SaysTo("7/1", state), SaysTo("1/2", state)));
        made.turn(asking(7, 1), "gus", "-b");
        EXPECT_THAT(made.sent(), ElementsAre(SaysTo("7/1-b", state)));
    }
}

TEST(DeskHolds, no_pair_is_given_after_the_end) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.desk().end(OfferState::Ended, made.now());
    made.desk().hand_on(10, made.now());
    EXPECT_EQ(made.given(2, 1, "bob"), std::nullopt);
    made.turn_and_settle(bringing(1, 2, {0, 1}), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/2", OfferState::Ended)));
}

TEST(DeskHolds, worker_that_is_unwelcome_is_told_the_end_too) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.turn(returning(1, 2, {0, 1}, WhyReturned::CannotPlay), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/2", OfferState::Unwelcome)));
    made.desk().end(OfferState::Ended, made.now());
    made.turn(asking(1, 3), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/3", OfferState::Ended)));
}

TEST(DeskHolds, slot_that_wants_no_pair_is_answered_at_once) {
    MadeDesk made;
    made.given(1, 1, "ann");
    Turn turn = bringing(1, 2, {0, 1});
    turn.wants = false;
    made.turn_and_settle(turn, "ann");
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(SaysTo("1/2", OfferState::Open)));
    EXPECT_EQ(sent[0].answer.taken, Taken::Kept);
    EXPECT_EQ(made.desk().leases().held(), 0U);
}

TEST(DeskHolds, slot_that_wants_no_pair_is_answered_at_once_although_others_wait_for_one) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.turn(asking(9, 1), "eve");
    made.pass(1s);
    Turn turn = bringing(1, 2, {0, 1});
    turn.wants = false;
    made.turn_and_settle(turn, "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/2", OfferState::Open)));
}

TEST(DeskHolds, unwelcome_worker_is_told_so_at_once_although_others_wait_for_a_pair) {
    MadeDesk made = MadeDesk::with_four_pairs();
    made.turn(asking(9, 1), "eve");
    made.turn(asking(8, 1), "fay");
    made.turn(returning(1, 2, {0, 1}, WhyReturned::CannotPlay), "ann");
    made.sent();
    made.pass(1s);
    made.turn(asking(1, 3), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(SaysTo("1/3", OfferState::Unwelcome)));
}

TEST(DeskHolds, pair_for_trusted_workers_passes_a_volunteer_that_asked_first) {
    MadeDesk made(2);
    for (std::uint64_t attempt = 1; attempt <= kLossesBeforeTrusted + 1; ++attempt) {
        made.given(1, attempt, "ann");
    }
    made.turn(asking(8, 1), "v-eve");
    made.turn(asking(9, 1), "fay");
    made.sent();
    Turn turn = returning(1, 9, {0, 4}, WhyReturned::Stopping);
    turn.wants = false;
    made.turn(turn, "ann");
    const auto sent = made.sent();
    ASSERT_FALSE(sent.empty());
    EXPECT_THAT(sent, Contains(GivesTo("9/1", Attempt{0, 5})));
    for (const Sent& other : sent) {
        EXPECT_NE(other.to, "8/1");
    }
}

} // namespace
} // namespace sprt::remote
