#pragma once
// How a run stands while it is played, in a few lines for people who watch.
// Source of the lines: docs/commands.md, "Watching a run".

#include "referee/base/terminal.hpp"
#include "sprt/report/status/status_words.hpp"

#include <string>

namespace sprt {

/// Four lines, each ended by a newline and less than `columns` wide, so that no terminal wraps it. What does
/// not fit is left out from the right; below 20 columns all is. Colour and Unicode as `traits` say.
[[nodiscard]] std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                                       const referee::TerminalTraits& traits, int columns);

} // namespace sprt
