#include "referee/talk/trace.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <system_error>

namespace referee {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(Trace, each_line_has_time_direction_and_agent) {
    Trace trace(true);
    trace.begin({2, 1}); // agent 2 plays first
    trace.said(Side::First, "READY FIRST\n");
    trace.heard(Side::Second, "OK\n");
    trace.said(Side::First, "OPP 1 1 2 2 5\nTURN 1 2\n");
    trace.heard_error(Side::First, "thinking");
    EXPECT_THAT(trace.text(), MatchesRegex(" +[0-9]+ > 2 READY FIRST\n"
                                           " +[0-9]+ < 1 OK\n"
                                           " +[0-9]+ > 2 OPP 1 1 2 2 5\n"
                                           " +[0-9]+ > 2 TURN 1 2\n"
                                           " +[0-9]+ ! 2 thinking \\(no newline\\)\n"));
}

TEST(Trace, control_characters_of_agents_are_shown_as_text) {
    Trace trace(true);
    trace.begin({1, 2});
    trace.heard(Side::First, std::string_view("\x1b[2J\0\xff\n", 7));
    EXPECT_THAT(trace.text(), HasSubstr("< 1 \\x1b[2J\\x00\xEF\xBF\xBD\n"));
}

TEST(Trace, begin_forgets_the_previous_game) {
    Trace trace(true);
    trace.begin({1, 2});
    trace.heard(Side::First, "old\n");
    trace.begin({1, 2});
    EXPECT_EQ(trace.text(), "");
}

TEST(Trace, trace_that_is_not_kept_stays_empty) {
    Trace trace(false);
    trace.begin({1, 2});
    trace.heard(Side::First, "x\n");
    EXPECT_EQ(trace.text(), "");
}

TEST(Trace, size_is_bounded) {
    Trace trace(true);
    trace.begin({1, 2});
    const std::string block(1 << 20, 'x');
    for (int i = 0; i < 40; ++i) {
        trace.heard(Side::First, block);
    }
    EXPECT_LT(trace.text().size(), std::size_t{18} << 20);
    EXPECT_THAT(trace.text().substr(trace.text().size() - 100), HasSubstr("(the rest was not kept)"));
}

} // namespace

namespace {

using ::testing::HasSubstr;
using testing_support::content_of;
using testing_support::TemporaryDir;
using testing_support::user_error_text;

TEST(TraceFiles, directory_holds_a_file_for_each_game_of_one_run) {
    const TemporaryDir temporary;
    const auto dir = temporary.path() / "a" / "b";
    make_trace_dir(dir);
    make_trace_dir(dir); // still empty
    write_trace(dir, 12, "text\n");
    EXPECT_EQ(content_of(dir / "game-000012.txt"), "text\n");
    EXPECT_THAT(user_error_text([&] { make_trace_dir(dir); }), HasSubstr("holds traces already"));
    EXPECT_THAT(user_error_text([&] { make_trace_dir(dir / "game-000012.txt"); }), HasSubstr("is a file"));
    EXPECT_THROW(write_trace(temporary.path() / "none", 1, ""), std::system_error);
}

TEST(TraceFiles, old_traces_are_removed_when_asked_to_and_nothing_else) {
    const TemporaryDir dir;
    for (const char* const name :
         {"game-000000.txt", "game-1234567.txt", "game-.txt", "game-1.log", "game-notes.txt", "notes.txt"}) {
        dir.file(name, "text\n");
    }
    EXPECT_EQ(user_error_text([&] { make_trace_dir(dir.path()); }),
              dir.path().string() +
                  " holds traces already; name another directory, or replace them by --overwrite");
    make_trace_dir(dir.path(), OldTraces::Keep);
    EXPECT_EQ(content_of(dir.path() / "game-000000.txt"), "text\n");
    remove_traces(dir.path());
    std::set<std::string> left;
    for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
        left.insert(entry.path().filename().string());
    }
    EXPECT_EQ(left, (std::set<std::string>{"game-.txt", "game-1.log", "game-notes.txt", "notes.txt"}));
    make_trace_dir(dir.path()); // the other files are no traces
}

} // namespace
} // namespace referee
