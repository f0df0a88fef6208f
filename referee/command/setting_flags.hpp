#pragma once
// The flags of settings, made from the rows of their table.

#include "referee/game/setting.hpp"

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace referee {

/// Called while the command line is read. May throw UserError.
using TakeValue = std::function<void(const GivenValue&)>;

/// Adds the flag of `setting` to `command`. `--help` shows the value at `defaults`, which is read now.
void add_setting_flag(CLI::App& command, const SettingRow& setting, const ValuePlace& defaults,
                      TakeValue take);

/// Puts `value` at `place`. Throws UserError with the name of the flag for digits that are no seed.
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
