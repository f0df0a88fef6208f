#include "referee/game/job.hpp"
#include "sprt/remote/desk.hpp"
#include "tests/sprt/remote/made_desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sprt::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Desk, task_holds_all_that_its_games_are_played_with) {
    Job job;
    job.id = 84;
    job.pair = 42;
    job.first = referee::Player::Agent2;
    job.seeds = {18446744073709551615U, 7};
    job.limits.time = {std::chrono::nanoseconds(2'000'999), std::chrono::seconds(3)};
    job.is_verified = true;
    job.keeps = {false, true};
    job.opening = {{1, 2, 3, 4}};
    job.start = referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/3x3/7/o5x o 0 4");
    const Lease lease{.attempt = {42, 3},
                      .slot = {},
                      .worker = "ann",
                      .jobs = std::make_shared<const std::vector<Job>>(1, job),
                      .until = {},
                      .longest = {}};
    const Task task = task_of(lease);
    EXPECT_EQ(task.attempt, (Attempt{42, 3}));
    ASSERT_EQ(task.games.size(), 1U);
    EXPECT_EQ(referee::job_json(task.games[0]), referee::job_json(job));
}

TEST(Desk, each_slot_that_asks_gets_a_pair_of_its_own) {
    MadeDesk made;
    EXPECT_EQ(made.given(1, 1, "ann"), (Attempt{0, 1}));
    Turn other_slot = asking(1, 1);
    other_slot.slot = 1;
    made.turn(other_slot, "ann");
    made.turn(asking(2, 5), "ann");
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(GivesTo("1/1", Attempt{1, 1}), GivesTo("2/5", Attempt{2, 1})));
    EXPECT_EQ(sent[1].answer.seq, 5U);
    EXPECT_EQ(sent[1].answer.epoch, kMadeEpoch);
    EXPECT_EQ(sent[1].answer.state, OfferState::Open);
    EXPECT_EQ(sent[1].answer.taken, std::nullopt);
    EXPECT_EQ(sent[1].answer.task->games.size(), 2U);
}

TEST(Desk, repeated_request_gets_the_same_answer_at_its_new_address_and_no_second_pair) {
    MadeDesk made;
    made.turn(asking(1, 1), "ann");
    const auto first = made.desk().take_posts();
    ASSERT_THAT(first, SizeIs(1));
    for (const char* tail : {"-b", "-c", "-d"}) {
        made.pass(3s);
        EXPECT_EQ(made.turn(asking(1, 1), "ann", tail), std::nullopt);
        const auto again = made.desk().take_posts();
        ASSERT_THAT(again, SizeIs(1));
        EXPECT_EQ(again[0].subject, std::string("1/1") + tail);
        EXPECT_EQ(again[0].text, first[0].text);
    }
    EXPECT_EQ(made.desk().leases().held(), 1U);
    EXPECT_EQ(made.desk().leases().lost(), 0U);
}

TEST(Desk, repeated_result_gets_the_same_answer_and_is_not_checked_again) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.turn_and_settle(bringing(1, 2, {0, 1}), "ann");
    const auto first = made.sent();
    ASSERT_THAT(first, ElementsAre(GivesTo("1/2", Attempt{1, 1})));
    EXPECT_EQ(first[0].answer.taken, Taken::Kept);
    EXPECT_EQ(made.turn(bringing(1, 2, {0, 1}), "ann", "-b"), std::nullopt);
    const auto again = made.sent();
    ASSERT_THAT(again, ElementsAre(GivesTo("1/2-b", Attempt{1, 1})));
    EXPECT_EQ(again[0].answer.taken, Taken::Kept);
    EXPECT_EQ(made.desk().leases().kept(), 1U);
    EXPECT_EQ(made.desk().workers().at("ann").pairs, 1U);
    EXPECT_EQ(made.desk().leases().held(), 1U);
}

TEST(Desk, only_the_newest_of_the_repeated_requests_that_are_held_is_answered) {
    MadeDesk made = MadeDesk::with_four_pairs();
    for (const char* tail : {"-a", "-b", "-c"}) {
        made.turn(asking(9, 1), "eve", tail);
        made.pass(1s);
    }
    EXPECT_THAT(made.sent(), IsEmpty());
    made.turn(returning(1, 2, {0, 1}, WhyReturned::Stopping), "ann");
    EXPECT_THAT(made.sent(), ElementsAre(GivesTo("9/1-c", Attempt{0, 2})));
}

