#pragma once
// A configuration becomes a run that can be played.

#include "referee/process/placement.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/store/run_file.hpp"

#include <string>
#include <vector>

namespace sprt {

/// A run that can be played. `config` is filled in: run.json keeps it, and `plan` is made from it.
struct SettledRun {
    Config config;
    ConfigSources sources;
    referee::Placement placement;
    RunPlan plan;
};

/// Takes the secret of `--via` out of `config`, which is kept, and adds its invitation to `remote` and
/// `hidden`, parts of the plan. Throws UserError, naming the place, for what is no server of a coordinator.
void keep_secret(Config& config, const ConfigSources& sources, RemotePlan& remote,
                 std::vector<std::string>& hidden);

/// Checks `config`, fills in what it leaves open, and makes the plan. Throws UserError for the first wrong
/// setting, naming its place by `sources`.
[[nodiscard]] SettledRun settle(Config config, ConfigSources sources);

} // namespace sprt
