#pragma once
// Tournaments without agents, for tests: games of which the test says who wins.

#include "referee/game/job.hpp"
#include "sprt/ledger/tournament_tally.hpp"

#include <functional>
#include <numeric>
#include <vector>

namespace sprt {

/// The agents 0 to `agents` - 1.
inline std::vector<std::size_t> first_agents(std::size_t agents) {
    std::vector<std::size_t> list(agents);
    std::iota(list.begin(), list.end(), std::size_t{0});
    return list;
}

inline TournamentCounting counting_of(TournamentFormat format, std::size_t agents, std::uint64_t rounds,
                                      std::size_t reach = 1) {
    return {.rules = {.format = format,
                      .reach = reach,
                      .stages = {{.game = 0, .agents = first_agents(agents), .rounds = rounds}}},
            .agents = agents};
}

/// A record of the planned game that `winner` won. Each round has an opening of its own, and each game its
/// own moves.
inline referee::GameRecord record_of(const PlannedGame& planned, std::optional<referee::Winner> winner) {
    referee::GameRecord record;
    record.game = planned.game;
    record.pair = referee::pair_of(planned.game);
    record.round = planned.round;
    record.agents = {referee::AgentId{planned.meeting.a}, referee::AgentId{planned.meeting.b}};
    record.first = referee::first_player(planned.game);
    const auto number = [](std::uint64_t value) { return static_cast<int>(value); };
    record.opening = {{number(planned.round + 1), 1, 1, 1}};
    record.moves = {{.numbers = {number(planned.game + 1), 2, 2, 2}, .took = {}}};
    record.winner = winner;
    record.termination = referee::Termination::BoardFull;
    return record;
}

/// The agent that wins a game: 1 or 2; empty: a draw.
using WhoWins = std::function<std::optional<referee::Player>(const PlannedGame&)>;

/// The one that comes first in the list always wins.
inline std::optional<referee::Player> earlier_wins(const PlannedGame&) {
    return referee::Player::Agent1;
}

/// Plays until the end, or until `most` games were counted. Returns the planned games.
inline std::vector<PlannedGame> play_on(TournamentTally& tally, const WhoWins& who,
                                        std::uint64_t most = 1'000'000) {
    std::vector<PlannedGame> played;
    while (tally.games() < most) {
        const auto planned = tally.next();
        if (!planned) {
            break;
        }
        const auto winner = who(*planned);
        tally.add(record_of(*planned, winner ? referee::winner_is(*winner) : referee::Winner::Draw));
        played.push_back(*planned);
    }
    return played;
}

} // namespace sprt
