#include "referee/base/descriptor.hpp"
#include "sprt/store/disk_files.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sprt {
namespace {

using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;

std::string in_use(const TemporaryDir& dir) {
    return dir.path().string() + " is in use: another sprt plays a run there";
}

TEST(DirectoryLock, second_lock_on_a_directory_is_refused) {
    const TemporaryDir dir;
    std::optional<DirectoryLock> lock(dir.path());
    EXPECT_EQ(user_error_text([&] { DirectoryLock another(dir.path()); }), in_use(dir));
    lock.reset();
    EXPECT_NO_THROW(lock.emplace(dir.path()));
}

TEST(DirectoryLock, lock_is_held_after_a_move) {
    const TemporaryDir dir;
    std::optional<DirectoryLock> first(dir.path());
    std::optional<DirectoryLock> second(std::move(*first));
    first.reset();
    EXPECT_EQ(user_error_text([&] { DirectoryLock another(dir.path()); }), in_use(dir));
    second.reset();
    EXPECT_NO_THROW(DirectoryLock(dir.path()));
}

TEST(DirectoryLock, lock_holds_for_its_own_directory_only) {
    const TemporaryDir dir;
    const TemporaryDir other;
    const DirectoryLock lock(dir.path());
    EXPECT_NO_THROW(DirectoryLock(other.path()));
}

TEST(DirectoryLock, lock_of_another_process_holds_until_that_process_ends) {
    const TemporaryDir dir;
    int pipe[2];
    ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const DirectoryLock lock(dir.path());
        static_cast<void>(!::write(pipe[1], "x", 1));
        while (true) {
            ::pause();
        }
    }
    char byte = 0;
    ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
    EXPECT_EQ(user_error_text([&] { DirectoryLock lock(dir.path()); }), in_use(dir));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_NO_THROW(DirectoryLock(dir.path()));
    ::close(pipe[0]);
    ::close(pipe[1]);
}

/// An agent that outlives its run must not keep the lock.
TEST(DirectoryLock, lock_is_not_inherited_by_agents) {
    const TemporaryDir dir;
    const DirectoryLock lock(dir.path());
    bool seen = false;
    for (int fd = 3; fd < 256; ++fd) {
        std::error_code error;
        const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
        if (!error && link == dir.path()) {
            seen = true;
            EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
        }
    }
    EXPECT_TRUE(seen);
}

TEST(DirectoryLock, path_that_is_no_directory_is_a_system_error) {
    const TemporaryDir dir;
    dir.file("plain", "");
    EXPECT_THROW(DirectoryLock(dir / "plain"), std::system_error);
    EXPECT_THROW(DirectoryLock(dir / "nothing"), std::system_error);
}

TEST(DirectoryLock, others_see_it_without_taking_it) {
    const TemporaryDir dir;
    EXPECT_FALSE(is_locked(dir.path()));
    {
        const DirectoryLock lock(dir.path());
        EXPECT_TRUE(is_locked(dir.path()));
    }
    EXPECT_FALSE(is_locked(dir.path()));
    EXPECT_FALSE(is_locked(dir / "nothing"));
}

namespace fs = std::filesystem;

/// The descriptor of `file` in this process; -1 when `file` is not open.
int descriptor_of(const fs::path& file) {
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code gone; // ignored: a descriptor may be closed meanwhile
        if (fs::read_symlink(entry.path(), gone) == file) {
            return std::stoi(entry.path().filename());
        }
    }
    return -1;
}

class SteadySyncTest : public ::testing::Test {
  protected:
    referee::testing_support::TemporaryDir temporary_;
    referee::LogFile log_{temporary_.path() / "log", ""};
    SteadySync sync_{log_};
};

TEST_F(SteadySyncTest, end_succeeds_when_nothing_was_appended) {
    sync_.end();
}

TEST_F(SteadySyncTest, end_succeeds_right_after_a_line) {
    log_.append("line");
    sync_.appended();
    sync_.end();
    EXPECT_EQ(fs::file_size(log_.path()), 5U);
}

TEST_F(SteadySyncTest, failed_flush_is_thrown_by_appended_and_by_end) {
    const int fd = descriptor_of(log_.path());
    ASSERT_GE(fd, 0);
    const referee::Descriptor kept(::dup(fd));
    const referee::Descriptor useless(::open("/", O_PATH | O_CLOEXEC));
    ASSERT_EQ(::dup2(useless.fd(), fd), fd); // cannot be flushed: EBADF
    const auto append_for_a_minute = [&] {
        for (int i = 0; i < 60000; ++i) {
            sync_.appended();
            ::usleep(1000);
        }
    };
    EXPECT_THROW(append_for_a_minute(), std::system_error);
    ASSERT_EQ(::dup2(kept.fd(), fd), fd);
    EXPECT_NO_THROW(log_.sync());
    EXPECT_THROW(sync_.end(), std::system_error);
}

