#pragma once
// The command line of `sprt`. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <variant>

namespace sprt {

/// Reads the command line. Otherwise returns the status to exit with: help or the version was printed, or
/// what is wrong was named on standard error. Keeps to the shape of what is given; values are checked when
/// the command runs.
[[nodiscard]] std::variant<CommandFlags, referee::ExitStatus> parse_command_line(int argc, char** argv);

} // namespace sprt
