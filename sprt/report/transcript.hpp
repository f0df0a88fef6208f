#pragma once
// What a run prints, in the form of the articles.
// Source of the form: the article "Advanced Game Search Algorithms (1)"; README, "How to read it".

#include "referee/game/record.hpp"
#include "sprt/report/run_snapshot.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// What the bounds of a model are given in, as short as the articles have it.
[[nodiscard]] std::string_view elo_unit(Model model) noexcept;

/// The lines before the first game, the empty one behind them included. `notes` are whole lines of ours,
/// about openings and limits.
[[nodiscard]] std::string transcript_head(const RunPlan& plan, const std::string& notes);

/// The line of a game.
[[nodiscard]] std::string transcript_game(const referee::GameRecord& record);

/// `Total: 286, WLD: 143/143/0, LLR: -2.951 [-2.944, 2.944]`
[[nodiscard]] std::string transcript_total(const Standing& standing, const SequentialTest& test);

/// The lines below it in models of pairs; nothing in the others, as in the articles.
[[nodiscard]] std::string transcript_estimates(const Standing& standing, const SequentialTest& test);

/// From [SPRT Finished] on, the empty line before it included. The Total line repeats the last one. `notes`
/// are whole lines of ours, about openings.
[[nodiscard]] std::string transcript_tail(const RunSnapshot& run, const std::string& notes = {});

} // namespace sprt
