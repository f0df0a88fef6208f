#pragma once
// What a run of two agents came to, in words for people who look at its page.

#include "referee/game/json.hpp"
#include "sprt/store/load_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sprt {

struct RunWords {
    /// `H1 accepted: agent 1 is likely better`, `No decision`, `Match of 100 games`, `12 of 100 games`.
    std::string title;
    std::optional<std::string> end; ///< why the run ended, and what may help, a sentence; empty: it has not
};

/// What to know before the verdict in `result` (of run.json) is believed, a sentence each.
[[nodiscard]] std::vector<std::string> warnings_about(const referee::Json& result);

/// Words of verdicts are those of the transcript. Minus signs and spaces in thousands are those of print.
[[nodiscard]] RunWords words_of(const LoadedRun& run);

} // namespace sprt
