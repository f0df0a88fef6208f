#include "sprt/play/players.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/alternation.hpp"
#include "referee/process/cores.hpp"
#include "referee/talk/agent_processes.hpp"
#include "referee/talk/trace_files.hpp"

#include <fmt/format.h>

#include <memory>

namespace sprt {
namespace {

using referee::Player;
using std::chrono::milliseconds;

} // namespace

referee::GameLimits limits_of(const Config& config) {
    const auto time_of = [&](Player player) {
        return milliseconds(config.agents[index(player)].time_ms.value_or(config.time_ms));
    };
    return {.time = {time_of(Player::Agent1), time_of(Player::Agent2)},
            .ready = milliseconds(config.ready_ms),
            .turns = static_cast<int>(config.turns)};
}

std::array<referee::Program, 2> find_programs(const Config& config, const ConfigSources& sources) {
    const auto agents_dir = referee::bundled_agents_dir();
    std::array<referee::Program, 2> programs;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const AgentConfig& agent = config.agents[i];
        try {
            programs[i] = referee::find_program(agent.command, agent.dir, agents_dir);
        } catch (const referee::UserError& error) {
            throw referee::UserError(sources.place(fmt::format("agent{}", i + 1)) + ": " + error.what());
        }
        for (const auto& [variable, text] : agent.env) {
            programs[i].variables.push_back(variable + "=" + text);
        }
    }
    return programs;
}

MakePlayer process_player(const Config& config, const std::array<referee::Program, 2>& programs,
                          const referee::Placement& placement, Openings& openings, const rlimit& descriptors,
                          referee::Orphans& orphans) {
    const referee::AgentSettings settings{.finish_wait = milliseconds(config.finish_ms),
                                        .stderr_bytes = static_cast<std::size_t>(config.stderr_kb) * 1024,
                                        .limits = resource_limits(config.limits, descriptors),
                                        .clock = config.clock == "fair" ? referee::ClockRule::Fair
                                                                        : referee::ClockRule::Wall,
                                        .trace = !config.trace.empty() || !config.trace_faults.empty()};
    return [&config, &programs, &placement, &openings, &orphans, settings](const referee::StopToken& stop,
                                                                           int worker) -> PlayGame {
        const referee::GameCores* const cores = placement.game(worker);
        if (cores != nullptr) {
            referee::pin_this_thread(cores->worker);
        }
        auto agents = std::make_shared<referee::AgentProcesses>(settings, stop, orphans);
        return [&config, &programs, &openings, cores, agents](const ScheduledGame& game) {
            referee::GameSetup setup = referee::alternating_game(game.game, *config.seed, limits_of(config));
            setup.opening = openings.opening(game.opening).value();
            const auto launch = [&](Player player, referee::Side side) {
                return referee::Launch{&programs[index(player)], setup.seed[index(player)], number(player),
                                     cores_of(side, cores)};
            };
            agents->start(
                {launch(setup.first, referee::Side::First), launch(other(setup.first), referee::Side::Second)});
            referee::GameRecord record = play(setup, *agents);
            if (!config.trace.empty()) {
                referee::write_trace(config.trace, game.game, agents->last_trace());
            }
            if (!config.trace_faults.empty() && record.fault) {
                referee::write_trace(config.trace_faults, game.game, agents->last_trace());
            }
            return record;
        };
    };
}

} // namespace sprt
