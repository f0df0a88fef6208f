#include "sprt/report/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sprt {

std::string number_text(std::optional<double> value, int decimals) {
    if (!value || std::isnan(*value)) {
        return "undefined";
    }
    if (std::isinf(*value)) {
        return *value > 0 ? "+inf" : "-inf";
    }
    std::string text = fmt::format("{:.{}f}", *value, decimals);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

std::string interval_text(const std::optional<Interval>& interval, int decimals) {
    if (!interval) {
        return "undefined";
    }
    constexpr int kMostDecimals = 15;
    const std::string lower = number_text(interval->lower, decimals);
    const std::string upper = number_text(interval->upper, decimals);
    if (lower == upper && interval->lower < interval->upper && decimals < kMostDecimals) {
        return interval_text(interval, decimals + 1);
    }
    return fmt::format("[{}, {}]", lower, upper);
}

std::string percent_text(std::optional<double> share, int decimals) {
    return share && std::isfinite(*share) ? number_text(*share * 100, decimals) + " %" : "undefined";
}

std::string games_text(std::optional<double> games) {
    return number_text(games ? std::optional(std::ceil(*games)) : std::nullopt, 0);
}

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
