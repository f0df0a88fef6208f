#pragma once
// Rules of adjudication as they are written after --adjudicate.
// Source: docs/adjudication.md, "Turning rules on".

#include "referee/game/adjudication/adjudication.hpp"

#include <string>
#include <vector>

namespace referee {

/// Sets what `text` says, and nothing else: `material=LEAD/PLIES`, `resign=SCORE/MOVES/two_sided`,
/// `draw=SCORE/MOVES/AFTER`, `fill=true`, `max_turns=TURNS/draw`, `verify=SHARE`. The parts after the first
/// may be left out, and `true` stands for all defaults; SCORE is one number, or two, of agent 1 and of agent
/// 2. `RULE=false` turns a rule off, and `false` alone turns off all of them. Throws UserError, without the
/// name of the flag, when `text` has another form.
void set_rule(Adjudication& rules, const std::string& text);

/// The rules that are on and the share of verified games, each as set_rule() reads it: `fill=true`.
[[nodiscard]] std::vector<std::string> rule_texts(const Adjudication& rules);

} // namespace referee
