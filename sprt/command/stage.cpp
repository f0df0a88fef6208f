#include "sprt/command/stage.hpp"

#include "referee/game/settings/play_settings.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/program.hpp"
#include "sprt/command/stage_parts.hpp"

#include <fmt/format.h>

#include <utility>

namespace sprt {
namespace {

using referee::Player;
using referee::Program;

Program find_player(const RunPlan& plan, Player player, const ConfigSources& sources) {
    return find_agent(plan.agents[player], plan.play.settings,
                      sources.place(fmt::format("agent{}", number(player))));
}

/// The sandbox of an agent. Agents that workers play are not started here.
referee::SandboxOrder order_of(const RunPlan& plan, Player player) {
    return plan.via.empty() ? sandbox_of(plan.agents[player], plan.play.settings) : referee::SandboxOrder();
}

/// The native agents, as errors name them.
std::vector<std::string> natives_of(const RunPlan& plan) {
    std::vector<std::string> natives;
    for (const Player player : referee::kPlayers) {
        if (!is_engine(plan.agents[player])) {
            natives.push_back(fmt::format("agent {}", number(player)));
        }
    }
    return natives;
}

} // namespace

referee::PerPlayer<Program> find_programs(const RunPlan& plan, const ConfigSources& sources) {
    return {find_player(plan, Player::Agent1, sources), find_player(plan, Player::Agent2, sources)};
}

referee::PlayerKit find_kit(const RunPlan& plan, const ConfigSources& sources) {
    const PlayPlan& play = plan.play;
    referee::PerPlayer<Program> programs = find_programs(plan, sources);
    referee::PerPlayer<referee::ProgramFiles> files{referee::ProgramFiles(programs.agent1),
                                                    referee::ProgramFiles(programs.agent2)};
    const auto games = static_cast<std::size_t>(play.concurrency);
    referee::Sandboxes sandboxes =
        make_sandboxes({order_of(plan, Player::Agent1), order_of(plan, Player::Agent2)}, programs, files,
                       {.hidden = hidden_from_agents(plan.out, plan.hidden, play.settings, sources),
                        .share_memory = referee::memory_sharers(play.settings, games)});
    const auto descriptors =
        referee::raise_descriptor_limit(referee::descriptors_for(games) + sandboxes.descriptors(games));
    return {.settings = agent_settings(play.settings, descriptors),
            .programs = std::move(programs),
            .manners = {manner_of(plan.agents.agent1), manner_of(plan.agents.agent2)},
            .files = std::move(files),
            .sandboxes = std::move(sandboxes),
            .logs_pv = play.settings.log_pv,
            .trace = play.settings.trace,
            .trace_faults = play.settings.trace_faults};
}

Stage::Stage(const RunPlan& plan, const ConfigSources& sources, referee::Placement places)
    : kit(find_kit(plan, sources))
    , openings(find_openings(plan.schedule, natives_of(plan), sources))
    , placement(std::move(places)) {}

} // namespace sprt
