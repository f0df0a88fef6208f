#pragma once
// The first process in a cell: everything that an agent leaves behind becomes its child.

namespace referee {

/// Runs the init, which is told to sweep over `socket`; never returns. Allocates nothing.
[[noreturn]] void run_init(int socket) noexcept;

} // namespace referee
