#include "referee/command/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace referee {
namespace {

using testing::HasSubstr;

using Parsed = std::variant<CommandFlags, ExitStatus>;

/// What `referee` with these words is told.
Parsed parsed(std::vector<std::string> words) {
    words.insert(words.begin(), "referee");
    std::vector<char*> argv;
    argv.reserve(words.size());
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

template<class Flags>
Flags flags_of(const std::vector<std::string>& words) {
    const Parsed result = parsed(words);
    if (const auto* flags = std::get_if<CommandFlags>(&result)) {
        return std::get<Flags>(*flags);
    }
    ADD_FAILURE() << "it ended with " << static_cast<int>(std::get<ExitStatus>(result));
    return {};
}

/// The line on standard error with which these words are refused.
std::string refused_call(const std::vector<std::string>& words) {
    testing::internal::CaptureStderr();
    const Parsed result = parsed(words);
    const std::string error = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(std::holds_alternative<ExitStatus>(result) &&
                std::get<ExitStatus>(result) == ExitStatus::UserError);
    return error;
}

TEST(CommandLine, play_has_two_commands_and_the_settings_of_games) {
    const auto flags =
        flags_of<PlayFlags>({"play", "pvs --depth 3", "greedy", "--games", "4", "--seed",
                             "18446744073709551615", "--log", "a.jsonl", "--overwrite", "--time-ms", "1500"});
    EXPECT_EQ(flags.commands, (PerPlayer<std::string>{"pvs --depth 3", "greedy"}));
    EXPECT_EQ(flags.games, 4);
    EXPECT_EQ(flags.seed, UINT64_MAX);
    EXPECT_EQ(flags.log, "a.jsonl");
    EXPECT_TRUE(flags.overwrite);
    EXPECT_EQ(flags.settings.time_ms, 1500);
    const auto usual = flags_of<PlayFlags>({"play", "a", "b"});
    EXPECT_EQ(usual.games, 1);
    EXPECT_FALSE(usual.overwrite || usual.seed);
}

TEST(CommandLine, review_has_a_file_and_what_is_shown_of_it) {
    const auto flags = flags_of<ReviewFlags>({"review", "a.jsonl", "--show", "--game", "2", "--turn", "0"});
    EXPECT_EQ(flags.file, "a.jsonl");
    EXPECT_TRUE(flags.show);
    EXPECT_EQ(flags.game, 2U);
    EXPECT_EQ(flags.turn, 0U);
    const auto usual = flags_of<ReviewFlags>({"review", "a.jsonl"});
    EXPECT_FALSE(usual.show || usual.game || usual.turn);
}

TEST(CommandLine, perft_has_a_depth_and_a_position) {
    const auto flags = flags_of<PerftFlags>(
        {"perft", "--depth", "3", "--game", "connect-four", "--moves", "4453", "--messages"});
    EXPECT_EQ(flags.depth, 3);
    EXPECT_EQ(flags.game, "connect-four");
    EXPECT_EQ(flags.moves, "4453");
    EXPECT_TRUE(flags.messages);
    EXPECT_FALSE(flags.fen || flags.rules);
    EXPECT_EQ(flags_of<PerftFlags>({"perft", "--depth", "0", "--fen", "x o"}).fen, "x o");
    EXPECT_EQ(flags_of<PerftFlags>({"perft", "--depth", "1", "--rules", "uai"}).rules, "uai");
}

TEST(CommandLine, check_has_a_command_and_how_much_is_tried) {
    const auto flags =
        flags_of<CheckFlags>({"check", "proto=uai x", "--only", "5,13", "--games", "7", "--positions", "8",
                              "--seed", "9", "--json", "--memory-mb", "64"});
    EXPECT_EQ(flags.command, "proto=uai x");
    EXPECT_EQ(flags.only, "5,13");
    EXPECT_EQ(flags.games, 7);
    EXPECT_EQ(flags.positions, 8);
    EXPECT_EQ(flags.seed, "9");
    EXPECT_TRUE(flags.json);
    EXPECT_EQ(flags.settings.limits.memory_mb, 64);
}

TEST(CommandLine, wrong_call_is_refused_in_one_line) {
    for (const auto& [words, expected] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"play", "a"}, "AGENT2 is missing"},
             {{"play", "a", "b", "c"}, "'c' is an argument too many"},
             {{"play", "a", "b", "--games", "0x5"}, "--games: '0x5' must be a decimal number"},
             {{"play", "a", "b", "--tc", "5", "--time-ms", "300"}, "--time-ms excludes --tc"},
             {{"play", "a", "b", "--time-ms", "10000", "--move-ms", "9"}, "--time-ms excludes --move-ms"},
             {{"review"}, "FILE is missing"},
             {{"review", "a", "--turn", "1"}, "--turn requires --show"},
             {{"review", "a", "--game", "-1"}, "--game: -1 is out of range"},
             {{"perft"}, "--depth is missing"},
             {{"perft", "--depth", "65"}, "--depth: 65 is out of range; it must be from 0 to 64"},
             {{"perft", "--depth", "03"}, "--depth: '03' must be a decimal number that begins with no 0"},
             {{"perft", "--depth", "1", "--game", "go"}, "--game: 'go' must be"},
             {{"perft", "--depth", "1", "--rules", "go"}, "--rules: 'go' must be"},
             {{"perft", "--depth", "1", "--fen", "x", "--moves", "1"}, "--fen excludes --moves"},
             {{"check", "a", "--games", "10001"}, "--games: 10001 is out of range"},
             {{"check", "a", "--positions", "0"}, "--positions: 0 is out of range"},
             {{"check", "a", "--time-ms", "5"}, "--time-ms is unknown to referee check"},
             {{"chekc", "a"}, "'chekc' is no subcommand of referee; did you mean check?"},
         }) {
        const std::string error = refused_call(words);
        EXPECT_THAT(error, testing::StartsWith("referee"));
        EXPECT_THAT(error, HasSubstr(expected));
        EXPECT_EQ(error.find('\n'), error.size() - 1) << error;
    }
}

TEST(CommandLine, help_and_version_end_the_program_well) {
    for (const char* word : {"--help", "--version", "help"}) {
        testing::internal::CaptureStdout();
        const Parsed result = parsed({word});
        const std::string shown = testing::internal::GetCapturedStdout();
        ASSERT_TRUE(std::holds_alternative<ExitStatus>(result)) << word;
        EXPECT_EQ(std::get<ExitStatus>(result), ExitStatus::Done) << word;
        EXPECT_THAT(shown, HasSubstr("referee")) << word;
    }
}

} // namespace
} // namespace referee
