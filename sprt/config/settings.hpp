#pragma once
// The table of settings: one key of a configuration and one flag each, all but the two agents.
// Source: docs/commands.md, "Configuration".

#include "sprt/config/config.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace sprt {

/// Which commands take a setting as a flag.
enum class SettingUse : std::uint8_t {
    Match, ///< what counts and when a run ends: for real runs and simulated ones
    Play,  ///< real runs only
};

/// 64 bits that a JSON number cannot hold: written as decimal digits.
using SeedSetting = std::optional<std::uint64_t>;

/// Where a setting stands in a Config; null in a file for what is optional and open.
using SettingPlace = std::variant<double& (*)(Config&), bool& (*)(Config&), std::int64_t& (*)(Config&),
                                  std::string& (*)(Config&), std::optional<std::int64_t>& (*)(Config&),
                                  std::optional<std::string>& (*)(Config&), SeedSetting& (*)(Config&)>;

struct Setting {
    std::string_view key; ///< in a file; the flag has dashes
    SettingUse use;
    SettingPlace place;
    std::string_view help;   ///< one line, without a full stop
    std::string_view form{}; ///< of the value, as in ValueForm; empty: by its type
};

/// All, in the order in which they are shown.
[[nodiscard]] std::span<const Setting> settings() noexcept;

/// `max_games` as `--max-games`.
[[nodiscard]] std::string flag_of(std::string_view key);

} // namespace sprt
