#pragma once
// run.json: what a run is, so that nothing else is needed to go on with it or to report on it.
// Source: docs/log-format.md, "A run directory".

#include "referee/game/json.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/openings.hpp"

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

/// A file as it was: where it lies and the SHA-256 of its bytes, empty when it may not be read.
struct FilePrint {
    std::string path; ///< absolute
    std::optional<std::string> sha256;
    bool operator==(const FilePrint&) const = default;
};

/// What an agent is made of.
struct AgentPrint {
    FilePrint executable;
    std::vector<FilePrint> files; ///< other words of the command that name files: scripts, weights
};

/// The run went on here after it had been stopped.
struct Session {
    std::string at;                  ///< ISO 8601, UTC
    std::uint64_t game = 0;          ///< the first one it played
    std::vector<std::string> forced; ///< what had changed, and was accepted
};

struct RunFile {
    std::string version;       ///< of the program that began the run
    Config config;             ///< filled in
    std::string config_sha256; ///< of the configuration that the run began with, as JSON; empty: of `config`
    std::string config_sha256_now;   ///< of what run.json holds now, as it stands there; empty: the same
    std::filesystem::path directory; ///< that the run was started in: relative paths are meant from here
    std::optional<FilePrint> config_file;
    std::set<std::string> overrides; ///< keys that flags laid over it
    referee::PerPlayer<AgentPrint> agents;
    std::optional<std::uint64_t> book_size; ///< openings, when that was known
    std::optional<std::string> book_sha256; ///< of a file of openings
    std::uint64_t book_since = 0;           ///< the first game played from that file; before it, from another
    referee::Json machine;
    bool oversubscribed = false; ///< more games at once than fit
    std::string started;         ///< ISO 8601, UTC
    std::vector<Session> resumed;
    std::chrono::milliseconds elapsed_before{0}; ///< that earlier sessions played for
    referee::Json result;                        ///< null until the run has ended

    /// Whether somebody wrote another configuration into run.json.
    [[nodiscard]] bool config_is_edited() const;
};

/// The time of day, ISO 8601 in UTC.
[[nodiscard]] std::string utc_now();

/// What a program found for `agent` consists of now. Throws std::system_error when a file fails half-way.
[[nodiscard]] AgentPrint print_of(const referee::Program& program);
[[nodiscard]] referee::PerPlayer<AgentPrint> prints_of(const referee::PerPlayer<referee::Program>& programs);

/// The SHA-256 of the file that `openings` come from; empty when they come from no file.
[[nodiscard]] std::optional<std::string> book_print(const OpeningsSpec& openings);

/// The machine we are on, with the cores of the `games` that are played at once.
[[nodiscard]] referee::Json describe_machine(const referee::Placement& placement, std::int64_t games);

[[nodiscard]] referee::Json to_json(const RunFile& run);

/// Places of settings in the run.json `file`: `runs/a/run.json: /config/elo0`.
[[nodiscard]] ConfigSources sources_in_run_file(const std::filesystem::path& file);

/// Reads a run.json. Throws UserError naming the file and the line or JSON pointer of what is wrong.
[[nodiscard]] RunFile read_run_file(const std::filesystem::path& file);

} // namespace sprt
