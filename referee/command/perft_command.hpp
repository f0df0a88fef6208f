#pragma once
// `referee perft`: counts the leaves of the tree of moves. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "referee/rules/games.hpp"

#include <optional>
#include <string>

namespace referee {

struct PerftFlags {
    std::string game{name(kDefaultGame)};
    std::optional<std::string> rules; ///< which of the game's sets of rules; empty: its own rules
    int depth = 0;                    ///< plies
    std::optional<std::string> fen;   ///< empty: the start
    std::string moves;                ///< from the start
    bool messages = false;            ///< count MOVE lines instead of positions
};

/// Prints the count. Throws UserError when the position cannot be read.
[[nodiscard]] ExitStatus run(const PerftFlags& flags);

} // namespace referee
