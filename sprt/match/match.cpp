#include "sprt/match/match.hpp"

#include "referee/agent/program.hpp"
#include "referee/game/alternation.hpp"
#include "referee/rules/user_error.hpp"
#include "sprt/stats/wald.hpp"

#include <fmt/format.h>

#include <memory>

#include <poll.h>

namespace sprt {
namespace {

using ataxx::GameRecord;
using ataxx::Player;
using std::chrono::milliseconds;

bool is_readable(ataxx::StopToken token) noexcept {
    pollfd descriptor{.fd = token.fd, .events = POLLIN, .revents = 0};
    return ::poll(&descriptor, 1, 0) > 0;
}

ataxx::GameLimits limits_of(const Config& config) {
    const auto time_of = [&](Player player) {
        return milliseconds(config.agents[index(player)].time_ms.value_or(config.time_ms));
    };
    return {.time = {time_of(Player::Agent1), time_of(Player::Agent2)},
            .ready = milliseconds(config.ready_ms),
            .turns = static_cast<int>(config.turns)};
}

} // namespace

void count_game(Standing& standing, const GameRecord& record, const Hypotheses& test) {
    if (!record.winner) {
        ++standing.unscored;
        return;
    }
    switch (*record.winner) {
    case ataxx::Winner::Draw:
        ++standing.games.draws;
        break;
    case ataxx::Winner::Agent1:
        ++standing.games.wins;
        break;
    case ataxx::Winner::Agent2:
        ++standing.games.losses;
        break;
    }
    standing.used[0] += record.used[0];
    standing.used[1] += record.used[1];
    standing.llr = wald_llr(standing.games, test);
    standing.verdict = verdict(standing.llr, bounds(test));
}

MatchResult run_match(const Config& config, const MakePlayer& make_player, ataxx::StopToken interrupt,
                      const OnGame& on_game) {
    MatchResult result;
    Workers workers(static_cast<int>(*config.concurrency), config.max_games, make_player);
    while (!is_readable(interrupt)) {
        const auto record = workers.next(interrupt);
        if (!record) {
            break;
        }
        count_game(result.standing, *record, config.test);
        on_game(*record, result.standing);
        if (result.standing.verdict != Verdict::Continue) {
            result.reason = EndReason::Verdict;
            break;
        }
        if (record->game + 1 == config.max_games) {
            result.reason = EndReason::MaxGames;
            break;
        }
    }
    result.games_beyond = workers.stop();
    return result;
}

std::array<ataxx::Program, 2> find_programs(const Config& config, const ConfigSources& sources) {
    const auto agents_dir = ataxx::bundled_agents_dir();
    std::array<ataxx::Program, 2> programs;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const AgentConfig& agent = config.agents[i];
        try {
            programs[i] = ataxx::find_program(agent.command, agent.dir, agents_dir);
        } catch (const ataxx::UserError& error) {
            throw ataxx::UserError(sources.place(fmt::format("agent{}", i + 1)) + ": " + error.what());
        }
        for (const auto& [variable, text] : agent.env) {
            programs[i].variables.push_back(variable + "=" + text);
        }
    }
    return programs;
}

MakePlayer process_player(const Config& config, const std::array<ataxx::Program, 2>& programs,
                          const rlimit& agents_descriptors) {
    return [&config, &programs, agents_descriptors](ataxx::StopToken stop) -> PlayGame {
        const ataxx::AgentSettings settings{.finish_wait = milliseconds(config.finish_ms),
                                            .descriptors = agents_descriptors};
        auto agents = std::make_shared<ataxx::AgentProcesses>(settings, stop);
        return [&config, &programs, agents](std::uint64_t game) {
            const ataxx::GameSetup setup = ataxx::alternating_game(game, *config.seed, limits_of(config));
            const auto launch = [&](Player player) {
                return ataxx::Launch{&programs[index(player)], setup.seed[index(player)]};
            };
            agents->start({launch(setup.first), launch(other(setup.first))});
            return play(setup, *agents);
        };
    };
}

} // namespace sprt
