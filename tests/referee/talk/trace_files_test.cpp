#include "referee/talk/trace_files.hpp"
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
