#pragma once
// `sprt worker` and `sprt status`. Source: docs/many-machines.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Serves runs until a signal comes. Throws UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus work(const WorkerFlags& flags);

/// Prints a line for each run; with `follow` also what changes, and each worker, until a signal comes. Throws
/// UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus show_status(const StatusFlags& flags);

} // namespace sprt
