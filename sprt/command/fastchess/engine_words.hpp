#pragma once
// The words of fastchess behind -engine.

#include "sprt/command/fastchess/given.hpp"

#include <string>
#include <vector>

namespace sprt::fastchess {

/// The agent of an engine, as --agent1 takes it. `times`: more settings of it. Its name, which no other
/// engine gets, is added to `names`. Throws UserError, naming the engine, for what is wrong or missing.
[[nodiscard]] std::string agent_of(const Pairs& words, const Pairs& times, std::vector<std::string>& names);

} // namespace sprt::fastchess
