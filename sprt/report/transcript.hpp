#pragma once
// The transcript of a run, in the form of the articles, and its lines about openings and the limit of games.
// Source of the form: the article "Advanced Game Search Algorithms (1)"; README, "How to read it".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/schedule/openings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// The lines before the first game, with the empty line after them. `notes`: start_notes().
[[nodiscard]] std::string transcript_head(const RunPlan& plan, const std::string& notes);

/// The name of the game for a report's head; empty for the game that is played where none is named.
[[nodiscard]] std::string_view shown_game(referee::Game game) noexcept;
/// The name of the rules for a report's head; empty for the game's own rules.
[[nodiscard]] std::string_view shown_rules(referee::Game game) noexcept;

/// Both, a line each.
[[nodiscard]] std::string game_lines(referee::Game game);

/// The line of a game, ended by a newline.
[[nodiscard]] std::string transcript_game(const referee::GameRecord& record);

/// `Total: 286, WLD: 143/143/0, LLR: -2.951 [-2.944, 2.944]`; without a test it ends before the LLR.
[[nodiscard]] std::string transcript_total(const Standing& standing,
                                           const std::optional<SequentialTest>& test);

/// The lines of estimates below the total line where pairs are counted; empty in other models, as in the
/// articles.
[[nodiscard]] std::string transcript_estimates(const RunPlan& plan, const RunState& state);

/// The lines from `[SPRT Finished]` (`[SPRT Interrupted]`, `[Match Finished]`) on, with the empty line before
/// them. The total of the last game is repeated. `notes`: end_notes().
[[nodiscard]] std::string transcript_tail(const RunSnapshot& run, const std::string& notes = {});

/// What --summary-only prints in place of head, games and tail: the agents, how many games each won, and the
/// tail's lines from the result on.
[[nodiscard]] std::string transcript_summary(const RunSnapshot& run, const std::string& notes = {});

// The lines of a transcript about openings and the limit of games.

/// Which agents do not offer OPENING, so that all games begin at the start; empty: that is not known yet.
using Lacking = std::optional<referee::PerPlayer<bool>>;

/// `4 at once`, or that workers play the games.
[[nodiscard]] std::string played_where(const RemotePlan& remote, const PlayPlan& play);

/// The line of the rules that may end games early; empty when there are none.
[[nodiscard]] std::string adjudication_line(const referee::Adjudication& rules);

/// The lines before the first game. They name the openings and what happens when the openings are used up,
/// then the limit of games and the probability that the limit ends the run without a decision. Empty for runs
/// in the form of the articles (model wald, repeats counted), whose transcripts have no such lines.
[[nodiscard]] std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings,
                                      const Lacking& lacking);

/// The line about the openings after the result of a run in the form of the articles. Empty for other runs
/// and when all games begin at the start.
[[nodiscard]] std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings,
                                    const Lacking& lacking);

} // namespace sprt
