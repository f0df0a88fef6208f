// Workers that would stop a run, fill the coordinator, or choose what they play.

#include "tests/sprt/remote/made_desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using ::testing::IsEmpty;

/// `worker` gives back the pairs that it gets until it gets none. Returns how many that were.
int give_all_back(MadeDesk& made, std::uint64_t session, const std::string& worker) {
    int given_back = 0;
    std::uint64_t seq = 100;
    for (auto attempt = made.given(session, seq, worker); attempt && given_back < 100; ++given_back) {
        made.turn(returning(session, ++seq, *attempt, WhyReturned::Stopping), worker);
        const auto sent = made.sent();
        attempt =
            sent.empty() || !sent[0].answer.task ? std::nullopt : std::optional(sent[0].answer.task->attempt);
    }
    return given_back;
}

TEST(DeskHostile, worker_that_gives_all_back_poisons_no_pair_while_others_are_there) {
    MadeDesk made;
    ASSERT_EQ(made.given(1, 1, "good"), (Attempt{0, 1}));
    EXPECT_EQ(give_all_back(made, 2, "bad"), 7) << "each pair of the window once";
    EXPECT_THAT(made.desk().leases().poisoned(), IsEmpty());
    made.turn_and_settle(bringing(1, 2, {0, 1}), "good");
    const auto sent = made.sent();
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent.back().answer.task.value().attempt, (Attempt{1, 2}));
}

TEST(DeskHostile, pair_that_nobody_else_takes_goes_back_to_the_worker_that_lost_it) {
    MadeDesk made;
    made.given(1, 1, "silent");
    const auto attempt = made.given(2, 1, "ann");
    ASSERT_EQ(attempt, (Attempt{1, 1}));
    made.turn(returning(2, 2, *attempt, WhyReturned::Paused), "ann");
    EXPECT_EQ(made.sent().at(0).answer.task.value().attempt, (Attempt{2, 1})) << "another one, for now";
    made.pass(14s);
    made.desk().alive(holding(1, {{.slot = 0, .attempt = {0, 1}}}), "silent", made.now());
    made.desk().alive(holding(2, {{.slot = 0, .attempt = {2, 1}}}), "ann", made.now());
    made.pass(1s);
    EXPECT_EQ(made.given(3, 1, "ann"), (Attempt{1, 2}));
}

TEST(DeskHostile, losses_of_a_worker_count_again_after_the_time_of_a_lease) {
    MadeDesk made;
    made.given(1, 1, "good");
    for (int round = 0; round < 3; ++round) {
        give_all_back(made, static_cast<std::uint64_t>(10 + round), "bad");
        EXPECT_EQ(made.desk().leases().records().at("bad").times_lost, static_cast<std::uint64_t>(round + 1));
        made.desk().alive(holding(1, {{.slot = 0, .attempt = {0, 1}}}), "good", made.now());
        made.pass(kLease - 1s);
        made.desk().alive(holding(1, {{.slot = 0, .attempt = {0, 1}}}), "good", made.now());
        made.pass(1s);
    }
}

TEST(DeskHostile, pair_for_trusted_workers_is_named_while_none_is_there) {
    MadeDesk made;
    std::uint64_t seq = 1;
    auto attempt = made.given(1, seq, "v-ann");
    for (int i = 0; i < kLossesBeforeTrusted; ++i) {
        ASSERT_EQ(attempt, (Attempt{0, i + 1}));
        EXPECT_EQ(made.desk().leases().pair_for_trusted(), std::nullopt);
        made.turn(returning(1, ++seq, *attempt, WhyReturned::Stopping), "v-ann");
        attempt = made.sent().at(0).answer.task.value().attempt;
    }
    EXPECT_EQ(made.desk().leases().pair_for_trusted(), 0U);
    EXPECT_EQ(made.given(2, 1, "bob"), (Attempt{0, 4}));
    EXPECT_EQ(made.desk().leases().pair_for_trusted(), std::nullopt);
}

TEST(DeskHostile, slots_that_have_brought_nothing_do_not_make_the_window_wide) {
    MadeDesk made;
    for (std::uint64_t session = 1; session <= 20; ++session) {
        made.given(session, 1, "eve");
    }
    EXPECT_EQ(made.desk().slots(made.now()), 20U);
    EXPECT_EQ(made.desk().leases().lead_pairs(), kSlotsOfNewWorker * kLeadPairs);
    made.turn_and_settle(bringing(1, 2, {0, 1}), "eve");
    made.pass(100ms);
    EXPECT_EQ(made.desk().leases().lead_pairs(), (kSlotsOfNewWorker + 1) * kLeadPairs);
}

TEST(DeskHostile, slots_beyond_those_of_a_machine_are_not_answered) {
    MadeDesk made;
    for (std::uint64_t session = 1; session <= kMostSlotsOfWorker + 5; ++session) {
        made.turn(asking(session, 1), "eve");
    }
    EXPECT_EQ(made.desk().slots(made.now()), kMostSlotsOfWorker);
    made.turn(asking(5000, 1), "bob");
    EXPECT_EQ(made.desk().slots_by_worker(made.now()).at("bob"), 1U);
}

TEST(DeskHostile, words_of_a_worker_are_cut_and_printable) {
    MadeDesk made;
    Turn turn = returning(1, 2, made.given(1, 1, "eve").value(), WhyReturned::CannotPlay);
    turn.done->why = "\x1b[2J" + std::string(100'000, 'x');
    made.turn(turn, "eve");
    const std::string& why = made.desk().workers().at("eve").refused;
    EXPECT_LT(why.size(), 600U);
    EXPECT_EQ(why.find('\x1b'), std::string::npos);
}

TEST(DeskHostile, worker_cannot_choose_its_times_for_a_pair_that_it_knows) {
    Desk desk(made_pairs(0, 1000), 0, kLongestPair, kMadeEpoch, 1.0);
    const auto scale_after = [&](std::uint64_t session, double speed, Time now) {
        Turn turn = asking(session, 1);
        turn.speed = speed;
        static_cast<void>(desk.turn(turn, "eve", "r", now));
        return read_answer(desk.take_posts().at(0).text).task.value().games.at(0).time_scale;
    };
    EXPECT_EQ(scale_after(1, 1.0, kStart), referee::TimeScale{1000});
    EXPECT_EQ(scale_after(2, 0.5, kStart + 1s), referee::TimeScale{1000});
    EXPECT_EQ(scale_after(3, 0.5, kStart + 1h), referee::TimeScale{2000});
}

} // namespace
} // namespace sprt::remote
