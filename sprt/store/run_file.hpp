#pragma once
// run.json of a run of two agents and of a tournament.
// Source: docs/runs.md, "A run directory", "A tournament's directory".

#include "sprt/config/run_plan.hpp"
#include "sprt/config/tournament_config.hpp"
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

    /// The limit of games, or their number in a match, when it was changed after some were played; otherwise
    /// empty.
    [[nodiscard]] std::optional<std::uint64_t> changed_games() const;
    /// Those whose `agents` tell what they consist of.
    [[nodiscard]] const std::vector<AgentConfig>& all_agents() const { return config.agents; }
    /// What messages call them.
    [[nodiscard]] std::vector<std::string> shown_names() const { return {"agent 1", "agent 2"}; }
};

[[nodiscard]] referee::Json to_json(const RunFile& run);

/// `result` of run.json without the time of the end.
[[nodiscard]] referee::Json result_json(const RunFile& run, const RunState& state);
/// How many openings there are, when `state` tells that all were played.
[[nodiscard]] std::optional<std::uint64_t> openings_used_up(const RunState& state) noexcept;

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

    std::vector<AgentConfig> later;                        ///< agents that came after the first game
    std::vector<std::optional<NotedWithdrawal>> withdrawn; ///< of all; empty: it was not
    std::vector<RoundStage> stages;
    std::optional<std::uint64_t> time_losses{}; ///< see TournamentCounting
    std::vector<SkippedAgent> skipped{};

    [[nodiscard]] std::vector<AgentConfig> all_agents() const;
    [[nodiscard]] std::vector<std::string> names() const { return names_of(all_agents()); }
    /// What messages call them.
    [[nodiscard]] std::vector<std::string> shown_names() const;
};

[[nodiscard]] referee::Json skipped_json(const std::vector<SkippedAgent>& skipped);

[[nodiscard]] referee::Json to_json(const TournamentFile& run);

/// Notes in `run` who was withdrawn.
void note_withdrawals(TournamentFile& run, const TournamentState& state);
/// `result` of run.json without the time of the end.
[[nodiscard]] referee::Json result_json(const TournamentFile& run, const TournamentState& state);
[[nodiscard]] std::optional<std::uint64_t> openings_used_up(const TournamentState& state) noexcept;

/// The plan of a tournament as its run.json says.
[[nodiscard]] TournamentPlan plan_of(const TournamentFile& run);

/// Reads and checks a run.json. Throws UserError naming the file and the line or JSON pointer of what is
/// wrong.
[[nodiscard]] TournamentFile read_tournament_file(const std::filesystem::path& file);

} // namespace sprt
