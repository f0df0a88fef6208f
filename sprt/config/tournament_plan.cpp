#include "sprt/config/tournament_plan.hpp"

#include "referee/game/settings/time_control.hpp"
#include "sprt/config/anchor.hpp"

#include <numeric>
#include <utility>

namespace sprt {
namespace {

Until until_named(const std::optional<std::string>& word) {
    return word == "separated" ? Until::Separated : word == "best" ? Until::Best : Until::Rounds;
}

} // namespace

TournamentPlan plan_of(const TournamentConfig& config, const std::vector<AgentConfig>& later,
                       std::vector<RoundStage> stages) {
    const Config& run = config.run;
    TournamentPlan plan;
    plan.agents = config.agents;
    plan.agents.insert(plan.agents.end(), later.begin(), later.end());
    if (stages.empty()) {
        RoundStage all{.game = 0,
                       .agents = std::vector<std::size_t>(plan.agents.size()),
                       .rounds = static_cast<std::uint64_t>(config.rounds)};
        std::iota(all.agents.begin(), all.agents.end(), std::size_t{0});
        stages.push_back(std::move(all));
    }
    plan.counting = {.rules = {.format = format_named(config.format).value(),
                               .reach = reach_of(config),
                               .stages = std::move(stages)},
                     .agents = plan.agents.size(),
                     .max_faults = {},
                     .until = until_named(config.until),
                     .error = config.error,
                     .has_one_opening = run.openings == "start"};
    if (run.max_faults.most) {
        plan.counting.max_faults = static_cast<std::uint64_t>(*run.max_faults.most);
    }
    plan.schedule.base = schedule_of(run);
    for (const AgentConfig& agent : plan.agents) {
        plan.schedule.times.push_back(time_control(agent, run.play));
        plan.schedule.restarts.push_back(restart_of(agent));
    }
    if (config.anchor) {
        plan.anchor = read_anchor(*config.anchor, names_of(plan.agents), "anchor");
    }
    plan.play = play_plan_of(run);
    plan.watch = watch_plan_of(run);
    plan.remote = remote_plan_of(run);
    plan.out = run.out;
    return plan;
}

} // namespace sprt
