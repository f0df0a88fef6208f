#include "sprt/command/flags.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::StartsWith;

class FlagsWithAgents : public ::testing::Test {
  protected:
    FlagsWithAgents() { flags_.takes_agents = true; }

    /// Sets the title, as --title does.
    void set_title(const std::string& title) {
        flags_.keys.insert("title");
        flags_.overrides.emplace_back([title](Config& config) { config.title = title; });
    }
    [[nodiscard]] Config read() { return read_config(flags_, sources_); }
    [[nodiscard]] std::string error() {
        return user_error_text([&] { static_cast<void>(read()); });
    }
    /// What stands between the argument and its right use when `argument` is the only one.
    [[nodiscard]] std::string error_of_one(const std::string& argument) {
        flags_.config_file = argument;
        return error();
    }

    referee::testing_support::TemporaryDir dir_;
    RunFlags flags_;
    ConfigSources sources_;
};

TEST_F(FlagsWithAgents, two_arguments_are_agents_in_place_of_a_file) {
    flags_.kind = RunKind::Match;
    flags_.config_file = "name=x ./one --depth 1";
    flags_.agent2 = "two";
    set_title("t");
    const Config config = read();
    EXPECT_EQ(config.kind, RunKind::Match);
    EXPECT_EQ(config.agents[0].name, "x");
    EXPECT_THAT(config.agents[0].command, ElementsAre("./one", "--depth", "1"));
    EXPECT_THAT(config.agents[1].command, ElementsAre("two"));
    EXPECT_EQ(config.title, "t");
    EXPECT_THAT(sources_.in_flags, ElementsAre("agent1", "agent2", "title"));
    EXPECT_TRUE(sources_.agents_are_arguments);
}

TEST_F(FlagsWithAgents, flags_override_the_file_and_later_flags_earlier_ones) {
    flags_.config_file =
        dir_.file("c.json", R"({"agent1": "one", "agent2": "two", "title": "file", "site": "here"})")
            .string();
    EXPECT_EQ(read().title, "file");
    set_title("earlier");
    set_title("later");
    EXPECT_EQ(read().title, "later");
    EXPECT_EQ(read().site, "here");
    EXPECT_FALSE(sources_.agents_are_arguments);
}

TEST_F(FlagsWithAgents, agent_is_an_argument_or_a_flag) {
    flags_.config_file = "one";
    flags_.agent2 = "two";
    flags_.keys.insert("agent2");
    EXPECT_EQ(error(), "--agent2 and the argument 'two' are both agent 2; leave one of them out");
}

TEST_F(FlagsWithAgents, wrong_agent_is_named_by_its_place_among_the_arguments) {
    flags_.config_file = "one";
    flags_.agent2 = "depth=x two";
    EXPECT_THAT(error(), StartsWith("AGENT2: "));
    flags_.config_file = "";
    EXPECT_THAT(error(), StartsWith("AGENT1: "));
}

TEST_F(FlagsWithAgents, configuration_beside_an_agent_is_refused) {
    flags_.agent2 = "two";
    for (const char* const file : {"c.json", "C.JSON"}) {
        EXPECT_THAT(error_of_one(file), StartsWith(std::string("'") + file +
                                                   "' is a configuration, and two arguments are agents"));
    }
}

TEST_F(FlagsWithAgents, only_argument_that_is_no_configuration_is_taken_for_an_agent) {
    const std::string none = (dir_ / "none").string();
    EXPECT_THAT(error_of_one(none), StartsWith("'" + none +
                                               "' is the only argument, and so a "
                                               "configuration, but there is no such file"));
    for (const char* const program : {"#!/bin/sh\n", "\x7f"
                                                     "ELF"}) {
        const std::string file = dir_.file("engine", program, true).string();
        EXPECT_THAT(error_of_one(file), StartsWith("'" + file +
                                                   "' is the only argument, and so a "
                                                   "configuration, but it is a program"));
    }
}

TEST_F(FlagsWithAgents, only_argument_may_be_a_configuration_of_any_name) {
    const char* const config = R"({"agent1": "one", "agent2": "two", "title": "t"})";
    for (const char* const name : {"c.json", "config"}) {
        flags_.config_file = dir_.file(name, config).string();
        EXPECT_EQ(read().title, "t") << name;
    }
    EXPECT_THAT(error_of_one((dir_ / "none.json").string()),
                ::testing::Not(::testing::HasSubstr("only argument")))
        << "by its name it is a configuration";
}

TEST(FlagsOfATournament, agents_of_one_name_are_told_apart_after_flags_were_read) {
    const referee::testing_support::TemporaryDir dir;
    RunFlags flags{.kind = RunKind::Tournament};
    flags.config_file = dir.file("t.json", R"({"agents": ["x"], "rounds": 3})").string();
    flags.keys = {"agents"};
    flags.overrides.emplace_back([](Config& config) {
        config.agents = {referee::parse_agent("a"), referee::parse_agent("b"), referee::parse_agent("a")};
    });
    ConfigSources sources;
    const Config config = read_config(flags, sources);
    std::vector<std::string> names;
    for (const AgentConfig& agent : config.agents) {
        names.push_back(agent.name);
    }
    EXPECT_THAT(names, ElementsAre("a", "b", "a (2)"));
    EXPECT_EQ(config.rounds, 3);
    EXPECT_THAT(sources.in_flags, ElementsAre("agents"));
}

} // namespace
} // namespace sprt
