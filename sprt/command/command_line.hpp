#pragma once
// The command line of `sprt`. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <string>
#include <variant>

namespace sprt {

/// Reads the command line. Returns the flags of its command, or the exit status when no command must run:
/// help or the version was printed, or an error was written to standard error. Checks only the form of
/// values: the command checks their meaning. `more_on_flag`: what is added to the hint for an unknown flag.
[[nodiscard]] std::variant<CommandFlags, referee::ExitStatus>
parse_command_line(int argc, char** argv, std::string (*more_on_flag)(const std::string& flag) = nullptr);

} // namespace sprt
