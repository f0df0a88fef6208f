#pragma once
// run.json of a run of two agents holds, besides the games, all that is needed to resume it or to report on
// it. Source: docs/runs.md, "A run directory".

#include "sprt/ledger/counting.hpp"
#include "sprt/store/run_facts.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sprt {

struct RunFile : RunFacts {
    using State = RunState;

    Config config; ///< filled in
    referee::PerPlayer<AgentPrint> agents;

    /// The limit of games, or their number in a match, when it was changed after some were played; otherwise
    /// empty.
    [[nodiscard]] std::optional<std::uint64_t> changed_games() const;
};

/// The SHA-256 of a configuration, of its text as run.json holds it.
[[nodiscard]] std::string digest_of(const Config& config);

/// The content of run.json.
[[nodiscard]] referee::Json to_json(const RunFile& run);

/// `result` of run.json, see to_json() of RunState.
[[nodiscard]] referee::Json result_json(const RunFile& run, const RunState& state);
/// How many openings there are, when `state` tells that all were played.
[[nodiscard]] std::optional<std::uint64_t> openings_used_up(const RunState& state) noexcept;

/// Sources that place all settings of a run of `kind` in the run.json `file`: `runs/a/run.json:
/// /config/elo0`.
[[nodiscard]] ConfigSources sources_in_run_file(const std::filesystem::path& file, RunKind kind);

/// Reads and checks a run.json. Throws UserError naming the file and the line or JSON pointer of what is
/// wrong.
[[nodiscard]] RunFile read_run_file(const std::filesystem::path& file);

} // namespace sprt
