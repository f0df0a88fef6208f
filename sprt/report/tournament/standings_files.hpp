#pragma once
// Files of tournaments: tables that are written, and counts that are read.

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/report/tournament/standings_text.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace sprt {

// A tournament's tables as files. Source of the forms: docs/tournaments.md, "Files".

/// Both tables in Markdown, with the head as a sentence and a footnote. `version`: of the program that made
/// the tournament.
[[nodiscard]] std::string standings_markdown(const Standings& standings, const TournamentPlan& plan,
                                             const std::string& version, CrossCells cells);

/// A line a pairing by RFC 4180, after a header. Texts that spreadsheets take for formulas have a quote in
/// front. `standings` holds the pairings of `state`, in its order, but for those of the agents in
/// `without`.
[[nodiscard]] std::string standings_csv(const Standings& standings, const TournamentState& state,
                                        const std::set<std::size_t>& without = {});

// The file of `sprt rate`: counts of pairs of games between agents, from any source.
// Source: docs/tournaments.md; configs/schema/rate.schema.json.

inline constexpr std::size_t kMostRatedAgents = 64;

struct NamedResults {
    std::vector<std::string> names; ///< they differ
    Crosstable results;
};

/// Reads such a file. Throws UserError naming the file, and the line and column of what is no JSON, or the
/// JSON pointer of what is wrong and what would be right.
[[nodiscard]] NamedResults read_rate_file(const std::filesystem::path& file);

} // namespace sprt
