#include "referee/check/random_position.hpp"

#include "referee/check/random_mover.hpp"

namespace referee::check {

RandomPosition random_position(Game rules, SplitMix64& chance, std::size_t most_moves) {
    const std::size_t count = 1 + chance.below(most_moves);
    Board board(rules);
    std::vector<MoveNumbers> moves;
    moves.reserve(count);
    while (moves.size() < count) {
        const MoveNumbers move = random_move(board, chance);
        const Board after = board.after(move).value();
        if (after.ending()) {
            break;
        }
        board = after;
        moves.push_back(move);
    }
    const int full_move = 1 + static_cast<int>(moves.size() / 2);
    return {.start = read_start(rules, engine_fen(board, full_move)), .moves = std::move(moves)};
}

} // namespace referee::check
