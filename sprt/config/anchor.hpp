#pragma once
// The setting `anchor`: NAME or NAME=ELO.

#include "sprt/stats/ratings/results.hpp"

#include <span>
#include <string>
#include <string_view>

namespace sprt {

inline constexpr double kMostAnchorElo = 1e6; ///< largest absolute value

/// The anchor that `text` names among `names`; without `=ELO` its rating is 0. A name may hold `=` itself:
/// the whole text is looked for first. Throws UserError, which `place` begins, for a name that nobody has (it
/// lists those that there are) and for an Elo that is no number or beyond kMostAnchorElo.
[[nodiscard]] Anchor read_anchor(std::string_view text, std::span<const std::string> names,
                                 std::string_view place);

/// The position of the agent named `text`. Throws UserError as read_anchor() does.
[[nodiscard]] std::size_t find_agent(std::string_view text, std::span<const std::string> names,
                                     std::string_view place);

} // namespace sprt
