#include "agents/program/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <string>
#include <vector>

namespace search {
namespace {

using testing::HasSubstr;

TEST(WhatIsWrong, only_whole_numbers_in_the_range_are_right) {
    for (const std::string good : {"1", "42", "100"}) {
        EXPECT_EQ(what_is_wrong(good, {1, 100}), "") << good;
    }
    for (const std::string bad : {"0", "101", "-1", "+1", " 1", "1 ", "1.0", "1e1", "", "x", "010", "00",
                                  "0x10", "99999999999999999999"}) {
        EXPECT_EQ(what_is_wrong(bad, {1, 100}), '\'' + bad + "' is no whole number from 1 to 100");
    }
}

TEST(WhatIsWrong, zero_has_one_digit) {
    EXPECT_EQ(what_is_wrong("0", {0, 1}), "");
    EXPECT_NE(what_is_wrong("00", {0, 1}), "");
}

/// The exit status of a call, and what it wrote to standard output and error.
struct Said {
    std::optional<int> status;
    std::string out;
    std::string err;
};

template<class Call>
Said said_by(const Call& call) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Said said;
    said.status = call();
    said.out = testing::internal::GetCapturedStdout();
    said.err = testing::internal::GetCapturedStderr();
    return said;
}

/// A command line with one option of each kind, read from `words`.
struct Read {
    bool flag = false;
    int number = 3;
    std::optional<std::int64_t> limit{};
    double real = 0.5;
    Seeds seeds{11};
    std::uint64_t seed = 0;
    Said said;

    explicit Read(std::vector<const char*> words) {
        CommandLine line("An agent.");
        line.add_flag("--flag", flag, "A flag");
        line.add_number("--number", number, {1, 100}, "A number");
        line.add_number("--limit", limit, {0, 9}, "A limit");
        line.add_real("--real", real, 0, 100, "A fraction");
        line.add_seed("--seed", seeds, "COMMAND_LINE_TEST_SEED", "A seed");
        words.insert(words.begin(), "agent");
        said = said_by([&] { return line.parse(static_cast<int>(words.size()), words.data()); });
        seed = seeds.seed();
    }
};

TEST(CommandLine, values_stay_as_they_are_when_no_option_is_given) {
    const Read read({});
    EXPECT_EQ(read.said.status, std::nullopt);
    EXPECT_EQ(read.said.out + read.said.err, "");
    EXPECT_FALSE(read.flag);
    EXPECT_EQ(read.number, 3);
    EXPECT_EQ(read.limit, std::nullopt);
    EXPECT_EQ(read.real, 0.5);
    EXPECT_EQ(read.seed, 11U);
}

TEST(CommandLine, options_set_their_values) {
    const Read read(
        {"--flag", "--number", "42", "--limit=0", "--real", "1.25", "--seed", "18446744073709551615"});
    EXPECT_EQ(read.said.status, std::nullopt);
    EXPECT_EQ(read.said.out + read.said.err, "");
    EXPECT_TRUE(read.flag);
    EXPECT_EQ(read.number, 42);
    EXPECT_EQ(read.limit, 0);
    EXPECT_EQ(read.real, 1.25);
    EXPECT_EQ(read.seed, UINT64_MAX);
}

TEST(CommandLine, seed_comes_from_the_environment_unless_it_is_given) {
    ASSERT_EQ(::setenv("COMMAND_LINE_TEST_SEED", "77", 1), 0);
    EXPECT_EQ(Read({}).seed, 77U);
    EXPECT_EQ(Read({"--seed", "5"}).seed, 5U);
    ASSERT_EQ(::unsetenv("COMMAND_LINE_TEST_SEED"), 0);
}

TEST(CommandLine, help_and_version_end_the_program_with_status_0) {
    const Read help({"--help"});
    EXPECT_EQ(help.said.status, 0);
    EXPECT_THAT(help.said.out, HasSubstr("An agent."));
    EXPECT_THAT(help.said.out, HasSubstr("--number INT                A number (1 to 100; default: 3)\n"));
    EXPECT_THAT(help.said.out, HasSubstr("--limit INT                 A limit (0 to 9)\n"));
    EXPECT_EQ(help.said.err, "");
    const Read version({"--version"});
    EXPECT_EQ(version.said.status, 0);
    EXPECT_THAT(version.said.out, testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+\n"));
    EXPECT_EQ(version.said.err, "");
}

TEST(CommandLine, wrong_options_end_the_program_with_status_2_and_one_line) {
    for (const std::vector<const char*>& words :
         std::vector<std::vector<const char*>>{{"--unknown"},
                                               {"word"},
                                               {"--number"},
                                               {"--number", "0"},
                                               {"--number", "101"},
                                               {"--limit", "x"},
                                               {"--real", "100.5"},
                                               {"--real", "nan"},
                                               {"--seed", "-1"},
                                               {"--seed", "18446744073709551616"}}) {
        const Read read(words);
        EXPECT_EQ(read.said.status, 2) << words[0];
        EXPECT_EQ(read.said.out, "") << words[0];
        EXPECT_THAT(read.said.err, testing::MatchesRegex("agent: [^\n]+ \\(see agent --help\\)\n"))
            << words[0];
        EXPECT_THAT(read.said.err, HasSubstr(words[0]));
    }
    EXPECT_EQ(Read({"--number", "101"}).said.err,
              "agent: --number: '101' is no whole number from 1 to 100 (see agent --help)\n");
}

TEST(WithinMemory, too_little_memory_is_a_wrong_option) {
    const auto enough = said_by([] { return within_memory("agent", "--hash-mb", 1, [] { return 7; }); });
    EXPECT_EQ(enough.status, 7);
    EXPECT_EQ(enough.err, "");
    const auto too_little = said_by(
        [] { return within_memory("agent", "--hash-mb", 1, []() -> int { throw std::bad_alloc(); }); });
    EXPECT_EQ(too_little.status, 2);
    EXPECT_EQ(too_little.err, "agent: --hash-mb: there is less memory than that (see --help)\n");
}

} // namespace
} // namespace search
