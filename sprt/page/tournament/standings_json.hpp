#pragma once
// The table of a tournament, and what its pairings came to, as its page shows them.
// Source of the keys: docs/log-format.md, "The index of a page".

#include "referee/game/json.hpp"
#include "sprt/config/tournament_plan.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/tournament/tournament_state.hpp"

namespace sprt {

/// `head`, `rows` (agents as the table lists them), `differences` (of agents by agents: `[elo, low, high]` of
/// the column's agent less the row's; null where nothing can be said) and `notes`.
[[nodiscard]] referee::Json standings_json(const Standings& standings);

/// For each pairing what two agents of a match came to, and its pairs; in the order of the state's.
[[nodiscard]] referee::Json pairings_as_matches(const TournamentPlan& plan, const TournamentState& state);

} // namespace sprt
