#pragma once
// Whole numbers on the command line are decimal. The parser, CLI11, reads 010 as octal and 0x10 as
// hexadecimal: 8 games where somebody asked for 10, and nobody would notice.

#include <string>

namespace CLI {
class App;
}

namespace referee {

/// For an option's check(): empty when `text` is written as decimal numbers are, else what is wrong with it.
[[nodiscard]] std::string problem_of_decimal(const std::string& text);

/// Adds that check to every option of the subcommands of `app` that takes whole numbers.
void expect_decimals(CLI::App& app);

} // namespace referee
