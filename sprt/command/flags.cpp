#include "sprt/command/flags.hpp"

namespace sprt {

Config read_config(const RunFlags& flags, ConfigSources& sources) {
    Config config;
    config.kind = flags.kind;
    sources.in_flags = flags.keys;
    if (!flags.config_file.empty()) {
        read_config(flags.config_file, config, sources);
    }
    for (const auto& set : flags.overrides) {
        set(config);
    }
    name_agents(config, sources);
    return config;
}

} // namespace sprt
