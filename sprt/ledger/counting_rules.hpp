#pragma once
// What a run counts, and what ends the run. Source: docs/commands.md, "What counts, and in which order".

#include "sprt/stats/repeat_rule.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

struct CountingRules {
    SequentialTest test;
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{};  ///< empty: no limit
    std::optional<std::uint64_t> max_faults{}; ///< an agent with more faults ends the run; empty: off
};

} // namespace sprt
