#pragma once
// Seeds: one for a run, and one for each agent of each game, computed from the run's.

#include "referee/base/splitmix64.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace referee {

/// The REFEREE_SEED of one agent (0 or 1, by Player) in one game. Depends on the three arguments only.
[[nodiscard]] constexpr std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game,
                                                std::uint64_t agent) noexcept {
    return mixed(mixed(run_seed, game), agent);
}

inline constexpr std::string_view kSeedForm = "a whole number from 0 to 18446744073709551615";

/// Reads a seed in the form kSeedForm; empty when `digits` has another form.
[[nodiscard]] std::optional<std::uint64_t> parse_seed(std::string_view digits) noexcept;

/// A seed for a run whose user gave none. Source: std::random_device.
[[nodiscard]] std::uint64_t random_seed();

} // namespace referee
