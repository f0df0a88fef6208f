#include "referee/base/input_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <string>

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

} // namespace
} // namespace referee
