#include "sprt/store/replace_file.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <system_error>
#include <vector>

#include <sys/resource.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::testing_support::content_of;
using referee::testing_support::TemporaryDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> names_in(const fs::path& dir) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir)) {
        names.push_back(entry.path().filename());
    }
    return names;
}

std::string error_of(const fs::path& file, std::string_view text) {
    try {
        replace_file(file, text);
    } catch (const std::system_error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(ReplaceFile, makes_a_file_and_replaces_it_whole) {
    const TemporaryDir dir;
    replace_file(dir / "a.json", "a long first text\n");
    EXPECT_EQ(content_of(dir / "a.json"), "a long first text\n");
    replace_file(dir / "a.json", "short");
    EXPECT_EQ(content_of(dir / "a.json"), "short");
    replace_file(dir / "a.json", "");
    EXPECT_EQ(content_of(dir / "a.json"), "");
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a.json"));
}

TEST(ReplaceFile, who_has_the_old_file_open_keeps_its_text) {
    const TemporaryDir dir;
    replace_file(dir / "a", "old");
    std::ifstream reader(dir / "a");
    replace_file(dir / "a", "new");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
}

TEST(ReplaceFile, errors_name_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of(dir / "missing" / "a", "text"), HasSubstr(dir / "missing" / "a"));
    fs::create_directory(dir / "a");
    EXPECT_THAT(error_of(dir / "a", "text"), HasSubstr(dir / "a"));
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a")); // no draft
}

TEST(ReplaceFile, what_does_not_fit_leaves_the_old_text) {
    const TemporaryDir dir;
    replace_file(dir / "a", "old");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN); // else the limit would end this program
    const rlimit small{.rlim_cur = 1000, .rlim_max = before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string error = error_of(dir / "a", std::string(2000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_THAT(error, HasSubstr(dir / "a"));
    EXPECT_EQ(content_of(dir / "a"), "old");
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a"));
}

} // namespace
} // namespace sprt
