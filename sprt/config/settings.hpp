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
    Test,       ///< those of a test, also `simulate`: what is tested, and what ends the test
    Match,      ///< only `match` and `tune`
    Tune,       ///< only `tune`
    Tournament, ///< only `tournament`
    Simulation, ///< all commands, also `simulate`: what counts
    Play,       ///< only commands that play games
    Remote,     ///< only those whose games workers on other machines may play
    Kept,       ///< no command: old files have this key of tests, which has one value now
};

struct RunSetting : referee::Setting<Config> {
    SettingUse use;
};

/// All settings of a run of `kind`, in the order in which help shows them; the parameters of a tuning have no
/// row. The settings of `referee play` are taken from its table.
[[nodiscard]] std::span<const RunSetting> settings(RunKind kind);

[[nodiscard]] const referee::Words& model_words();

} // namespace sprt
