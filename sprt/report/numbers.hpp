#pragma once
// Numbers that may be undefined or infinite, and lists, as text for people.

#include "sprt/stats/interval.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// Fixed decimals; `undefined`, `+inf`, `-inf`; never -0.0.
[[nodiscard]] std::string number_text(std::optional<double> value, int decimals);

/// `[lower, upper]`, or `undefined`; with more decimals where both ends would look alike.
[[nodiscard]] std::string interval_text(const std::optional<Interval>& interval, int decimals);

/// `share`, 0 to 1, in percent.
[[nodiscard]] std::string percent_text(std::optional<double> share, int decimals);

/// A number of games, rounded up to a whole one.
[[nodiscard]] std::string games_text(std::optional<double> games);

// Durations and rates as rounded text.

/// `45 s`, `4 min`, `1 h 20 min`, `3 d 4 h`; `over 1000 d` above 1000 days and for infinity; `0 s` below
/// zero; `undefined` for NaN.
[[nodiscard]] std::string duration_text(double seconds);

/// `4 min to 1 h 20 min`; one duration when both ends have the same text.
[[nodiscard]] std::string duration_range_text(const Interval& seconds);

/// The rate of `games` in `seconds`: `5.2 games/s`; per minute when the rate per second is below 1, and per
/// hour when the rate per minute is below 1. `undefined` unless both arguments are above 0.
[[nodiscard]] std::string rate_text(std::uint64_t games, double seconds);

/// The texts that `text_of` makes of the items, with `separator` between them. No text may be empty.
template<class Items, class TextOf>
[[nodiscard]] std::string joined_texts(const Items& items, const TextOf& text_of,
                                       std::string_view separator = ", ") {
    std::string text;
    for (const auto& item : items) {
        text += text.empty() ? std::string_view() : separator;
        text += text_of(item);
    }
    return text;
}

} // namespace sprt
