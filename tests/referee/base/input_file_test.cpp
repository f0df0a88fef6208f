#include "referee/base/input_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace referee {
namespace {

using testing_support::TemporaryDir;
using testing_support::user_error_text;

class InputFile : public ::testing::Test {
  protected:
    InputFile() {
        dir_.file("file", "text\n");
        ::mkfifo((dir_ / "pipe").c_str(), 0600);
    }
    static std::string error_of(const std::filesystem::path& file) {
        return user_error_text([&] { static_cast<void>(open_input(file, "a log")); });
    }
    TemporaryDir dir_;
};

TEST_F(InputFile, special_files_are_named) {
    EXPECT_EQ(special_kind(dir_.path()), "a directory");
    EXPECT_EQ(special_kind(dir_ / "pipe"), "a pipe");
    EXPECT_EQ(special_kind("/dev/zero"), "a device");
    EXPECT_EQ(special_kind(dir_ / "file"), "");
    EXPECT_EQ(special_kind(dir_ / "nothing"), "");
    EXPECT_EQ(special_kind(dir_ / "file/below"), "");
}

TEST_F(InputFile, files_of_a_run_are_told_by_their_name_and_its_run_json) {
    dir_.file("run/run.json", "{}");
    std::filesystem::create_symlink(dir_ / "run/games.jsonl", dir_ / "link");
    for (const char* file : {"run/run.json", "run/games.jsonl", "run/../run/games.jsonl", "link"}) {
        EXPECT_TRUE(is_file_of_run(dir_ / file)) << file;
    }
    for (const char* file : {"run.json", "games.jsonl", "run/page.html", "file/games.jsonl"}) {
        EXPECT_FALSE(is_file_of_run(dir_ / file)) << file;
    }
}

TEST_F(InputFile, regular_files_are_opened) {
    std::ifstream in = open_input(dir_ / "file", "a log");
    std::string line;
    EXPECT_TRUE(std::getline(in, line));
    EXPECT_EQ(line, "text");
}

TEST_F(InputFile, other_files_are_refused_at_once) {
    EXPECT_EQ(error_of(dir_.path()), dir_.path().string() + " is a directory; name a log");
    EXPECT_EQ(error_of(dir_ / "pipe"),
              (dir_ / "pipe").string() + " is a pipe; name a log, or give it on standard input: /dev/stdin");
    EXPECT_EQ(error_of("/dev/zero"),
              "/dev/zero is a device; name a log, or give it on standard input: /dev/stdin");
    EXPECT_EQ(error_of(dir_ / "nothing"),
              "cannot read " + (dir_ / "nothing").string() + ": No such file or directory; name a log");
}

TEST_F(InputFile, plain_files_are_read_and_nothing_else_is_touched) {
    namespace fs = std::filesystem;
    EXPECT_EQ(read_plain(dir_ / "file", "a log"), "text\n");
    fs::create_symlink(dir_ / "file", dir_ / "link");
    fs::create_symlink(dir_ / "nothing", dir_ / "dangling");
    for (const auto& [name, kind] : {std::pair("pipe", "a pipe"), std::pair("link", "a link"),
                                     std::pair("dangling", "a link"), std::pair(".", "a directory")}) {
        const auto path = dir_ / name;
        for (const int flags : {O_RDONLY, O_WRONLY | O_APPEND, O_RDWR | O_CREAT | O_TRUNC}) {
            EXPECT_EQ(user_error_text([&] { static_cast<void>(open_plain(path, "a log", flags)); }),
                      path.string() + " is " + kind + "; a log is a regular file");
        }
    }
    EXPECT_FALSE(fs::exists(dir_ / "nothing"));
    EXPECT_EQ(read_plain(dir_ / "file", "a log"), "text\n");
    EXPECT_EQ(open_plain(dir_ / "nothing", "a log", O_RDONLY).fd(), -1);
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read_plain(dir_ / "nothing", "a log")); }),
              "cannot read " + (dir_ / "nothing").string() + ": No such file or directory; name a log");
}

TEST_F(InputFile, links_are_followed_to_what_is_not_there) {
    namespace fs = std::filesystem;
    const fs::path dir = fs::canonical(dir_.path());
    fs::create_symlink("second", dir_ / "first");
    fs::create_symlink(dir_ / "nothing", dir_ / "second");
    fs::create_symlink("round", dir_ / "round");
    EXPECT_EQ(followed(dir_ / "first"), dir / "nothing");
    EXPECT_EQ(followed(dir_ / "file"), dir / "file");
    EXPECT_EQ(followed(dir_ / "deep" / "file"), dir / "deep" / "file");
    EXPECT_NO_THROW(static_cast<void>(followed(dir_ / "round")));
}

TEST_F(InputFile, lines_have_a_greatest_length_and_files_a_greatest_size) {
    const auto lines_of = [&](const std::string& text) {
        dir_.file("lines", text);
        PlainLines lines(open_plain(dir_ / "lines", "a log", O_RDONLY), dir_ / "lines");
        std::vector<std::string> all;
        for (std::string line; lines.next(line);) {
            all.push_back(line + (lines.is_cut() ? "" : "\n"));
        }
        return all;
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(lines_of(""), Lines{});
    EXPECT_EQ(lines_of("one\n\ntwo"), (Lines{"one\n", "\n", "two"}));
    const std::string block(65536, 'x'); // what is read at once
    EXPECT_EQ(lines_of(block + "\n" + block), (Lines{block + "\n", block}));
    EXPECT_EQ(user_error_text([&] { lines_of(std::string(kMostPlainBytes + 100'000, 'x')); }),
              "a line is longer than 16 MiB");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read_plain(dir_ / "lines", "a log")); }),
              (dir_ / "lines").string() + " is larger than 16 MiB; name a log");
}

} // namespace
} // namespace referee
