#pragma once
// An agent as its user writes it: a command, and what holds for this agent alone; the same in JSON, and by a
// name that a file gives it.
// Source: docs/engines.md, "Settings of one agent", "Naming engines once"; docs/commands.md, "An agent's
// command".

#include "referee/game/json.hpp"
#include "referee/game/roster.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/talk/agents.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

struct PlayRules;
struct PlaySettings;

struct AgentSpec {
    std::vector<std::string> command{};       ///< words; empty: not given
    std::string name{};                       ///< shown to the user; by default the command as given
    std::string dir{};                        ///< working directory; empty: the user's
    std::map<std::string, std::string> env{}; ///< added to the environment
    std::string protocol = "native";
    std::optional<std::string> variant{}; ///< see Manner
    std::vector<EngineOption> options{};  ///< in the order in which they are sent
    bool check_options = true;            ///< send only options that the engine lists
    std::vector<std::string> init{};      ///< lines sent after the options
    std::optional<std::string> tc{};      ///< see parse_time_control(); in place of time_ms and inc_ms
    std::optional<std::int64_t> time_ms{};
    std::optional<std::int64_t> inc_ms{};
    std::optional<std::int64_t> move_ms{};
    std::optional<std::int64_t> nodes{};
    std::optional<std::int64_t> depth{};
    std::optional<std::int64_t> margin_ms{};
    std::optional<std::int64_t> turn_ms{};
    std::optional<std::int64_t> start_ms{};
    std::optional<std::int64_t> newgame_ms{};
    std::optional<std::int64_t> ping_ms{};
    std::optional<std::string> ping{};              ///< auto, on or off
    std::optional<std::string> restart{};           ///< game, pair or never
    bool trusted = true;                            ///< when not: it plays in a sandbox where one can be made
    std::optional<std::vector<std::string>> read{}; ///< see SandboxWishes
    std::optional<std::int64_t> scratch_mb{};
    bool ponder = false; ///< in a sandbox: it may compute while its rival is to move
};

/// Whether it has a limit of time, nodes or depth of its own.
[[nodiscard]] inline bool has_own_limit(const AgentSpec& agent) noexcept {
    return agent.tc || agent.time_ms || agent.inc_ms || agent.move_ms || agent.nodes || agent.depth;
}

/// The settings of an agent but its command, name, directory, environment, options and lines.
[[nodiscard]] std::span<const Setting<AgentSpec>> agent_rows();

/// Reads `KEY=VALUE ... COMMAND`: words before the first one without `=` are settings. Its keys are those of
/// agent_rows(), `proto`, `name`, `dir`, `init` and `option.NAME`. Throws UserError naming what is wrong.
[[nodiscard]] AgentSpec parse_agent(const std::string& text);

/// What is wrong with the settings of an agent, or with them beside those of the run, in one line; empty when
/// nothing is.
[[nodiscard]] std::optional<std::string> problem_of_agent(const AgentSpec& agent, const PlaySettings& run);

// What settings without a problem come to.

/// The program of an agent. Throws UserError when it cannot be executed.
[[nodiscard]] Program program_of(const AgentSpec& agent, const PlayRules& run);
/// The agent, without a sandbox; `name` is for messages.
[[nodiscard]] RosterAgent enlisted(const AgentSpec& agent, Program program, std::string name);
[[nodiscard]] Manner manner_of(const AgentSpec& agent);
/// Sets an option of the agent. One of that name, in letters of any case, gets the value; another one is sent
/// behind the others.
void set_option(AgentSpec& agent, EngineOption option);

/// Where the settings do not say how many cores each agent gets: as many as the most threads of one of
/// `agents`, by its option Threads.
void settle_cores(PlaySettings& settings, std::span<const AgentSpec> agents);

[[nodiscard]] Protocol protocol_of(const AgentSpec& agent);
[[nodiscard]] inline bool is_engine(const AgentSpec& agent) {
    return is_of_engines(protocol_of(agent));
}
/// When the processes of an agent end.
[[nodiscard]] Restart restart_of(const AgentSpec& agent);
[[nodiscard]] SandboxOrder sandbox_of(const AgentSpec& agent, const PlayRules& run);

// An agent in JSON.

/// Reads an agent: its command as a string (see parse_agent()) or as an array of words, or an object with a
/// command and settings. Throws UserError naming the place of what is wrong.
[[nodiscard]] AgentSpec read_agent(const JsonNode& node);

/// The same as an object. Settings that are left open are left out, but `time_ms`.
[[nodiscard]] Json to_json(const AgentSpec& agent);

/// The words that parse_agent() reads, without its name: settings, then the command. What only JSON can say
/// is left out.
[[nodiscard]] std::vector<std::string> words_of(const AgentSpec& agent);

// Agents that a file names, for use in other places as `@NAME`.

/// The file in which agents are looked up where no other is given.
inline constexpr const char* kEnginesFile = "engines.json";

/// `agent` itself, or, when its command is `@NAME`, the agent NAME of `file` with the settings that `agent`
/// has: they take the place of its own, a limit of time or depth that of all its limits; options of the same
/// name are replaced, others and lines are sent after its own. Throws UserError when the file cannot be read,
/// an agent in it is wrong, or none has this name.
[[nodiscard]] AgentSpec find_named(const AgentSpec& agent, const std::filesystem::path& file);

} // namespace referee
