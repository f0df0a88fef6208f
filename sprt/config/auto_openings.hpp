#pragma once
// `random:auto`: so many random moves that a run rarely uses up its openings, and a match never. Source:
// docs/openings.md.

#include "referee/rules/games.hpp"
#include "sprt/stats/model.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sprt {

inline constexpr std::string_view kRandomAuto = "random:auto";

/// The fewest random moves, 4 or more, whose openings are enough for 99 of 100 runs of a test: each takes a
/// pair. The true Elo is the one at which the test is longest, half way between the hypotheses; there are no
/// draws and no opening bias. Where no number of moves has enough openings: the one that has the most.
/// `max_games`: the limit of a run; empty: none.
[[nodiscard]] int enough_random_moves(const Hypotheses& hypotheses, Model model,
                                      std::optional<std::uint64_t> max_games, referee::Game game);

/// The fewest random moves, 4 or more, that have an opening for each of `pairs`. Where no number of moves has
/// so many: the one that has the most.
[[nodiscard]] int enough_random_moves(std::uint64_t pairs, referee::Game game);

} // namespace sprt
