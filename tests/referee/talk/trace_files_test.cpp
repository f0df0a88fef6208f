#include "referee/talk/trace_files.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

} // namespace
} // namespace referee
