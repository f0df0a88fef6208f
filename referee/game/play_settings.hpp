#pragma once
// The settings of how games are played: clocks, limits, cores, traces. `referee play` and `sprt` have them in
// common. Source: docs/commands.md, "Configuration".

#include "referee/game/setting.hpp"
#include "referee/process/limits.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/trace_files.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/resource.h>

namespace referee {

struct AgentSettings;
struct GameLimits;
struct PlacementSettings;

/// The settings as they are written, with their defaults.
struct PlaySettings {
    std::string game{name(kDefaultGame)};
    std::int64_t time_ms = 10'000; ///< each agent's time for a game
    std::int64_t ready_ms = 3000;
    std::int64_t finish_ms = 500;
    std::int64_t turns = facts_of(kDefaultGame).turns; ///< no more than the game has
    std::optional<std::string> cores{};                ///< to play on, a list; empty: all that are allowed
    std::string pin = "game";
    std::int64_t threads_per_agent = 1;
    AgentLimits limits{}; ///< keys memory_mb, cpu_s, file_mb
    std::int64_t stderr_kb = 64;
    std::string clock = "wall";
    std::string trace{};        ///< directory for what is said in each game; empty: none
    std::string trace_faults{}; ///< the same for games with a fault only
};

inline constexpr std::int64_t kMostMilliseconds = 1'000'000'000;

/// The table: all settings, in the order in which `referee play` shows them.
[[nodiscard]] std::span<const Setting<PlaySettings>> play_settings();

/// The row of `key`. That there is none is a bug of the caller's.
[[nodiscard]] const Setting<PlaySettings>& play_setting(std::string_view key);

// What settings that were validated come to.

/// The form of a flag that takes the name of a game: `{NAME,NAME}`.
[[nodiscard]] const std::string& game_form();
/// The names of the games.
[[nodiscard]] Words game_names();

[[nodiscard]] Game rules_of(const PlaySettings& settings);
/// Both agents have `settings.time_ms`.
[[nodiscard]] GameLimits game_limits(const PlaySettings& settings);
[[nodiscard]] PlacementSettings placement_settings(const PlaySettings& settings);
/// Agents get `descriptors` as their limit of open files.
[[nodiscard]] AgentSettings agent_settings(const PlaySettings& settings, const rlimit& descriptors);

/// Makes the directories of traces. Throws UserError, naming the flag, for one that is a file, or holds
/// traces although they are refused; nothing is removed then.
void make_trace_dirs(const PlaySettings& settings, OldTraces old_traces);

} // namespace referee
