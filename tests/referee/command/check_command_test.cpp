#include "referee/command/commands.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using testing::StartsWith;
using testing_support::user_error_text;

/// The error with which flags are refused before anything of the agent is started.
std::string refused_check(const CheckFlags& flags) {
    return user_error_text([&] { static_cast<void>(run(flags)); });
}

TEST(CheckCommand, only_names_numbers_of_checks) {
    for (const auto& [only, word] : {std::pair{"0", "0"},
                                     {"23", "23"},
                                     {"5,x", "x"},
                                     {"5,,6", ""},
                                     {"5,", ""},
                                     {",5", ""},
                                     {"5 ,6", "5 "},
                                     {"-1", "-1"},
                                     {"5;6", "5;6"},
                                     {"99999999999", "99999999999"}}) {
        CheckFlags flags;
        flags.command = "/bin/true";
        flags.only = only;
        EXPECT_EQ(refused_check(flags),
                  "--only: '" + std::string(word) + "' is not the number of a check, 1 to 22");
    }
}

TEST(CheckCommand, errors_name_the_only_agent_without_a_number) {
    CheckFlags flags;
    flags.command = "/nowhere/agent";
    EXPECT_THAT(refused_check(flags), StartsWith("AGENT: "));
    flags.command = "'open quote";
    EXPECT_THAT(refused_check(flags), StartsWith("AGENT: "));
    flags.command = "restart=sometimes /bin/true";
    EXPECT_THAT(refused_check(flags), StartsWith("AGENT: "));
}

TEST(CheckCommand, errors_of_flags_name_the_flag) {
    CheckFlags flags;
    flags.command = "/bin/true";
    flags.settings.sandbox = "off";
    flags.seed = "x";
    EXPECT_THAT(refused_check(flags), StartsWith("--seed: 'x' is not a whole number"));
    flags.seed = "1";
    flags.settings.game = "go";
    EXPECT_THAT(refused_check(flags), StartsWith("--game: 'go' must be"));
}

TEST(CheckCommand, checks_that_such_an_agent_has_not_are_an_error) {
    CheckFlags flags;
    flags.command = "/bin/true";
    flags.settings.sandbox = "off";
    flags.only = "2,3";
    EXPECT_EQ(refused_check(flags), "--only: none of these checks is made of such an agent");
}

} // namespace
} // namespace referee
