#include "referee/command/decimal_numbers.hpp"

#include <CLI/CLI.hpp>

namespace referee {

std::string problem_of_decimal(const std::string& text) {
    const auto digits = text.find_first_not_of(" \t\n\v\f\r+-"); // the parser skips blanks
    if (digits != std::string::npos && text.size() > digits + 1 && text[digits] == '0') {
        return '\'' + text + "' must be a decimal number that begins with no 0";
    }
    return {};
}

void expect_decimals(CLI::App& app) {
    for (auto* const command : app.get_subcommands({})) {
        for (auto* const option : command->get_options()) {
            const std::string type = option->get_type_name();
            if (type.starts_with("INT") || type.starts_with("UINT")) {
                option->check(problem_of_decimal);
            }
        }
    }
}

} // namespace referee
