#pragma once
// The table of settings. Each row gives one key of a configuration and one flag; the two agents have no row.
// Flags, help texts, keys and checks are made from the table. Source: docs/commands.md, "Configuration".

#include "referee/game/settings/setting.hpp"
#include "sprt/config/config.hpp"

#include <cstdint>
#include <span>

namespace sprt {

/// Which commands take a setting as a flag.
enum class SettingUse : std::uint8_t {
    Simulation, ///< all commands, also `simulate`: what counts and when a run ends
    Play,       ///< only commands that play games
};

struct RunSetting : referee::Setting<Config> {
    SettingUse use;
};

/// All settings, in the order in which help shows them. The settings of `referee play` are taken from its
/// table.
[[nodiscard]] std::span<const RunSetting> settings();

} // namespace sprt
