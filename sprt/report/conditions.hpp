#pragma once
// What a reader of a verdict must know of the run: conditions that were not the same for both agents or for
// all games, and games without which there would be another verdict.

#include "sprt/report/run_snapshot.hpp"

#include <string>
#include <vector>

namespace sprt {

struct Condition {
    std::string text;         ///< one sentence, ended by a full stop; the first word is in lower case
    bool holds_paths = false; ///< text of the user's is in it; it is printable, and may hold markup

    bool operator==(const Condition&) const = default;
};

/// Empty for a run as it should be.
[[nodiscard]] std::vector<Condition> conditions_of(const RunSnapshot& run);

} // namespace sprt
