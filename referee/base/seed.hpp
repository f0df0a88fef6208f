#pragma once
// Seeds: one for a run, and from it one for each agent of each game.

#include "referee/base/splitmix64.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <random>
#include <string_view>
#include <system_error>

namespace referee {

/// What REFEREE_SEED holds for one agent (0 or 1, by Player) of one game: a function of the three alone.
[[nodiscard]] constexpr std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game,
                                                std::uint64_t agent) noexcept {
    return mixed(mixed(run_seed, game), agent);
}

inline constexpr std::string_view kSeedForm = "a whole number from 0 to 18446744073709551615";

/// A seed as it is written, see kSeedForm; empty when `digits` is anything else.
[[nodiscard]] inline std::optional<std::uint64_t> parse_seed(std::string_view digits) noexcept {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(seed) : std::nullopt;
}

/// A seed for a run that was given none.
[[nodiscard]] inline std::uint64_t random_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

} // namespace referee
