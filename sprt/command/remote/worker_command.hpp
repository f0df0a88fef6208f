#pragma once
// `sprt worker`: plays games of runs that are on other machines. Source: docs/many-machines.md, "A worker".

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Serves runs until a signal comes. Throws UserError, and remote::NoServer.
[[nodiscard]] referee::ExitStatus work(const WorkerFlags& flags);

} // namespace sprt