TEST_F(SteadySyncTest, damage_is_thrown_by_appended_and_by_end) {
    log_.append("line");
    fs::rename(log_.path(), temporary_.path() / "moved");
    const auto append_for_a_minute = [&] {
        for (int i = 0; i < 60000; ++i) {
            sync_.appended();
            ::usleep(1000);
        }
    };
    EXPECT_THROW(append_for_a_minute(), referee::LogDamaged);
    fs::rename(temporary_.path() / "moved", log_.path());
    EXPECT_THROW(sync_.end(), referee::LogDamaged) << "what was seen once is never forgotten";
}

TEST_F(SteadySyncTest, damage_after_the_last_flush_is_thrown_by_end) {
    log_.append("line");
    fs::resize_file(log_.path(), 3);
    EXPECT_THROW(sync_.end(), referee::LogDamaged);
}

using referee::testing_support::content_of;
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

TEST(ReplaceFile, plain_file_keeps_its_permissions) {
    const TemporaryDir dir;
    replace_file(dir / "a", "old");
    for (const fs::perms mode : {fs::perms(0600), fs::perms(0666), fs::perms(0644)}) {
        fs::permissions(dir / "a", mode);
        replace_file(dir / "a", "new");
        EXPECT_EQ(fs::status(dir / "a").permissions(), mode);
    }
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

using testing::HasSubstr;
using testing::IsEmpty;

const Distrust kLiar{.server = "nats://h:1",
                     .worker = "v-liar",
                     .run_id = "0123456789ab",
                     .at = "2026-01-02T03:04:05Z",
                     .why = "its games of pair 7 are not those that ann and bob played"};

unsigned mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    EXPECT_EQ(::stat(path.c_str(), &facts), 0);
    return facts.st_mode & 0777U;
}

TEST(DistrustedFile, what_was_added_is_read_by_server) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.path() / "state" / "referee" / "distrusted.json";
    EXPECT_THAT(distrusted_in(file, "nats://h:1"), IsEmpty()) << "there is no file";
    static_cast<void>(add_distrusted(file, kLiar));
    Distrust elsewhere = kLiar;
    elsewhere.server = "nats://other:1";
    elsewhere.worker = "w";
    static_cast<void>(add_distrusted(file, elsewhere));
    const auto its = distrusted_in(file, "nats://h:1");
    ASSERT_EQ(its.size(), 1U);
    EXPECT_EQ(its.at("v-liar").why, kLiar.why);
    EXPECT_EQ(its.at("v-liar").run_id, kLiar.run_id);
    EXPECT_EQ(distrusted_in(file, "nats://other:1").count("w"), 1U);
}

TEST(DistrustedFile, it_is_for_its_user_alone) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.path() / "referee" / "distrusted.json";
    static_cast<void>(add_distrusted(file, kLiar));
    EXPECT_EQ(mode_of(file), 0600U);
    EXPECT_EQ(mode_of(file.parent_path()), 0700U);
}

TEST(DistrustedFile, damaged_file_is_named_and_stays) {
    const referee::testing_support::TemporaryDir dir;
    const auto file = dir.file("distrusted.json", R"({"format":1,"distrusted":[{"server":"s"}]})");
    const auto text =
        referee::testing_support::user_error_text([&] { static_cast<void>(distrusted_in(file, "s")); });
    EXPECT_THAT(text, HasSubstr("distrusted.json: /distrusted/0"));
    EXPECT_THAT(text, HasSubstr("worker"));
    EXPECT_NE(
        referee::testing_support::user_error_text([&] { static_cast<void>(add_distrusted(file, kLiar)); }),
        "");
}

TEST(DistrustedFile, place_follows_the_environment) {
    ::setenv("HOME", "/home/x", 1);
    ::setenv("XDG_STATE_HOME", "/state", 1);
    EXPECT_EQ(distrusted_file(), "/state/referee/distrusted.json");
    ::setenv("XDG_STATE_HOME", "relative", 1);
    EXPECT_EQ(distrusted_file(), "/home/x/.local/state/referee/distrusted.json");
    ::unsetenv("XDG_STATE_HOME");
    EXPECT_EQ(distrusted_file(), "/home/x/.local/state/referee/distrusted.json");
    ::unsetenv("HOME");
    EXPECT_EQ(distrusted_file(), "");
}

} // namespace
} // namespace sprt
