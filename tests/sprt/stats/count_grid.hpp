#pragma once
// Counts for tests of what holds for all counts: from 0 to 1e9, in all mixtures.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/model.hpp"

#include <algorithm>
#include <random>

namespace sprt {

/// Gives the same sequence in every run.
class CountGrid {
  public:
    [[nodiscard]] Wld games() { return {count(), count(), count()}; }
    [[nodiscard]] Ptnml pairs() { return {{count(), count(), count(), count(), count()}}; }

    /// Bounds up to 2000 Elo, of any width down to 0.01.
    [[nodiscard]] Hypotheses test() {
        const double width = 0.01 * static_cast<double>(1 + bits_() % 10) * power(6);
        const double elo0 = static_cast<double>(bits_() % 4'000'001) / 1000 - 2000;
        return {.elo0 = elo0,
                .elo1 = std::min(elo0 + width, 2001.0),
                .alpha = 0.5 / power(8) * 0.9,
                .beta = 0.5 / power(8) * 0.9};
    }

  private:
    std::uint64_t count() {
        switch (bits_() % 4) {
        case 0:
            return 0;
        case 1:
            return bits_() % 5;
        case 2:
            return bits_() % 1000;
        default:
            return bits_() % 1'000'000'001;
        }
    }

    /// 10 to a whole exponent below `end`.
    double power(std::uint64_t end) {
        double result = 1;
        for (std::uint64_t exponent = bits_() % end; exponent > 0; --exponent) {
            result *= 10;
        }
        return result;
    }

    std::mt19937_64 bits_{20'240'601};
};

} // namespace sprt
