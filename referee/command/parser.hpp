#pragma once
// What the command lines of our programs have in common, on top of their parser, CLI11.

#include "referee/game/settings/setting.hpp"

#include <functional>
#include <span>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace referee {

/// Empty when `text` is a whole number of 64 bits as people write it, otherwise what is wrong with `text` and
/// what would be right. A number with a zero in front is refused.
[[nodiscard]] std::string problem_of_decimal(const std::string& text);

/// Empty when `text` is a number, otherwise what is wrong with `text` and what would be right.
[[nodiscard]] std::string problem_of_number(const std::string& text);

/// Checks the numbers of all subcommands of `app` before the parser reads them: it reads 010 as octal and
/// 0x10 as hexadecimal, 8 games where somebody asked for 10, and nobody would notice.
void expect_decimals(CLI::App& app);

/// Lets `option`, which has a whole number, be in `range` only.
void expect_in(CLI::Option& option, const Range& range);

/// Called while the command line is read. May throw UserError.
using TakeValue = std::function<void(const GivenValue&)>;

/// Adds the flag of `setting` to `command`. `--help` shows the value at `defaults`, which is read now.
void add_setting_flag(CLI::App& command, const SettingRow& setting, const ValuePlace& defaults,
                      const TakeValue& take);

/// Puts the value of a flag at `place`. Throws UserError with the name of the flag for digits that are no
/// seed.
void store_flag(const SettingRow& setting, const ValuePlace& place, const GivenValue& value);

/// Adds the flags of a whole table. What they are given is stored in `settings`, which must outlive
/// `command`.
template<class Settings>
void add_setting_flags(CLI::App& command, std::span<const Setting<Settings>> table, Settings& settings) {
    for (const Setting<Settings>& setting : table) {
        add_setting_flag(command, setting, setting.place(settings), [&](const GivenValue& value) {
            store_flag(setting, setting.place(settings), value);
        });
    }
}

} // namespace referee
