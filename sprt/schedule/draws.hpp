#pragma once
// Random choices of a run, the same on every machine for the same seed.

#include "referee/base/seed.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sprt {

/// SplitMix64, see referee/base/seed.hpp. A value: a copy draws the same again.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) noexcept
        : seed_(seed) {}

    /// Uniform in 0..count-1, but for a bias below count / 2^32. `count` is 1 to 2^32.
    [[nodiscard]] std::size_t below(std::size_t count) noexcept {
        return (referee::mixed(seed_, drawn_++) >> 32) * count >> 32;
    }

    /// Puts `items` into a random order (Fisher-Yates).
    template<class Item>
    void shuffle(std::vector<Item>& items) noexcept {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(items[left - 1], items[below(left)]);
        }
    }

  private:
    std::uint64_t seed_;
    std::uint64_t drawn_ = 0;
};

} // namespace sprt
