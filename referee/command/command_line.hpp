#pragma once
// What the command lines of our programs have in common.

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace referee {

/// Reads the command line into `app`, whose subcommands and flags are complete. Empty: a subcommand was
/// given. Otherwise the program ends with this status: help was shown, or an error, as one line of `program`
/// on standard error. `subcommands` are its names as the error that none was given lists them: `a, b or c`.
[[nodiscard]] std::optional<int> read_command_line(CLI::App& app, int argc, char** argv, const char* program,
                                                   const std::string& subcommands);

} // namespace referee
