#pragma once
// An interval of numbers.

namespace sprt {

/// lower <= upper; either may be infinite.
struct Interval {
    double lower;
    double upper;

    constexpr bool operator==(const Interval&) const = default;
};

} // namespace sprt
