#pragma once
// From what somebody wrote to what will be done.

#include "referee/process/placement.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"

namespace sprt {

/// A run that can be played. The configuration, filled in, is what run.json keeps and a plan is made of.
struct SettledRun {
    Config config;
    ConfigSources sources;
    referee::Placement placement;
    RunPlan plan;
};

/// Checks `config`, settles what it leaves open for the machine that it is played on, and makes the plan.
/// A configuration that was settled before stays as it is. Throws UserError, naming the place by `sources`,
/// for the first setting that is wrong.
[[nodiscard]] SettledRun settle(Config config, ConfigSources sources);

} // namespace sprt
