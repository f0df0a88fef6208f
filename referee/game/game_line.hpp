#pragma once
// A game in one line for people, as the articles print it.

#include "referee/game/record.hpp"

#include <string>

namespace referee {

/// E.g. `agent2(O) WINS 26-23 | T89 | A1 101ms / A2 758ms`: the winner, O when it played first and X when
/// second, the winner's stones first; T the turns; the time each agent used, in whole milliseconds rounded
/// down. A game that the board did not decide adds its reason: ` | agent2 timeout`. A draw begins `DRAW
/// 24-24`, an unscored game `UNSCORED`. Source of the form: the article "Advanced Game Search Algorithms
/// (1)".
[[nodiscard]] std::string game_line(const GameRecord& record);

/// The same with the agents' names, where agent 1 and agent 2 are others in each game:
/// `pvs(O) WINS 26-23 | T89 | greedy 101ms / pvs 758ms`.
[[nodiscard]] std::string game_line(const GameRecord& record, const PerPlayer<std::string>& names);

} // namespace referee
