#pragma once
// Made-up runs for the tests of the status.

#include "sprt/report/status/status_line.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/game_results.hpp"
#include "tests/sprt/report/held_snapshot.hpp"

#include <string>

namespace sprt {

inline Config config_of(const char* model) {
    Config config;
    config.model = model;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.repeats = "collapse";
    config.seed = 1;
    return config;
}

/// A run of `games` different games. Their results repeat `pattern`: W, D, L, or U for unscored.
inline RunState after(const Config& config, const std::string& pattern, std::uint64_t games) {
    Ledger ledger = ledger_for(config);
    for (std::uint64_t i = 0; i < games; ++i) {
        const char letter = pattern[i % pattern.size()];
        ledger.add(new_game(i, letter == 'U'   ? std::nullopt
                               : letter == 'W' ? std::optional(kWin)
                               : letter == 'L' ? std::optional(kLoss)
                                               : std::optional(kDraw)));
    }
    RunState result;
    result.standing = ledger.standing();
    return result;
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace sprt
