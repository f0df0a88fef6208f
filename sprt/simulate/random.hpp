#pragma once
// Fast random numbers for simulations. The same seed gives the same numbers on every machine, up to the last
// digits of log and sqrt; the distributions of <random> differ between libraries.

#include "referee/base/seed.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace sprt {

/// `bits` as a number in [0, 1), a multiple of 2^-53.
[[nodiscard]] constexpr double unit_interval(std::uint64_t bits) noexcept {
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// xoshiro256++. A value: a copy draws the same numbers.
/// Source: Blackman, Vigna, "Scrambled linear pseudorandom number generators", 2021.
class Random {
  public:
    explicit constexpr Random(const std::array<std::uint64_t, 4>& state) noexcept
        : state_(state) {}
    explicit constexpr Random(std::uint64_t seed) noexcept
        : Random(std::array{referee::mixed(seed, 0), referee::mixed(seed, 1), referee::mixed(seed, 2),
                            referee::mixed(seed, 3)}) {}

    [[nodiscard]] constexpr std::uint64_t bits() noexcept {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, 1).
    [[nodiscard]] constexpr double uniform() noexcept { return unit_interval(bits()); }

    /// Standard normal. Source: Marsaglia's polar method.
    [[nodiscard]] double normal() noexcept {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        double x = 0;
        double y = 0;
        double square = 0;
        do {
            x = 2 * uniform() - 1;
            y = 2 * uniform() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        const double factor = std::sqrt(-2 * std::log(square) / square);
        spare_ = y * factor;
        has_spare_ = true;
        return x * factor;
    }

  private:
    std::array<std::uint64_t, 4> state_; ///< not all 0
    double spare_ = 0;
    bool has_spare_ = false;
};

/// A gamma distribution of mean 1.
/// Source: Marsaglia, Tsang, "A simple method for generating gamma variables", 2000; shape 1 or more.
class Gamma {
  public:
    /// `variation`: standard deviation divided by mean, above 0 and at most 1.
    explicit Gamma(double variation) noexcept
        : d_(1 / (variation * variation) - 1. / 3)
        , c_(1 / std::sqrt(9 * d_))
        , scale_(variation * variation) {}

    [[nodiscard]] double draw(Random& random) const noexcept {
        while (true) {
            const double x = random.normal();
            const double root = 1 + c_ * x;
            if (root <= 0) {
                continue;
            }
            const double v = root * root * root;
            const double u = 1 - random.uniform(); // above 0
            const double xx = x * x;
            if (u < 1 - 0.0331 * xx * xx || std::log(u) < xx / 2 + d_ * (1 - v + std::log(v))) {
                return d_ * v * scale_;
            }
        }
    }

  private:
    double d_;
    double c_;
    double scale_;
};

} // namespace sprt
