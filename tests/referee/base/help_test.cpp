#include "referee/base/help.hpp"

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kGroups[] = {"Test", "Time"};
constexpr Example kRunExamples[] = {{"run", "p run c.json", "what a run is for, at some length"}};
constexpr HelpTexts kTexts{kRunExamples, kGroups};

/// A command with flags of each kind, and `more` flags in the group Time.
struct Command {
    CLI::App app{"Play until the test decides"};
    std::string value;
    std::vector<std::string> values;
    bool flag = false;

    explicit Command(int more) {
        app.set_help_flag("--help", "Print this help and end");
        app.add_option("CONFIG.json", value, "Settings")->type_name("FILE");
        for (int i = 0; i < more; ++i) {
            app.add_option("--time-" + std::to_string(i), value, "Time")->group("Time");
        }
        app.add_option("--depth", value, "Plies")
            ->type_name("INT")
            ->check([](const std::string&) { return ""; }, "1 to 100")
            ->required();
        app.add_option("--clock", value, "What is charged")->type_name("{wall,fair}")->default_str("wall");
        app.add_option("--rule", values, "A rule that ends games early, and so on")
            ->type_name("RULE")
            ->allow_extra_args(false);
        app.add_option("--seed", value, "Seed")->envname("SEED")->group("Test");
        app.add_flag("--secret", flag, "Secret")->group("");
    }

    [[nodiscard]] std::string help(HelpExtent extent, std::size_t columns) const {
        return help_text(app, "p run", kTexts, extent, columns);
    }
};

TEST(Help, has_forms_and_notes_of_each_flag) {
    EXPECT_EQ(Command(1).help(HelpExtent::Usual, 60), R"(Play until the test decides

Usage: p run [OPTIONS] [CONFIG.json]

Arguments:
  CONFIG.json FILE            Settings

Options:
  -h, --help                  Print this help and end
  --depth INT                 Plies (1 to 100; required)
  --clock {wall,fair}         What is charged (default:
                              wall)
  --rule RULE                 A rule that ends games early,
                              and so on (may be repeated)

Test:
  --seed TEXT                 Seed (environment: SEED)

Time:
  --time-0 TEXT               Time

Examples:
    p run c.json
        what a run is for, at some length
)");
}

TEST(Help, colons_of_a_form_begin_no_note) {
    for (const std::string form :
         {"H:MM", "NAME=START:LOW:HIGH[:WORD...]", "HOST[:PORT]", "NAME[:worker|:viewer]"}) {
        CLI::App app;
        std::string value;
        CLI::Option* const option = app.add_option("--x", value, "X")->type_name(form);
        EXPECT_EQ(value_form(*option), form);
        option->check([](const std::string&) { return ""; }, "1 to 100");
        EXPECT_EQ(value_form(*option), form);
    }
}

TEST(Help, of_many_flags_has_those_in_no_group) {
    const Command command(30);
    const std::string usual = command.help(HelpExtent::Usual, 80);
    EXPECT_THAT(usual, HasSubstr("--depth INT"));
    EXPECT_THAT(usual, HasSubstr("\nAll 35 flags: p run --help-all\n"));
    EXPECT_THAT(usual, Not(HasSubstr("--time-0")));
    const std::string all = command.help(HelpExtent::All, 80);
    EXPECT_THAT(all, HasSubstr("--time-29 TEXT"));
    EXPECT_LT(all.find("\nOptions:"), all.find("\nTest:"));
    EXPECT_LT(all.find("\nTest:"), all.find("\nTime:")) << "in the order of the groups";
    EXPECT_THAT(all, Not(HasSubstr("--secret")));
}

TEST(Help, is_as_wide_as_it_may_be) {
    for (const std::size_t columns : {60U, 80U, 200U}) {
        std::istringstream lines(Command(30).help(HelpExtent::All, columns));
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), columns) << line;
        }
    }
    EXPECT_THAT(Command(1).help(HelpExtent::All, 200), HasSubstr("and so on (may be repeated)\n"));
}

TEST(Help, has_the_columns_of_the_environment) {
    ASSERT_EQ(setenv("COLUMNS", "123", 1), 0);
    EXPECT_EQ(help_columns(), 123U);
    for (const char* const bad : {"", "0", "x", "12x", "-3"}) {
        ASSERT_EQ(setenv("COLUMNS", bad, 1), 0);
        EXPECT_NE(help_columns(), 0U) << bad;
    }
    ASSERT_EQ(unsetenv("COLUMNS"), 0);
}

} // namespace
} // namespace referee
