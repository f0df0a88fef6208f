#pragma once
// A random game from a position: the simulation of Monte Carlo tree search.

#include "agents/search/game.hpp"
#include "referee/base/splitmix64.hpp"

namespace search {

/// Plays random moves from `position` until the game is finished, `plies` at most; then the evaluation says
/// who has won. 2 when the side to move in `position` wins, 1 for a draw, 0 for a loss.
template<Game G>
[[nodiscard]] unsigned play_out(typename G::Position position, int plies,
                                referee::SplitMix64& random) noexcept {
    bool is_other_side = false;
    for (int ply = 0; ply < plies && !G::is_finished(position); ++ply) {
        const typename G::Moves moves = G::moves(position);
        position = G::after(position, moves[random.below(moves.size())]);
        is_other_side = !is_other_side;
    }
    const int score = G::is_finished(position) ? G::finished_score(position, 0) : G::evaluation(position);
    const unsigned half_wins = score > 0 ? 2 : score == 0 ? 1 : 0;
    return is_other_side ? 2 - half_wins : half_wins;
}

} // namespace search
