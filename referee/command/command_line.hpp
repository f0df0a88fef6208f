#pragma once
// The command line of `referee`. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "referee/command/commands.hpp"

#include <variant>

namespace referee {

using CommandFlags = std::variant<PlayFlags, ReviewFlags, PerftFlags, CheckFlags>;

/// What the command line says, or the status with which the program ends: help was shown, or what is wrong
/// was said in one line on standard error.
[[nodiscard]] std::variant<CommandFlags, ExitStatus> parse_command_line(int argc, char** argv);

} // namespace referee
