#pragma once
// The flags that are laid over a configuration: of a run, and of what is like one. The parser is a template
// argument, as in all headers of flags: CLI11 is named by the program only.
// Source: docs/commands.md, "Configuration".

#include "sprt/config/config.hpp"
#include "sprt/config/settings.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

struct RunFlags {
    std::string config_file;                             ///< empty: none
    std::vector<std::function<void(Config&)>> overrides; ///< what flags lay over the file
    std::set<std::string> keys;                          ///< of the configuration, that flags set
    bool print_config = false;
};

/// Notes that a flag set `key`. `override_setting` is called when the file has been read; a UserError that it
/// throws is given the flag's name.
void lay_over(RunFlags& flags, const std::string& key, std::function<void(Config&)> override_setting);

/// The seed that `digits` are. Throws UserError, without the name of a flag, when they are none.
[[nodiscard]] std::uint64_t read_seed(const std::string& digits);

/// What the file says, and over it what the flags say; `sources` tells which. Throws UserError naming the
/// file or the flag of what cannot be read.
[[nodiscard]] Config read_config(const RunFlags& flags, ConfigSources& sources);

/// The flag of one setting; its value is laid over the configuration, once that is read.
template<class App>
void add_setting_flag(App& command, RunFlags& flags, const Setting& setting) {
    const std::string key(setting.key);
    const std::string flag = flag_of(key);
    const std::string help(setting.help);
    const auto add = [&]<class Value>(Value& (*place)(Config&)) {
        if constexpr (std::is_same_v<Value, bool>) {
            const auto set = [&flags, key, place](std::int64_t) {
                lay_over(flags, key, [place](Config& config) { place(config) = true; });
            };
            return command.add_flag_function(flag, set, help);
        } else if constexpr (std::is_same_v<Value, SeedSetting>) {
            const auto set = [&flags, key, place](const std::string& digits) {
                lay_over(flags, key, [place, digits](Config& config) { place(config) = read_seed(digits); });
            };
            return command.template add_option_function<std::string>(flag, set, help);
        } else {
            using Given =
                typename decltype(std::optional(std::declval<Value>()))::value_type; // T of optional<T>
            const auto set = [&flags, key, place](const Given& given) {
                lay_over(flags, key, [place, given](Config& config) { place(config) = given; });
            };
            auto* const option = command.template add_option_function<Given>(flag, set, help);
            if constexpr (std::is_same_v<Value, Given>) {
                Config defaults;
                option->default_str(fmt::format("{}", place(defaults)));
            }
            return option;
        }
    };
    auto* const option = std::visit(add, setting.place);
    if (!setting.form.empty()) {
        option->type_name(std::string(setting.form));
    }
}

/// --agent1 for `i` 0, --agent2 for 1.
template<class App>
void add_agent_flag(App& command, RunFlags& flags, std::size_t i) {
    const std::string key = fmt::format("agent{}", i + 1);
    const auto set = [&flags, i, key](const std::string& text) {
        lay_over(flags, key, [i, text](Config& config) { config.agents[i] = agent_from_command(text); });
    };
    command.template add_option_function<std::string>(
        "--" + key, set, fmt::format("Command of agent {}, split as a shell splits words", i + 1));
}

/// What a run counts and when it ends: for real runs and simulated ones.
template<class App>
void add_match_flags(App& command, RunFlags& flags) {
    for (const Setting& setting : settings()) {
        if (setting.use == SettingUse::Match) {
            add_setting_flag(command, flags, setting);
        }
    }
}

/// All of a run that is played.
template<class App>
void add_run_flags(App& command, RunFlags& flags) {
    command.add_option("CONFIG.json", flags.config_file, "Configuration; flags override it");
    add_agent_flag(command, flags, 0);
    add_agent_flag(command, flags, 1);
    for (const Setting& setting : settings()) {
        add_setting_flag(command, flags, setting);
    }
    command.add_flag("--print-config", flags.print_config,
                     "Print the configuration that would run, and run nothing");
}

} // namespace sprt
