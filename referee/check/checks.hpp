#pragma once
// All checks. Source: docs/engines.md, "Checking an engine".

#include "referee/check/bench.hpp"
#include "referee/check/finding.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace referee::check {

/// Whose agents a check is for.
enum class For : std::uint8_t { Engines, NativeAgents, All };

struct Check {
    int number;            ///< from 1; the same for engines and native agents
    std::string_view name; ///< in reports
    For whom;
    bool is_needed; ///< an agent that fails it cannot be used
    /// Empty: the check does not apply to this agent.
    std::optional<Finding> (*run)(Bench& bench);
};

/// In the order of their numbers.
[[nodiscard]] std::span<const Check> all_checks() noexcept;

// start_checks.cpp
[[nodiscard]] std::optional<Finding> start(Bench& bench);
[[nodiscard]] std::optional<Finding> engine_name(Bench& bench);
[[nodiscard]] std::optional<Finding> ready(Bench& bench);
[[nodiscard]] std::optional<Finding> options(Bench& bench);
[[nodiscard]] std::optional<Finding> capabilities(Bench& bench);

// clock_checks.cpp
[[nodiscard]] std::optional<Finding> first_move(Bench& bench);
[[nodiscard]] std::optional<Finding> own_clock(Bench& bench);
[[nodiscard]] std::optional<Finding> native_clock(Bench& bench);

// limit_checks.cpp
[[nodiscard]] std::optional<Finding> limits(Bench& bench);

// position_checks.cpp
[[nodiscard]] std::optional<Finding> pass(Bench& bench);
[[nodiscard]] std::optional<Finding> half_moves(Bench& bench);
[[nodiscard]] std::optional<Finding> blocked_squares(Bench& bench);
[[nodiscard]] std::optional<Finding> second_player(Bench& bench);
[[nodiscard]] std::optional<Finding> last_squares(Bench& bench);
[[nodiscard]] std::optional<Finding> random_positions(Bench& bench);

// game_checks.cpp
[[nodiscard]] std::optional<Finding> games_against_random(Bench& bench);
[[nodiscard]] std::optional<Finding> many_games(Bench& bench);
[[nodiscard]] std::optional<Finding> same_moves(Bench& bench);

// dialogue_checks.cpp
[[nodiscard]] std::optional<Finding> during_a_search(Bench& bench);
[[nodiscard]] std::optional<Finding> unknown_words(Bench& bench);
[[nodiscard]] std::optional<Finding> search_info(Bench& bench);
[[nodiscard]] std::optional<Finding> perft_count(Bench& bench);
[[nodiscard]] std::optional<Finding> last_word(Bench& bench);
[[nodiscard]] std::optional<Finding> end_of_input(Bench& bench);

} // namespace referee::check
