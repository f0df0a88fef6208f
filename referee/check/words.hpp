#pragma once
// Texts that several checks use.

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>

namespace referee::check {

[[nodiscard]] inline double in_ms(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// `12.3 ms`.
[[nodiscard]] inline std::string shown(std::chrono::nanoseconds time) {
    return fmt::format("{:.1f} ms", in_ms(time));
}

/// Adds a part of a list, with its separator.
inline void add_part(std::string& list, std::string_view part, std::string_view separator = ", ") {
    if (!list.empty()) {
        list += separator;
    }
    list += part;
}

} // namespace referee::check
