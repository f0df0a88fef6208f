#include "sprt/report/time_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sprt {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;

/// Whole `large` units and the rest in `small` units; a rest of 0 is left out. Rounding comes first, so that
/// the rest is never 60 min.
std::string two_units(double seconds, double large_s, const char* large, double small_s, const char* small) {
    const double smalls = std::round(seconds / small_s);
    const double in_large = std::round(large_s / small_s);
    const double rest = std::fmod(smalls, in_large);
    const std::string text = fmt::format("{:.0f} {}", std::floor(smalls / in_large), large);
    return rest > 0 ? fmt::format("{} {:.0f} {}", text, rest, small) : text;
}

} // namespace

std::string duration_text(double seconds) {
    if (std::isnan(seconds)) {
        return "undefined";
    }
    if (seconds > 1000 * kDay) {
        return "over 1000 d";
    }
    // Rounded values are compared, because 59.6 s is printed as 1 min.
    if (std::round(seconds) < kMinute) {
        return fmt::format("{:.0f} s", std::fmax(0, std::round(seconds)));
    }
    if (std::round(seconds / kMinute) < 60) {
        return fmt::format("{:.0f} min", std::round(seconds / kMinute));
    }
    if (std::round(seconds / kMinute) < 24 * 60) {
        return two_units(seconds, kHour, "h", kMinute, "min");
    }
    return two_units(seconds, kDay, "d", kHour, "h");
}

std::string duration_range_text(const Interval& seconds) {
    const std::string from = duration_text(seconds.lower);
    const std::string to = duration_text(seconds.upper);
    return from == to ? from : from + " to " + to;
}

std::string rate_text(std::uint64_t games, double seconds) {
    if (games == 0 || !(seconds > 0)) {
        return "undefined";
    }
    const auto text = [](double rate, const char* unit) {
        return fmt::format("{:.{}f} games/{}", rate, rate < 100 ? 1 : 0, unit);
    };
    const double a_second = static_cast<double>(games) / seconds;
    if (a_second >= 1) {
        return text(a_second, "s");
    }
    return a_second * kMinute >= 1 ? text(a_second * kMinute, "min") : text(a_second * kHour, "h");
}

} // namespace sprt
