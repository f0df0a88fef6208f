#include "sprt/match/match.hpp"

namespace sprt {
namespace {

using ataxx::Player;

/// Whose faults pass the limit; empty when nobody's do.
std::optional<Player> broken_agent(const Config& config, const Standing& standing) {
    for (const Player player : {Player::Agent1, Player::Agent2}) {
        if (config.max_faults &&
            standing.faults[index(player)].faults() > static_cast<std::uint64_t>(*config.max_faults)) {
            return player;
        }
    }
    return std::nullopt;
}

void keep_faults(std::vector<LoggedFault>& faults, const ataxx::GameRecord& record) {
    constexpr std::size_t kMostKept = 100;
    if (record.fault && faults.size() < kMostKept) {
        faults.push_back({record.game, record.termination, *record.fault});
    }
    if (record.also_fault && faults.size() < kMostKept) {
        faults.push_back({record.game, record.also_termination, *record.also_fault});
    }
}

} // namespace

MatchResult run_match(const Config& config, const MakePlayer& make_player, const ataxx::StopToken& interrupt,
                      const OnGame& on_game) {
    MatchResult result;
    Workers workers(static_cast<int>(*config.concurrency), config.max_games, make_player);
    while (!interrupt.requested()) {
        const auto record = workers.next(interrupt);
        if (!record) {
            break;
        }
        count_game(result.standing, *record, config.test);
        keep_faults(result.faults, *record);
        result.machine.add(*record);
        on_game(*record, result);
        result.broken = broken_agent(config, result.standing);
        if (result.broken) {
            result.reason = EndReason::MaxFaults;
            break;
        }
        if (result.standing.verdict != Verdict::Continue) {
            result.reason = EndReason::Verdict;
            break;
        }
        if (config.max_games && record->game + 1 == static_cast<std::uint64_t>(*config.max_games)) {
            result.reason = EndReason::MaxGames;
            break;
        }
    }
    result.games_beyond = workers.stop();
    return result;
}

} // namespace sprt
