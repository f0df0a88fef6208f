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
    Finding (*run)(Bench& bench);
};

/// In the order of their numbers.
[[nodiscard]] std::span<const Check> all_checks() noexcept;

// start_checks.cpp
[[nodiscard]] Finding start(Bench& bench);
[[nodiscard]] Finding engine_name(Bench& bench);
[[nodiscard]] Finding ready(Bench& bench);
[[nodiscard]] Finding options(Bench& bench);
[[nodiscard]] Finding capabilities(Bench& bench);

// clock_checks.cpp
[[nodiscard]] Finding first_move(Bench& bench);
[[nodiscard]] Finding own_clock(Bench& bench);
[[nodiscard]] Finding native_clock(Bench& bench);

// limit_checks.cpp
[[nodiscard]] Finding limits(Bench& bench);

// position_checks.cpp
[[nodiscard]] Finding pass(Bench& bench);
[[nodiscard]] Finding half_moves(Bench& bench);
[[nodiscard]] Finding blocked_squares(Bench& bench);
[[nodiscard]] Finding second_player(Bench& bench);
[[nodiscard]] Finding last_squares(Bench& bench);
[[nodiscard]] Finding random_positions(Bench& bench);

// game_checks.cpp
[[nodiscard]] Finding games_against_random(Bench& bench);
[[nodiscard]] Finding many_games(Bench& bench);
[[nodiscard]] Finding same_moves(Bench& bench);

// dialogue_checks.cpp
[[nodiscard]] Finding during_a_search(Bench& bench);
[[nodiscard]] Finding unknown_words(Bench& bench);
[[nodiscard]] Finding search_info(Bench& bench);
[[nodiscard]] Finding perft_count(Bench& bench);
[[nodiscard]] Finding last_word(Bench& bench);
[[nodiscard]] Finding end_of_input(Bench& bench);

} // namespace referee::check
