#pragma once
// The table of a tournament, and what its pairings came to, as its page shows them.
// Source of the keys: docs/runs.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/store/load_run.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// `head`, `rows` (agents as the table lists them), `differences` (of agents by agents: `[elo, low, high]` of
/// the column's agent less the row's; null where nothing can be said) and `notes`.
[[nodiscard]] referee::Json standings_json(const Standings& standings);

/// What the two agents of each pairing came to, as those of a match. Computes again what has changed alone.
class PairingMatches {
  public:
    /// An array in the order of the state's pairings: `pairs`, `unscored`, `estimates`. `state` is that of
    /// the call before with more games, or its first one.
    [[nodiscard]] referee::Json json(const TournamentPlan& plan, const TournamentState& state);

  private:
    struct Known {
        Ptnml pairs;
        bool is_fixed;
        std::string estimates; ///< JSON
    };
    std::vector<Known> known_;
};

// The page's data of a tournament. Statistics are those of `sprt report --json`, by the same functions.

class ShownTournament : public ShownFile<TournamentFile> {
  public:
    /// See shown_run().
    ShownTournament(const std::filesystem::path& dir, std::function<void(std::string_view line)> on_line);

    [[nodiscard]] ListedRun listed(bool is_live) const override;

  private:
    /// A game.
    struct Met {
        std::uint64_t round;
        referee::PerPlayer<referee::AgentId> agents;
    };

    [[nodiscard]] std::string_view kind() const noexcept override { return "tournament"; }
    [[nodiscard]] referee::Json changing() override;
    void add_own(referee::Json& json, std::size_t from, std::uint64_t positions_after) override;

    std::vector<Met> met_;
    PairingMatches matches_;
};

} // namespace sprt
