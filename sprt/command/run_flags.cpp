#include "sprt/command/run_flags.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"

#include <utility>

namespace sprt {

using referee::UserError;

void lay_over(RunFlags& flags, const std::string& key, std::function<void(Config&)> override_setting) {
    flags.keys.insert(key);
    flags.overrides.push_back(
        [flag = flag_of(key), override_setting = std::move(override_setting)](Config& config) {
            try {
                override_setting(config);
            } catch (const UserError& error) {
                throw UserError(flag + ": " + error.what());
            }
        });
}

std::uint64_t read_seed(const std::string& digits) {
    const auto seed = referee::parse_seed(digits);
    if (!seed) {
        throw UserError("'" + digits + "' is not " + std::string(referee::kSeedForm));
    }
    return *seed;
}

Config read_config(const RunFlags& flags, ConfigSources& sources) {
    Config config;
    sources.in_flags = flags.keys;
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& override_setting : flags.overrides) {
        override_setting(config);
    }
    return config;
}

} // namespace sprt
