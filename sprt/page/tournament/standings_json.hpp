#pragma once
// The table of a tournament, and what its pairings came to, as its page shows them.
// Source of the keys: docs/runs.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/config/tournament_plan.hpp"
#include "sprt/ledger/tournament_state.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/stats/counts.hpp"

#include <string>
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

} // namespace sprt
