#include "sprt/remote/desk.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt::remote {
namespace {

using referee::Termination;
using referee::Winner;

/// A game of so many moves, all of them alike from a seed.
PlayedGame game_of(int moves, int seed = 0) {
    PlayedGame game;
    game.termination = Termination::BoardFull;
    game.winner = Winner::Agent1;
    for (int i = 0; i < moves; ++i) {
        game.moves.push_back({i % 7, seed, 1, 1});
    }
    return game;
}

PlayedGame broken_off(int moves, int seed = 0) {
    PlayedGame game = game_of(moves, seed);
    game.termination = Termination::Timeout;
    game.winner = Winner::Agent2;
    game.is_broken_off = true;
    return game;
}

TEST(Playing, same_moves_and_ends_are_the_same) {
    EXPECT_EQ(compare({game_of(9), game_of(8, 1)}, {game_of(9), game_of(8, 1)}), Likeness::Same);
    EXPECT_EQ(compare({}, {}), Likeness::Same);
}

TEST(Playing, other_moves_winners_or_ends_differ) {
    EXPECT_EQ(compare({game_of(9)}, {game_of(9, 1)}), Likeness::Different);
    EXPECT_EQ(compare({game_of(9)}, {game_of(10)}), Likeness::Different);
    EXPECT_EQ(compare({game_of(9)}, {game_of(9), game_of(9)}), Likeness::Different);
    PlayedGame other = game_of(9);
    other.winner = Winner::Draw;
    EXPECT_EQ(compare({game_of(9)}, {other}), Likeness::Different);
    other = game_of(9);
    other.termination = Termination::Adjudicated;
    EXPECT_EQ(compare({game_of(9)}, {other}), Likeness::Different);
}

TEST(Playing, game_that_was_broken_off_says_nothing_of_what_would_have_followed) {
    EXPECT_EQ(compare({game_of(9)}, {broken_off(5)}), Likeness::Unclear);
    EXPECT_EQ(compare({broken_off(5)}, {broken_off(7)}), Likeness::Unclear);
    EXPECT_EQ(compare({broken_off(5)}, {broken_off(5)}), Likeness::Unclear);
    EXPECT_EQ(compare({game_of(9), game_of(8)}, {broken_off(5), game_of(7)}), Likeness::Different)
        << "the other game was played to its end";
    EXPECT_EQ(compare({game_of(9)}, {broken_off(5, 1)}), Likeness::Different) << "the moves before differ";
    EXPECT_EQ(compare({game_of(9)}, {broken_off(11)}), Likeness::Different) << "the game had ended";
}

TEST(Playing, records_give_opening_moves_end_and_fault) {
    referee::GameRecord record;
    record.opening = {{1, 1, 1, 2}};
    record.moves.push_back({});
    record.moves.back().numbers = {3, 3, 3, 4};
    record.termination = Termination::Crashed;
    record.winner = Winner::Agent1;
    const Playing fair = playing_of({record});
    ASSERT_EQ(fair.size(), 1U);
    EXPECT_EQ(fair[0].moves, (std::vector<referee::MoveNumbers>{{1, 1, 1, 2}, {3, 3, 3, 4}}));
    EXPECT_EQ(fair[0].termination, Termination::Crashed);
    EXPECT_EQ(fair[0].winner, Winner::Agent1);
    EXPECT_FALSE(fair[0].is_broken_off);
    record.fault = referee::FaultNote{referee::Player::Agent1, "why", ""};
    EXPECT_TRUE(playing_of({record})[0].is_broken_off);
    record.fault.reset();
    record.winner.reset();
    EXPECT_TRUE(playing_of({record})[0].is_broken_off);
}

using testing::ElementsAre;
using testing::IsEmpty;

void add(Agreement& agreement, int times, const char* one, const char* other, bool is_same) {
    for (int i = 0; i < times; ++i) {
        agreement.add(i % 2 == 0 ? one : other, i % 2 == 0 ? other : one, is_same);
    }
}

TEST(Agreement, ten_copies_must_agree) {
    Agreement agreement;
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 9, "ann", "bob", true);
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    add(agreement, 1, "ann", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, whoever_differs_from_several_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    add(agreement, 1, "bob", "liar", false);
    add(agreement, 30, "liar", "cid", true);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
}

TEST(Agreement, of_two_that_differ_the_one_that_agrees_less_often_is_left_out) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 1, "ann", "liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    EXPECT_THAT(agreement.agreeing("bob"), IsEmpty());
}

