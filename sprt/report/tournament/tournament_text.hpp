#pragma once
// A tournament for people: what is said before it, of a game, in its status, and at its end.
// Source: docs/tournaments.md.

#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/schedule/openings.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace sprt {

/// The table of a tournament after some games. Takes some milliseconds.
[[nodiscard]] Standings standings_of(const TournamentPlan& plan, const TournamentState& state);

/// The lines before the first game, with the empty line after them. `walls`: what is said of sandboxes.
/// `lacking`: the agents that are known not to offer OPENING.
[[nodiscard]] std::string tournament_head(const TournamentPlan& plan, const OpeningsFacts& openings,
                                          const std::string& walls, const std::vector<std::size_t>& lacking);

/// What it is and how far it was played: `Round robin of 4, 12 of 40 rounds`.
[[nodiscard]] std::string tournament_title(const TournamentPlan& plan, const TournamentState& state);

/// The line above a table of ratings: `title`, how many games, and which numbers may be believed.
[[nodiscard]] std::string table_head(const std::string& title, std::uint64_t games, const Crosstable& results,
                                     const Ratings& ratings, const TournamentPlan& plan,
                                     const TournamentState& state);

/// `100 ms`, or between which limits those of the agents are.
[[nodiscard]] std::string limits_text(const TournamentPlan& plan);

/// The line of a game: who played, the round, and how it ended.
[[nodiscard]] std::string tournament_game(const TournamentPlan& plan, const referee::GameRecord& record);

/// Why it ended, in a sentence.
[[nodiscard]] std::string tournament_end(const TournamentPlan& plan, const TournamentState& state,
                                         const std::string& interrupted_by);

/// The tables, why it ended, and what else is to know.
[[nodiscard]] std::string tournament_tail(const TournamentPlan& plan, const TournamentState& state,
                                          const std::string& interrupted_by = {},
                                          const std::vector<std::string>& session_changes = {});

/// What of it follows the tables. `has_all_games`: the tables leave no agent out.
[[nodiscard]] std::string tournament_facts(const TournamentPlan& plan, const TournamentState& state,
                                           const std::string& interrupted_by,
                                           const std::vector<std::string>& session_changes,
                                           bool has_all_games = true);

/// `Round 12/50  pair 41/66  games 1534/6600  20.1 games/s  4 min left  faults 3`. `first_game`: games that
/// were counted before this session, which lasts for `elapsed`.
[[nodiscard]] std::string tournament_status(const TournamentTally& tally, std::uint64_t first_game,
                                            std::chrono::nanoseconds elapsed);

/// Agents that do not offer what tells them an opening, when games have some; empty when all do.
[[nodiscard]] std::string lacks_opening_note(const TournamentPlan& plan, const TournamentState& state);

} // namespace sprt
