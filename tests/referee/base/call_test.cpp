#include "referee/base/call.hpp"
#include "referee/base/user_error.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

constexpr auto kFlagWords = std::to_array<Synonym>({{"cadence", "time_ms", "whole games"},
                                                    {"engine", "AGENT1", ""},
                                                    {"games", "runs", ""},
                                                    {"-rule", "", "one dash is another tool's"}});
constexpr auto kCommandWords = std::to_array<Synonym>({{"match", "run", ""}});
constexpr auto kCallExamples =
    std::to_array<Example>({{"", "p run --json", "one run"}, {"play", "p play --depth 3 a b", "one game"}});

/// A call of a program with two subcommands: its status, what it set and what it printed.
struct Called {
    std::optional<ExitStatus> status;
    int time_ms = 0;
    std::vector<std::string> rules;
    std::string out;
    std::string err;

    explicit Called(const std::string& line) {
        CLI::App app("A program.");
        app.set_version_flag("--version", "p 1.2.3");
        app.require_subcommand(0, 1);
        auto* const run = app.add_subcommand("run", "Runs");
        run->add_option("--agent1", text_, "Agent")->type_name("COMMAND");
        run->add_option("--time-ms", time_ms, "Time")->check([](const std::string& text) {
            return text == "13" ? std::string("13 is too many") : std::string();
        });
        run->add_option("--rule", rules, "Rule")->type_name("RULE")->allow_extra_args(false);
        run->add_flag("--json", flag_, "JSON");
        run->add_flag("--secret", flag_, "Secret")->group("");
        run->add_option_function<std::string>("--seed",
                                              [](const std::string&) { throw UserError("--seed: no seed"); });
        run->add_option("CONFIG.json", text_, "Settings");
        auto* const play = app.add_subcommand("play", "Plays");
        play->add_option("--depth", depth_, "Plies")->required();
        play->add_option("AGENT1", text_, "Agent 1")->required();
        play->add_option("AGENT2", text_, "Agent 2")->required();
        parse(app, "dir/p " + line);
    }

  private:
    void parse(CLI::App& app, const std::string& line) {
        std::istringstream in(line);
        std::vector<std::string> words;
        for (std::string word; in >> std::quoted(word);) {
            words.push_back(word);
        }
        std::vector<const char*> argv;
        argv.reserve(words.size());
        for (const std::string& word : words) {
            argv.push_back(word.c_str());
        }
        CaptureStdout();
        CaptureStderr();
        status = parse_call(
            app, "p", argv,
            {kFlagWords, kCommandWords, {kCallExamples, {}}, [](const std::string& flag) -> std::string {
                 return flag == "-rule" || flag == "-json" || flag == "-depth" ? "q takes it" : "";
             }});
        out = GetCapturedStdout();
        err = GetCapturedStderr();
    }

    std::string text_;
    bool flag_ = false;
    int depth_ = 0;
};

/// What is said of a call that is wrong, without the program and the help to see.
std::string problem(const std::string& line) {
    const Called called(line);
    EXPECT_EQ(called.out, "") << line;
    EXPECT_EQ(called.status.has_value(), !called.err.empty()) << line;
    const auto end = called.err.rfind(" (see p");
    return called.err.empty() ? "" : called.err.substr(3, end == std::string::npos ? end : end - 3);
}

