#include "sprt/stats/many/lord.hpp"

#include <algorithm>
#include <cmath>

namespace sprt {

double lord_weight(std::uint64_t distance) noexcept {
    constexpr double kExponent = 1.6;
    constexpr double kZeta = 2.28576566568; // the sum of j^-1.6 over all j
    return std::pow(static_cast<double>(distance), -kExponent) / kZeta;
}

double lord_level(double rate, std::uint64_t test, std::span<const std::uint64_t> discoveries) noexcept {
    const double wealth = rate / 2;
    double level = wealth * lord_weight(test);
    for (std::size_t i = 0; i < discoveries.size(); ++i) {
        level += (i == 0 ? rate - wealth : rate) * lord_weight(test - discoveries[i]);
    }
    return level;
}

double level_left(double rate, double spent, std::uint64_t discoveries) noexcept {
    return rate * static_cast<double>(std::max<std::uint64_t>(discoveries, 1)) - spent;
}

} // namespace sprt
