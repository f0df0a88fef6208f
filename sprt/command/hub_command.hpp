#pragma once
// `sprt hub`: a server for runs over many machines, and the invitations to it.
// Source: docs/many-machines.md, "Invitations".

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Runs a server until a signal comes; where one runs already, changes who may come and returns at once.
/// Throws UserError, and std::runtime_error when the server fails.
[[nodiscard]] referee::ExitStatus serve_hub(const HubFlags& flags);

} // namespace sprt
