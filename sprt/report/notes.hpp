#pragma once
// What a run says about itself before its first game.

#include "sprt/match/config.hpp"
#include "sprt/match/openings.hpp"

#include <string>

namespace sprt {

/// Lines about the openings, and what happens when they are used up; about the limit of games, and how
/// probable it is that it ends the run without a decision. Nothing for the articles' experiments (wald,
/// start, repeats counted), whose transcripts have no such lines. `config` is filled in.
[[nodiscard]] std::string start_notes(const Config& config, const OpeningsFacts& openings);

} // namespace sprt
