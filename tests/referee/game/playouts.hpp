#pragma once
// Whole games to test with, made by the rules.

#include "referee/rules/ataxx/outcome.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <random>
#include <vector>

namespace referee::testing_support {

/// A game from the start until the board ends it; `choose(const MoveList&) -> Move` makes each move.
template<class Choose>
std::vector<ataxx::Move> playout(Choose&& choose, int turn_limit = 400) {
    std::vector<ataxx::Move> moves;
    ataxx::Position position;
    while (!board_verdict(position, static_cast<int>(moves.size()), turn_limit)) {
        moves.push_back(choose(legal_moves(position)));
        position = position.after(moves.back());
    }
    return moves;
}

/// A game of random moves.
inline std::vector<ataxx::Move> random_playout(std::uint64_t seed, int turn_limit = 400) {
    std::mt19937_64 random(seed);
    return playout([&](const ataxx::MoveList& moves) { return moves[random() % moves.size()]; }, turn_limit);
}

[[nodiscard]] inline ataxx::Position position_after(const std::vector<ataxx::Move>& moves) {
    ataxx::Position position;
    for (const ataxx::Move move : moves) {
        position = position.after(move);
    }
    return position;
}

[[nodiscard]] inline ataxx::Move move_of(int x1, int y1, int x2, int y2) {
    return ataxx::Move(*ataxx::Square::at(x1, y1), *ataxx::Square::at(x2, y2));
}

/// The shortest way to lose all stones: both jump next to the square that the first player reaches last.
inline const std::vector<ataxx::Move> kAnnihilation{
    move_of(1, 1, 2, 3), move_of(1, 7, 3, 5), move_of(7, 7, 6, 6), move_of(7, 1, 5, 3), move_of(2, 3, 4, 4)};

} // namespace referee::testing_support
