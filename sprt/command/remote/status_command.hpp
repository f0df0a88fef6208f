#pragma once
// `sprt status`: the runs on a server. Source: docs/many-machines.md, "Watching".

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Prints a line for each run; with `follow` also what changes, and each worker, until a signal comes. Throws
/// UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus show_status(const StatusFlags& flags);

} // namespace sprt
