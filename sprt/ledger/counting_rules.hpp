#pragma once
// What a run counts, and what ends the run. Source: docs/commands.md, "What counts, and in which order".

#include "referee/game/player.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

/// So many games, one after the other, that an engine loses because it does not start end the run, whatever
/// `max_faults`: it will not get better.
inline constexpr int kMostFailedStarts = 3;

/// So many games that were not scored because an agent tampered with the other one end the run, whatever
/// `max_faults`.
inline constexpr int kMostTampering = 3;

struct CountingRules {
    std::optional<SequentialTest> test; ///< empty: a match, which ends after `max_games`
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{};  ///< empty: no limit
    std::optional<std::uint64_t> max_faults{}; ///< an agent with more faults ends the run; empty: off
    referee::PerPlayer<bool> is_engine{};      ///< engines end the run by kMostFailedStarts

    /// Whether pairs of games are counted; otherwise games are.
    [[nodiscard]] bool by_pairs() const noexcept { return !test || is_pairwise(test->model()); }
};

} // namespace sprt
