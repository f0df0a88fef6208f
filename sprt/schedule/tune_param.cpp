#include "sprt/schedule/tune_param.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace sprt {
namespace {

using referee::TunedNumber;
using referee::UserError;

constexpr double kNear = 1e-9; ///< of a step

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto colon = text.find(':');
        parts.push_back(text.substr(0, colon));
        if (colon == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(colon + 1);
    }
}

/// Throws UserError for a text that is no finite number.
double number_in(std::string_view text, const std::string& name) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, number);
    if (error != std::errc() || rest != end || text.starts_with("+-") || !std::isfinite(number)) {
        throw UserError(fmt::format("{}: '{}' is no number", name, referee::to_printable(text)));
    }
    return number;
}

bool is_whole_number(std::string_view text) {
    return text.find_first_of(".eE") == std::string_view::npos;
}

void read_word(std::string_view word, TuneParam& param) {
    if (word == "int" || word == "float") {
        param.is_whole = word == "int";
    } else if (word == "log") {
        param.is_log = true;
    } else if (word.starts_with("step=")) {
        param.step = number_in(word.substr(5), param.name);
    } else if (word.starts_with("reach=")) {
        param.reach = number_in(word.substr(6), param.name);
    } else {
        throw UserError(
            fmt::format("{}: '{}' is unknown; after HIGH stand int, float, step=S, log or reach=C",
                        param.name, referee::to_printable(word)));
    }
}

bool is_name(std::string_view name) {
    const auto is_inner = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == ' ';
    };
    return !name.empty() && name.front() != ' ' && name.back() != ' ' && std::ranges::all_of(name, is_inner);
}

/// How many steps HIGH is from LOW.
double steps_of(const TuneParam& param, double step) noexcept {
    return std::floor((param.high - param.low) / step + kNear);
}

constexpr double kMostWhole = 9007199254740992; ///< 2^53: up to here doubles tell whole numbers apart

bool is_whole(double number) noexcept {
    return number == std::floor(number) && std::abs(number) <= kMostWhole;
}

/// How many steps START is from LOW.
double steps_to_start(const TuneParam& param, double step) noexcept {
    return std::round((param.start - param.low) / step);
}

/// The ends of the range are numbers whose distance can be computed with.
std::optional<std::string> problem_of_range(const TuneParam& param) {
    for (const double number : {param.start, param.low, param.high, param.step.value_or(1)}) {
        if (param.is_whole && !is_whole(number)) {
            return fmt::format(
                "an int has whole numbers up to 2^53 alone, and {} is none; write float for others", number);
        }
    }
    if (!std::isfinite(param.high - param.low) || (param.is_log && !std::isfinite(param.high / param.low))) {
        return fmt::format("the range from LOW {} to HIGH {} is too wide to be computed with", param.low,
                           param.high);
    }
    return std::nullopt;
}

std::optional<std::string> problem_of_step(const TuneParam& param) {
    const auto step = step_of(param);
    if (!step) {
        return std::nullopt;
    }
    if (*step > 0 && !((param.high - param.low) / *step <= kMostWhole)) {
        return fmt::format("its step {} makes more than 2^53 values", *step);
    }
    if (!(*step > 0) || *step > param.high - param.low) {
        return fmt::format("its step {} must be above 0 and at most {}, which is HIGH - LOW", *step,
                           param.high - param.low);
    }
    const double steps = (param.start - param.low) / *step;
    if (std::abs(steps - std::round(steps)) > kNear * std::max(1.0, std::abs(steps))) {
        return fmt::format("START {} is no whole number of steps of {} from LOW {}", param.start, *step,
                           param.low);
    }
    return std::nullopt;
}

} // namespace

