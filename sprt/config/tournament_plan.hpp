#pragma once
// The plan of a tournament: made once from a TournamentConfig, with one part for each room that carries it
// out.

#include "sprt/config/run_plan.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/schedule/tournament/tournament_jobs.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// An agent that failed its check game, and without which the tournament began.
struct SkippedAgent {
    std::string name;
    std::vector<std::string> command;
    std::string why;

    bool operator==(const SkippedAgent&) const = default;
};

struct TournamentPlan {
    std::vector<AgentConfig> agents; ///< those that came later too; their names differ
    TournamentCounting counting;
    TournamentSchedule schedule;
    std::optional<Anchor> anchor;
    PlayPlan play;
    WatchPlan watch; ///< `report_every` in rounds
    RemotePlan remote{};
    std::string out;                   ///< directory; empty: the tournament is not kept
    std::vector<std::string> hidden{}; ///< see RunPlan
    bool rounds_changed = false;       ///< after some were played
    bool has_removed = false;          ///< agents, by its user, after some games
    std::vector<SkippedAgent> skipped{};
};

/// The plan of a configuration that was validated and filled in, with the agents that came later. Without
/// `stages` there is one, with all agents and rounds of the configuration.
[[nodiscard]] TournamentPlan plan_of(const TournamentConfig& config,
                                     const std::vector<AgentConfig>& later = {},
                                     std::vector<RoundStage> stages = {});

} // namespace sprt
