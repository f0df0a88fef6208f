#pragma once
// `sprt serve`: runs in a browser, while they are played. Source: docs/page.md, "sprt serve".

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Prints the URL, then serves until a stop signal, whose status is returned. Throws UserError for wrong
/// flags and runs, std::system_error when the port cannot be had.
[[nodiscard]] referee::ExitStatus serve_runs(const ServeFlags& flags);

} // namespace sprt
