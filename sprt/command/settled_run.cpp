#include "sprt/command/settled_run.hpp"

#include "sprt/remote/address.hpp"
#include "sprt/remote/bus.hpp"

#include <utility>

namespace sprt {

void keep_secret(Config& config, const ConfigSources& sources, RemotePlan& remote,
                 std::vector<std::string>& hidden) {
    if (!config.remote.via) {
        return;
    }
    const auto address = remote::read_coordinator_address(*config.remote.via, sources.place("via"));
    config.remote.via = address.kept();
    if (!address.invitation.empty()) {
        remote.via = address.invitation;
        hidden.push_back(address.invitation);
    }
}

SettledRun settle(Config config, ConfigSources sources) {
    if (config.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    referee::Placement placement = place_games(config, sources, referee::this_machine());
    fill_in(config, placement);
    RunPlan plan = plan_of(config);
    keep_secret(config, sources, plan.remote, plan.hidden);
    return {std::move(config), std::move(sources), std::move(placement), std::move(plan)};
}

} // namespace sprt
