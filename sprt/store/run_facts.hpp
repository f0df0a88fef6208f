#pragma once
// What run.json says of any run: of two agents, a match or a tournament.
// Source: docs/runs.md, "A run directory".

#include "referee/game/job.hpp"
#include "referee/game/json.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/store/games_file.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

using referee::AgentPrint;
using referee::FilePrint;

/// A session that resumed the run.
struct SessionFacts {
    std::string at;                  ///< its begin; ISO 8601, UTC
    std::uint64_t game = 0;          ///< number of its first game
    std::vector<std::string> forced; ///< changes that the user accepted with --force, one line each
    std::uint64_t missing = 0;       ///< games from `game` on that had been played and were gone from the log
    std::optional<std::uint64_t> games{}; ///< limit, or number of a match, from now on; empty: as before
    std::vector<std::string> changed{};   ///< what else its user changed, one line each
    /// Of a run that workers play or have played: through which server from `game` on; empty text: on this
    /// machine.
    std::optional<std::string> via{};
};

/// What a worker did for a run, as far as the log does not tell it.
struct WorkerFacts {
    std::uint64_t pairs = 0;    ///< whose games count
    std::uint64_t voided = 0;   ///< attempts that were lost or given back
    std::uint64_t wrong = 0;    ///< results that were against the rules or the schedule
    std::uint64_t copies = 0;   ///< pairs that it and another worker played, and that were compared
    std::uint64_t differed = 0; ///< of those, with other moves or another result
    bool is_distrusted = false; ///< it was caught lying
    std::string refused{};      ///< why it gets no more games in this session; empty: it does
    std::string quarantined{};  ///< why it gets no new pair of this run; empty: it does
    referee::Json machine{};    ///< see describe_machine(), without the cores of games; null: unknown
};

/// A run that workers play, or have played.
struct RemoteFacts {
    std::string run_id; ///< 12 hexadecimal digits; a part of its subjects
    std::string via;    ///< the server, without a password; empty: it is played on this machine now
    std::map<std::string, WorkerFacts> workers{}; ///< by name
    GamesByWorker games{};                        ///< those of the log; only when the session has ended

    /// The names of workers that were caught lying.
    [[nodiscard]] std::set<std::string> distrusted() const;
};

struct RunFacts {
    Config config;                  ///< filled in
    std::vector<AgentPrint> agents; ///< of all, those that came later too
    std::string version;            ///< of the program that began the run
    referee::Json config_as_read;   ///< as it stands in run.json, which keeps it; null: a new run
    std::string config_sha256; ///< of the configuration that the run began with, as JSON; empty: of its own
    std::vector<GamesDigest> games_sha256; ///< at the begin of each session and at the end; empty: an old run
    std::string config_sha256_now;         ///< of the configuration now in run.json; empty: the same
    std::filesystem::path directory;       ///< where the run was started; relative paths begin there
    /// Where relative paths may begin now, the best one first: `directory`, and where it would be if it had
    /// been moved together with the run. Not in run.json.
    std::vector<std::filesystem::path> places{};
    std::optional<FilePrint> config_file;   ///< of the user; empty: none was given
    std::set<std::string> overrides;        ///< keys of settings that flags gave
    std::optional<std::uint64_t> book_size; ///< number of openings; empty: endless or unknown
    std::uint64_t book_duplicates = 0;      ///< openings of the file that were left out
    std::optional<std::string> book_sha256; ///< of the file of openings; empty: none, or unreadable
    std::uint64_t book_since = 0;           ///< first game with that file; earlier games had another
    referee::Json machine;                  ///< see describe_machine()
    bool oversubscribed = false;            ///< more games at once than fit on the cores
    referee::SeedRule seed_rule = referee::SeedRule::Hashed;
    std::string started; ///< begin of the run; ISO 8601, UTC
    std::vector<SessionFacts> resumed;
    std::vector<std::string> changed_files; ///< of agents, that differed when a session ended, one line each
    std::optional<std::uint64_t> tuned_until{};  ///< pairs of a tuning, when its time ended it
    bool is_gate = false;                        ///< the verdict is the exit status, also of later sessions
    std::chrono::milliseconds elapsed_before{0}; ///< duration of the earlier sessions
    referee::Json result;                        ///< null until the run has ended
    std::optional<RemoteFacts> remote{};         ///< empty: no worker ever played it
    referee::Json as_read;                       ///< the whole run.json as it stands; null: a new run

    /// Whether the configuration in run.json was edited after the run began, also when its digest was edited
    /// with it: that of no game depends on it.
    [[nodiscard]] bool config_is_edited() const;

    /// How many sessions the run has had, this one included.
    [[nodiscard]] std::uint64_t epoch() const noexcept { return 1 + resumed.size(); }

    /// What was not the same in all games, one line each without a full stop: changes that the user accepted
    /// with --force, games that were played again, and files that differed at the end.
    [[nodiscard]] std::vector<std::string> session_changes() const;
};

/// `places` of a run in `dir` that was begun in `directory` with --out `out`: after a move, the run's own
/// place is as far from `dir` as `directory` was from `out`; the last ones are around `dir`, and `dir`.
[[nodiscard]] std::vector<std::filesystem::path> places_of(const std::filesystem::path& directory,
                                                           const std::filesystem::path& out,
                                                           const std::filesystem::path& dir);

/// The current time in UTC, to the second, in ISO 8601.
[[nodiscard]] std::string utc_now();

/// The SHA-256 of the file of `openings`; empty when there is no file or it cannot be read.
[[nodiscard]] std::optional<std::string> book_print(const OpeningsSpec& openings);

/// The SHA-256 of a configuration, of its text as run.json holds it.
[[nodiscard]] std::string digest_of(const referee::Json& config);
[[nodiscard]] std::string digest_of(const Config& config);

/// Sources that place all settings of a run of `kind` in the run.json `file`: `runs/a/run.json:
/// /config/elo0`.
[[nodiscard]] ConfigSources sources_in_run_file(const std::filesystem::path& file, RunKind kind);

/// `kind` in run.json: `match`, `tournament`, `tune`; a run that a test ends has none.
[[nodiscard]] std::string_view name(RunKind kind) noexcept;

/// What run.json is for. Throws UserError when `file` is no run.json.
[[nodiscard]] RunKind kind_in(const std::filesystem::path& file);

// The parts of run.json, for the files that know a kind of run.

[[nodiscard]] referee::Json agent_json(const AgentConfig& agent, const AgentPrint& print);
[[nodiscard]] AgentPrint agent_of(const referee::JsonNode& node,
                                  std::span<const std::string_view> more_keys = {});

[[nodiscard]] referee::Json facts_json(const RunFacts& facts, referee::Json agents);

/// The keys that all kinds have, and `more`.
[[nodiscard]] std::vector<std::string_view> run_keys(std::span<const std::string_view> more);

/// The JSON of `file`, whose `format` is known. Throws UserError for a pipe or a device.
[[nodiscard]] referee::Json read_run_json(const std::filesystem::path& file);

/// Reads and checks all of the run.json `file` of which `root` is the JSON, but the agents and what is inside
/// the result. `facts.config` has its kind. Throws UserError.
void read_facts(const std::filesystem::path& file, const referee::JsonNode& root, RunFacts& facts);

// The machine of a run, as run.json describes it.
// Source: docs/runs.md.

/// `machine` of run.json: this machine, and the cores of the `games` played at once.
[[nodiscard]] referee::Json describe_machine(const referee::Placement& placement, std::int64_t games);

} // namespace sprt
