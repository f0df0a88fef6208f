#include "sprt/session/resume_changes.hpp"

#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/alternation.hpp"
#include "referee/game/settings/named_agent.hpp"
#include "sprt/config/agent_names.hpp"
#include "sprt/config/anchor.hpp"
#include "sprt/config/config_validation.hpp"
#include "sprt/session/program_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

/// The new number of games that `request` asks for: --games of a match, --max-games of a run; empty when it
/// stays. Throws UserError when it cannot be.
std::optional<std::uint64_t> new_number_of_games(const ResumeRequest& request, const LoadedRun& loaded) {
    const bool is_test = loaded.plan.counting.test.has_value();
    if (is_test ? request.games.has_value() : request.max_games.has_value()) {
        throw UserError(is_test ? fmt::format("--games: it is for a match, and {} is a run that a test ends; "
                                              "--max-games is its limit",
                                              request.dir)
                                : fmt::format("--max-games: it is for a run that a test ends, and {} is a "
                                              "match; --games is its number",
                                              request.dir));
    }
    const auto& given = is_test ? request.max_games : request.games;
    if (!given) {
        return std::nullopt;
    }
    const char* const flag = is_test ? "--max-games" : "--games";
    const std::uint64_t played = loaded.tally.games();
    const auto asked = static_cast<std::uint64_t>(std::max<std::int64_t>(*given, 0));
    const bool in_pairs = !is_test || is_pairwise(loaded.plan.counting.test->model());
    const std::uint64_t games = in_pairs ? referee::in_whole_pairs(asked) : asked;
    const auto limit = loaded.plan.counting.max_games;
    const std::uint64_t least = std::max<std::uint64_t>(played, 1); // run.json takes at least 2
    if (games <= least) {
        throw UserError(fmt::format("{}: {} is out of range; {} were played, and {} at least {}", flag,
                                    *given, referee::counted(played, "game"),
                                    in_pairs ? "whole pairs come to" : "the limit must be",
                                    in_pairs ? referee::in_whole_pairs(played) + 2 : least + 1));
    }
    if (is_test && limit && games < *limit) {
        throw UserError(fmt::format("{}: {} is below the limit of the run, {}; it can only be raised", flag,
                                    *given, *limit));
    }
    const auto ended = loaded.tally.ended();
    if (loaded.is_over && ended != EndReason::Games && ended != EndReason::MaxGames) {
        throw UserError(fmt::format("{}: the {} ended by {}, and more games cannot change that", flag,
                                    is_test ? "run" : "match", name(loaded.state().reason)));
    }
    if (games == limit) {
        return std::nullopt;
    }
    if (games != asked) {
        referee::complain(kProgram, odd_games_text(flag, *given));
    }
    return games;
}

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

std::string odd_games_text(const char* flag, std::int64_t games) {
    return fmt::format("{}: {} is odd; {} are played, so that each opening is played from both sides", flag,
                       games, games - 1);
}

AskedChange asked_change(const ResumeRequest& request, const LoadedRun& loaded) {
    return {.run = {.games = new_number_of_games(request, loaded)}, .lines = {}};
}

AskedChange asked_change(const ResumeRequest& request, const LoadedTournament& loaded) {
    if (request.games || request.max_games) {
        throw UserError(fmt::format("{}, and {} is a tournament; --rounds is its number",
                                    request.games ? "--games: it is for a match"
                                                  : "--max-games: it is for a run that a test ends",
                                    request.dir));
    }
    if (!request.rounds && request.add.empty() && request.remove.empty()) {
        return {};
    }
    expect_can_go_on(loaded);
    const RoundStage& before = loaded.run.stages.back();
    const auto next = loaded.tally.next();
    const bool has_begun_round = next && !next->is_catch_up && !loaded.tally.is_between_rounds();
    const std::uint64_t played = loaded.state().rounds + (has_begun_round ? 1 : 0);
    RoundStage next_stage{
        .game = loaded.tally.end_of_round(), .agents = before.agents, .rounds = before.rounds};
    AskedChange change;
    if (request.rounds) {
        if (*request.rounds <= 0 || static_cast<std::uint64_t>(*request.rounds) <= played) {
            throw UserError(fmt::format("--rounds: {} is not above the {} that were played or begun",
                                        *request.rounds, referee::counted(played, "round")));
        }
        next_stage.rounds = static_cast<std::uint64_t>(*request.rounds);
        if (next_stage.rounds != before.rounds) {
            change.lines.push_back(fmt::format("rounds: {} were {}", next_stage.rounds, before.rounds));
        }
    }
    std::vector<std::string> names = loaded.run.names();
    for (const std::string& name : request.remove) {
        const std::size_t agent = find_agent(name, names, "--remove");
        if (std::erase(next_stage.agents, agent) == 0) {
            throw UserError(
                fmt::format("--remove: '{}' does not play any more", referee::to_printable(name)));
        }
        change.lines.push_back("removed: " + referee::to_printable(name));
    }
    for (const std::string& command : request.add) {
        change.run.joined.push_back(joining_agent(command, loaded, names));
        next_stage.agents.push_back(names.size());
        names.push_back(change.run.joined.back().name);
        change.lines.push_back("added: " + referee::to_printable(names.back()));
    }
    if (names.size() > kMostAgents) {
        throw UserError(fmt::format("--add: a tournament has at most {} agents", kMostAgents));
    }
    change.run.stage = std::move(next_stage);
    return change;
}

} // namespace sprt
