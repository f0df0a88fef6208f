#pragma once
// `referee perft`: counts the leaves of the tree of moves. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "referee/rules/games.hpp"

#include <string>

namespace referee {

struct PerftFlags {
    int depth = 0; ///< plies
    std::string fen{facts_of(Game::Ataxx).start_fen};
    bool messages = false; ///< count MOVE lines instead of positions
};

/// Prints the count. Throws UserError when the position cannot be read.
[[nodiscard]] ExitStatus run(const PerftFlags& flags);

} // namespace referee
