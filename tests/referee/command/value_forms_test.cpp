#include "referee/command/value_forms.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace referee {
namespace {

// Stand-ins for what a CLI::App has of this.
struct Option {
    std::string form = "TEXT";
    void type_name(const std::string& name) { form = name; }
};

struct App {
    std::vector<App*> subcommands;
    std::map<std::string, Option> options;
    std::vector<App*> get_subcommands(void* /*filter*/) { return subcommands; }
    Option* get_option_no_throw(const std::string& name) {
        const auto found = options.find(name);
        return found == options.end() ? nullptr : &found->second;
    }
};

TEST(ValueForms, are_shown_wherever_there_is_such_a_flag) {
    App play{.subcommands = {}, .options = {{"--log", {}}, {"--seed", {}}}};
    App gate{.subcommands = {}, .options = {{"--log", {}}, {"DIR", {}}}};
    App app{.subcommands = {&play, &gate}, .options = {}};
    constexpr ValueForm kForms[] = {{"--log", "FILE"}, {"DIR", "DIR"}, {"--unknown", "{a,b}"}};
    show_value_forms(app, kForms);
    EXPECT_EQ(play.options["--log"].form, "FILE");
    EXPECT_EQ(gate.options["--log"].form, "FILE");
    EXPECT_EQ(gate.options["DIR"].form, "DIR");
    EXPECT_EQ(play.options["--seed"].form, "TEXT") << "no form is known";
}

} // namespace
} // namespace referee
