#pragma once
// Whole numbers on the command line are decimal. The parser, CLI11, reads 010 as octal and 0x10 as
// hexadecimal: 8 games where somebody asked for 10, and nobody would notice.

#include <string>

namespace referee {

/// For an option's check(): empty when `text` is written as decimal numbers are, else what is wrong with it.
[[nodiscard]] inline std::string problem_of_decimal(const std::string& text) {
    const auto digits = text.find_first_not_of(" \t\n\v\f\r+-"); // the parser passes over blanks
    if (digits != std::string::npos && text.size() > digits + 1 && text[digits] == '0') {
        return '\'' + text + "' must be a decimal number that begins with no 0";
    }
    return {};
}

/// Lays that check over every option of `app`, a CLI::App, and its subcommands that takes whole numbers.
template<class App>
void expect_decimals(App& app) {
    for (auto* const command : app.get_subcommands({})) {
        for (auto* const option : command->get_options()) {
            const std::string type = option->get_type_name();
            if (type.starts_with("INT") || type.starts_with("UINT")) {
                option->check([](const std::string& text) { return problem_of_decimal(text); });
            }
        }
    }
}

} // namespace referee
