#pragma once
// What is printed of a tuning, besides what runs of all kinds have. Source: docs/tuning.md.

#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/schedule/tuning.hpp"

#include <string>

namespace sprt {

/// The lines before the first game: how many games, and each parameter.
[[nodiscard]] std::string tuning_head(const TuneRules& rules);

/// ` | tune 17: margin=55 scale=0.91 - margin=45 scale=1.1`: what a game was played with; of more than eight
/// parameters the pair alone.
[[nodiscard]] std::string tuning_game_text(const TuneRules& rules, const referee::TunedGame& game);

/// `Tuned so far (45 of 1000 pairs): margin=52 scale=0.93`; nothing before the first pair.
[[nodiscard]] std::string tuned_so_far(const Tuning& tuning);

/// What the probes of a parameter showed, when that is worth telling: nothing, or a sentence without a full
/// stop. `param`: its number; that of no parameter is about the program.
[[nodiscard]] std::string probe_text(const Tuning& tuning, std::size_t param);

/// One line that names the parameters, of which none changes a game.
[[nodiscard]] std::string no_effect_text(const Tuning& tuning);

/// What verification measured, or why nothing, without a full stop. The state is that of a tuning.
[[nodiscard]] std::string gain_text(const RunState& state);

/// The table, the gain, the command and what to do next. The state is that of a tuning.
[[nodiscard]] std::string tuning_result(const RunState& state);

} // namespace sprt
