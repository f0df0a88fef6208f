#include "referee/base/user_error.hpp"
#include "referee/game/log/log_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {

namespace {

using testing::HasSubstr;
using testing_support::content_of;
using testing_support::TemporaryDir;
using testing_support::user_error_text;

/// No file may grow beyond `bytes` while it lives: a full disk.
class FilesEndAt {
  public:
    explicit FilesEndAt(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FilesEndAt() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    FilesEndAt(const FilesEndAt&) = delete;
    FilesEndAt& operator=(const FilesEndAt&) = delete;

  private:
    rlimit before_{};
};

TEST(LogFile, grows_by_lines) {
    const TemporaryDir dir;
    LogFile log(dir / "games.jsonl", "");
    EXPECT_EQ(log.path(), dir / "games.jsonl");
    EXPECT_TRUE(std::filesystem::exists(dir / "games.jsonl"));
    EXPECT_EQ(content_of(log.path()), "");
    log.append("one");
    EXPECT_EQ(content_of(log.path()), "one\n"); // there at once
    log.append("");
    log.append(std::string(100'000, 'x'));
    EXPECT_EQ(content_of(log.path()), "one\n\n" + std::string(100'000, 'x') + "\n");
}

/// The damage that `body` finds; `none` when it finds none.
template<class Body>
std::string damage_of(Body&& body) {
    try {
        body();
    } catch (const LogDamaged& error) {
        return error.what();
    }
    return "none";
}

TEST(LogFile, another_size_than_what_was_written_is_damage) {
    const TemporaryDir dir;
    LogFile log(dir / "log", "");
    log.append("one");
    log.append("two");
    EXPECT_EQ(log.bytes(), 8U);
    EXPECT_EQ(damage_of([&] { log.check_whole(); }), "none");
    const std::string says = (dir / "log").string() + " was damaged by an agent or another program: ";
    for (const std::uintmax_t size : {0U, 4U, 7U}) {
        std::filesystem::resize_file(log.path(), size);
        const std::string text = says + "it holds " + std::to_string(size) + " bytes, and 8 were written";
        EXPECT_EQ(damage_of([&] { log.append("three"); }), text);
        EXPECT_EQ(damage_of([&] { log.check(8); }), text);
        EXPECT_EQ(damage_of([&] { log.check_whole(); }), text);
        EXPECT_EQ(std::filesystem::file_size(log.path()), size) << "nothing is appended to a damaged log";
    }
    std::filesystem::resize_file(log.path(), 9);
    EXPECT_THAT(damage_of([&] { log.append("three"); }), HasSubstr("it holds 9 bytes, and 8 were written"));
    EXPECT_THAT(damage_of([&] { log.check_whole(); }), HasSubstr("it holds 9 bytes"));
    EXPECT_EQ(damage_of([&] { log.check(8); }), "none") << "a line may be being appended";
}

TEST(LogFile, another_file_in_its_place_is_damage) {
    const TemporaryDir dir;
    LogFile log(dir / "log", "");
    log.append("one");
    std::filesystem::rename(dir / "log", dir / "moved");
    const std::string says = (dir / "log").string() + " was damaged by an agent or another program: ";
    EXPECT_EQ(damage_of([&] { log.check(4); }),
              says + "it was removed, or a directory of its path was moved");
    dir.file("log", "two\n");
    EXPECT_EQ(damage_of([&] { log.check(4); }), says + "another file is in its place");
    EXPECT_EQ(damage_of([&] { log.check_whole(); }), says + "another file is in its place");
    std::filesystem::rename(dir / "moved", dir / "log");
    EXPECT_EQ(damage_of([&] { log.check_whole(); }), "none");
}

TEST(LogFile, a_pipe_or_a_device_is_an_error_of_the_user) {
    const TemporaryDir dir;
    ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(user_error_text([&] { LogFile(dir / "pipe", "name another file"); }),
              (dir / "pipe").string() + " is a pipe; a log is a regular file; name another file");
    EXPECT_EQ(user_error_text([&] { LogFile("/dev/null", "name another file"); }),
              "/dev/null is a device; a log is a regular file; name another file");
    std::filesystem::create_symlink(dir.file("log", "one\n"), dir / "link");
    for (const auto& [file, kind] : {std::pair(dir / "pipe", "a pipe"), std::pair(dir / "link", "a link"),
                                     std::pair(std::filesystem::path("/dev/null"), "a device")}) {
        EXPECT_EQ(user_error_text([&file = file] { LogFile(file, std::uintmax_t{0}); }),
                  file.string() + " is " + kind + "; a log is a regular file")
            << "it does not wait for a reader";
    }
    EXPECT_EQ(content_of(dir / "log"), "one\n");
}

TEST(LogFile, missing_parent_directories_are_made) {
    const TemporaryDir dir;
    LogFile log(dir / "a/b/c/games.jsonl", "");
    log.append("one");
    EXPECT_EQ(content_of(dir / "a/b/c/games.jsonl"), "one\n");
}

TEST(LogFile, a_file_that_is_there_is_not_touched) {
    const TemporaryDir dir;
    dir.file("old", "precious\n");
    EXPECT_EQ(user_error_text([&] { LogFile(dir / "old", "name another file"); }),
              (dir / "old").string() + " exists already; name another file");
    EXPECT_EQ(content_of(dir / "old"), "precious\n");
    dir.file("empty", "");
    EXPECT_THAT(user_error_text([&] { LogFile(dir / "empty", ""); }), HasSubstr("exists already"));
}

TEST(LogFile, that_replaces_keeps_the_old_file_until_its_first_line) {
    const TemporaryDir dir;
    dir.file("old", "precious\nand long\n");
    LogFile unused(dir / "old", LogFile::Replacing());
    unused.discard_if_empty();
    EXPECT_EQ(content_of(dir / "old"), "precious\nand long\n");
    LogFile log(dir / "old", LogFile::Replacing());
    log.append("one");
    log.append("two");
    log.discard_if_empty();
    EXPECT_EQ(content_of(dir / "old"), "one\ntwo\n");
}

TEST(LogFile, that_replaces_nothing_is_a_new_file) {
    const TemporaryDir dir;
    LogFile unused(dir / "a/unused", LogFile::Replacing());
    unused.discard_if_empty();
    EXPECT_FALSE(std::filesystem::exists(dir / "a/unused"));
    LogFile(dir / "new", LogFile::Replacing()).append("one");
    EXPECT_EQ(content_of(dir / "new"), "one\n");
}

TEST(LogFile, only_a_plain_file_is_replaced) {
    const TemporaryDir dir;
    EXPECT_THAT(user_error_text([&] { LogFile(dir.path(), LogFile::Replacing()); }),
                HasSubstr("is a directory; name a file"));
    EXPECT_EQ(user_error_text([&] { LogFile("/dev/null", LogFile::Replacing()); }),
              "/dev/null is a device; a log is a regular file; name another file");
    dir.file("run.json", "{}");
    EXPECT_EQ(user_error_text([&] { LogFile(dir / "run.json", LogFile::Replacing()); }),
              (dir / "run.json").string() + " is a file of the run; name another file");
}

TEST(LogFile, a_directory_is_an_error_of_the_user) {
    const TemporaryDir dir;
    EXPECT_EQ(user_error_text([&] { LogFile(dir.path(), ""); }),
              dir.path().string() + " is a directory; name a file, e.g. " + (dir / "games.jsonl").string());
}

TEST(LogFile, a_file_that_cannot_be_created_is_an_error_of_the_world) {
    const TemporaryDir dir;
    dir.file("plain", "");
    EXPECT_THROW(LogFile(dir / "plain/games.jsonl", ""), std::system_error);
    EXPECT_THROW(LogFile("/proc/nowhere/games.jsonl", ""), std::system_error);
}

TEST(LogFile, on_a_full_disk_it_throws_and_ends_in_a_whole_line) {
    const TemporaryDir dir;
    LogFile log(dir / "games.jsonl", "");
    log.append("first line");
    std::string what;
    {
        const FilesEndAt full(20);
        try {
            log.append("a second line that does not fit");
        } catch (const std::system_error& error) {
            what = error.what();
        }
    }
    EXPECT_THAT(what, HasSubstr("cannot write " + (dir / "games.jsonl").string()));
    EXPECT_EQ(content_of(log.path()), "first line\n");
    log.append("third");
    EXPECT_EQ(content_of(log.path()), "first line\nthird\n");
}

TEST(LogFile, is_removed_again_only_while_it_is_empty) {
    const TemporaryDir dir;
    LogFile unused(dir / "unused", "");
    unused.discard_if_empty();
    EXPECT_FALSE(std::filesystem::exists(dir / "unused"));
    LogFile shared(dir / "shared", "");
    dir.file("shared", "of another program\n");
    shared.discard_if_empty();
    EXPECT_EQ(content_of(dir / "shared"), "of another program\n");
    LogFile used(dir / "used", "");
    used.append("");
    used.discard_if_empty();
    EXPECT_EQ(content_of(dir / "used"), "\n");
}

TEST(LogFile, appends_after_the_bytes_that_are_kept) {
    const TemporaryDir dir;
    dir.file("games.jsonl", "one\ntwo\ncut sho");
    LogFile log(dir / "games.jsonl", std::uintmax_t{8});
    EXPECT_EQ(content_of(log.path()), "one\ntwo\n"); // cut off at once
    log.append("three");
    EXPECT_EQ(content_of(log.path()), "one\ntwo\nthree\n");
    LogFile(dir / "games.jsonl", std::uintmax_t{14}).append("four");
    EXPECT_EQ(content_of(log.path()), "one\ntwo\nthree\nfour\n");
}

TEST(LogFile, is_not_removed_when_lines_were_kept) {
    const TemporaryDir dir;
    dir.file("kept", "one\n");
    LogFile(dir / "kept", std::uintmax_t{4}).discard_if_empty();
    EXPECT_EQ(content_of(dir / "kept"), "one\n");
    LogFile(dir / "kept", std::uintmax_t{0}).discard_if_empty();
    EXPECT_FALSE(std::filesystem::exists(dir / "kept"));
}

TEST(LogFile, that_is_opened_again_must_exist_and_be_writable) {
    const TemporaryDir dir;
    EXPECT_THROW(LogFile(dir / "nothing", std::uintmax_t{0}), std::system_error);
    EXPECT_FALSE(std::filesystem::exists(dir / "nothing"));
    EXPECT_EQ(user_error_text([&] { LogFile(dir.path(), std::uintmax_t{0}); }),
              dir.path().string() + " is a directory; a log is a regular file");
}

TEST(LogFile, reaches_the_disk_when_asked_to) {
    const TemporaryDir dir;
    LogFile log(dir / "games.jsonl", "");
    EXPECT_NO_THROW(log.sync());
    log.append("one");
    EXPECT_NO_THROW(log.sync());
}

/// From now on the log writes to what `path`, opened with `flags`, is.
void redirect(const LogFile& log, const char* path, int flags) {
    const Descriptor other(::open(path, flags | O_CLOEXEC));
    for (int fd = 3; fd < 256; ++fd) {
        std::error_code error;
        const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
        if (!error && link == log.path() && fd != other.fd()) {
            ASSERT_EQ(::dup3(other.fd(), fd, O_CLOEXEC), fd);
        }
    }
}

TEST(LogFile, a_device_has_no_disk_to_reach) {
    const TemporaryDir dir;
    const LogFile log(dir / "games.jsonl", "");
    redirect(log, "/dev/null", O_WRONLY);
    EXPECT_NO_THROW(log.sync());
}

/// A descriptor that only names a file cannot be flushed: as on a disk that fails.
TEST(LogFile, a_failed_sync_is_an_error_of_the_world) {
    const TemporaryDir dir;
    const LogFile log(dir / "games.jsonl", "");
    redirect(log, log.path().c_str(), O_PATH);
    std::string what;
    try {
        log.sync();
    } catch (const std::system_error& error) {
        what = error.what();
    }
    EXPECT_THAT(what, HasSubstr("cannot write " + log.path().string()));
}

TEST(LogFile, is_not_inherited_by_agents) {
    const TemporaryDir dir;
    const LogFile log(dir / "games.jsonl", "");
    bool seen = false;
    for (int fd = 3; fd < 256; ++fd) {
        std::error_code error;
        const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
        if (!error && link == log.path()) {
            seen = true;
            EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
        }
    }
    EXPECT_TRUE(seen);
}

} // namespace
} // namespace referee
