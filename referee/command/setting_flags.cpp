#include "referee/command/setting_flags.hpp"

#include "referee/base/user_error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace referee {
namespace {

/// How the value of a flag is read, by the type of its setting.
enum class Reading : std::uint8_t { Flag, Number, WholeNumber, Text };

struct ReadingOf {
    Reading operator()(const bool*) const { return Reading::Flag; }
    Reading operator()(const double*) const { return Reading::Number; }
    Reading operator()(const std::int64_t*) const { return Reading::WholeNumber; }
    Reading operator()(const std::optional<std::int64_t>*) const { return Reading::WholeNumber; }
    Reading operator()(const std::string*) const { return Reading::Text; }
    Reading operator()(const std::optional<std::string>*) const { return Reading::Text; }
    Reading operator()(const std::optional<std::uint64_t>*) const { return Reading::Text; }
};

CLI::Option* add_option(CLI::App& command, const SettingRow& setting, Reading reading, TakeValue take) {
    const std::string flag = flag_of(setting.key);
    const std::string help(setting.help);
    switch (reading) {
    case Reading::Flag:
        return command.add_flag_function(
            flag, [take = std::move(take)](std::int64_t) { take(true); }, help);
    case Reading::Number:
        return command.add_option_function<double>(flag, take, help);
    case Reading::WholeNumber:
        return command.add_option_function<std::int64_t>(flag, take, help);
    case Reading::Text:
        break;
    }
    return command.add_option_function<std::string>(flag, take, help);
}

} // namespace

void add_setting_flag(CLI::App& command, const SettingRow& setting, const ValuePlace& defaults,
                      TakeValue take) {
    auto* const option = add_option(command, setting, std::visit(ReadingOf{}, defaults), std::move(take));
    option->default_str(value_text(defaults));
    if (!setting.form.empty()) {
        option->type_name(std::string(setting.form));
    } else if (const auto* range = std::get_if<Range>(&setting.check)) {
        option->type_name(
            fmt::format("INT:INT in [{} - {}]", range->least, range->most)); // as CLI11 shows it
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
