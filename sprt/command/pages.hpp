#pragma once
// `sprt page`: a run as one HTML file; `sprt serve`: runs in a browser, while they are played.
// Source: docs/page.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Writes the page of a run, whole or not at all, and prints its path and size; to standard output it prints
/// the page alone. Throws UserError for wrong flags and for a damaged run, naming the file and the line;
/// std::system_error when the page cannot be written.
void page_run(const PageFlags& flags);

/// Called before a gate, so that a wrong file costs no games. `out` is the directory of the run to be. Makes
/// missing directories of `page`, which may be empty. Throws UserError, naming
/// --page.
void check_gate_page(const std::string& page, const std::string& out);

/// Writes the page of the run of a gate, or of the part of it that was played; nothing when `page` is empty
/// or no run began. Throws std::system_error when the page cannot be written.
void write_gate_page(const std::string& page, const std::string& out);

/// Prints the URL, then serves until a stop signal, whose status is returned. Throws UserError for wrong
/// flags and runs, std::system_error when the port cannot be had.
[[nodiscard]] referee::ExitStatus serve_runs(const ServeFlags& flags);

} // namespace sprt
