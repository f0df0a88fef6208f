#pragma once
// run.json of a run of two agents and of a tournament.
// Source: docs/runs.md, "A run directory", "A tournament's directory".

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/store/run_facts.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

// run.json of a run of two agents. It holds, besides the games, all that is needed to resume the run or to
// report on it.

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

// run.json of a tournament.

struct NotedWithdrawal {
    std::uint64_t round;
    std::optional<Flaw> why; ///< empty: an earlier version did not say

    bool operator==(const NotedWithdrawal&) const = default;
};

struct TournamentFile : RunFacts {
    using State = TournamentState;

    TournamentConfig config;                               ///< filled in
    std::vector<AgentConfig> later;                        ///< agents that came after the first game
    std::vector<AgentPrint> agents;                        ///< of all, those that came later too
    std::vector<std::optional<NotedWithdrawal>> withdrawn; ///< of all; empty: it was not
    std::vector<RoundStage> stages;
    std::optional<std::uint64_t> time_losses{}; ///< see TournamentCounting
    std::vector<SkippedAgent> skipped{};

    /// The names of all agents.
    [[nodiscard]] std::vector<std::string> names() const;
    /// The agents of the last stage.
    [[nodiscard]] bool plays(std::size_t agent) const;
};

[[nodiscard]] std::string digest_of(const TournamentConfig& config);

/// `skipped` of run.json.
[[nodiscard]] referee::Json skipped_json(const std::vector<SkippedAgent>& skipped);

/// The content of run.json.
[[nodiscard]] referee::Json to_json(const TournamentFile& run);

/// The result as run.json holds it, without the time of the end. Notes in `run` who was withdrawn.
[[nodiscard]] referee::Json result_json(TournamentFile& run, const TournamentState& state);
[[nodiscard]] std::optional<std::uint64_t> openings_used_up(const TournamentState& state) noexcept;

/// Sources that place all settings in the run.json `file`.
[[nodiscard]] ConfigSources tournament_sources_in(const std::filesystem::path& file);

/// The plan of a tournament as its run.json says.
[[nodiscard]] TournamentPlan plan_of(const TournamentFile& run);

/// Reads and checks a run.json. Throws UserError naming the file and the line or JSON pointer of what is
/// wrong.
[[nodiscard]] TournamentFile read_tournament_file(const std::filesystem::path& file);

} // namespace sprt
