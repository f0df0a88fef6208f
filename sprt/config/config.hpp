#pragma once
// What a run is: agents, hypotheses, limits. From a JSON file, overridden by flags.
// Source: docs/commands.md, "Configuration".

#include "referee/game/play_settings.hpp"
#include "referee/game/player.hpp"
#include "referee/process/placement.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

struct AgentConfig {
    std::vector<std::string> command;       ///< words; empty: not given yet
    std::string name;                       ///< as shown; by default the command as it was given
    std::string dir;                        ///< working directory; empty: the user's
    std::map<std::string, std::string> env; ///< added to the environment
    std::optional<std::int64_t> time_ms;    ///< its own time for a game; empty: as for both
};

/// All settings of a run, with their defaults. Keys in a file are these names; flags are the same with
/// dashes.
struct Config {
    referee::PerPlayer<AgentConfig> agents;
    Hypotheses test; ///< elo0, elo1, alpha, beta
    std::string model = "pentanomial";
    std::string test_kind = "sprt"; ///< key `test`
    std::string openings = "random:4";
    std::optional<std::string> repeats;      ///< empty: collapse for models of pairs, count for the others
    std::optional<std::int64_t> max_games;   ///< empty: no limit
    std::optional<std::uint64_t> seed;       ///< empty: a random one
    std::optional<std::int64_t> concurrency; ///< empty: as many as fit on the cores
    std::string out;                         ///< empty: no run directory
    std::int64_t report_every = 10;          ///< games, between estimates of models of pairs
    std::string progress = "auto";           ///< the status line: auto, on or off
    bool quiet = false;
    referee::PlaySettings play;             ///< how games are played
    std::optional<std::int64_t> max_faults; ///< an agent with more faults ends the run; empty: off
};

/// Where each setting came from, to name the place when it is wrong.
struct ConfigSources {
    std::string file;               ///< empty: none
    std::set<std::string> in_file;  ///< keys
    std::set<std::string> in_flags; ///< keys, not flags
    std::string pointer = {};       ///< JSON pointer to the configuration in the file; empty: it is all of it

    /// Of a setting: `--elo0`, or `configs/x.json: /elo0`.
    [[nodiscard]] std::string place(std::string_view key) const;
};

/// An agent from a command in one line. Throws UserError for a command that cannot be split.
[[nodiscard]] AgentConfig agent_from_command(const std::string& command);

/// Reads a file into `config` and notes the keys in `sources`. Throws UserError naming the file and the line
/// and column of what is not JSON, or the JSON pointer of what is unknown, mistyped or out of range.
void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources);

/// Throws UserError, naming the place by `sources` and what would be right, for settings that make no run.
void validate(const Config& config, const ConfigSources& sources);

/// Where the games of a validated `config` are played on `machine`. Throws UserError, naming the place by
/// `sources`, for cores that may not be used there.
[[nodiscard]] referee::Placement place_games(const Config& config, const ConfigSources& sources,
                                             const referee::Machine& machine);

/// Settles what a validated `config` leaves open: repeats, concurrency and seed. A limit of games becomes one
/// of whole pairs where the model counts pairs.
void fill_in(Config& config, const referee::Placement& placement);

/// The whole configuration as JSON, indented; reading it gives the same configuration. Bytes from flags that
/// are not UTF-8 become U+FFFD: JSON has no way to write them.
[[nodiscard]] std::string to_json_text(const Config& config);

} // namespace sprt
