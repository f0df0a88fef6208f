#pragma once
// Whole games to test with, made by the rules.

#include "referee/rules/ataxx/outcome.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <random>
#include <vector>

namespace ataxx::testing_support {

/// A game from the start until the board ends it; `choose(const MoveList&) -> Move` makes each move.
template<class Choose>
std::vector<Move> playout(Choose&& choose, int turn_limit = 400) {
    std::vector<Move> moves;
    Position position;
    while (!board_verdict(position, static_cast<int>(moves.size()), turn_limit)) {
        moves.push_back(choose(legal_moves(position)));
        position = position.after(moves.back());
    }
    return moves;
}

/// A game of random moves.
inline std::vector<Move> random_playout(std::uint64_t seed, int turn_limit = 400) {
    std::mt19937_64 random(seed);
    return playout([&](const MoveList& moves) { return moves[random() % moves.size()]; }, turn_limit);
}

[[nodiscard]] inline Position position_after(const std::vector<Move>& moves) {
    Position position;
    for (const Move move : moves) {
        position = position.after(move);
    }
    return position;
}

[[nodiscard]] inline Move move_of(int x1, int y1, int x2, int y2) {
    return Move(*Square::at(x1, y1), *Square::at(x2, y2));
}

/// The shortest way to lose all stones: both jump next to the square that the first player reaches last.
inline const std::vector<Move> kAnnihilation{move_of(1, 1, 2, 3), move_of(1, 7, 3, 5), move_of(7, 7, 6, 6),
                                             move_of(7, 1, 5, 3), move_of(2, 3, 4, 4)};

} // namespace ataxx::testing_support