TEST(Agreement, two_liars_are_left_out) {
    Agreement agreement;
    add(agreement, 5, "ann", "bob", true);
    add(agreement, 5, "ann", "cid", true);
    add(agreement, 3, "ann", "liar", false);
    add(agreement, 3, "bob", "other liar", false);
    add(agreement, 1, "liar", "other liar", false);
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob", "cid"));
}

TEST(Agreement, games_that_differ_everywhere_are_not_repeatable) {
    Agreement agreement;
    for (const auto& [one, other] : {std::pair("ann", "bob"), {"bob", "cid"}, {"ann", "cid"}}) {
        add(agreement, 20, one, other, true);
        add(agreement, 1, one, other, false);
    }
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
    Agreement of_two;
    add(of_two, 50, "ann", "bob", true);
    add(of_two, 1, "ann", "bob", false);
    EXPECT_THAT(of_two.agreeing(), IsEmpty()) << "nobody knows which of them is right";
}

TEST(Agreement, what_is_forgotten_counts_no_more) {
    Agreement agreement;
    add(agreement, 10, "ann", "bob", true);
    add(agreement, 5, "ann", "liar", false);
    agreement.forget("liar");
    EXPECT_THAT(agreement.agreeing(), ElementsAre("ann", "bob"));
    agreement.forget("bob");
    EXPECT_THAT(agreement.agreeing(), IsEmpty());
}

using testing::SizeIs;
using Names = std::set<std::string>;

/// How a pair is played; liars play it otherwise.
Playing made_playing(int how) {
    return {PlayedGame{.moves = {{how, 1, 1, 1}}, .winner = referee::Winner::Agent1}};
}
constexpr int kRight = 0;
constexpr int kLie = 1;

class SpotChecksTest : public ::testing::Test {
  protected:
    void take(std::uint64_t pair, const std::string& worker, int how = kRight, int attempt = 1) {
        const auto jobs = std::make_shared<const std::vector<Job>>(made_pairs(2 * pair, 2 * pair + 2)());
        checks_.taken({pair, attempt}, worker, jobs, made_playing(how), false);
    }
    /// The number of the attempt at `pair` that `worker` is given, which must be of that pair; 0: none.
    int given(const std::string& worker, std::uint64_t pair) {
        const auto copy = checks_.next_for(worker, trusted_);
        EXPECT_TRUE(!copy || (copy->attempt.pair == pair && copy->jobs->front().id == 2 * pair));
        return copy ? copy->attempt.attempt : 0;
    }
    void play(std::uint64_t pair, int attempt, const std::string& worker, int how = kRight) {
        checks_.played({pair, attempt}, worker, made_playing(how));
    }
    /// `worker` plays the pair again that waits.
    void copy(std::uint64_t pair, const std::string& worker, int how = kRight) {
        const int attempt = given(worker, pair);
        ASSERT_GT(attempt, 1) << worker << " was given no copy";
        play(pair, attempt, worker, how);
    }
    /// Ten copies agree between ann and bob.
    void agree() {
        for (std::uint64_t pair = 1000; pair < 1000 + kAgreements; ++pair) {
            take(pair, "ann");
            copy(pair, "bob");
        }
        EXPECT_TRUE(checks_.are_repeatable());
    }

    SpotChecks checks_{{.share = 1, .secret = "s"}};
    Names trusted_{"ann", "bob", "cid"};
};

TEST_F(SpotChecksTest, share_of_pairs_is_checked_and_depends_on_the_secret) {
    const auto chosen = [](double share, const std::string& secret) {
        SpotChecks checks({.share = share, .secret = secret});
        const auto jobs = std::make_shared<const std::vector<Job>>(made_pairs(0, 2)());
        std::set<std::uint64_t> pairs;
        for (std::uint64_t pair = 0; pair < 4000; ++pair) {
            checks.taken({pair, 1}, "ann", jobs, {}, false);
            if (const auto copy = checks.next_for("bob", {"ann", "bob"})) {
                pairs.insert(copy->attempt.pair);
                checks.played(copy->attempt, "bob", {});
            }
        }
        return pairs;
    };
    EXPECT_THAT(chosen(0, "s"), IsEmpty());
    EXPECT_THAT(chosen(1, "s"), SizeIs(4000));
    const auto some = chosen(0.02, "s");
    EXPECT_NEAR(static_cast<double>(some.size()), 80, 4 * std::sqrt(80.0));
    EXPECT_EQ(some, chosen(0.02, "s"));
    EXPECT_NE(some, chosen(0.02, "t"));
}

