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

/// A desk to which volunteers say that games were broken off.
class Doubted : public ::testing::Test {
  protected:
    /// Session `session` of `worker` gets `attempt` when it asks.
    void expect_given(std::uint64_t session, const std::string& worker, const Attempt& attempt) {
        EXPECT_EQ(made_.given(session, ++seq_, worker), attempt) << worker;
    }
    /// What `worker` brings of `attempt` is taken.
    bool takes(std::uint64_t session, const std::string& worker, const Attempt& attempt,
               const PlayedGame& game) {
        Turn turn = bringing(session, ++seq_, attempt);
        turn.wants = false;
        const auto result = made_.turn(turn, worker);
        const bool is_taken =
            result && made_.desk().settle(*result, std::nullopt, made_.now(), {PlayedGame{}, game});
        EXPECT_EQ(made_.sent().at(0).answer.taken, Taken::Kept) << "it does not learn more";
        return is_taken;
    }
    /// What happened with the pairs that `worker` brought: were broken, were not.
    std::pair<std::uint64_t, std::uint64_t> broken(const std::string& worker) {
        const Happened& its = made_.desk().broken().begin()->second.at(worker);
        return {its.times, its.not_times};
    }
    static PlayedGame broken_off() { return {.moves = {}, .is_broken_off = true}; }
    static PlayedGame disturbed() { return {.moves = {}, .is_disturbed = true}; }

    MadeDesk made_;
    std::uint64_t seq_ = 0;
};

TEST_F(Doubted, volunteer_is_not_believed_and_a_trusted_worker_plays_the_pair) {
    expect_given(1, "v-ann", {0, 1});
    expect_given(2, "v-bob", {1, 1});
    expect_given(3, "cid", {2, 1});
    EXPECT_FALSE(takes(1, "v-ann", {0, 1}, broken_off()));
    EXPECT_FALSE(takes(2, "v-bob", {1, 1}, disturbed()));
    EXPECT_TRUE(takes(3, "cid", {2, 1}, broken_off())) << "who is trusted is believed";
    made_.turn(asking(4, 1), "cid"); // which is there
    EXPECT_THAT(made_.sent(), testing::ElementsAre(GivesTo("4/1", Attempt{0, 2})));
    made_.pass(1s);
    expect_given(1, "v-ann", {3, 1});
    EXPECT_TRUE(takes(4, "cid", {0, 2}, broken_off())) << "an honest crash costs one more pair";
    expect_given(5, "cid", {1, 2});
    EXPECT_TRUE(takes(1, "v-ann", {3, 1}, {}));
    EXPECT_EQ(made_.desk().leases().lost_by(),
              (std::map<std::string, std::uint64_t>{{"v-ann", 1}, {"v-bob", 1}}));
    EXPECT_EQ(broken("v-ann"), std::pair(1UL, 1UL));
    EXPECT_EQ(broken("cid"), std::pair(1UL, 0UL)) << "that it said so of a doubted pair is no wonder";
    EXPECT_EQ(made_.desk().workers().at("v-ann").pairs, 1U);
}

TEST_F(Doubted, pair_goes_to_another_volunteer_and_to_the_same_one_when_it_is_alone) {
    expect_given(1, "v-ann", {0, 1});
    expect_given(2, "v-ann", {1, 1});
    expect_given(3, "v-bob", {2, 1});
    EXPECT_FALSE(takes(1, "v-ann", {0, 1}, broken_off()));
    expect_given(1, "v-ann", {3, 1});
    expect_given(4, "v-bob", {0, 2});
    made_.turn(returning(4, ++seq_, {0, 2}, WhyReturned::Paused), "v-bob");
    EXPECT_EQ(made_.sent().at(0).answer.task.value().attempt, (Attempt{0, 3})) << "not to whom is doubted";
    EXPECT_TRUE(takes(4, "v-bob", {0, 3}, broken_off()));
    EXPECT_FALSE(takes(2, "v-ann", {1, 1}, broken_off()));
    made_.desk().quarantine("v-bob", "it is as if it were away");
    made_.pass(1s);
    expect_given(2, "v-ann", {1, 2});
    EXPECT_TRUE(takes(2, "v-ann", {1, 2}, broken_off())) << "the run goes on";
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

TEST(DeskHostile, volunteer_cannot_choose_its_times_for_a_pair_that_it_knows) {
    Desk desk(made_pairs(0, 1000), 0, kLongestPair, kMadeEpoch, 1.0);
    const auto scale_after = [&](std::uint64_t session, double speed, Time now) {
        Turn turn = asking(session, 1);
        turn.speed = speed;
        static_cast<void>(desk.turn(turn, "v-eve", "r", now));
        return read_answer(desk.take_posts().at(0).text).task.value().games.at(0).time_scale;
    };
    EXPECT_EQ(scale_after(1, 1.0, kStart), referee::TimeScale{1000});
    EXPECT_EQ(scale_after(2, 0.5, kStart + 1s), referee::TimeScale{1000});
    EXPECT_EQ(scale_after(3, 0.5, kStart + 1h), referee::TimeScale{2000});
}

} // namespace
} // namespace sprt::remote
