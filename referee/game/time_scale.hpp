#pragma once
// The time of agents on a machine that is slower or faster than others, so that they think as much there.
// Source: docs/many-machines.md, "Speed".

#include "referee/talk/clock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace referee {

/// A factor of times. Whole thousandths, so that the times that follow from it are the same everywhere.
struct TimeScale {
    std::int64_t thousandths = 1000;

    static constexpr std::int64_t kLeast = 250;
    static constexpr std::int64_t kMost = 4000;
    bool operator==(const TimeScale&) const = default;
};

/// `0.25`, `1`, `1.337`: as it is written in JSON.
[[nodiscard]] inline std::string to_string(TimeScale scale) {
    return fmt::format("{}", static_cast<double>(scale.thousandths) / 1000);
}

/// The limits with each time that an agent may use multiplied; whole microseconds, rounded down. The margin
/// is the referee's, and limits of nodes and plies are the same on all machines.
[[nodiscard]] constexpr TimeControl scaled(TimeControl control, TimeScale scale) noexcept {
    using std::chrono::floor;
    using std::chrono::microseconds;
    if (control.has_time()) {
        for (TimeControl::Time* time : {&control.time, &control.increment}) {
            *time = microseconds(floor<microseconds>(*time).count() * scale.thousandths / 1000);
        }
    }
    return control;
}

} // namespace referee
