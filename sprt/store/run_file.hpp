#pragma once
// run.json holds, besides the games, all that is needed to resume a run or to report on it.
// Source: docs/log-format.md, "A run directory".

#include "referee/game/agent_seed.hpp"
#include "referee/game/json.hpp"
#include "referee/process/program_files.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/store/games_digest.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

using referee::AgentPrint;
using referee::FilePrint;

/// Where the gate of a run is written down.
struct LedgerTicket {
    std::filesystem::path file; ///< absolute; of the ledger of gates
    std::uint64_t gate = 0;     ///< its number there
};

/// A session that resumed the run.
struct Session {
    std::string at;                  ///< its begin; ISO 8601, UTC
    std::uint64_t game = 0;          ///< number of its first game
    std::vector<std::string> forced; ///< changes that the user accepted with --force, one line each
    std::uint64_t missing = 0;       ///< games from `game` on that had been played and were gone from the log
    std::optional<std::uint64_t> games{}; ///< of a match: its number of games from now on; empty: as before
};

struct RunFile {
    std::string version;          ///< of the program that began the run
    Config config;                ///< filled in
    referee::Json config_as_read; ///< as it stands in run.json, which keeps it; null: a new run
    std::string config_sha256; ///< of the configuration that the run began with, as JSON; empty: of `config`
    std::vector<GamesDigest> games_sha256; ///< at the begin of each session and at the end; empty: an old run
    std::string config_sha256_now;         ///< of the configuration now in run.json; empty: the same
    std::filesystem::path directory;       ///< where the run was started; relative paths begin there
    std::optional<FilePrint> config_file;  ///< of the user; empty: none was given
    std::set<std::string> overrides;       ///< keys of settings that flags gave
    referee::PerPlayer<AgentPrint> agents;
    std::optional<std::uint64_t> book_size; ///< number of openings; empty: endless or unknown
    std::uint64_t book_duplicates = 0;      ///< openings of the file that were left out
    std::optional<std::string> book_sha256; ///< of the file of openings; empty: none, or unreadable
    std::uint64_t book_since = 0;           ///< first game with that file; earlier games had another
    referee::Json machine;                  ///< see machine.hpp
    bool oversubscribed = false;            ///< more games at once than fit on the cores
    std::optional<LedgerTicket> ledger;     ///< empty: no gate, or one without a ledger
    referee::SeedRule seed_rule = referee::SeedRule::Hashed;
    std::string started; ///< begin of the run; ISO 8601, UTC
    std::vector<Session> resumed;
    std::vector<std::string> changed_files; ///< of agents, that differed when a session ended, one line each
    std::chrono::milliseconds elapsed_before{0}; ///< duration of the earlier sessions
    referee::Json result;                        ///< null until the run has ended
    referee::Json as_read;                       ///< the whole run.json as it stands; null: a new run

    /// Whether the configuration in run.json was edited after the run began, also when its digest was edited
    /// with it: that of no game depends on it.
    [[nodiscard]] bool config_is_edited() const;

    /// What was not the same in all games, one line each without a full stop: changes that the user accepted
    /// with --force, games that were played again, and files that differed at the end.
    [[nodiscard]] std::vector<std::string> session_changes() const;

    /// The number of games of a match, when it was changed after some were played; otherwise empty.
    [[nodiscard]] std::optional<std::uint64_t> changed_games() const;
};

/// The SHA-256 of a configuration, of its text as run.json holds it.
[[nodiscard]] std::string digest_of(const Config& config);

/// The current time in UTC, to the second, in ISO 8601.
[[nodiscard]] std::string utc_now();

/// The SHA-256 of the file of `openings`; empty when there is no file or it cannot be read.
[[nodiscard]] std::optional<std::string> book_print(const OpeningsSpec& openings);

/// The content of run.json.
[[nodiscard]] referee::Json to_json(const RunFile& run);

/// Sources that place all settings of a run of `kind` in the run.json `file`: `runs/a/run.json:
/// /config/elo0`.
[[nodiscard]] ConfigSources sources_in_run_file(const std::filesystem::path& file, RunKind kind);

/// Reads and checks a run.json. Throws UserError naming the file and the line or JSON pointer of what is
/// wrong.
[[nodiscard]] RunFile read_run_file(const std::filesystem::path& file);

} // namespace sprt
