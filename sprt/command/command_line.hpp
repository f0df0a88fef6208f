#pragma once
// The command line of `sprt`. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <variant>

namespace sprt {

/// Reads the command line. Returns the flags of its command, or the exit status when no command must run:
/// help or the version was printed, or an error was written to standard error. Checks only the form of
/// values: the command checks their meaning.
[[nodiscard]] std::variant<CommandFlags, referee::ExitStatus> parse_command_line(int argc, char** argv);

} // namespace sprt
