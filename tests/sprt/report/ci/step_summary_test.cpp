#include "sprt/report/ci/step_summary.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::testing_support::content_of;
using referee::testing_support::TemporaryDir;
using ::testing::HasSubstr;

template<class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const std::system_error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(StepSummary, the_file_is_the_one_that_the_environment_names) {
    ::unsetenv("GITHUB_STEP_SUMMARY");
    EXPECT_FALSE(step_summary_path());
    ::setenv("GITHUB_STEP_SUMMARY", "", 1);
    EXPECT_FALSE(step_summary_path());
    ::setenv("GITHUB_STEP_SUMMARY", "/x/y", 1);
    EXPECT_EQ(step_summary_path(), fs::path("/x/y"));
    ::unsetenv("GITHUB_STEP_SUMMARY");
}

TEST(StepSummary, a_summary_is_appended_after_an_empty_line) {
    const TemporaryDir dir;
    append_to_step_summary(dir / "new", "first\n");
    EXPECT_EQ(content_of(dir / "new"), "first\n");
    append_to_step_summary(dir / "new", "second\n");
    EXPECT_EQ(content_of(dir / "new"), "first\n\nsecond\n");
}

TEST(StepSummary, errors_name_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of([&] { append_to_step_summary(dir / "none" / "a", "x"); }),
                HasSubstr(dir / "none" / "a"));
    EXPECT_THAT(error_of([&] { append_to_step_summary(dir.path(), "x"); }), HasSubstr(dir.path()));
    EXPECT_THAT(error_of([&] { append_to_step_summary("/dev/full", "x"); }), HasSubstr("/dev/full"));
}

TEST(WriteReport, missing_directories_are_made_and_files_are_replaced) {
    const TemporaryDir dir;
    const fs::path file = dir / "deep" / "er" / "junit.xml";
    write_report(file, "one");
    write_report(file, "two");
    EXPECT_EQ(content_of(file), "two");
    EXPECT_FALSE(fs::exists(dir / "deep" / "er" / "junit.xml.new"));
}

TEST(WriteReport, a_link_stays_and_its_target_is_replaced) {
    const TemporaryDir dir;
    dir.file("real", "old");
    fs::create_symlink("real", dir / "link");
    write_report(dir / "link", "new");
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(content_of(dir / "real"), "new");
}

TEST(WriteReport, a_device_is_written_to_and_not_replaced) {
    write_report("/dev/null", "text");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_THAT(error_of([] { write_report("/dev/full", "text"); }), HasSubstr("/dev/full"));
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteReport, errors_name_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of([&] { write_report(dir.path(), "x"); }), HasSubstr(dir.path()));
    dir.file("file", "");
    EXPECT_THAT(error_of([&] { write_report(dir / "file" / "a", "x"); }), HasSubstr(dir / "file"));
}

} // namespace
} // namespace sprt