TuneParam parse_tune_param(std::string_view text) {
    const auto sign = text.find('=');
    TuneParam param{.name = std::string(text.substr(0, sign))};
    const auto parts =
        sign == std::string_view::npos ? std::vector<std::string_view>() : parts_of(text.substr(sign + 1));
    if (parts.size() < 3) {
        throw UserError(
            fmt::format("'{}' must be {}, as margin=50:0:200", referee::to_printable(text), kTuneParamForm));
    }
    if (!is_name(param.name)) { // it stands in what else is wrong
        throw UserError(*problem_of(param));
    }
    param.start = number_in(parts[0], param.name);
    param.low = number_in(parts[1], param.name);
    param.high = number_in(parts[2], param.name);
    param.is_whole = std::all_of(parts.begin(), parts.begin() + 3, is_whole_number);
    std::for_each(parts.begin() + 3, parts.end(), [&](std::string_view word) { read_word(word, param); });
    return param;
}

std::optional<std::string> problem_of(const TuneParam& param) {
    if (!is_name(param.name)) {
        return fmt::format("'{}' is no name: it must be of letters, digits, _ and -, with blanks inside",
                           referee::to_printable(param.name));
    }
    if (!(std::isfinite(param.start) && std::isfinite(param.low) && std::isfinite(param.high))) {
        return "its numbers must be finite";
    }
    if (param.low >= param.high) {
        return fmt::format("LOW {} is not below HIGH {}", param.low, param.high);
    }
    if (param.start < param.low || param.start > param.high) {
        return fmt::format("START {} is outside of LOW {} to HIGH {}", param.start, param.low, param.high);
    }
    if (param.is_log && param.low <= 0) {
        return fmt::format("log needs a LOW above 0, and it is {}", param.low);
    }
    if (param.is_log && (param.step || param.is_whole)) {
        return param.step
                   ? "log goes with no step"
                   : "log goes with float, and three whole numbers are an int; add float, or write 2.0";
    }
    if (auto problem = problem_of_range(param)) {
        return problem;
    }
    constexpr double kLeastReach = 0.01;
    constexpr double kMostReach = 0.5;
    if (param.reach && !(*param.reach >= kLeastReach && *param.reach <= kMostReach)) {
        return fmt::format("its reach {} must be from {} to {}", *param.reach, kLeastReach, kMostReach);
    }
    return problem_of_step(param);
}

std::optional<double> step_of(const TuneParam& param) noexcept {
    return param.step ? param.step : param.is_whole ? std::optional(1.0) : std::nullopt;
}

double reach_of(const TuneParam& param) noexcept {
    const auto step = step_of(param);
    const double least = step ? *step / (2 * (param.high - param.low)) : 0;
    return std::min(std::max(param.reach.value_or(kUsualReach), least), 0.5);
}

double start_u(const TuneParam& param) noexcept {
    return param.is_log ? std::log(param.start / param.low) / std::log(param.high / param.low)
                        : (param.start - param.low) / (param.high - param.low);
}

TunedNumber value_at(const TuneParam& param, double u, double rounding) noexcept {
    const double value = param.is_log ? param.low * std::exp(u * std::log(param.high / param.low))
                                      : param.low + u * (param.high - param.low);
    const double kept = std::min(std::max(value, param.low), param.high);
    const auto step = step_of(param);
    if (!step) {
        return {u == start_u(param) ? param.start : kept, false}; // as it was written
    }
    const double wanted = std::floor((kept - param.low) / *step + rounding);
    const double steps = std::min(std::max(wanted, 0.0), steps_of(param, *step));
    const double there = steps == steps_to_start(param, *step) ? param.start : param.low + *step * steps;
    return {std::min(there, param.high), param.is_whole};
}

TunedNumber start_value(const TuneParam& param) noexcept {
    return {param.start, param.is_whole};
}

TunedNumber low_value(const TuneParam& param) noexcept {
    return {param.low, param.is_whole};
}

TunedNumber high_value(const TuneParam& param) noexcept {
    const auto step = step_of(param);
    return step ? value_at(param, 1, 0.5) : TunedNumber{param.high, param.is_whole};
}

std::vector<std::string> names_of(const std::vector<TuneParam>& params) {
    std::vector<std::string> names;
    names.reserve(params.size());
    std::ranges::transform(params, std::back_inserter(names), &TuneParam::name);
    return names;
}

} // namespace sprt
