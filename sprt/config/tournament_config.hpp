#pragma once
// The configuration of a tournament: a list of agents, who meets whom, and what all games share; and the
// settings that only a tuning has.
// Source: docs/tournaments.md; docs/tuning.md; configs/schema/tournament.schema.json.

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/schedule/tuning.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sprt {

inline constexpr std::size_t kMostAgents = 64;

/// All settings with their defaults; members are named as in Config.
struct TournamentConfig {
    TournamentConfig() {
        run.kind = RunKind::Tournament;
        run.max_faults = {};
    }

    Config run; ///< what all games share; its agents, and what belongs to a test or a match, are not used
    std::vector<AgentConfig> agents;
    std::string format = "roundrobin";
    std::optional<std::int64_t> seeds; ///< of a gauntlet; empty: 1
    std::optional<std::int64_t> span;  ///< of a ladder; empty: 1
    std::int64_t rounds = 50;
    std::optional<std::string> until; ///< separated or best; empty: all rounds are played
    double error = 0.05;
    std::optional<std::string> anchor; ///< NAME or NAME=ELO; empty: a gauntlet's first seed, otherwise none
};

/// The table of settings; `agents` has no row.
[[nodiscard]] std::span<const referee::Setting<TournamentConfig>> tournament_settings();

/// Reads a file as read_config() of a run does.
void read_config(const std::filesystem::path& file, TournamentConfig& config, ConfigSources& sources);
void read_config(const referee::JsonNode& root, TournamentConfig& config);

[[nodiscard]] referee::Json to_json(const TournamentConfig& config);
[[nodiscard]] std::string to_json_text(const TournamentConfig& config);

/// Takes agents that are written as `@NAME` from their file, see name_agents() of a run.
void name_agents(TournamentConfig& config, const ConfigSources& sources);

/// Numbers agents without a name of their own whose commands are equal: `NAME`, `NAME (2)`.
void tell_apart(std::vector<AgentConfig>& agents);

/// Throws UserError for the first wrong setting, naming its place by `sources` and what would be right.
void validate(const TournamentConfig& config, const ConfigSources& sources);

/// The place of agent `i` in errors: `--agent 3` or `t.json: /agents/2`.
[[nodiscard]] std::string place_of_agent(const ConfigSources& sources, std::size_t i);

/// Sets what a validated `config` leaves open: rules, turns, the moves of `random:auto`, concurrency, seed,
/// seeds, span, a gauntlet's anchor.
void fill_in(TournamentConfig& config, const referee::Placement& placement);

/// Seeds of a gauntlet, span of a ladder, otherwise 0.
[[nodiscard]] std::size_t reach_of(const TournamentConfig& config);

/// The names of all agents.
[[nodiscard]] std::vector<std::string> names_of(const std::vector<AgentConfig>& agents);

// The settings that only a tuning has, and the rules that follow from them.

/// Reads a parameter: a text as --param takes it, or an object. Throws UserError naming the place.
[[nodiscard]] TuneParam read_tune_param(const referee::JsonNode& node);
/// The object.
[[nodiscard]] referee::Json to_json(const TuneParam& param);

/// H:MM. Throws UserError for another form, and for no time.
[[nodiscard]] std::chrono::minutes parse_max_time(const std::string& text);

/// Checks what only a tuning has; its agent and all other settings are right. Throws UserError, naming the
/// place by `sources`.
void check_tuning(const Config& config, const ConfigSources& sources);

/// Sets what a checked configuration leaves open: verify and lag.
void fill_in_tuning(Config& config);

/// The rules of a configuration that was filled in.
[[nodiscard]] TuneRules tune_rules_of(const Config& config);

/// What is unwise about them, one line each.
[[nodiscard]] std::vector<std::string> tune_warnings(const TuneRules& rules, int concurrency);

} // namespace sprt
