#include "referee/process/program_files.hpp"
#include "referee/process/sha256.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace referee {
namespace {

using testing_support::TemporaryDir;

class ProgramFilesTest : public testing::Test {
  protected:
    [[nodiscard]] Program program() const {
        return {.executable = agent_,
                .words = {"./agent", "--net", "weights", "nothing.here", "."},
                .dir = dir_.path(),
                .variables = {}};
    }
    [[nodiscard]] std::string path(const char* name) const { return (dir_ / name).string(); }

    TemporaryDir dir_;
    std::filesystem::path agent_ = dir_.file("agent", "#!/bin/sh\n", true);
    std::filesystem::path weights_ = dir_.file("weights", "1 2 3");
    ProgramFiles files_{program()};
};

TEST_F(ProgramFilesTest, are_the_executable_and_the_files_that_its_words_name) {
    const AgentPrint& print = files_.print();
    EXPECT_EQ(print.executable, (FilePrint{path("agent"), sha256_of_text("#!/bin/sh\n")}));
    ASSERT_EQ(print.files.size(), 1U) << "neither a word that names no file nor a directory";
    EXPECT_EQ(print.files[0], (FilePrint{path("weights"), sha256_of_text("1 2 3")}))
        << "relative to the directory of the agent";
}

TEST_F(ProgramFilesTest, that_stay_as_they_are_have_not_changed) {
    EXPECT_EQ(files_.changed(), std::nullopt);
    EXPECT_EQ(files_.changed_bytes(), std::nullopt);
    EXPECT_EQ(ProgramFiles().changed(), std::nullopt);
}

TEST_F(ProgramFilesTest, that_are_written_to_replaced_or_removed_have_changed) {
    dir_.file("weights", "1 2 4");
    EXPECT_EQ(files_.changed(), path("weights"));
    EXPECT_EQ(files_.changed_bytes(), path("weights"));
    std::filesystem::rename(dir_.file("new", "#!/bin/sh\nexit\n", true), dir_ / "agent");
    EXPECT_EQ(files_.changed(), path("agent"));
    std::filesystem::remove(dir_ / "agent");
    EXPECT_EQ(files_.changed(), path("agent"));
}

TEST_F(ProgramFilesTest, that_are_written_anew_with_the_same_bytes_have_not_changed) {
    std::filesystem::rename(dir_.file("new", "#!/bin/sh\n", true), dir_ / "agent");
    std::filesystem::last_write_time(dir_ / "weights", std::filesystem::file_time_type::clock::now());
    EXPECT_EQ(files_.changed(), std::nullopt);
}

TEST_F(ProgramFilesTest, that_have_other_bytes_and_the_old_time_and_size_have_changed) {
    const auto time = std::filesystem::last_write_time(dir_ / "weights");
    dir_.file("weights", "3 2 1");
    std::filesystem::last_write_time(dir_ / "weights", time);
    EXPECT_EQ(files_.changed(), path("weights"));
}

} // namespace
} // namespace referee
