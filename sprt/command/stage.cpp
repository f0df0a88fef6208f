#include "sprt/command/stage.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Player;
using referee::Program;
using referee::UserError;

Program find_agent(const RunPlan& plan, Player player, const ConfigSources& sources) {
    const AgentConfig& agent = plan.agents[player];
    try {
        Program program = referee::find_program(agent.command, agent.dir, referee::bundled_agents_dir());
        for (const auto& [variable, text] : agent.env) {
            program.variables.push_back(variable + "=" + text);
        }
        program.gets_secrets = plan.play.settings.env != "clean";
        return program;
    } catch (const UserError& error) {
        throw UserError(sources.place(fmt::format("agent{}", number(player))) + ": " + error.what());
    }
}

/// What may tell an agent of the rival's seed or of the run: its files, and those of runs beside it, which
/// may have the same seed.
std::vector<std::filesystem::path> hidden_from_agents(const RunPlan& plan, const ConfigSources& sources) {
    namespace fs = std::filesystem;
    std::vector<fs::path> hidden;
    const auto add = [&](const std::string& path) {
        if (!path.empty()) {
            hidden.push_back(fs::absolute(path));
        }
    };
    for (const std::string& path :
         {plan.out, plan.play.settings.trace, plan.play.settings.trace_faults, sources.file}) {
        add(path);
    }
    std::ranges::for_each(plan.hidden, add);
    if (!plan.out.empty()) {
        std::error_code error; // a directory that cannot be read has no runs that an agent could read
        for (const auto& entry : fs::directory_iterator(fs::absolute(plan.out).parent_path(), error)) {
            if (fs::exists(entry.path() / "run.json", error)) {
                hidden.push_back(entry.path());
            }
        }
    }
    return hidden;
}

referee::PlayerKit find_kit(const RunPlan& plan, const ConfigSources& sources) {
    const PlayPlan& play = plan.play;
    referee::PerPlayer<Program> programs = find_programs(plan, sources);
    referee::PerPlayer<referee::ProgramFiles> files{referee::ProgramFiles(programs.agent1),
                                                    referee::ProgramFiles(programs.agent2)};
    referee::Sandboxes sandboxes = make_sandboxes(
        {sandbox_of(plan.agents.agent1, play.settings), sandbox_of(plan.agents.agent2, play.settings)},
        programs, files, hidden_from_agents(plan, sources));
    const auto games = static_cast<std::size_t>(play.concurrency);
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

/// Native agents know nothing of squares that no stone may enter. Throws UserError naming the first opening
/// that has some and the agent.
void check_blocked(const RunPlan& plan, const OpeningsFacts& openings) {
    for (const Player player : referee::kPlayers) {
        if (openings.first_blocked && !is_engine(plan.agents[player])) {
            throw UserError(fmt::format("{}: it has blocked squares, which agent {} cannot be told; only UAI "
                                        "engines can",
                                        openings.first_blocked->place, number(player)));
        }
    }
}

std::unique_ptr<Openings> find_openings(const RunPlan& plan, const ConfigSources& sources) {
    const SchedulePlan& schedule = plan.schedule;
    try {
        auto openings = make_openings(schedule.openings, schedule.seed, schedule.rules);
        if (openings->facts().most_plies >= static_cast<std::size_t>(schedule.limits.turns)) {
            throw UserError(fmt::format("'{}' has openings of {} moves, and games end after {} turns",
                                        schedule.openings_text, openings->facts().most_plies,
                                        schedule.limits.turns));
        }
        check_blocked(plan, openings->facts());
        return openings;
    } catch (const UserError& error) {
        throw UserError(sources.place("openings") + ": " + error.what());
    }
}

} // namespace

referee::PerPlayer<Program> find_programs(const RunPlan& plan, const ConfigSources& sources) {
    return {find_agent(plan, Player::Agent1, sources), find_agent(plan, Player::Agent2, sources)};
}

Stage::Stage(const RunPlan& plan, const ConfigSources& sources, referee::Placement places)
    : kit(find_kit(plan, sources))
    , openings(find_openings(plan, sources))
    , placement(std::move(places)) {}

} // namespace sprt
