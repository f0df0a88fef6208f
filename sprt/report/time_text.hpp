#pragma once
// How long something takes and how fast it goes, roughly, for people.

#include "sprt/stats/interval.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

/// `45 s`, `4 min`, `1 h 20 min`, `3 d 4 h`; `over 1000 d` beyond that, also for infinity. Below zero is
/// zero. Undefined for NaN.
[[nodiscard]] std::string duration_text(double seconds);

/// `4 min to 1 h 20 min`; one duration where both read alike.
[[nodiscard]] std::string duration_range_text(const Interval& seconds);

/// `5.2 games/s`, or as many a minute or an hour as make at least one. `games`, in `seconds`; undefined
/// unless both are above 0.
[[nodiscard]] std::string rate_text(std::uint64_t games, double seconds);

} // namespace sprt
