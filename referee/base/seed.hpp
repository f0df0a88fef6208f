#pragma once
// Seeds: one for a run, and numbers that follow from it.

#include "referee/base/text.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace referee {

// SplitMix64: the one generator of random numbers, the same on every machine for the same seed.
// Source: Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014.

/// What a SplitMix64 adds to its state for each number: odd, near 2^64 divided by the golden ratio.
inline constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15;

/// The finaliser of SplitMix64: every bit of `z` changes about half of the bits of the result. Different
/// numbers have different results; 0 stays 0.
[[nodiscard]] constexpr std::uint64_t finalised(std::uint64_t z) noexcept {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/// A well-mixed function of `state` and `value`: number `value`, from 0, of the generator that starts at
/// `state`.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t value) noexcept {
    return finalised(state + (value + 1) * kGoldenGamma);
}

/// A generator of random numbers. A copy gives the same numbers again.
class SplitMix64 {
  public:
    constexpr explicit SplitMix64(std::uint64_t seed) noexcept
        : state_(seed) {}

    [[nodiscard]] constexpr std::uint64_t next() noexcept {
        state_ += kGoldenGamma;
        return finalised(state_);
    }
    /// Uniform in 0..count-1, but for a bias below count / 2^32. `count` is 1 to 2^32.
    [[nodiscard]] constexpr std::size_t below(std::size_t count) noexcept {
        return (next() >> 32) * count >> 32;
    }
    /// Puts `items`, a range with size() and random access, into a random order (Fisher-Yates).
    template<class Items>
    constexpr void shuffle(Items& items) noexcept {
        const auto at = [&items](std::size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(*at(left - 1), *at(below(left)));
        }
    }

  private:
    std::uint64_t state_;
};

/// Number `which` of a game. Depends on the three arguments only. Who knows one of the numbers can compute
/// the others: those that agents are told are agent_seed().
[[nodiscard]] constexpr std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game,
                                                std::uint64_t which) noexcept {
    return mixed(mixed(run_seed, game), which);
}

inline constexpr std::string_view kSeedForm = "a whole number from 0 to 18446744073709551615";

/// Reads a seed in the form kSeedForm; empty when `digits` has another form.
[[nodiscard]] inline std::optional<std::uint64_t> parse_seed(std::string_view digits) noexcept {
    return parse_number<std::uint64_t>(digits);
}

/// A seed for a run whose user gave none. Source: std::random_device.
[[nodiscard]] std::uint64_t random_seed();

} // namespace referee
