#include "referee/base/descriptor.hpp"
#include "sprt/store/replace_file.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

TEST(ReplaceFile, file_is_made_and_replaced_whole) {
    const TemporaryDir dir;
    replace_file(dir / "a.json", "a long first text\n");
    EXPECT_EQ(content_of(dir / "a.json"), "a long first text\n");
    replace_file(dir / "a.json", "short");
    EXPECT_EQ(content_of(dir / "a.json"), "short");
    replace_file(dir / "a.json", "");
    EXPECT_EQ(content_of(dir / "a.json"), "");
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a.json"));
}

TEST(ReplaceFile, reader_of_the_old_file_still_sees_the_old_text) {
    const TemporaryDir dir;
    replace_file(dir / "a", "old");
    std::ifstream reader(dir / "a");
    replace_file(dir / "a", "new");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
}

TEST(ReplaceFile, links_and_pipes_at_its_names_are_not_followed) {
    const TemporaryDir dir;
    std::ofstream(dir / "outside") << "mine";
    for (const char* const name : {"a.new", ".a.new", "a"}) {
        fs::create_symlink(dir / "outside", dir / name);
    }
    replace_file(dir / "a", "text");
    EXPECT_EQ(content_of(dir / "outside"), "mine");
    EXPECT_EQ(content_of(dir / "a"), "text");
    EXPECT_FALSE(fs::is_symlink(dir / "a"));
    ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
    replace_file(dir / "pipe", "text");
    EXPECT_EQ(content_of(dir / "pipe"), "text");
}

TEST(ReplaceFile, many_write_at_once) {
    const TemporaryDir dir;
    std::vector<std::thread> writers;
    for (int i = 0; i < 6; ++i) {
        writers.emplace_back([&] {
            for (int k = 0; k < 20; ++k) {
                replace_file(dir / "a", "text");
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a"));
}

TEST(ReplaceFile, drafts_of_killed_programs_are_removed) {
    const TemporaryDir dir;
    for (const char* const name : {".a.0123.new", ".b.0123.new", ".a.txt", ".a.4567.new"}) {
        std::ofstream(dir / name) << "part";
    }
    const referee::Descriptor writer(::open((dir / ".a.4567.new").c_str(), O_WRONLY | O_CLOEXEC));
    ASSERT_EQ(::flock(writer.fd(), LOCK_EX), 0);
    replace_file(dir / "a", "text");
    EXPECT_THAT(names_in(dir.path()),
                ::testing::UnorderedElementsAre("a", ".b.0123.new", ".a.txt", ".a.4567.new"));
}

TEST(ReplaceFile, error_names_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of(dir / "missing" / "a", "text"), HasSubstr(dir / "missing" / "a"));
    fs::create_directory(dir / "a");
    EXPECT_THAT(error_of(dir / "a", "text"), HasSubstr(dir / "a"));
    EXPECT_THAT(names_in(dir.path()), ElementsAre("a")); // the draft is removed
}

TEST(ReplaceFile, old_text_stays_when_the_new_text_does_not_fit) {
    const TemporaryDir dir;
    replace_file(dir / "a", "old");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN); // otherwise the signal would end this program
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
