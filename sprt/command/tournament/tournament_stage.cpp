#include "sprt/command/tournament/tournament_stage.hpp"

#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "referee/process/limits.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/stage_parts.hpp"
#include "sprt/play/check_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sprt {
namespace {

TournamentKit find_tournament_kit(const TournamentPlan& plan, const ConfigSources& sources) {
    const referee::PlaySettings& settings = plan.play.settings;
    TournamentKit kit;
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        const bool has_joined = i >= plan.counting.rules.stages.front().agents.size();
        kit.programs.push_back(find_agent(plan.agents[i], settings,
                                          has_joined
                                              ? fmt::format("'{}', which joined later (paths begin in {})",
                                                            referee::to_printable(plan.agents[i].name),
                                                            std::filesystem::current_path().string())
                                              : place_of_agent(sources, i)));
        kit.manners.push_back(manner_of(plan.agents[i]));
        kit.files.emplace_back(kit.programs.back());
    }
    std::vector<referee::SandboxedAgent> sandboxed;
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        sandboxed.push_back({sandbox_of(plan.agents[i], settings), &kit.programs[i], &kit.files[i]});
    }
    const auto games = static_cast<std::size_t>(plan.play.concurrency);
    kit.sandboxes =
        make_sandboxes(sandboxed, {.hidden = hidden_from_agents(plan.out, plan.hidden, settings, sources),
                                   .share_memory = referee::memory_sharers(settings, games)});
    const auto descriptors =
        referee::raise_descriptor_limit(referee::descriptors_for(games) + kit.sandboxes.descriptors(games));
    kit.settings = agent_settings(settings, descriptors);
    kit.logs_pv = settings.log_pv;
    kit.trace = settings.trace;
    kit.trace_faults = settings.trace_faults;
    return kit;
}

std::vector<std::string> native_agents(const TournamentPlan& plan) {
    std::vector<std::string> natives;
    for (const AgentConfig& agent : plan.agents) {
        if (!is_engine(agent)) {
            natives.push_back(referee::to_printable(agent.name));
        }
    }
    return natives;
}

/// The first fault of a check game of an agent with itself, without the number of its side.
std::string check_fault_text(const referee::GameRecord& record) {
    std::string reason = fault_reason(referee::faults_of(record).front());
    for (const char* const side : {"agent 1 ", "agent 2 "}) {
        if (reason.starts_with(side)) {
            reason.erase(0, std::string_view(side).size());
        }
    }
    return reason;
}

} // namespace

TournamentStage::TournamentStage(const TournamentPlan& plan, const ConfigSources& sources,
                                 referee::Placement places)
    : kit(find_tournament_kit(plan, sources))
    , openings(find_openings(plan.schedule.base, native_agents(plan), sources))
    , placement(std::move(places)) {}

std::vector<referee::AgentPrint> TournamentStage::prints() const {
    std::vector<referee::AgentPrint> prints;
    for (std::size_t i = 0; i < kit.files.size(); ++i) {
        prints.push_back(kit.files[i].print());
        prints.back().in_sandbox = kit.sandboxes.of[i] != nullptr;
    }
    return prints;
}

std::vector<std::string> changed_files(const TournamentPlan& plan, const TournamentKit& kit) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < kit.files.size(); ++i) {
        const auto file =
            kit.sandboxes.of[i] ? std::nullopt : kit.files[i].changed_bytes(); // copies were played
        if (file) {
            lines.push_back(
                fmt::format("{}: {} changed while games were played, so that some may be of another program",
                            referee::to_printable(plan.agents[i].name), *file));
        }
    }
    return lines;
}

void check_agents(const TournamentPlan& plan, TournamentStage& stage,
                  const std::vector<std::size_t>& playing) {
    TournamentKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    std::size_t next = 0;
    const auto next_job = [&]() -> std::vector<Job> {
        if (next == playing.size()) {
            return {};
        }
        const std::size_t agent = playing[next];
        Job job = check_job(plan.schedule.base, *stage.openings);
        job.id = next++;
        job.keeps = {};
        const auto& time = plan.schedule.times[agent];
        job.limits.time = {time, time};
        for (const referee::Player player : referee::kPlayers) {
            auto& limit = job.limits.time[player].time;
            limit = std::min<std::chrono::nanoseconds>(limit, kLongestCheck);
        }
        job.place = {.round = 0, .agents = {agent, agent}};
        return {job};
    };
    const int workers = std::min(plan.play.concurrency, static_cast<int>(playing.size()));
    Pool pool(workers, next_job, tournament_player(kit, stage.placement, stage.orphans));
    std::string failures;
    std::string untold;
    while (const auto record = pool.next(stage.signals.token())) {
        const std::string name = referee::to_printable(plan.agents[record->place->agents[0]].name);
        if (shows_broken_agent(*record, plan.schedule.base.limits.ready)) {
            for (const std::string& line : last_words(*record)) {
                referee::complain(kProgram, name + ": " + line);
            }
            failures += (failures.empty() ? "" : "; ") + name + ": " + check_fault_text(*record);
        } else if (untold.empty()) {
            untold = untold_opening_text(*record, stage.openings->facts());
        }
        if (record->lacks_opening.agent1) {
            stage.lacking.push_back(record->place->agents[0]);
        }
    }
    if (!failures.empty()) {
        throw CheckGameFailed(fmt::format(
            "the check games failed: {} (--no-check begins the tournament without them)", failures));
    }
    if (!untold.empty()) {
        throw CheckGameFailed(untold);
    }
}

} // namespace sprt
