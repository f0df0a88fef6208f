#include "referee/base/user_error.hpp"
#include "referee/command/call.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

constexpr Example kCallExamples[] = {{"", "prog play --games 2", "two games"},
                                     {"play", "prog play --games 3", "three games"}};

/// A call of a program with two subcommands: its status and what it printed.
struct Called {
    std::optional<ExitStatus> status;
    int games = 0;
    std::string out;
    std::string err;

    explicit Called(std::vector<std::string> words) {
        CLI::App app("A program.");
        bool fast = false;
        app.require_subcommand(0, 1);
        auto* const play = app.add_subcommand("play", "Plays");
        play->add_option("--games", games, "How many")->check([](const std::string& text) {
            return text == "13" ? std::string("13 is too many") : std::string();
        });
        play->add_option_function<std::string>(
            "--seed", [](const std::string&) { throw UserError("--seed: no seed"); });
        play->add_flag("--fast", fast, "Plays fast")->group("");
        auto* const show = app.add_subcommand("show", "Shows");
        std::string file;
        show->add_option("FILE", file, "What to show")->required();
        words.insert(words.begin(), "dir/prog");
        std::vector<char*> argv;
        argv.reserve(words.size());
        for (std::string& word : words) {
            argv.push_back(word.data());
        }
        CaptureStdout();
        CaptureStderr();
        status = parse_call(app, "prog", argv, kCallExamples);
        out = GetCapturedStdout();
        err = GetCapturedStderr();
    }
};

TEST(Call, that_is_right_sets_the_values) {
    const Called called({"play", "--games", "5", "--fast"});
    EXPECT_EQ(called.status, std::nullopt);
    EXPECT_EQ(called.games, 5);
    EXPECT_EQ(called.out + called.err, "");
}

TEST(Call, that_is_wrong_is_said_in_one_line_with_the_help_to_see) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{}, "prog: a subcommand is missing; it must be play or show (see prog --help)\n"},
        {{"play", "--gmaes", "1"},
         "prog: --gmaes is unknown; did you mean --games? (see prog play --help)\n"},
        {{"play", "--games"},
         "prog: --games has no value; give it one: --games INT (see prog play --help)\n"},
        {{"play", "--games", "13"}, "prog: --games: 13 is too many (see prog play --help)\n"},
        {{"play", "--rounds", "1"},
         "prog: --rounds is unknown; here it is --games (games, not pairs) (see prog play --help)\n"},
        {{"show"}, "prog: FILE is missing (What to show); prog show takes FILE (see prog show --help)\n"},
        {{"play", "--seed", "x"}, "prog: --seed: no seed\n"},
        {{"help", "bogus"},
         "prog: 'bogus' is no subcommand of prog; it must be play or show (see prog --help)\n"},
    };
    for (const auto& [words, line] : cases) {
        const Called called(words);
        EXPECT_EQ(called.status, ExitStatus::UserError) << line;
        EXPECT_EQ(called.err, line);
        EXPECT_EQ(called.out, "");
    }
}

TEST(Call, of_help_prints_it_with_the_examples) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"}, {"-h"}, {"help"}}) {
        const Called called(words);
        EXPECT_EQ(called.status, ExitStatus::Done);
        EXPECT_THAT(called.out, HasSubstr("Usage: dir/prog [OPTIONS]"));
        EXPECT_TRUE(called.out.ends_with("Examples:\n    prog play --games 2\n        two games\n"))
            << called.out;
        EXPECT_EQ(called.err, "");
    }
    for (const std::vector<std::string>& words : {std::vector<std::string>{"play", "--help"},
                                                  {"help", "play"},
                                                  {"play", "--bogus", "-h"},
                                                  {"play", "-help"},
                                                  {"play", "-?"}}) {
        const Called called(words);
        EXPECT_EQ(called.status, ExitStatus::Done);
        EXPECT_THAT(called.out, HasSubstr("Usage: dir/prog play [OPTIONS]"));
        EXPECT_TRUE(called.out.ends_with("Examples:\n    prog play --games 3\n        three games\n"))
            << called.out;
    }
    EXPECT_THAT(Called({"show", "--help"}).out, testing::Not(HasSubstr("Examples:")));
}

} // namespace
} // namespace referee
