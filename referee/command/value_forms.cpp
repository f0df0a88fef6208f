#include "referee/command/value_forms.hpp"

#include <CLI/CLI.hpp>

namespace referee {

void show_value_forms(CLI::App& app, std::span<const ValueForm> forms) {
    for (auto* const command : app.get_subcommands({})) {
        for (const ValueForm& value : forms) {
            if (auto* const option = command->get_option_no_throw(value.name)) {
                option->type_name(value.form);
            }
        }
    }
}

} // namespace referee