TEST(Call, that_is_right_sets_the_values) {
    const Called called("run --time-ms 5 --secret --rule 1 --rule=2 c.json");
    EXPECT_EQ(called.status, std::nullopt);
    EXPECT_EQ(called.time_ms, 5);
    EXPECT_EQ(called.rules, (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(called.out + called.err, "");
}

TEST(Call, that_is_right_has_no_problem) {
    for (const char* const line :
         {"run", "run c.json", "run --json --time-ms 5 c.json", "run --time-ms=5", "run --time-ms -5",
          "run c.json --agent1 -x", "play --depth 3 a b", "play a --depth=3 b", "play --depth 3 -- -a --json",
          "play --depth 3 a -5", "run --json --json", "run --secret", "run a=b", "run --rule 1 --rule 2",
          R"(play --depth 3 "depth=5 a" b)"}) {
        EXPECT_EQ(problem(line), "") << line;
    }
}

TEST(Call, names_a_subcommand) {
    EXPECT_EQ(problem(""), "a subcommand is missing; it must be run or play");
    EXPECT_EQ(problem("rnu"), "'rnu' is no subcommand of p; did you mean run?");
    EXPECT_EQ(problem("match --bogus"), "'match' is no subcommand of p; here it is run");
    EXPECT_EQ(problem("bogus"), "'bogus' is no subcommand of p; it must be run or play");
    EXPECT_EQ(problem("help bogus"), "'bogus' is no subcommand of p; it must be run or play");
}

TEST(Call, with_an_unknown_flag_is_told_what_may_be_meant) {
    EXPECT_EQ(problem("run --cadence 9"), "--cadence is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run -cadence 9"), "-cadence is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run --cadence=9"), "--cadence is unknown; here it is --time-ms (whole games)");
    EXPECT_EQ(problem("run --time-m 3"), "--time-m is unknown; did you mean --time-ms?");
    EXPECT_EQ(problem("run -json"), "-json is unknown; did you mean --json? q takes it");
    EXPECT_EQ(problem("run -rule 1"), "-rule is unknown; one dash is another tool's; q takes it");
    EXPECT_EQ(problem("run -rules 1"), "-rules is unknown; did you mean --rule?");
    EXPECT_EQ(problem("-rule 1"), "-rule is unknown; one dash is another tool's; q takes it");
    EXPECT_EQ(problem("play -depth 1"), "-depth is unknown; did you mean --depth?")
        << "takes no agents by flags";
    EXPECT_EQ(problem("run -hash"), "-hash is unknown; p run has no such flag");
    EXPECT_EQ(problem("run --time_ms 3"), "--time_ms is unknown; did you mean --time-ms?");
    EXPECT_EQ(problem("run --bogus"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("run --secre"), "--secre is unknown; p run has no such flag");
}

TEST(Call, with_a_flag_of_another_command_is_told_which) {
    EXPECT_EQ(problem("run --depth 3"), "--depth is unknown to p run; it is a flag of p play");
    EXPECT_EQ(problem("run --version"), "--version is unknown to p run; it is a flag of p");
    EXPECT_EQ(problem("--json run"), "--json is unknown before the subcommand; it is a flag of p run");
    EXPECT_EQ(problem("play --secret --depth 1 a b"), "--secret is unknown; p play has no such flag");
}

TEST(Call, with_a_flag_in_place_of_an_argument_is_told_so) {
    EXPECT_EQ(problem("run --config c.json"),
              "--config is unknown; CONFIG.json has no flag in front: p run takes CONFIG.json");
    EXPECT_EQ(problem("play --agent1 a"),
              "--agent1 is unknown; AGENT1 has no flag in front: p play takes AGENT1 AGENT2");
    EXPECT_EQ(problem("play -engine a"), "-engine is unknown; here it is AGENT1");
}

TEST(Call, with_an_argument_too_many_names_it) {
    EXPECT_EQ(problem("run greedy random"), "'random' is an argument too many; p run takes CONFIG.json");
    EXPECT_EQ(problem("play --depth 1 a b c"),
              "'c' is an argument too many; p play takes AGENT1 AGENT2; quote the "
              "words of an agent: 'minimax --depth 3'");
}

TEST(Call, with_a_flag_without_dashes_names_it) {
    EXPECT_EQ(problem("run time-ms=5"), "'time-ms=5' is no argument; did you mean --time-ms=5?");
    EXPECT_EQ(problem("run \u2013json"),
              "'\u2013json' begins with a dash that is no minus sign; a flag begins with --");
}

TEST(Call, gives_a_value_once_and_only_where_there_is_one) {
    EXPECT_EQ(problem("run --time-ms"), "--time-ms has no value; give it one: --time-ms INT");
    EXPECT_EQ(problem("run --time-ms="), "--time-ms has no value; give it one: --time-ms INT");
    EXPECT_EQ(problem("run --agent1 --json"), "--agent1 has no value; give it one: --agent1 COMMAND");
    EXPECT_EQ(problem("run --rule 1 --rule"), "--rule has no value; give it one: --rule RULE");
    EXPECT_EQ(problem("run --time-ms 1 --time-ms 2"), "--time-ms is given twice; give it once");
    EXPECT_EQ(problem("run --json=no"), "--json takes no value; leave '=no' out");
    EXPECT_EQ(problem("run --json=true"), "--json takes no value; leave '=true' out");
}

TEST(Call, without_what_is_required_names_it) {
    EXPECT_EQ(problem("play --depth 3"), "AGENT1 is missing (Agent 1); p play takes AGENT1 AGENT2");
    EXPECT_EQ(problem("play --depth 3 a"), "AGENT2 is missing (Agent 2); p play takes AGENT1 AGENT2");
    EXPECT_EQ(problem("play a b"), "--depth is missing; give --depth INT (Plies)");
}

TEST(Call, with_a_wrong_value_and_an_unknown_word_names_the_word) {
    EXPECT_EQ(problem("run --time-ms 13"), "--time-ms: 13 is too many");
    EXPECT_EQ(problem("play --depth x"), "Could not convert: --depth = x") << "before what is missing";
    EXPECT_EQ(problem("run --time-ms 13 --bogus"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("run --seed x a b"), "'b' is an argument too many; p run takes CONFIG.json");
    EXPECT_EQ(problem("run --bogus --json=x a b"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("play --bogus"), "--bogus is unknown; p play has no such flag");
    EXPECT_EQ(problem("run --bogus --time-ms"), "--bogus is unknown; p run has no such flag");
    EXPECT_EQ(problem("run --agent1 --json --bogus"), "--agent1 has no value; give it one: --agent1 COMMAND");
    EXPECT_EQ(
        problem("play --depth 1 a b -- c --json"),
        "'c' is an argument too many; p play takes AGENT1 AGENT2; quote the words of an agent: 'minimax "
        "--depth 3'");
    EXPECT_NE(problem("run a b -- --help"), "") << "an argument";
}

TEST(Call, that_is_wrong_is_said_in_one_line_with_the_help_to_see) {
    EXPECT_EQ(Called("rnu").err, "p: 'rnu' is no subcommand of p; did you mean run? (see p --help)\n");
    EXPECT_EQ(Called("run --time-ms").err,
              "p: --time-ms has no value; give it one: --time-ms INT (see p run --help)\n");
    EXPECT_EQ(Called("run --seed x").err, "p: --seed: no seed\n");
    EXPECT_EQ(Called("run --seed x").status, ExitStatus::UserError);
}

TEST(Call, of_help_prints_it_with_the_examples) {
    for (const char* const line : {"--help", "-h", "help"}) {
        const Called called(line);
        EXPECT_EQ(called.status, ExitStatus::Done);
        EXPECT_THAT(called.out, HasSubstr("Usage: p [OPTIONS] SUBCOMMAND\n")) << line;
        EXPECT_TRUE(called.out.ends_with("Examples:\n    p run --json\n        one run\n")) << called.out;
        EXPECT_EQ(called.err, "");
    }
    for (const char* const line : {"play --help", "help play", "play --bogus -h", "play -help", "play -?",
                                   "play --depth x -h", "play --help-all", "play --depth --help"}) {
        const Called called(line);
        EXPECT_EQ(called.status, ExitStatus::Done);
        EXPECT_THAT(called.out, HasSubstr("Usage: p play [OPTIONS] AGENT1 AGENT2\n")) << line;
        EXPECT_TRUE(called.out.ends_with("Examples:\n    p play --depth 3 a b\n        one game\n"));
    }
    EXPECT_THAT(Called("run --help").out, testing::Not(HasSubstr("Examples:")));
    EXPECT_NE(problem("bogus --help"), "") << "of which subcommand is not known";
}

TEST(Call, of_the_version_prints_it) {
    EXPECT_EQ(Called("--version").out, "p 1.2.3\n");
    EXPECT_EQ(Called("--version").status, ExitStatus::Done);
    EXPECT_EQ(Called("--version bogus").status, ExitStatus::Done);
    EXPECT_EQ(problem("bogus --version"), "'bogus' is no subcommand of p; it must be run or play");
}

} // namespace
} // namespace referee