TEST(Desk, request_with_a_lower_number_is_ignored) {
    MadeDesk made;
    made.given(1, 5, "ann");
    EXPECT_EQ(made.turn(asking(1, 4), "ann"), std::nullopt);
    EXPECT_EQ(made.turn(bringing(1, 4, {0, 1}), "ann"), std::nullopt);
    EXPECT_EQ(made.turn(returning(1, 3, {0, 1}, WhyReturned::CannotPlay), "ann"), std::nullopt);
    EXPECT_THAT(made.sent(), IsEmpty());
    EXPECT_EQ(made.desk().leases().held(), 1U);
    EXPECT_EQ(made.desk().leases().lost(), 0U);
    made.turn_and_settle(bringing(1, 6, {0, 1}), "ann");
    EXPECT_EQ(made.desk().leases().kept(), 1U);
}

TEST(Desk, repeated_request_is_answered_after_the_check_of_its_result) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann", "-a");
    ASSERT_TRUE(result);
    EXPECT_EQ(result->worker, "ann");
    EXPECT_EQ(result->done.attempt, (Attempt{0, 1}));
    EXPECT_THAT(result->done.games, ElementsAre("{}", "{}"));
    ASSERT_NE(result->jobs, nullptr);
    EXPECT_EQ(result->jobs->front().id, 0U);
    EXPECT_EQ(made.turn(bringing(1, 2, {0, 1}), "ann", "-b"), std::nullopt) << "it is being checked";
    made.pass(kLongestHold);
    EXPECT_THAT(made.sent(), IsEmpty());
    EXPECT_TRUE(made.desk().settle(*result, std::nullopt, made.now()));
    EXPECT_THAT(made.sent(), ElementsAre(GivesTo("1/2-b", Attempt{1, 1})));
}

TEST(Desk, result_is_kept_under_its_lease) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(result);
    EXPECT_TRUE(made.desk().settle(*result, std::nullopt, made.now()));
    EXPECT_EQ(made.desk().leases().kept(), 1U);
    EXPECT_EQ(made.desk().leases().in_force({0, 1}, result->slot), nullptr);
    EXPECT_EQ(made.desk().workers().at("ann").pairs, 1U);
}

TEST(Desk, slot_that_asks_anew_during_the_check_of_its_result_is_answered_once) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto first = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(first);
    Turn anew = bringing(1, 3, {0, 1});
    anew.wants = false;
    const auto second = made.turn(anew, "ann");
    EXPECT_THAT(made.sent(), IsEmpty()) << "nothing is answered before the check";
    EXPECT_TRUE(made.desk().settle(*first, std::nullopt, made.now()));
    if (second) {
        EXPECT_FALSE(made.desk().settle(*second, std::nullopt, made.now()));
    }
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(SaysTo("1/3", OfferState::Open)));
    EXPECT_EQ(sent[0].answer.taken, Taken::Kept);
    EXPECT_EQ(made.desk().leases().kept(), 1U);
}

TEST(Desk, slot_has_one_lease_at_most_however_early_it_asks_anew) {
    for (const bool brings_it_again : {false, true}) {
        MadeDesk made;
        made.given(1, 1, "ann");
        const auto first = made.turn(bringing(1, 2, {0, 1}), "ann");
        ASSERT_TRUE(first);
        const auto second = made.turn(brings_it_again ? bringing(1, 3, {0, 1}) : asking(1, 3), "ann");
        static_cast<void>(made.desk().settle(*first, std::nullopt, made.now()));
        if (second) {
            static_cast<void>(made.desk().settle(*second, std::nullopt, made.now()));
        }
        EXPECT_LE(made.desk().leases().held(), 1U) << brings_it_again;
        EXPECT_THAT(made.sent(), SizeIs(1)) << brings_it_again;
    }
}

