#pragma once
// Seeds: one for a run, and from it one for each agent of each game.

#include <charconv>
#include <cstdint>
#include <optional>
#include <random>
#include <string_view>
#include <system_error>

namespace referee {

/// A well-mixed function of `state` and `value`.
/// Source: the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// 2014).
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t value) noexcept {
    std::uint64_t z = state + (value + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

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
