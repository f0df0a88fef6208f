#pragma once
// Seeds: one for a run, and numbers that follow from it.

#include "referee/base/splitmix64.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace referee {

/// Number `which` of a game. Depends on the three arguments only. Who knows one of the numbers can compute
/// the others: those that agents are told are agent_seed().
[[nodiscard]] constexpr std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game,
                                                std::uint64_t which) noexcept {
    return mixed(mixed(run_seed, game), which);
}

inline constexpr std::string_view kSeedForm = "a whole number from 0 to 18446744073709551615";

/// Reads a seed in the form kSeedForm; empty when `digits` has another form.
[[nodiscard]] std::optional<std::uint64_t> parse_seed(std::string_view digits) noexcept;

/// A seed for a run whose user gave none. Source: std::random_device.
[[nodiscard]] std::uint64_t random_seed();

} // namespace referee
