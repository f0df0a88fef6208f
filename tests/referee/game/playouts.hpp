#pragma once
// Whole games to test with, made by the rules.

#include "referee/rules/games.hpp"

#include <random>
#include <vector>

namespace referee::testing_support {

/// A game from the start until the board ends it; `choose(const MoveList&) -> Move` makes each move.
template<class Choose>
std::vector<MoveNumbers> playout(Choose&& choose, int turn_limit = 400) {
    std::vector<MoveNumbers> moves;
    ataxx::Position position;
    while (!board_verdict(Course(position, static_cast<int>(moves.size())), turn_limit)) {
        const ataxx::Move move = choose(legal_moves(position));
        moves.push_back(move.numbers());
        position = position.after(move);
    }
    return moves;
}

/// A game of random moves.
inline std::vector<MoveNumbers> random_playout(std::uint64_t seed, int turn_limit = 400) {
    std::mt19937_64 random(seed);
    return playout([&](const ataxx::MoveList& moves) { return moves[random() % moves.size()]; }, turn_limit);
}

[[nodiscard]] inline Board board_after(const std::vector<MoveNumbers>& moves, Game game = Game::Ataxx) {
    Board board(game);
    for (const MoveNumbers& move : moves) {
        board = board.after(move).value();
    }
    return board;
}

[[nodiscard]] inline Course course_after(const std::vector<MoveNumbers>& moves, Game game = Game::Ataxx) {
    Course course{Board(game)};
    for (const MoveNumbers& move : moves) {
        static_cast<void>(course.make(move));
    }
    return course;
}

/// The shortest way to lose all stones: both jump next to the square that the first player reaches last.
inline const std::vector<MoveNumbers> kAnnihilation{
    {1, 1, 2, 3}, {1, 7, 3, 5}, {7, 7, 6, 6}, {7, 1, 5, 3}, {2, 3, 4, 4}};

} // namespace referee::testing_support
