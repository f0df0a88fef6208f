#pragma once
// What an export says of a run beside its games.

#include "referee/game/player.hpp"

#include <string>

namespace sprt {

struct ExportedRun {
    std::string event;                      ///< a name for the run
    std::string date;                       ///< when the run began, `YYYY-MM-DD...`; empty: not known
    referee::PerPlayer<std::string> agents; ///< names
};

} // namespace sprt