TEST(Desk, result_of_a_lease_that_ended_is_void_although_nobody_has_played_the_pair_since) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.pass(kLease);
    EXPECT_EQ(made.turn(bringing(1, 2, {0, 1}), "ann"), std::nullopt);
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(GivesTo("1/2", Attempt{0, 2}))) << "lost pairs go first";
    EXPECT_EQ(sent[0].answer.taken, Taken::Void);
    EXPECT_EQ(made.desk().leases().kept(), 0U);
}

TEST(Desk, result_of_a_lease_that_ended_during_its_check_is_void) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(result);
    made.pass(kLease);
    EXPECT_EQ(made.given(2, 1, "bob"), (Attempt{0, 2}));
    EXPECT_FALSE(made.desk().settle(*result, std::nullopt, made.now()));
    const auto sent = made.sent();
    ASSERT_THAT(sent, ElementsAre(GivesTo("1/2", Attempt{1, 1})));
    EXPECT_EQ(sent[0].answer.taken, Taken::Void);
    made.turn_and_settle(bringing(2, 2, {0, 2}), "bob");
    EXPECT_EQ(made.desk().leases().kept(), 1U);
    EXPECT_FALSE(made.desk().workers().contains("ann"));
}

TEST(Desk, wrong_result_of_a_lease_that_ended_is_void) {
    MadeDesk made;
    made.given(1, 1, "ann");
    const auto result = made.turn(bringing(1, 2, {0, 1}), "ann");
    ASSERT_TRUE(result);
    made.pass(kLease);
    EXPECT_FALSE(made.desk().settle(*result, "a move", made.now()));
    const auto sent = made.sent();
    ASSERT_THAT(sent, SizeIs(1));
    EXPECT_EQ(sent[0].answer.taken, Taken::Void);
    EXPECT_EQ(made.desk().leases().lost(), 1U);
}

TEST(Desk, result_of_a_pair_that_the_slot_does_not_have_is_void) {
    const struct {
        const char* what;
        Attempt attempt;
    } rows[] = {{"another one's pair", {1, 1}},
                {"a later attempt", {0, 2}},
                {"a pair that was never given", {700, 1}}};
    for (const auto& row : rows) {
        MadeDesk made;
        made.given(1, 1, "ann");
        made.given(2, 1, "bob");
        EXPECT_EQ(made.turn(bringing(1, 2, row.attempt), "ann"), std::nullopt) << row.what;
        const auto sent = made.sent();
        ASSERT_THAT(sent, ElementsAre(GivesTo("1/2", Attempt{2, 1}))) << row.what;
        EXPECT_EQ(sent[0].answer.taken, Taken::Void) << row.what;
        EXPECT_NE(made.desk().leases().in_force({1, 1}, {made_session(2), 0}), nullptr) << row.what;
        EXPECT_EQ(made.desk().leases().lost(), 1U) << "ann has it no more: " << row.what;
    }
}

TEST(Desk, request_of_another_epoch_is_answered_at_once_and_gets_nothing) {
    for (const std::uint64_t epoch : {kMadeEpoch - 1, kMadeEpoch + 1}) {
        MadeDesk made;
        made.given(2, 1, "bob");
        Turn old = bringing(1, 8, {0, 1});
        old.epoch = epoch;
        EXPECT_EQ(made.turn(old, "ann"), std::nullopt);
        const auto sent = made.sent();
        ASSERT_THAT(sent, ElementsAre(SaysTo("1/8", OfferState::Open)));
        EXPECT_EQ(sent[0].answer.epoch, kMadeEpoch);
        EXPECT_EQ(sent[0].answer.taken, Taken::Void);
        EXPECT_EQ(made.desk().leases().held(), 1U);
        EXPECT_EQ(made.desk().leases().lost(), 0U);
    }
}

TEST(Desk, sign_of_life_of_another_epoch_does_not_lengthen_a_lease) {
    MadeDesk made;
    made.given(1, 1, "ann");
    made.pass(10s);
    Alive alive = holding(1, {{.slot = 0, .attempt = {0, 1}}});
    alive.epoch = kMadeEpoch - 1;
    made.desk().alive(alive, "ann", made.now());
    made.pass(5s);
    EXPECT_EQ(made.desk().leases().lost(), 1U);
}

} // namespace
} // namespace sprt::remote
