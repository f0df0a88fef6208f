#include "sprt/remote/watch/events.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {

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

} // namespace
} // namespace sprt::remote
