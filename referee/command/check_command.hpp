#pragma once
// `referee check`: says what an agent can do. Source: docs/engines.md, "Checking an engine".

#include "referee/base/console.hpp"
#include "referee/rules/games.hpp"

#include <string>

namespace referee {

struct CheckFlags {
    std::string command;
    std::string game{name(kDefaultGame)};
    std::string only; ///< numbers of checks, with commas; empty: all
    int games = 20;
    int positions = 1000;
    std::string seed = "1";
    std::string engines; ///< the file of named agents; empty: the usual one
    bool json = false;
};

/// Makes the checks and prints what they find, each as it comes. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const CheckFlags& flags);

} // namespace referee
