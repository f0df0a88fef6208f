#pragma once
// The first process in a cell: everything that an agent leaves behind becomes its child.

#include <span>

namespace referee {

/// Runs the init, which is told to sweep over `socket`; never returns. Allocates nothing. `command_line`,
/// that of the referee, is emptied: agents can read that of their init.
[[noreturn]] void run_init(int socket, std::span<char> command_line) noexcept;

} // namespace referee
