#pragma once
// Rules of adjudication as they are written after --adjudicate.
// Source: docs/games.md, "Turning rules on".

#include "referee/game/adjudication/adjudication.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// `60`, or `move34` for a number of full moves.
[[nodiscard]] std::string rule_start_text(const RuleStart& start);
/// Reads such a text; empty when `text` is none, or its number is not in kAfterRange.
[[nodiscard]] std::optional<RuleStart> rule_start_of(std::string_view text) noexcept;

/// Sets what `text` says, and nothing else: `tablebase=DIR:DIR/pieces=5/ignore50/wins`,
/// `material=LEAD/PLIES`, `resign=SCORE/MOVES/two_sided`, `draw=SCORE/MOVES/AFTER`, `fill=true`,
/// `max_turns=TURNS/draw/played`, `verify=SHARE`. The parts after the first may be left out, and `true`
/// stands for all defaults, which tablebase has none of; SCORE is one number, or two, of agent 1 and of agent
/// 2. `RULE=false` turns a rule off, and `false` alone turns off all of them. Throws UserError, without the
/// name of the flag, when `text` has another form.
void set_rule(Adjudication& rules, const std::string& text);

/// The rules that are on and the share of verified games, each as set_rule() reads it: `fill=true`.
[[nodiscard]] std::vector<std::string> rule_texts(const Adjudication& rules);

} // namespace referee
