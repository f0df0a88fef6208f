#include "sprt/session/tournament/tournament_changes.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/named_agent.hpp"
#include "sprt/config/agent_names.hpp"
#include "sprt/config/anchor.hpp"
#include "sprt/config/config_validation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

AgentConfig joining_agent(const std::string& command, const LoadedTournament& loaded,
                          const std::vector<std::string>& taken) {
    try {
        const TournamentConfig& config = loaded.run.config;
        const auto beside =
            loaded.run.config_file
                ? std::filesystem::path(loaded.run.config_file->path).replace_filename(referee::kEnginesFile)
                : std::filesystem::path(referee::kEnginesFile);
        AgentConfig agent =
            referee::find_named(referee::parse_agent(command), config.run.play.engines.value_or(beside));
        if (const auto problem = problem_of(agent, config.run.play)) {
            throw UserError(*problem);
        }
        std::vector<std::string> names = taken;
        names.push_back(agent.name);
        if (first_alike(names)) {
            throw UserError(
                fmt::format("an agent is named '{}' already; give it another name: name=NAME before its "
                            "command",
                            referee::to_printable(agent.name)));
        }
        return agent;
    } catch (const UserError& error) {
        throw UserError(std::string("--add: ") + error.what());
    }
}

void expect_can_go_on(const LoadedTournament& loaded) {
    switch (loaded.state().reason) {
    case TournamentEnd::Separated:
    case TournamentEnd::Best:
        throw UserError("the tournament was stopped by its own result, and more games cannot change that");
    case TournamentEnd::OpeningsUsedUp:
        throw UserError("the openings of the tournament are used up");
    case TournamentEnd::Rounds:
    case TournamentEnd::Repeats:
    case TournamentEnd::MaxFaults:
    case TournamentEnd::Interrupted:
        break;
    }
}

} // namespace

std::optional<StageChange> stage_change(const ResumeRequest& request, const LoadedTournament& loaded) {
    if (request.games || request.max_games) {
        throw UserError(fmt::format("{}, and {} is a tournament; --rounds is its number",
                                    request.games ? "--games: it is for a match"
                                                  : "--max-games: it is for a run that a test ends",
                                    request.dir));
    }
    if (!request.rounds && request.add.empty() && request.remove.empty()) {
        return std::nullopt;
    }
    expect_can_go_on(loaded);
    const RoundStage& before = loaded.run.stages.back();
    const auto next = loaded.tally.next();
    const bool has_begun_round = next && !next->is_catch_up && !loaded.tally.is_between_rounds();
    const std::uint64_t played = loaded.state().rounds + (has_begun_round ? 1 : 0);
    StageChange change{
        .stage = {.game = loaded.tally.end_of_round(), .agents = before.agents, .rounds = before.rounds},
        .joined = {},
        .lines = {}};
    if (request.rounds) {
        if (*request.rounds <= 0 || static_cast<std::uint64_t>(*request.rounds) <= played) {
            throw UserError(fmt::format("--rounds: {} is not above the {} that were played or begun",
                                        *request.rounds, referee::counted(played, "round")));
        }
        change.stage.rounds = static_cast<std::uint64_t>(*request.rounds);
        if (change.stage.rounds != before.rounds) {
            change.lines.push_back(fmt::format("rounds: {} were {}", change.stage.rounds, before.rounds));
        }
    }
    std::vector<std::string> names = loaded.run.names();
    for (const std::string& name : request.remove) {
        const std::size_t agent = find_agent(name, names, "--remove");
        if (std::erase(change.stage.agents, agent) == 0) {
            throw UserError(
                fmt::format("--remove: '{}' does not play any more", referee::to_printable(name)));
        }
        change.lines.push_back("removed: " + referee::to_printable(name));
    }
    for (const std::string& command : request.add) {
        change.joined.push_back(joining_agent(command, loaded, names));
        change.stage.agents.push_back(names.size());
        names.push_back(change.joined.back().name);
        change.lines.push_back("added: " + referee::to_printable(names.back()));
    }
    if (names.size() > kMostAgents) {
        throw UserError(fmt::format("--add: a tournament has at most {} agents", kMostAgents));
    }
    return change;
}

} // namespace sprt
