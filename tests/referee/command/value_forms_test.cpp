#include "referee/command/value_forms.hpp"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

TEST(ValueForms, are_shown_wherever_there_is_such_a_flag) {
    CLI::App app;
    std::string value;
    auto* const play = app.add_subcommand("play");
    auto* const play_log = play->add_option("--log", value);
    auto* const seed = play->add_option("--seed", value);
    auto* const gate = app.add_subcommand("gate");
    auto* const gate_log = gate->add_option("--log", value);
    auto* const dir = gate->add_option("DIR", value);
    constexpr ValueForm kForms[] = {{"--log", "FILE"}, {"DIR", "DIR"}, {"--unknown", "{a,b}"}};
    show_value_forms(app, kForms);
    EXPECT_EQ(play_log->get_type_name(), "FILE");
    EXPECT_EQ(gate_log->get_type_name(), "FILE");
    EXPECT_EQ(dir->get_type_name(), "DIR");
    EXPECT_EQ(seed->get_type_name(), "TEXT") << "no form is known";
}

} // namespace
} // namespace referee
