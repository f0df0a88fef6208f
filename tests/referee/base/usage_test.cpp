#include "referee/base/usage.hpp"

#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <string>
#include <vector>

namespace referee {
namespace {

constexpr auto kFlagWords = std::to_array<Synonym>(
    {{"tc", "time_ms", "whole games"}, {"engine", "AGENT1", ""}, {"games", "runs", ""}});
constexpr auto kCommandWords = std::to_array<Synonym>({{"match", "run", ""}});

CommandForm program() {
    const FlagForm help{.names = {"-h", "--help"}, .value = {}, .help = "Help", .ends = true};
    CommandForm run{.name = "p run",
                    .flags = {help,
                              {.names = {"--agent1"}, .value = "COMMAND", .help = "Agent"},
                              {.names = {"--time-ms"}, .value = "INT", .help = "Time"},
                              {.names = {"--rule"}, .value = "RULE", .help = "Rule", .repeats = true},
                              {.names = {"--json"}, .value = {}, .help = "JSON"},
                              {.names = {"--secret"}, .value = {}, .help = "Secret", .is_hidden = true}},
                    .arguments = {{.name = "CONFIG.json", .help = "Settings"}}};
    CommandForm play{
        .name = "p play",
        .flags = {help, {.names = {"--depth"}, .value = "INT", .help = "Plies", .is_required = true}},
        .arguments = {{.name = "AGENT1", .help = "Agent 1", .is_required = true},
                      {.name = "AGENT2", .help = "Agent 2", .is_required = true}}};
    return {.name = "p",
            .flags = {help, {.names = {"--version"}, .value = {}, .help = "Version", .ends = true}},
            .arguments = {},
            .commands = {run, play}};
}

std::vector<std::string> split(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

std::string problem(const std::string& line) {
    const auto words = split(line);
    return usage_problem(program(), words, {kFlagWords, kCommandWords}).value_or("");
}

std::string missing(const std::string& line) {
    EXPECT_EQ(problem(line), "");
    return missing_problem(program(), split(line)).value_or("");
}

TEST(Usage, right_calls_have_no_problem) {
    for (const char* const line :
         {"run", "run c.json", "run --json --time-ms 5 c.json", "run --time-ms=5", "run --time-ms -5",
          "run c.json --agent1 -x", "play --depth 3 a b", "play a --depth=3 b", "play --depth 3 -- -a --json",
          "play --depth 3 a -5", "run --json --json", "run --secret", "--version", "--help", "run -h"}) {
        EXPECT_EQ(problem(line), "") << line;
        EXPECT_EQ(missing(line), "") << line;
    }
}

TEST(Usage, a_subcommand_is_named) {
    EXPECT_EQ(missing(""), "a subcommand is missing; it must be run or play");
    EXPECT_EQ(problem("rnu"), "'rnu' is no subcommand of p; did you mean run?");
    EXPECT_EQ(problem("match --bogus"), "'match' is no subcommand of p; here it is run");
    EXPECT_EQ(problem("bogus"), "'bogus' is no subcommand of p; it must be run or play");
}

TEST(Usage, an_unknown_flag_is_named_with_what_may_be_meant) {
    EXPECT_EQ(problem("run --tc 10+0.1"), "--tc is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run -tc 10+0.1"), "-tc is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run --tc=10"), "--tc is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run --time-m 3"), "--time-m is unknown; did you mean --time-ms?");
    EXPECT_EQ(problem("run -json"), "-json is unknown; did you mean --json?");
    EXPECT_EQ(problem("run --time_ms 3"), "--time_ms is unknown; did you mean --time-ms?");
    EXPECT_EQ(problem("run --bogus"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("run --secre"), "--secre is unknown; p run has no such flag");
}

TEST(Usage, a_flag_of_another_command_is_named_with_that_command) {
    EXPECT_EQ(problem("run --depth 3"), "--depth is unknown to p run; it is a flag of p play");
    EXPECT_EQ(problem("run --version"), "--version is unknown to p run; it is a flag of p");
    EXPECT_EQ(problem("--json run"), "--json is unknown before the subcommand; it is a flag of p run");
    EXPECT_EQ(problem("play --secret --depth 1 a b"), "--secret is unknown; p play has no such flag");
}

TEST(Usage, a_flag_in_place_of_an_argument_is_named) {
    EXPECT_EQ(problem("run --config c.json"),
              "--config is unknown; CONFIG.json has no flag in front: p run takes CONFIG.json");
    EXPECT_EQ(problem("play --agent1 a"),
              "--agent1 is unknown; AGENT1 has no flag in front: p play takes AGENT1 AGENT2");
    EXPECT_EQ(problem("play -engine a"), "-engine is unknown; here it is AGENT1");
}

TEST(Usage, an_argument_too_many_is_named) {
    EXPECT_EQ(problem("run greedy random"), "'random' is an argument too many; p run takes CONFIG.json");
    EXPECT_EQ(problem("play --depth 1 a b c"),
              "'c' is an argument too many; p play takes AGENT1 AGENT2; quote the "
              "words of an agent: 'minimax --depth 3'");
}

TEST(Usage, a_flag_without_dashes_is_named) {
    EXPECT_EQ(problem("run time-ms=5"), "'time-ms=5' is no argument; did you mean --time-ms=5?");
    EXPECT_EQ(problem("run a=b"), "") << "a file may have this name";
    EXPECT_EQ(problem("run \u2013json"),
              "'\u2013json' begins with a dash that is no minus sign; a flag begins with --");
}

TEST(Usage, a_value_is_given_once_and_only_where_there_is_one) {
    EXPECT_EQ(problem("run --time-ms"), "--time-ms has no value; give it one: --time-ms INT");
    EXPECT_EQ(problem("run --time-ms="), "--time-ms has no value; give it one: --time-ms INT");
    EXPECT_EQ(problem("run --agent1 --json"), "--agent1 has no value; give it one: --agent1 COMMAND");
    EXPECT_EQ(problem("run --time-ms 1 --time-ms 2"), "--time-ms is given twice; give it once");
    EXPECT_EQ(problem("run --rule 1 --rule 2 --rule=3"), "") << "it repeats";
    EXPECT_EQ(problem("run --json=no"), "--json takes no value; leave '=no' out");
}

TEST(Usage, what_is_required_and_missing_is_named) {
    EXPECT_EQ(missing("play --depth 3"), "AGENT1 is missing (Agent 1); p play takes AGENT1 AGENT2");
    EXPECT_EQ(missing("play --depth 3 a"), "AGENT2 is missing (Agent 2); p play takes AGENT1 AGENT2");
    EXPECT_EQ(missing("play a b"), "--depth is missing; give --depth INT (Plies)");
}

TEST(Usage, the_first_problem_is_named) {
    EXPECT_EQ(problem("run --bogus --json=x a b"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("play --bogus"), "--bogus is unknown; p play has no such flag");
}

TEST(Usage, whoever_asks_for_help_gets_it) {
    EXPECT_EQ(problem("run --bogus --help"), "");
    EXPECT_EQ(problem("play -h") + missing("play -h"), "");
    EXPECT_NE(problem("bogus --help"), "") << "of which subcommand is not known";
}

TEST(Usage, called_command_is_the_subcommand_that_is_named) {
    EXPECT_EQ(called_command(program(), split("run --bogus")).name, "p run");
    EXPECT_EQ(called_command(program(), split("--bogus play")).name, "p play");
    EXPECT_EQ(called_command(program(), split("bogus")).name, "p");
    EXPECT_EQ(called_command(program(), {}).name, "p");
}

} // namespace
} // namespace referee
