#pragma once
// The agent `champion` as an engine that speaks UAI, the dialect of UCI for Ataxx. Source: docs/engines.md.

#include "agents/champion/network.hpp"
#include "agents/program/timed.hpp"

namespace search {

/// Serves on the descriptor `input` and standard output until `quit` or the end of the input. Limits of
/// `options` hold where `go` has none of its own. Lines that are not known are ignored, as UCI has it; a
/// position that is wrong is named by an `info string` and leaves the one before.
void serve_uai(int input, const TimedOptions& options, const Network& network);

} // namespace search
