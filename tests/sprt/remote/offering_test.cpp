#include "sprt/remote/offering.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace sprt::remote {

namespace {

using namespace std::chrono_literals;

/// Made at kStart, with 10 slots and no pair.
Offering offering_of_ten() {
    Offering offering({.job = "ab", .share = 2});
    static_cast<void>(offering.make(OfferState::Open, 10, false, kStart));
    return offering;
}

TEST(Offering, first_one_is_due_at_once_and_the_next_ones_every_five_seconds) {
    EXPECT_TRUE(Offering(Offer()).is_due(0, true, kStart));
    EXPECT_FALSE(offering_of_ten().is_due(10, false, kStart + 4900ms));
    EXPECT_TRUE(offering_of_ten().is_due(10, false, kStart + 5s));
}

TEST(Offering, who_asks_gets_one_but_not_within_a_second) {
    Offering offering = offering_of_ten();
    offering.ask();
    EXPECT_FALSE(offering.is_due(10, false, kStart + 900ms));
    EXPECT_TRUE(offering.is_due(10, false, kStart + 1s));
    static_cast<void>(offering.make(OfferState::Open, 10, false, kStart + 1s));
    EXPECT_FALSE(offering.is_due(10, false, kStart + 3s)) << "the one who asked got one";
}

TEST(Offering, lost_answer_is_told_as_soon_as_one_may_be_made) {
    Offering offering = offering_of_ten();
    offering.note_lost_answer();
    EXPECT_TRUE(offering.is_due(10, false, kStart + 1s));
    EXPECT_EQ(offering.make(OfferState::Open, 10, false, kStart + 1s).lost_answers, 1U);
    EXPECT_FALSE(offering.is_due(10, false, kStart + 3s));
}

TEST(Offering, it_is_due_when_workers_would_choose_otherwise) {
    const Time later = kStart + 2s;
    EXPECT_TRUE(offering_of_ten().is_due(10, true, later)) << "there is a pair again";
    EXPECT_FALSE(offering_of_ten().is_due(11, false, later));
    EXPECT_TRUE(offering_of_ten().is_due(12, false, later));
    EXPECT_TRUE(offering_of_ten().is_due(8, false, later));
    EXPECT_FALSE(offering_of_ten().is_due(90, true, kStart + 500ms)) << "one a second";
}

TEST(Offering, it_says_what_was_noted_last) {
    Offering offering = offering_of_ten();
    offering.note_standing(40, 0.5);
    offering.note_pace(2.5, {{100, 200}});
    const Offer offer = offering.make(OfferState::Ended, 7, true, kStart);
    EXPECT_EQ(offer.job, "ab");
    EXPECT_EQ(offer.share, 2);
    EXPECT_EQ(offer.state, OfferState::Ended);
    EXPECT_EQ(offer.slots, 7U);
    EXPECT_TRUE(offer.ready);
    EXPECT_EQ(offer.games, 40U);
    EXPECT_EQ(offer.llr, 0.5);
    EXPECT_EQ(offer.games_per_s, 2.5);
    EXPECT_EQ(offer.games_left, (std::array<std::uint64_t, 2>{100, 200}));
}

TEST(Offering, of_two_copies_of_a_run_the_later_session_goes_on_and_of_equals_the_one_that_began_first) {
    const Offering mine({.epoch = 3, .started = 100us});
    const struct {
        const char* what;
        Offer copy;
        const char* words; ///< empty: this one goes on
    } rows[] = {
        {"later session", {.epoch = 4, .started = 200us}, "in a later session"},
        {"earlier session", {.epoch = 2, .started = 50us}, ""},
        {"same session, began before", {.epoch = 3, .started = 99us}, "and began first"},
        {"same session, began after", {.epoch = 3, .started = 101us}, ""},
        {"a later session that is not played now", {.state = OfferState::Waiting, .epoch = 4}, ""},
    };
    for (const auto& row : rows) {
        const std::string words = mine.gives_way_to(row.copy).value_or("");
        EXPECT_EQ(words.empty(), *row.words == '\0') << row.what;
        EXPECT_NE(words.find(row.words), std::string::npos) << row.what << ": " << words;
    }
}

} // namespace

inline void PrintTo(const Post& post, std::ostream* out) {
    *out << post.subject << " " << post.text;
}

namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::SizeIs;

auto is(const std::string& subject, const std::string& text) {
    return ::testing::AllOf(Field(&Post::subject, subject), Field(&Post::text, text));
}

TEST(Events, games_are_told_as_they_come_but_twenty_a_second) {
    Events events("e");
    int made = 0;
    for (int i = 0; i < 50; ++i) {
        events.note_game([&] { return std::to_string(made++); }, kStart + i * 10ms);
    }
    EXPECT_EQ(made, 20) << "lines that are left out are not made";
    EXPECT_THAT(events.take(kStart + 500ms), SizeIs(20));
    events.note_game([] { return "x"; }, kStart + 1s);
    EXPECT_THAT(events.take(kStart + 1s), ElementsAre(is("e.game", "x")));
}

TEST(Events, line_that_no_message_can_hold_is_left_out) {
    Events events("e");
    events.note_game([] { return std::string(kMostBytes + 1, 'x'); }, kStart);
    EXPECT_THAT(events.take(kStart), IsEmpty());
}

