// Copies at the desk: nothing that counts depends on them.

#include "tests/sprt/remote/made_desk.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

using testing::ElementsAre;

Playing played(int how) {
    return {PlayedGame{.moves = {{how, 1, 1, 1}}, .winner = referee::Winner::Agent1}};
}

/// A desk at which each pair is checked.
class CopiesTest : public ::testing::Test {
  protected:
    CopiesTest() { made_.desk().check_spots({.share = 1, .secret = "s"}); }

    /// Session `session` of `worker` brings `attempt`, played as `how`. Returns whether it is taken.
    bool bring(std::uint64_t session, std::uint64_t seq, const std::string& worker, const Attempt& attempt,
               int how = 0) {
        const auto result = made_.turn(bringing(session, seq, attempt), worker);
        return result && made_.desk().settle(*result, std::nullopt, made_.now(), played(how));
    }
    Leases& leases() { return made_.desk().leases(); }
    const WorkerCounts& counts(const std::string& worker) { return made_.desk().workers().at(worker); }

    MadeDesk made_;
};

TEST_F(CopiesTest, copy_looks_like_a_replay_and_is_not_taken) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    EXPECT_TRUE(bring(1, 2, "ann", {0, 1}));
    EXPECT_THAT(made_.sent(), ElementsAre(GivesTo("1/2", Attempt{1, 1})));
    ASSERT_EQ(made_.given(2, 1, "bob"), (Attempt{0, 2}));
    EXPECT_FALSE(bring(2, 2, "bob", {0, 2}));
    const auto sent = made_.sent();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].answer.taken, Taken::Kept) << "and the worker is told what it is told of others";
    EXPECT_EQ(leases().kept(), 1U);
    EXPECT_EQ(counts("ann").pairs, 1U);
    EXPECT_FALSE(made_.desk().workers().contains("bob"));
    EXPECT_EQ(made_.desk().checks().compared().at("bob").copies, 1U);
}

TEST_F(CopiesTest, lost_copy_is_no_lost_attempt_and_is_given_again) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    EXPECT_TRUE(bring(1, 2, "ann", {0, 1}));
    for (int i = 0; i < 2 * kMostLosses; ++i) {
        const auto seq = static_cast<std::uint64_t>(i + 1);
        ASSERT_EQ(made_.given(2, seq, "bob"), (Attempt{0, 2 + i}))
            << "it asks anew and has lost the last one";
    }
    EXPECT_TRUE(leases().poisoned().empty());
    EXPECT_EQ(leases().lost(), 0U);
    EXPECT_TRUE(leases().lost_by().empty());
    EXPECT_FALSE(bring(2, 100, "bob", {0, 3})) << "an earlier one is void";
}

TEST_F(CopiesTest, copies_move_no_window_and_count_no_games) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    EXPECT_TRUE(bring(1, 2, "ann", {0, 1}));
    const std::uint64_t given = leases().given();
    ASSERT_EQ(made_.given(2, 1, "bob"), (Attempt{0, 2}));
    EXPECT_EQ(leases().given(), given);
}

TEST_F(CopiesTest, slots_without_pairs_of_the_window_play_copies) {
    static_cast<void>(made_.given(2, 1, "bob")); // pair 0, which stays in play
    std::optional<Attempt> last = made_.given(1, 1, "ann");
    std::uint64_t seq = 1;
    while (last) {
        EXPECT_TRUE(bring(1, ++seq, "ann", *last));
        const auto sent = made_.sent();
        last = sent.empty() ? std::nullopt : std::optional(sent.back().answer.task->attempt);
    }
    EXPECT_FALSE(leases().is_ready()) << "the window is closed";
    EXPECT_EQ(made_.given(3, 1, "cid")->attempt, 2);
}

TEST_F(CopiesTest, at_the_end_of_the_schedule_no_copy_is_given) {
    MadeDesk made(4);
    made.desk().check_spots({.share = 1, .secret = "s"});
    const auto bring_to = [&](std::uint64_t session, std::uint64_t seq, const std::string& worker,
                              const Attempt& attempt) {
        const auto result = made.turn(bringing(session, seq, attempt), worker);
        return result && made.desk().settle(*result, std::nullopt, made.now(), played(0));
    };
    ASSERT_EQ(made.given(1, 1, "ann"), (Attempt{0, 1}));
    ASSERT_EQ(made.given(2, 1, "bob"), (Attempt{1, 1}));
    EXPECT_TRUE(bring_to(1, 2, "ann", {0, 1}));
    EXPECT_TRUE(bring_to(2, 2, "bob", {1, 1}));
    EXPECT_TRUE(made.sent().empty()) << "both wait, although each could check the other";
    EXPECT_TRUE(made.desk().leases().is_used_up());
}

TEST_F(CopiesTest, wrong_copy_is_wrong) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    EXPECT_TRUE(bring(1, 2, "ann", {0, 1}));
    ASSERT_EQ(made_.given(2, 1, "bob"), (Attempt{0, 2}));
    made_.turn_and_settle(bringing(2, 2, {0, 2}), "bob", "a move");
    EXPECT_EQ(counts("bob").wrong, 1U);
    EXPECT_EQ(leases().lost(), 0U);
}

TEST_F(CopiesTest, whoever_is_quarantined_gets_nothing_and_what_it_plays_is_taken) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    made_.desk().quarantine("ann", "too many time losses");
    EXPECT_TRUE(bring(1, 2, "ann", {0, 1}));
    EXPECT_THAT(made_.sent(), ElementsAre(SaysTo("1/2", OfferState::Unwelcome)));
    EXPECT_EQ(made_.desk().welcome_slots(made_.now()), 0U);
}

TEST_F(CopiesTest, liar_gets_nothing_and_what_it_plays_is_not_taken) {
    ASSERT_EQ(made_.given(1, 1, "ann"), (Attempt{0, 1}));
    made_.desk().distrust("ann", "it lied", made_.now());
    EXPECT_FALSE(bring(1, 2, "ann", {0, 1}));
    EXPECT_THAT(made_.sent(), ElementsAre(SaysTo("1/2", OfferState::Unwelcome)));
    EXPECT_EQ(made_.given(2, 1, "bob"), (Attempt{0, 2})) << "a replay";
    EXPECT_TRUE(counts("ann").is_distrusted);
}

TEST_F(CopiesTest, liar_of_an_earlier_run_gets_nothing) {
    made_.desk().expect_liars({{"ann", "it lied"}});
    static_cast<void>(made_.turn(asking(1, 1), "ann"));
    EXPECT_THAT(made_.sent(), ElementsAre(SaysTo("1/1", OfferState::Unwelcome)));
    EXPECT_EQ(counts("ann").quarantined, "it lied");
}

TEST_F(CopiesTest, losses_in_a_row_count_once) {
    for (std::uint64_t seq = 1; seq < 6; ++seq) {
        static_cast<void>(made_.given(1, seq, "ann")); // each time it has lost the pair before
    }
    EXPECT_EQ(leases().lost(), 4U);
    EXPECT_EQ(leases().records().at("ann").times_lost, 1U);
    EXPECT_TRUE(bring(1, 6, "ann", {0, 5}));
    static_cast<void>(made_.given(1, 7, "ann"));
    EXPECT_EQ(leases().records().at("ann").times_lost, 2U);
    EXPECT_EQ(leases().records().at("ann").kept, 1U);
}

} // namespace
} // namespace sprt::remote
