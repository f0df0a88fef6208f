#pragma once
// The status of a run while it is played, in four lines.
// Source of the lines: docs/commands.md, "Watching a run".

#include "referee/base/terminal.hpp"
#include "sprt/report/status/status_words.hpp"

#include <string>

namespace sprt {

/// Four lines, each ended by a newline and narrower than `columns`, so that no terminal wraps a line. Phrases
/// that do not fit are left out from the right; below 20 columns the text is empty. Colour and Unicode are
/// used as `traits` allow.
[[nodiscard]] std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                                       const referee::TerminalTraits& traits, int columns);

} // namespace sprt