TEST(Events, worker_is_told_when_something_changed_and_the_latest_only) {
    Events events("e");
    events.note_worker("a", "1");
    events.note_worker("b", "1");
    events.note_worker("a", "2");
    EXPECT_THAT(events.take(kStart), ElementsAre(is("e.worker", "2"), is("e.worker", "1")));
    events.note_worker("a", "2");
    EXPECT_THAT(events.take(kStart + 1h), IsEmpty());
}

TEST(Events, twenty_workers_a_second_are_told_and_the_others_later) {
    Events events("e");
    for (int i = 0; i < 30; ++i) {
        events.note_worker(std::to_string(i), "x");
    }
    EXPECT_THAT(events.take(kStart), SizeIs(20));
    EXPECT_THAT(events.take(kStart + 900ms), IsEmpty());
    EXPECT_THAT(events.take(kStart + 1s), SizeIs(10));
}

TEST(Events, standing_is_told_once_a_second_and_the_latest_only) {
    Events events("e");
    events.note_standing("1");
    events.note_standing("2");
    EXPECT_THAT(events.take(kStart), ElementsAre(is("e.standing", "2")));
    events.note_standing("3");
    EXPECT_THAT(events.take(kStart + 500ms), IsEmpty());
    EXPECT_THAT(events.take(kStart + 1s), ElementsAre(is("e.standing", "3")));
    events.note_standing("3");
    EXPECT_THAT(events.take(kStart + 5s), IsEmpty());
    EXPECT_THAT(events.take_last(kStart + 5s), IsEmpty());
    events.note_standing("4");
    static_cast<void>(events.take(kStart + 6s));
    events.note_standing("5");
    EXPECT_THAT(events.take_last(kStart + 6s), ElementsAre(is("e.standing", "5")));
}

TEST(Events, who_comes_later_is_told_of_all_workers_and_of_what_stands) {
    Events events("e");
    events.repeat();
    EXPECT_THAT(events.take(kStart), IsEmpty());
    events.note_worker("a", "1");
    events.note_standing("s");
    static_cast<void>(events.take(kStart));
    events.repeat();
    EXPECT_THAT(events.take(kStart + 2s), ElementsAre(is("e.worker", "1"), is("e.standing", "s")));
}

/// A result with these lines for the pair of games 4 and 5.
ResultToCheck result_with(std::vector<std::string> lines) {
    ResultToCheck result;
    result.worker = "ann";
    result.done = {.attempt = {.pair = 2}, .games = std::move(lines)};
    result.jobs = std::make_shared<const std::vector<Job>>(made_pairs(4, 6)());
    return result;
}

std::string line_of(std::uint64_t game) {
    referee::GameRecord record;
    record.game = game;
    record.pair = game / 2;
    record.seed = {1, 2};
    std::string line = to_json_line(record);
    while (!line.empty() && line.back() == '\n') {
        line.pop_back();
    }
    return line;
}

std::optional<std::string> no_problem(const referee::GameRecord&, const Job&) {
    return std::nullopt;
}

const RunKey kOne{"c", "one"};

TEST(HeardOffers, time_passes_for_them_while_the_server_is_there) {
    std::map<RunKey, HeardOffer> offers{{kOne, {.offer = {}, .at = kStart}}};
    const Time away = kStart + kWithoutOffers;
    forget_gone(offers, true, away);
    EXPECT_TRUE(offers.contains(kOne));
    const Time back = away + std::chrono::hours(1);
    forget_gone(offers, false, back);
    forget_gone(offers, true, back + kWithoutOffers);
    EXPECT_TRUE(offers.contains(kOne)) << "its coordinator could not be heard";
    forget_gone(offers, true, back + kWithoutOffers + std::chrono::milliseconds(1));
    EXPECT_FALSE(offers.contains(kOne));
}

TEST(CheckedGames, games_say_who_played_them) {
    const CheckedGames checked = check_games(result_with({line_of(4), line_of(5)}), no_problem);
    EXPECT_EQ(checked.problem, std::nullopt);
    ASSERT_EQ(checked.records.size(), 2U);
    EXPECT_EQ(checked.records[0].worker, "ann");
    EXPECT_EQ(checked.records[1].game, 5U);
}

TEST(CheckedGames, problem_of_a_game_is_found) {
    const auto of_five = [](const referee::GameRecord& record, const Job& job) {
        EXPECT_EQ(record.game, job.id);
        return job.id == 5 ? std::optional<std::string>("a move") : std::nullopt;
    };
    EXPECT_EQ(check_games(result_with({line_of(4), line_of(5)}), of_five).problem, "a move");
}

TEST(CheckedGames, missing_and_unreadable_games_are_problems) {
    EXPECT_EQ(check_games(result_with({line_of(4)}), no_problem).problem, "1 game, and the pair has 2");
    EXPECT_NE(check_games(result_with({line_of(4), "{}"}), no_problem).problem, std::nullopt);
}

TEST(CheckedGames, what_a_later_version_says_more_is_left_out) {
    std::string more = line_of(5);
    more.insert(more.size() - 1, ",\"bonus\":1");
    const CheckedGames checked = check_games(result_with({line_of(4), more}), no_problem);
    EXPECT_EQ(checked.problem, std::nullopt);
    EXPECT_EQ(to_json_line(checked.records.at(1)).find("bonus"), std::string::npos);
}

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
