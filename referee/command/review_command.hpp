#pragma once
// `referee review`: checks a log by the rules. Source: docs/commands.md.

#include "referee/base/console.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

struct ReviewFlags {
    std::string file;
    std::optional<std::uint64_t> game; ///< only this one; empty: all
    bool show = false;
    std::optional<std::uint64_t> turn; ///< only the board after this turn; empty: all boards
};

/// Prints the boards that are asked for, the differences and the counts. Throws UserError when the log cannot
/// be read or lacks what is asked for.
[[nodiscard]] ExitStatus run(const ReviewFlags& flags);

} // namespace referee
