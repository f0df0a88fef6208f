#include "sprt/config/run_plan.hpp"

#include <utility>

namespace sprt {
namespace {

using referee::Player;
using std::chrono::milliseconds;

CountingRules counting_of(const Config& config) {
    CountingRules rules{.test = {model_named(config.model).value(), test_kind_named(config.test_kind).value(),
                                 config.test},
                        .repeats = repeat_rule_named(config.repeats.value()).value()};
    if (config.max_games) {
        rules.max_games = static_cast<std::uint64_t>(*config.max_games);
    }
    if (config.max_faults) {
        rules.max_faults = static_cast<std::uint64_t>(*config.max_faults);
    }
    return rules;
}

referee::GameLimits limits_of(const Config& config) {
    const auto time_of = [&](Player player) {
        return milliseconds(config.agents[player].time_ms.value_or(config.time_ms));
    };
    return {.time = {time_of(Player::Agent1), time_of(Player::Agent2)},
            .ready = milliseconds(config.ready_ms),
            .turns = static_cast<int>(config.turns)};
}

PlayPlan play_plan_of(const Config& config) {
    return {.concurrency = static_cast<int>(config.concurrency.value()),
            .finish_wait = milliseconds(config.finish_ms),
            .stderr_bytes = static_cast<std::size_t>(config.stderr_kb) * 1024,
            .limits = config.limits,
            .clock = config.clock == "fair" ? referee::ClockRule::Fair : referee::ClockRule::Wall,
            .trace = config.trace,
            .trace_faults = config.trace_faults};
}

Progress progress_named(const std::string& word) {
    return word == "on" ? Progress::On : word == "off" ? Progress::Off : Progress::Auto;
}

} // namespace

RunPlan plan_of(const Config& config) {
    CountingRules counting = counting_of(config);
    const SchedulePlan schedule{.openings = parse_openings(config.openings),
                                .seed = config.seed.value(),
                                .limits = limits_of(config),
                                .max_games = counting.max_games,
                                .reuses_openings = counting.repeats == RepeatRule::Count};
    return {.agents = config.agents,
            .counting = std::move(counting),
            .schedule = schedule,
            .play = play_plan_of(config),
            .watch = {.report_every = static_cast<std::uint64_t>(config.report_every),
                      .progress = progress_named(config.progress),
                      .quiet = config.quiet},
            .out = config.out};
}

} // namespace sprt
