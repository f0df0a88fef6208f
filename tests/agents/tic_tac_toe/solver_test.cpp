#include "agents/tic_tac_toe/solver.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace search {
namespace {

using Position = TicTacToe::Position;
using Move = TicTacToe::Move;

/// What the side to move gets with best play, and after how many plies, by a search without any cut.
using Outcome = std::pair<int, int>;
using Key = std::pair<unsigned, unsigned>;

Outcome outcome_of(const Position& position, std::map<Key, Outcome>& known) {
    if (TicTacToe::is_finished(position)) {
        return {tic_tac_toe::has_line(position.theirs()) ? -1 : 0, 0};
    }
    const auto [place, is_new] = known.try_emplace({position.own(), position.theirs()});
    if (!is_new) {
        return place->second;
    }
    Outcome best{-2, 0};
    for (const Move move : TicTacToe::moves(position)) {
        const auto [value, plies] = outcome_of(TicTacToe::after(position, move), known);
        const Outcome found{-value, plies + 1};
        const bool is_sooner = found.first > 0 ? found.second < best.second : found.second > best.second;
        if (found.first > best.first || (found.first == best.first && is_sooner)) {
            best = found;
        }
    }
    known[{position.own(), position.theirs()}] = best;
    return best;
}

TEST(TicTacToeSolver, plays_a_best_move_in_every_position) {
    std::map<Key, Outcome> known;
    EXPECT_EQ(outcome_of(Position{}, known), Outcome(0, 9));
    EXPECT_EQ(known.size(), 5478U - 958) << "the positions that are not finished";
    const TicTacToeSolver solver;
    for (const auto& [key, outcome] : known) {
        Position position;
        position.marks = {static_cast<tic_tac_toe::Squares>(key.first),
                          static_cast<tic_tac_toe::Squares>(key.second)};
        Watch watch({});
        const auto solved = solver.solve(position, watch);
        ASSERT_EQ(Outcome(solved.score, solved.plies), outcome);
        const auto [value, plies] = outcome_of(TicTacToe::after(position, solved.move), known);
        ASSERT_EQ(Outcome(-value, plies + 1), outcome);
        ASSERT_EQ(static_cast<int>(solver.line(position, solved).size()), solved.plies);
    }
}

TEST(TicTacToeSolver, begins_in_the_centre) {
    Watch watch({});
    EXPECT_EQ(TicTacToeSolver().solve(Position{}, watch).move, Move(4));
}

TEST(Solved, text_says_score_and_distance) {
    EXPECT_EQ(to_string(Solved<Move>{Move(0), -2, 38}), "score -2 loss 38");
    EXPECT_EQ(to_string(Solved<Move>{Move(0), 0, 9}), "score 0 draw 9");
    EXPECT_EQ(to_string(Solved<Move>{Move(0), 1, 41}), "score 1 win 41");
}

} // namespace
} // namespace search
