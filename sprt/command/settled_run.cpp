#include "sprt/command/settled_run.hpp"

#include "sprt/remote/address.hpp"
#include "sprt/remote/bus.hpp"

#include <utility>

namespace sprt {

SettledRun settle(Config config, ConfigSources sources) {
    if (config.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    referee::Placement placement = place_games(config, sources, referee::this_machine());
    fill_in(config, placement);
    RunPlan plan = plan_of(config);
    if (config.remote.via) { // the configuration is kept, without a secret
        const auto address = remote::read_coordinator_address(*config.remote.via, sources.place("via"));
        config.remote.via = address.kept();
        if (!address.invitation.empty()) {
            plan.via = address.invitation;
            plan.hidden.push_back(address.invitation);
        }
    }
    return {std::move(config), std::move(sources), std::move(placement), std::move(plan)};
}

} // namespace sprt
