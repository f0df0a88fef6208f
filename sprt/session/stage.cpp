#include "sprt/session/stage.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

/// What may tell an agent of the rival's seed or of the run: its files, and those of runs beside it, which
/// may have the same seed.
std::vector<std::filesystem::path> hidden_from_agents(const StageRequest& request) {
    namespace fs = std::filesystem;
    std::vector<fs::path> hidden;
    const auto add = [&](const std::string& path) {
        if (!path.empty()) {
            hidden.push_back(fs::absolute(path));
        }
    };
    const referee::PlayRules& rules = request.play.rules;
    for (const std::string& path : {request.out, rules.trace, rules.trace_faults, request.config_file}) {
        add(path);
    }
    std::ranges::for_each(request.hidden, add);
    if (!request.out.empty()) {
        std::error_code error; // a directory that cannot be read has no runs that an agent could read
        for (const auto& entry : fs::directory_iterator(fs::absolute(request.out).parent_path(), error)) {
            if (fs::exists(entry.path() / "run.json", error)) {
                hidden.push_back(entry.path());
            }
        }
    }
    return hidden;
}

std::unique_ptr<Openings> find_openings(const StageRequest& request) {
    const SchedulePlan& schedule = request.schedule;
    return referee::at_place(request.openings_place, [&] {
        auto openings = make_openings(schedule.openings, schedule.seed, schedule.rules);
        const OpeningsFacts& facts = openings->facts();
        if (facts.most_plies >= static_cast<std::size_t>(schedule.limits.turns)) {
            throw UserError("'{}' has openings of {}, and games end after {}", schedule.openings_text,
                            referee::counted(facts.most_plies, "move"),
                            referee::counted(static_cast<std::uint64_t>(schedule.limits.turns), "turn"));
        }
        const auto native = std::ranges::find_if_not(
            request.entrants, [](const Entrant& entrant) { return is_engine(entrant.config); });
        if (facts.first_blocked && native != request.entrants.end()) {
            throw UserError("{}: it has blocked squares, which {} cannot be told; only engines can",
                            facts.first_blocked->place, native->name);
        }
        return openings;
    });
}

} // namespace

StageRequest::StageRequest(const SharedPlan& plan, const SchedulePlan& its_schedule,
                           const ConfigSources& sources)
    : play(plan.play)
    , schedule(its_schedule)
    , is_remote(plan.remote.is_remote())
    , config_file(sources.file)
    , out(plan.out)
    , hidden(plan.hidden)
    , openings_place(sources.place("openings"))
    , adjudicate_place(sources.place("adjudicate")) {}

StageRequest::StageRequest(const RunPlan& plan, const ConfigSources& sources)
    : StageRequest(plan, plan.schedule, sources) {
    const RunKind kind = plan.counting.tune ? RunKind::Tune : RunKind::Test;
    for (const referee::Player player : referee::kPlayers) {
        entrants.push_back({.config = plan.agents[player],
                            .name = fmt::format("agent {}", number(player)),
                            .place = sources.place_of_agent(kind, entrants.size())});
    }
}

StageRequest::StageRequest(const TournamentPlan& plan, const ConfigSources& sources)
    : StageRequest(plan, plan.schedule.base, sources) {
    const std::size_t first_ones = plan.counting.rules.stages.front().agents.size();
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        const std::string name = referee::to_printable(plan.agents[i].name);
        entrants.push_back({.config = plan.agents[i],
                            .name = name,
                            .place = i < first_ones
                                         ? sources.place_of_agent(RunKind::Tournament, i)
                                         : fmt::format("'{}', which joined later (paths begin in {})", name,
                                                       std::filesystem::current_path().string())});
    }
}

StageRequest::StageRequest(const PlayPlan& its_play, const SchedulePlan& its_schedule,
                           const std::vector<AgentConfig>& agents, std::vector<std::string> its_hidden)
    : play(its_play)
    , schedule(its_schedule)
    , hidden(std::move(its_hidden)) {
    for (std::size_t i = 0; i < agents.size(); ++i) {
        const std::string name = fmt::format("agent {}", i + 1);
        entrants.push_back({.config = agents[i], .name = name, .place = name});
    }
}

referee::PlayerKit find_kit(const StageRequest& request) {
    const referee::PlayRules& rules = request.play.rules;
    const auto problem =
        request.is_remote ? std::nullopt : problem_of_tables(request.schedule.limits.adjudication);
    if (problem) {
        throw UserError(request.adjudicate_place + ": " + *problem);
    }
    std::vector<referee::RosterAgent> agents;
    std::vector<referee::SandboxOrder> sandboxes;
    for (const Entrant& entrant : request.entrants) {
        referee::Program program =
            referee::at_place(entrant.place, [&] { return program_of(entrant.config, rules); });
        agents.push_back(enlisted(entrant.config, std::move(program), entrant.name));
        sandboxes.push_back(request.is_remote ? referee::SandboxOrder() : sandbox_of(entrant.config, rules));
    }
    const auto games = static_cast<std::size_t>(request.play.concurrency);
    referee::Roster roster(std::move(agents));
    roster.make_sandboxes(sandboxes, {.hidden = hidden_from_agents(request),
                                      .share_memory = referee::memory_sharers(rules, games),
                                      .games = games});
    return referee::player_kit(rules, std::move(roster), games);
}

Stage::Stage(const StageRequest& request, referee::Placement places)
    : kit(find_kit(request))
    , openings(find_openings(request))
    , placement(std::move(places)) {}

} // namespace sprt
