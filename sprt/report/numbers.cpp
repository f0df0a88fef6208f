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

} // namespace sprt