TEST_F(SpotChecksTest, only_while_volunteers_are_present_when_nobody_says_a_share) {
    for (const bool has_volunteers : {false, true}) {
        SpotChecks checks({.secret = "s"});
        const auto jobs = std::make_shared<const std::vector<Job>>(made_pairs(0, 2)());
        for (std::uint64_t pair = 0; pair < 1000; ++pair) {
            checks.taken({pair, 1}, "ann", jobs, {}, has_volunteers);
        }
        EXPECT_EQ(checks.has_waiting(), has_volunteers);
    }
}

TEST_F(SpotChecksTest, copy_goes_to_another_worker_and_to_a_trusted_one_if_there_is_one) {
    take(7, "ann");
    EXPECT_EQ(given("ann", 7), 0);
    EXPECT_EQ(given("v-dan", 7), 0);
    EXPECT_EQ(given("bob", 7), 2);
    EXPECT_EQ(given("cid", 7), 0) << "bob has it";
    trusted_ = {"ann"};
    take(8, "ann");
    EXPECT_EQ(given("v-dan", 8), 2) << "there is no other trusted one";
}

TEST_F(SpotChecksTest, numbers_of_copies_follow_those_of_all_attempts_before) {
    take(7, "ann", kRight, 3);
    EXPECT_EQ(given("bob", 7), 4);
    EXPECT_FALSE(checks_.has_waiting());
    checks_.lost({7, 4});
    EXPECT_TRUE(checks_.has_waiting());
    EXPECT_EQ(given("cid", 7), 5);
    play(7, 5, "cid");
    EXPECT_FALSE(checks_.has_waiting());
    checks_.lost({7, 5}); // it is over
    EXPECT_FALSE(checks_.has_waiting());
}

TEST_F(SpotChecksTest, liar_is_caught_by_a_third_playing) {
    agree();
    take(7, "v-liar", kLie);
    copy(7, "ann");
    EXPECT_EQ(checks_.undecided(), 1U);
    EXPECT_EQ(given("v-dan", 7), 0) << "a volunteer decides nothing";
    copy(7, "bob");
    const auto caught = checks_.take_caught();
    ASSERT_THAT(caught, SizeIs(1));
    EXPECT_EQ(caught[0].worker, "v-liar");
    EXPECT_EQ(caught[0].why,
              "it was caught lying: its games of pair 7 are not those that ann and bob played");
    EXPECT_EQ(checks_.compared().at("v-liar").copies, 2U);
    EXPECT_EQ(checks_.compared().at("v-liar").differed, 2U);
    EXPECT_EQ(checks_.undecided(), 0U);
}

TEST_F(SpotChecksTest, pair_is_checked_when_a_trusted_worker_plays_it_alike) {
    agree();
    take(7, "v-dan");
    copy(7, "ann");
    take(8, "v-dan");
    copy(8, "cid", kLie); // as the third playing shows
    copy(8, "bob");
    take(9, "v-dan", kLie);
    copy(9, "ann");
    trusted_ = {};
    take(10, "v-dan");
    copy(10, "v-eve");
    EXPECT_EQ(checks_.compared().at("v-dan").checked, 2U);
}

TEST_F(SpotChecksTest, liar_in_a_copy_is_caught_and_not_whom_it_accuses) {
    agree();
    take(7, "ann");
    copy(7, "cid", kLie);
    copy(7, "bob");
    const auto caught = checks_.take_caught();
    ASSERT_THAT(caught, SizeIs(1));
    EXPECT_EQ(caught[0].worker, "cid");
}

