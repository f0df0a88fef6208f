#pragma once
// Records of games that nobody played: the moves are given, everything else follows from them by the rules.

#include "referee/game/record.hpp"
#include "tests/referee/game/playouts.hpp"

#include <chrono>
#include <vector>

namespace referee::testing_support {

/// A game of these moves that the board ended, each move of 1 ms and a bit.
inline GameRecord record_of(const std::vector<MoveNumbers>& moves, Player first = Player::Agent1,
                            int turn_limit = 400, Game rules = Game::Ataxx) {
    GameRecord record;
    record.rules = rules;
    record.first = first;
    record.turn_limit = turn_limit;
    Side side = Side::First;
    for (const MoveNumbers& move : moves) {
        record.moves.push_back({move, std::chrono::nanoseconds(1'000'700)});
        record.used[player_of(side, first)] += std::chrono::nanoseconds(1'000'700);
        side = opponent(side);
    }
    const Board last = board_after(moves, rules);
    const PerSide<int> score = last.score();
    record.turns = moves.size();
    record.termination = board_verdict(course_after(moves, rules), turn_limit).value_or(Termination::Aborted);
    for (const Side player_side : kSides) {
        record.score[player_of(player_side, first)] = score[player_side];
    }
    const auto winner = winner_by_board(last, record.termination);
    if (ending_by(record.termination).is_by_board()) {
        record.winner = winner ? winner_is(player_of(*winner, first)) : Winner::Draw;
    }
    record.exit = {"exited 0", "exited 0"};
    return record;
}

/// The first two moves of a game in which agent 1, who plays first, then lost by `termination`.
inline GameRecord lost_by(Termination termination) {
    GameRecord record = record_of({{1, 1, 2, 2}, {1, 7, 2, 6}});
    record.termination = termination;
    record.winner = Winner::Agent2;
    record.fault = FaultNote{Player::Agent1, "why", ""};
    record.used.agent1 += std::chrono::seconds(5);
    return record;
}

} // namespace referee::testing_support
