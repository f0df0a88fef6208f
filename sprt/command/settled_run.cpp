#include "sprt/command/settled_run.hpp"

#include "sprt/remote/address.hpp"

#include <utility>

namespace sprt {

SettledRun settle(Config config, ConfigSources sources) {
    validate(config, sources);
    referee::Placement placement = place_games(config, sources, referee::this_machine());
    fill_in(config, placement);
    RunPlan plan = plan_of(config);
    if (config.remote.via) { // the configuration is kept, without a password
        config.remote.via = remote::read_address(*config.remote.via, sources.place("via")).shown();
    }
    return {std::move(config), std::move(sources), std::move(placement), std::move(plan)};
}

} // namespace sprt
