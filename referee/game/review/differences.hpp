#pragma once
// What in the record of a game disagrees with the rules.

#include "referee/game/record.hpp"

#include <string>
#include <vector>

namespace referee {

/// The claims of a record that the rules or the record's own numbers contradict, one line each; empty when
/// there are none.
[[nodiscard]] std::vector<std::string> differences(const GameRecord& record);

} // namespace referee
