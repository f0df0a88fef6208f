#pragma once
// Random numbers that are the same on every machine for the same seed.

#include "referee/rules/ataxx/position.hpp"

#include <cstdint>
#include <random>
#include <utility>

namespace referee {

/// SplitMix64. Source: Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) noexcept
        : state_(seed) {}

    [[nodiscard]] std::uint64_t next() noexcept {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    /// Uniform in 0..count-1, but for a bias below count / 2^32. `count` is 1 to 2^32.
    [[nodiscard]] std::size_t below(std::size_t count) noexcept { return (next() >> 32) * count >> 32; }

    /// Puts `moves` into a random order (Fisher-Yates).
    void shuffle(ataxx::MoveList& moves) noexcept {
        for (std::size_t left = moves.size(); left > 1; --left) {
            std::swap(*(moves.begin() + left - 1), *(moves.begin() + below(left)));
        }
    }

  private:
    std::uint64_t state_;
};

/// For an agent that was given no seed, neither by --seed nor by REFEREE_SEED.
[[nodiscard]] inline std::uint64_t any_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

} // namespace referee
