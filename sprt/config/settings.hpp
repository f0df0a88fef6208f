#pragma once
// The table of settings: one key of a configuration and one flag for each of them, all but the two agents.
// Flags, help, keys and checks are made from it. Source: docs/commands.md, "Configuration".

#include "referee/game/setting.hpp"
#include "sprt/config/config.hpp"

#include <cstdint>
#include <span>

namespace sprt {

/// Which commands take a setting as a flag.
enum class SettingUse : std::uint8_t {
    Simulation, ///< `simulate` too: what counts and when a run ends
    Play,       ///< only those that play games
};

struct RunSetting : referee::Setting<Config> {
    SettingUse use;
};

/// All, in the order in which they are shown. Those of how games are played are the rows of `referee play`.
[[nodiscard]] std::span<const RunSetting> settings();

} // namespace sprt
