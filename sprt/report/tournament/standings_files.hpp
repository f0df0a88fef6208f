#pragma once
// A tournament's tables as files. Source of the forms: docs/tournaments.md, "Files".

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_state.hpp"
#include "sprt/report/tournament/standings_text.hpp"

#include <cstddef>
#include <set>
#include <string>

namespace sprt {

/// Both tables in Markdown, with the head as a sentence and a footnote. `version`: of the program that made
/// the tournament.
[[nodiscard]] std::string standings_markdown(const Standings& standings, const TournamentPlan& plan,
                                             const std::string& version, CrossCells cells);

/// A line a pairing by RFC 4180, after a header. Texts that spreadsheets take for formulas have a quote in
/// front. `standings` holds the pairings of `state`, in its order, but for those of the agents in
/// `without`.
[[nodiscard]] std::string standings_csv(const Standings& standings, const TournamentState& state,
                                        const std::set<std::size_t>& without = {});

} // namespace sprt
