#pragma once
// What the agents that search to a fixed depth have in common.

#include "agents/program/command_line.hpp"
#include "agents/search/count.hpp"
#include "agents/search/game.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <functional>

namespace search {

/// Finds a move among `candidates`, moves of the position that are tried in their order. The count ends the
/// search by an exception when its time is over.
using SearchToDepth = std::function<Choice<ataxx::Move>(
    const ataxx::Position&, const ataxx::MoveList& candidates, int depth, WatchedCount)>;

/// Plays one game. A search that would take more than half of the clock is given up: from then on the game is
/// played by iterative deepening to that depth, on a twentieth of what is left. Returns the exit status.
[[nodiscard]] int play_to_fixed_depth(const Options& options, const SearchToDepth& search);

} // namespace search