TEST_F(SpotChecksTest, difference_accuses_nobody_before_games_are_known_to_be_repeatable) {
    take(7, "v-liar", kLie);
    copy(7, "ann");
    EXPECT_EQ(given("bob", 7), 0);
    EXPECT_EQ(checks_.undecided(), 1U);
    for (std::uint64_t pair = 10; pair < 10 + kAgreements; ++pair) {
        take(pair, "ann");
        copy(pair, "bob");
    }
    EXPECT_THAT(checks_.take_caught(), IsEmpty());
    copy(7, "bob"); // now it is known
    EXPECT_THAT(checks_.take_caught(), SizeIs(1));
}

TEST_F(SpotChecksTest, third_playing_that_is_like_neither_accuses_nobody) {
    agree();
    take(7, "v-liar", kLie);
    copy(7, "ann");
    copy(7, "bob", 2);
    EXPECT_THAT(checks_.take_caught(), IsEmpty());
    EXPECT_FALSE(checks_.are_repeatable()) << "ann and bob differ";
}

TEST_F(SpotChecksTest, agents_that_play_other_games_each_time_accuse_nobody) {
    int how = 0;
    for (std::uint64_t pair = 0; pair < 500; ++pair) {
        const char* const workers[] = {"ann", "bob", "cid", "v-dan"};
        take(pair, workers[pair % 4], ++how % 3);
        for (std::uint64_t i = 1; i < 4; ++i) {
            const std::string worker = workers[(pair + i) % 4];
            while (const auto given = checks_.next_for(worker, trusted_)) {
                checks_.played(given->attempt, worker, made_playing(++how * 7 % 3));
            }
        }
    }
    EXPECT_THAT(checks_.take_caught(), IsEmpty());
    EXPECT_FALSE(checks_.are_repeatable());
}

TEST_F(SpotChecksTest, pairs_of_a_forgotten_worker_are_not_checked) {
    take(7, "v-liar", kLie);
    take(8, "ann");
    checks_.forget("v-liar");
    EXPECT_EQ(given("bob", 8), 2);
    checks_.forget("ann");
    play(8, 2, "bob"); // and nothing happens
    EXPECT_FALSE(checks_.has_waiting());
    EXPECT_FALSE(checks_.compared().contains("bob"));
}

TEST_F(SpotChecksTest, copies_that_nobody_can_play_do_not_fill_the_memory) {
    for (std::uint64_t pair = 0; pair < 3000; ++pair) {
        take(pair, "ann");
    }
    std::uint64_t waiting = 0;
    while (checks_.next_for("bob", trusted_)) {
        ++waiting;
    }
    EXPECT_EQ(waiting, 1000U);
}

TEST_F(SpotChecksTest, pairs_that_nobody_can_decide_make_room_for_others) {
    constexpr std::uint64_t kPairs = 1200;
    for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
        take(pair, "ann");
        copy(pair, "bob", kLie);
    }
    EXPECT_EQ(checks_.compared().at("bob").copies, kPairs);
    EXPECT_EQ(checks_.undecided(), kPairs);
}

TEST_F(SpotChecksTest, agreement_of_some_agents_accuses_nobody_in_the_games_of_others) {
    agree();
    const auto of_others = [](std::uint64_t pair) {
        std::vector<Job> jobs = made_pairs(2 * pair, 2 * pair + 2)();
        for (Job& job : jobs) {
            job.agents = {referee::AgentId{2}, referee::AgentId{3}};
        }
        return std::make_shared<const std::vector<Job>>(std::move(jobs));
    };
    checks_.taken({5, 1}, "eve", of_others(5), made_playing(kLie), false);
    copy(5, "ann");
    EXPECT_EQ(given("bob", 5), 0) << "nobody knows yet whether these agents repeat their games";
    EXPECT_THAT(checks_.take_caught(), IsEmpty());
    EXPECT_EQ(checks_.undecided(), 1U);
}

TEST_F(SpotChecksTest, pairs_of_a_plan_that_is_over_have_no_copies) {
    take(1, "ann");
    take(2, "ann");
    const int held = given("bob", 1);
    ASSERT_GT(held, 1);
    checks_.forget_from(1);
    EXPECT_FALSE(checks_.has_waiting());
    checks_.lost({1, held});
    play(1, held, "bob");
    EXPECT_THAT(checks_.compared(), IsEmpty());
}

} // namespace
} // namespace sprt::remote
