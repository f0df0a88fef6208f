#include "sprt/command/command_line.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using ::testing::HasSubstr;
using WordsBehindName = std::optional<std::vector<std::string>>;

TEST(FastchessName, program_is_fastchess_by_its_command_or_by_its_name) {
    const struct {
        std::vector<std::string> argv;
        WordsBehindName words;
    } cases[] = {
        {{"bin/sprt", "fastchess", "-rounds", "3"}, {{"-rounds", "3"}}},
        {{"sprt", "fastchess"}, {{}}},
        {{"sprt", "run", "fastchess"}, {}},
        {{"sprt"}, {}},
        {{"/opt/fastchess", "-rounds", "3"}, {{"-rounds", "3"}}},
        {{"fastchess-1.8", "version"}, {{"version"}}},
        {{"fastchess"}, {{}}},
        {{"fastchess", "fastchess", "-rounds"}, {{"-rounds"}}},
        {{"fastchess", "run", "c.json"}, {}}, // a link by that name to call our commands
        {{"fastchess/sprt", "-rounds"}, {}},
    };
    for (auto each : cases) {
        std::vector<char*> argv;
        for (std::string& word : each.argv) {
            argv.push_back(word.data());
        }
        EXPECT_EQ(fastchess_words(argv), each.words) << ::testing::PrintToString(each.argv);
    }
}

/// What a call that plays nothing writes to standard error.
std::string complaint_of(const std::vector<std::string>& words) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run_fastchess(words), referee::ExitStatus::CheckFailed);
    return ::testing::internal::GetCapturedStderr();
}

TEST(FastchessConfig, one_that_names_no_run_cannot_be_resumed) {
    const referee::testing_support::TemporaryDir dir;
    const std::string file = dir.file("config.json", R"({"agent1": "a", "agent2": "b"})").string();
    EXPECT_THAT(complaint_of({"-config", "file=" + file}),
                HasSubstr("-config: " + file + " names no run that was kept"));
    const std::string kept = dir.file("kept.json", R"({"out": ")" + (dir / "none").string() + "\"}").string();
    EXPECT_THAT(complaint_of({"-config", "file=" + kept}), HasSubstr((dir / "none").string()));
}

TEST(FastchessOptionsOfOurs, that_are_wrong_end_the_call_with_its_status) {
    EXPECT_THAT(complaint_of({"-engine", "cmd=a", "-engine", "cmd=b", "-each", "nodes=5", "--clok", "fair"}),
                HasSubstr("--clok is unknown"));
}

} // namespace
} // namespace sprt
