#pragma once
// `sprt calc`: what counts mean, with no game played.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/verdict.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// `W,L,D`, three whole numbers up to 10^18. Throws UserError naming the flag.
[[nodiscard]] Wld parse_wld(std::string_view text);

/// One line of JSON; undefined or infinite numbers are null. Source of the keys: docs/commands.md.
[[nodiscard]] std::string calculation_json(const Wld& games, const Hypotheses& test);

/// The same for people.
[[nodiscard]] std::string calculation_text(const Wld& games, const Hypotheses& test);

} // namespace sprt
