#include "tests/sprt/remote/made_desk.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;

/// A desk of a run whose times are for machines of 1 million nodes/s.
class DeskSpeed : public ::testing::Test {
  protected:
    Answer ask(std::uint64_t session, const std::string& worker, std::optional<double> speed) {
        Turn turn = asking(session, 1);
        turn.speed = speed;
        static_cast<void>(desk_.turn(turn, worker, "r", kStart));
        return read_answer(desk_.take_posts().at(0).text);
    }

    Desk desk_{made_pairs(0, 1000), 0, kLongestPair, kMadeEpoch, 1.0};
};

TEST_F(DeskSpeed, budgets_of_a_task_are_those_for_the_speed_of_its_worker) {
    const auto budget = [](const Answer& answer) {
        return answer.task.value().games.at(0).limits.time.agent1.time;
    };
    const auto usual = budget(ask(1, "ann", 1.0));
    const Answer slow = ask(2, "bob", 0.5);
    EXPECT_EQ(budget(slow), 2 * usual);
    EXPECT_EQ(slow.task->games.at(0).time_scale, referee::TimeScale{2000});
    EXPECT_EQ(budget(ask(3, "cid", 4.0)), usual / 4);
}

TEST_F(DeskSpeed, machines_with_one_invitation_have_the_times_of_their_own_speeds) {
    EXPECT_EQ(ask(1, "ann", 1.0).task.value().games.at(0).time_scale, referee::TimeScale{1000});
    EXPECT_EQ(ask(2, "ann", 0.5).task.value().games.at(0).time_scale, referee::TimeScale{2000});
}

TEST_F(DeskSpeed, result_is_checked_by_the_times_of_its_task_whatever_its_worker_says_then) {
    const Answer answer = ask(1, "ann", 0.5);
    Turn turn = bringing(1, 2, answer.task.value().attempt);
    turn.speed = 2.0;
    const auto result = desk_.turn(turn, "ann", "r", kStart);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->jobs->at(0).time_scale, referee::TimeScale{2000});
    EXPECT_EQ(result->jobs->at(0).limits.time.agent1.time, 2 * Job().limits.time.agent1.time);
}

TEST_F(DeskSpeed, pair_that_is_lost_has_the_times_of_its_next_worker) {
    static_cast<void>(ask(1, "ann", 0.5));
    desk_.tick(kStart + kLease);
    Turn turn = asking(2, 1);
    turn.speed = 1.0;
    static_cast<void>(desk_.turn(turn, "bob", "r", kStart + kLease));
    const Answer answer = read_answer(desk_.take_posts().at(0).text);
    EXPECT_EQ(answer.task.value().attempt, (Attempt{0, 2}));
    EXPECT_EQ(answer.task->games.at(0).limits.time.agent1.time, Job().limits.time.agent1.time);
}

TEST_F(DeskSpeed, worker_that_is_too_slow_or_too_fast_is_told_so) {
    for (const auto& [worker, speed] : {std::pair("ann", 0.1), {"bob", 9.0}}) {
        const Answer answer = ask(speed < 1 ? 1 : 2, worker, speed);
        EXPECT_EQ(answer.state, OfferState::Unwelcome);
        EXPECT_FALSE(answer.task);
        EXPECT_NE(answer.why.find("million nodes/s"), std::string::npos);
        EXPECT_EQ(desk_.workers().at(worker).refused, answer.why);
    }
}

TEST_F(DeskSpeed, worker_that_does_not_say_its_speed_is_told_so) {
    EXPECT_EQ(ask(1, "ann", {}).state, OfferState::Unwelcome);
}

TEST(Desk, speed_changes_nothing_where_times_are_the_same_everywhere) {
    MadeDesk desk;
    Turn turn = asking(1, 1);
    turn.speed = 0.001;
    static_cast<void>(desk.turn(turn, "ann"));
    const auto sent = desk.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].answer.task.value().games.at(0).time_scale, std::nullopt);
    EXPECT_EQ(desk.desk().workers().at("ann").speed, 0.001);
}

/// Two workers of a slot each: pairs of one take a tenth of a second, pairs of the other nine seconds.
class SlowAndFast {
  public:
    explicit SlowAndFast(std::string fast = "fast")
        : fast_name_(std::move(fast)) {
        slow_ = desk_.given(1, 1, "slow");
        fast_ = desk_.given(2, 1, fast_name_);
    }

    /// The fast one plays until it must wait, then the slow one brings its pair, and all games are counted.
    void play() {
        while (fast_) {
            desk_.pass(100ms);
            desk_.turn_and_settle(bringing(2, ++fast_seq_, *fast_), fast_name_);
            fast_.reset();
            note_sent();
        }
        if (slow_) {
            desk_.pass(9s);
            desk_.turn_and_settle(bringing(1, ++slow_seq_, *slow_), "slow");
            slow_.reset();
        }
        desk_.desk().hand_on(desk_.desk().leases().given(), desk_.now());
        note_sent();
    }
    /// The fast one says of its pair that a game was broken off. Returns the pair.
    std::uint64_t break_off() {
        const std::uint64_t pair = fast_.value().pair;
        const auto result = desk_.turn(bringing(2, ++fast_seq_, *fast_), fast_name_);
        static_cast<void>(desk_.desk().settle(result.value(), {}, desk_.now(),
                                              {PlayedGame{.moves = {}, .is_broken_off = true}}));
        note_sent();
        return pair;
    }
    [[nodiscard]] bool slow_has_a_pair() const { return slow_.has_value(); }
    [[nodiscard]] std::optional<Attempt> of_slow() const { return slow_; }

  private:
    void note_sent() {
        for (const Sent& one : desk_.sent()) {
            if (one.answer.task) {
                (one.to.starts_with("1/") ? slow_ : fast_) = one.answer.task->attempt;
            } else if (one.to.starts_with("1/")) { // it was held for long, and asks again
                static_cast<void>(desk_.turn(asking(1, ++slow_seq_), "slow"));
            }
        }
    }

    MadeDesk desk_{100'000};
    std::string fast_name_;
    std::optional<Attempt> slow_;
    std::optional<Attempt> fast_;
    std::uint64_t slow_seq_ = 1;
    std::uint64_t fast_seq_ = 1;
};

TEST(Desk, slow_worker_rests_after_others_waited_for_it_and_then_plays_again) {
    SlowAndFast two;
    two.play();
    EXPECT_TRUE(two.slow_has_a_pair()) << "one pair says nothing";
    two.play();
    EXPECT_FALSE(two.slow_has_a_pair());
    int rounds = 0;
    for (; rounds < 1000 && !two.slow_has_a_pair(); ++rounds) {
        two.play(); // some pairs of the fast one
    }
    EXPECT_GT(rounds, 10);
    EXPECT_TRUE(two.slow_has_a_pair());
}

TEST(Desk, slow_worker_does_not_rest_while_a_pair_waits_that_no_other_may_play) {
    SlowAndFast two("v-fast");
    two.play();
    two.play();
    ASSERT_FALSE(two.slow_has_a_pair());
    const std::uint64_t pair = two.break_off();
    EXPECT_EQ(two.of_slow(), (Attempt{pair, 2}));
    two.play();
    EXPECT_FALSE(two.slow_has_a_pair()) << "then it rests";
}

} // namespace
} // namespace sprt::remote
