#pragma once
// The settings of how games are played: clocks, limits, cores, traces; and how long agents may think by them.
// `referee play` and `sprt` have them in common.
// Source: docs/commands.md, "Configuration"; docs/engines.md, "Settings of one agent".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/placement.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/trace.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/resource.h>

namespace referee {

class Roster;
struct AgentSettings;
struct AgentSpec;
struct GameLimits;
struct PlayerKit;
enum class ClockRule : std::uint8_t;
enum class SandboxUse : std::uint8_t;

/// The settings as they are written, with their defaults.
struct PlaySettings {
    std::string game{name(kDefaultGame)};
    /// By which set of rules a game with several is played; empty: chosen by default_rules().
    std::optional<std::string> rules{};
    std::optional<std::string> engines{};    ///< file that names agents, see find_named()
    std::int64_t time_ms = 10'000;           ///< each agent's time for a game
    std::optional<std::int64_t> inc_ms{};    ///< added after each move of its own
    std::optional<std::string> tc{};         ///< see parse_time_control(); in place of time_ms and inc_ms
    std::optional<std::int64_t> move_ms{};   ///< in place of a time for the game: a time for each move
    std::optional<std::int64_t> margin_ms{}; ///< how late each answer may be without a loss
    std::int64_t ready_ms = 3000;
    std::int64_t finish_ms = 500;
    std::optional<std::int64_t> turns{}; ///< empty, or more: as many as the game has
    Adjudication adjudicate{};           ///< what may end a game before its board does
    std::optional<std::string> cores{};  ///< to play on, a list; empty: all that are allowed
    std::string pin = "game";
    std::optional<std::int64_t> threads_per_agent{}; ///< absent: see settle_cores()
    AgentLimits limits{};                            ///< keys memory_mb, cpu_s, file_mb
    /// off, auto or on; empty: auto for agents that are not trusted, off for others.
    std::optional<std::string> sandbox{};
    /// inherit, or clean: agents outside a sandbox get no secrets of ours; empty: inherit.
    std::optional<std::string> env{};
    std::int64_t stderr_kb = 64;
    std::string clock = "wall";
    bool log_pv = false;        ///< games keep the lines that engines expect
    std::string trace{};        ///< directory for what is said in each game; empty: none
    std::string trace_faults{}; ///< the same for games with a fault only
};

inline constexpr std::int64_t kMostMilliseconds = 1'000'000'000;

/// The table: all settings, in the order in which `referee play` shows them.
[[nodiscard]] std::span<const Setting<PlaySettings>> play_settings();

/// The row of `key`. That there is none is a bug of the caller's.
[[nodiscard]] const Setting<PlaySettings>& play_setting(std::string_view key);

// What settings that were validated come to.

[[nodiscard]] Words game_names();
/// The names of all sets of rules.
[[nodiscard]] Words rule_set_names();

/// Throws UserError when the game has no such set of rules; both must be known words.
void check_rules(const PlaySettings& settings, const NamePlace& name_place);
/// The set of rules where none is given: that of the game's own rules, or, when both agents are UAI engines,
/// UAI's. Empty when the game has only one set.
[[nodiscard]] std::optional<std::string> default_rules(const PlaySettings& settings, bool both_are_engines);
[[nodiscard]] Game rules_of(const PlaySettings& settings);
/// What is wrong with settings that are right each by itself, and the key of one of them; empty when nothing
/// is.
struct SettingsProblem {
    std::string_view key;
    std::string what;
};
[[nodiscard]] std::optional<SettingsProblem> problem_of_limits(const PlaySettings& settings);

/// The limits of agents that have none of their own.
[[nodiscard]] GameLimits game_limits(const PlaySettings& settings);
[[nodiscard]] PlacementSettings placement_settings(const PlaySettings& settings);

/// How the games of a run are played, beside their limits of time and turns.
struct PlayRules {
    PlacementSettings placement{};
    AgentLimits limits{};
    std::optional<SandboxUse> sandbox{}; ///< empty: Auto for agents that are not trusted, Off for others
    bool gives_secrets = true; ///< to agents outside a sandbox, what of our environment may be secret
    std::chrono::milliseconds finish_wait{}; ///< from FINISH to SIGTERM
    std::size_t stderr_bytes = 0;
    ClockRule clock{};
    bool logs_pv = false;
    std::optional<engine::LinePattern> kept{}; ///< which lines of an engine's searches are kept
    std::string trace{};                       ///< directory; empty: none
    std::string trace_faults{};                ///< the same
};

[[nodiscard]] PlayRules play_rules(const PlaySettings& settings);

/// Agents get `descriptors` as their limit of open files.
[[nodiscard]] AgentSettings agent_settings(const PlayRules& rules, const rlimit& descriptors);
/// Among how many agents memory is divided while so many games are played at once; 0: each has its limit.
[[nodiscard]] inline std::size_t memory_sharers(const PlayRules& rules, std::size_t games) noexcept {
    return rules.limits.memory_mb ? 0 : 2 * games;
}
/// What so many games at once are played with. Raises the limit of open files; throws UserError when it is
/// too low.
[[nodiscard]] PlayerKit player_kit(const PlayRules& rules, Roster roster, std::size_t games);

/// Makes the directories of traces. Throws UserError, naming the flag, for one that is a file, or holds
/// traces although they are refused; nothing is removed then.
void make_trace_dirs(const PlayRules& rules, OldTraces old_traces);

// How long agents may think.

/// The agent's own limits, where it has some, otherwise those of the run. The settings must have no problem.
[[nodiscard]] TimeControl time_control(const AgentSpec& agent, const PlaySettings& run);

/// The limits of agents that have none of their own.
[[nodiscard]] TimeControl time_control(const PlaySettings& run);

/// The word for no clock, where a search has another limit.
inline constexpr std::string_view kNoClock = "inf";

/// Reads a clock for the game, [MOVES/]TIME[+SECONDS]: `10+0.1`, `1:30+1`, `40/60+0.6`; or `inf`, the limit
/// of a search that is not yet given. Throws UserError for another text.
[[nodiscard]] TimeControl parse_time_control(const std::string& text);

} // namespace referee
