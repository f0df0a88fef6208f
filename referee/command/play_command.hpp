#pragma once
// `referee play`: plays games, one at a time. Source: docs/commands.md.

#include "referee/base/console.hpp"
#include "referee/game/player.hpp"
#include "referee/game/settings/play_settings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace referee {

struct PlayFlags {
    PerPlayer<std::string> commands;
    std::int64_t games = 1;
    std::string log;                   ///< file; empty: none
    bool overwrite = false;            ///< the log and traces that are there already
    std::optional<std::uint64_t> seed; ///< empty: a random one
    PlaySettings settings;
};

/// The table of all flags but the two commands.
[[nodiscard]] std::span<const Setting<PlayFlags>> play_flag_settings();

/// Plays the games; prints and logs each when it has ended. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const PlayFlags& flags);

} // namespace referee
