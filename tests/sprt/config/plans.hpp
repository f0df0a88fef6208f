#pragma once
// Plans for tests. A configuration need only set what the test is about.

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/ledger/ledger.hpp"

namespace sprt {

/// The plan of `config`. Open settings become: the default repeats of the model, random:4, seed 1, one game
/// at once.
inline RunPlan plan_for(Config config) {
    if (!config.repeats) {
        config.repeats = name(default_repeat_rule(model_named(config.model).value()));
    }
    if (config.openings == kRandomAuto) {
        config.openings = "random:4";
    }
    config.seed = config.seed.value_or(1);
    config.concurrency = config.concurrency.value_or(1);
    return plan_of(config);
}

inline Tally tally_for(const Config& config) {
    return Tally(plan_for(config).counting);
}

inline Ledger ledger_for(const Config& config) {
    const CountingRules rules = plan_for(config).counting;
    return {rules.test, rules.repeats};
}

} // namespace sprt
