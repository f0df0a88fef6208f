#pragma once
// `referee play`: plays games, one at a time. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "referee/game/play_settings.hpp"
#include "referee/game/player.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace referee {

struct PlayFlags {
    PerPlayer<std::string> commands;
    std::int64_t games = 1;
    std::string log;                   ///< file; empty: none
    std::optional<std::uint64_t> seed; ///< empty: a random one
    PlaySettings settings;
};

void add_play_flags(CLI::App& command, PlayFlags& flags);

/// Plays the games; prints and logs each when it has ended. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const PlayFlags& flags);

} // namespace referee
