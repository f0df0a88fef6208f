#pragma once
// `referee check`: says what an agent can do. Source: docs/engines.md, "Checking an engine".

#include "referee/base/console.hpp"
#include "referee/game/settings/play_settings.hpp"

#include <span>
#include <string>

namespace referee {

struct CheckFlags {
    std::string command;
    std::string only; ///< numbers of checks, with commas; empty: all
    int games = 20;
    int positions = 1000;
    std::string seed = "1";
    bool json = false;
    PlaySettings settings; ///< those of check_flag_settings()
};

/// The table of the flags that are settings of `referee play`, too.
[[nodiscard]] std::span<const Setting<CheckFlags>> check_flag_settings();

/// Makes the checks and prints what they find, each as it comes. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const CheckFlags& flags);

} // namespace referee
