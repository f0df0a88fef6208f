#include "referee/command/parser.hpp"

#include "referee/base/user_error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

namespace referee {
namespace {

/// By the type of the value; what is no number is given as a text.
CLI::Option* add_option(CLI::App& command, const SettingRow& setting, const ValuePlace& place,
                        const TakeValue& take) {
    const std::string flag = flag_of(setting.key);
    const std::string help(setting.help);
    if (std::holds_alternative<bool*>(place)) {
        return command.add_flag_function(
            flag, [take](std::int64_t) { take(true); }, help);
    }
    if (std::holds_alternative<double*>(place) || std::holds_alternative<std::optional<double>*>(place)) {
        return command.add_option_function<double>(flag, take, help);
    }
    if (std::holds_alternative<std::int64_t*>(place) ||
        std::holds_alternative<std::optional<std::int64_t>*>(place)) {
        return command.add_option_function<std::int64_t>(flag, take, help);
    }
    if (std::holds_alternative<Adjudication*>(place)) { // one for each time that the flag is given
        const auto take_each = [take](const std::vector<std::string>& values) {
            std::ranges::for_each(values, take);
        };
        return command.add_option_function<std::vector<std::string>>(flag, take_each, help)
            ->allow_extra_args(false);
    }
    return command.add_option_function<std::string>(flag, take, help);
}

/// How many letters a plus sign takes that may stand in front of a number; std::from_chars takes none.
std::ptrdiff_t plus_sign(std::string_view text) {
    return text.starts_with('+') && !text.starts_with("+-") ? 1 : 0;
}

std::string problem_of_natural(const std::string& text) {
    const std::string wrong = problem_of_decimal(text);
    return wrong.empty() && text[0] == '-' ? text + " is out of range; it must be 0 or more" : wrong;
}

/// Checks an option whose type is named as that of a number.
void expect_decimal(CLI::Option* option) {
    const std::string type = option->get_type_name();
    if (type.starts_with("INT")) {
        option->check(problem_of_decimal);
    } else if (type.starts_with("UINT")) {
        option->check(problem_of_natural);
    } else if (type.starts_with("FLOAT")) {
        option->check(problem_of_number);
    }
}

} // namespace

std::string problem_of_decimal(const std::string& text) {
    const auto digits = text.find_first_not_of(" \t\n\v\f\r+-"); // the parser skips blanks
    if (digits == std::string::npos) {                           // which it would read as 0
        return '\'' + text + "' must be a decimal number";
    }
    if (text.size() > digits + 1 && text[digits] == '0' && text[digits + 1] != '.') {
        return '\'' + text + "' must be a decimal number that begins with no 0";
    }
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + plus_sign(text), end, number);
    if (error == std::errc::result_out_of_range) {
        return text + " is out of range; no number here is so large";
    }
    return error == std::errc() && stop == end ? "" : '\'' + text + "' must be a whole number, digits only";
}

std::string problem_of_number(const std::string& text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + plus_sign(text), end, number);
    if (error == std::errc() && stop == end) {
        return {};
    }
    const bool is_share = error == std::errc() && std::string_view(stop, end) == "%";
    return '\'' + text + "' must be a number" + (is_share ? fmt::format(", here {}", number / 100) : "");
}

void expect_decimals(CLI::App& app) {
    for (auto* const command : app.get_subcommands({})) {
        std::ranges::for_each(command->get_options(), expect_decimal);
    }
}

void expect_in(CLI::Option& option, const Range& range) {
    const auto problem = [range](const std::string& text) {
        const std::string wrong = problem_of_decimal(text);
        return wrong.empty() ? problem_in(range, std::stoll(text)).value_or("") : wrong;
    };
    option.check(problem, fmt::format("{} to {}", range.least, range.most));
}

void add_setting_flag(CLI::App& command, const SettingRow& setting, const ValuePlace& defaults,
                      const TakeValue& take) {
    auto* const option = add_option(command, setting, defaults, take);
    option->default_str(value_text(defaults));
    const auto* const words = std::get_if<Words>(&setting.check);
    if (!setting.form.empty() || words != nullptr) {
        expect_decimal(option); // whose type has no other name after this
        option->type_name(setting.form.empty() ? form_of(*words) : std::string(setting.form));
    }
    if (setting.group != FlagGroup::Daily) {
        option->group(std::string(kFlagGroups.at(static_cast<std::size_t>(setting.group) - 1)));
    }
}

void store_flag(const SettingRow& setting, const ValuePlace& place, const GivenValue& value) {
    try {
        store(place, value);
    } catch (const UserError& error) {
        throw UserError(flag_of(setting.key) + ": " + error.what());
    }
}

} // namespace referee
