#include "sprt/session/settled_run.hpp"

#include "referee/process/topology.hpp"
#include "sprt/remote/address.hpp"
#include "sprt/remote/bus.hpp"

#include <utility>

namespace sprt {
namespace {

/// Takes the secret of `--via` out of `config`, which is kept, and adds its invitation to the plan. Throws
/// UserError, naming the place, for what is no server of a coordinator.
template<class Plan>
void keep_secret(Config& config, const ConfigSources& sources, Plan& plan) {
    if (!config.remote.via) {
        return;
    }
    const auto address = remote::read_coordinator_address(*config.remote.via, sources.place("via"));
    config.remote.via = address.kept();
    if (!address.invitation.empty()) {
        plan.remote.via = address.invitation;
        plan.hidden.push_back(address.invitation);
    }
}

/// `common`: the part of `config` that runs of all kinds have.
template<class ItsConfig>
auto settled(ItsConfig& config, Config& common, ConfigSources& sources) {
    if (common.remote.via) {
        remote::expect_nats();
    }
    validate(config, sources);
    referee::Placement placement = place_games(common, sources, referee::this_machine());
    fill_in(config, placement);
    auto plan = plan_of(config);
    keep_secret(common, sources, plan);
    return Settled<ItsConfig, decltype(plan)>{std::move(config), std::move(sources), std::move(placement),
                                              std::move(plan)};
}

} // namespace

SettledRun settle(Config config, ConfigSources sources) {
    return settled(config, config, sources);
}

SettledTournament settle(TournamentConfig config, ConfigSources sources) {
    SettledTournament run = settled(config, config.run, sources);
    run.plan.counting.time_losses = kMostTimeLosses;
    return run;
}

} // namespace sprt
