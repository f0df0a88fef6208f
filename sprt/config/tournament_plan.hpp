#pragma once
// The plan of a tournament: made once from a TournamentConfig, with one part for each room that carries it
// out.

#include "sprt/config/run_plan.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/schedule/jobs.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// The setting `anchor`: NAME or NAME=ELO.

inline constexpr double kMostAnchorElo = 1e6; ///< largest absolute value

/// The anchor that `text` names among `names`; without `=ELO` its rating is 0. A name may hold `=` itself:
/// the whole text is looked for first. Throws UserError, which `place` begins, for a name that nobody has (it
/// lists those that there are) and for an Elo that is no number or beyond kMostAnchorElo.
[[nodiscard]] Anchor read_anchor(std::string_view text, std::span<const std::string> names,
                                 std::string_view place);

/// The position of the agent named `text`. Throws UserError as read_anchor() does.
[[nodiscard]] std::size_t find_agent(std::string_view text, std::span<const std::string> names,
                                     std::string_view place);

// Names of agents that people must tell apart in a table.

/// The first agent whose name cannot be told from that of an earlier one, when blanks at its ends are not
/// seen; empty: all differ.
[[nodiscard]] std::optional<std::size_t> first_alike(const std::vector<std::string>& names);

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
