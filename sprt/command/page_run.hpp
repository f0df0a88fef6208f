#pragma once
// `sprt page`: a run as one HTML file. Source: docs/commands.md, "sprt page".

#include "sprt/command/flags.hpp"
#include "sprt/page/index.hpp"

namespace sprt {

/// Writes the page of a run, whole or not at all, and prints its path and size; to standard output it prints
/// the page alone. Throws UserError for wrong flags and for a damaged run, naming the file and the line;
/// std::system_error when the page cannot be written.
void page_run(const PageFlags& flags);

/// What a page that is made now says of itself.
[[nodiscard]] PageFacts page_facts();

} // namespace sprt
