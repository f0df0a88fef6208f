// Connect Four by rules and weights, right or with one fault, for scripts/experiments/connect-four:
//
//   bench_variant_agent right|stop-first|no-return|greedy|no-weights
//
// right       a win in one, stop a win in one, then the greatest weight
// stop-first  asks whether the opponent's win must be stopped before it looks for its own
// no-return   finds its win in one, and goes on to the later rules all the same
// greedy      the greatest weight alone
// no-weights  the first move

#include "agents/connect_four/connect_four.hpp"
#include "agents/program/session.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

using namespace search;
using Position = ConnectFour::Position;
using Move = ConnectFour::Move;

/// The greatest weight of the moves after which the opponent cannot win at once, if there are such.
Move stop_or_weight(const Position& position, const ConnectFour::Moves& moves) {
    const auto safe = without(moves, [&](const Move& move) {
        return has_or_wins_at_once<ConnectFour>(ConnectFour::after(position, move));
    });
    return greedy_move<ConnectFour>(position, safe).move;
}

struct Player {
    std::string_view variant;

    Move operator()(const Position& position, const OwnClock&) const {
        const auto moves = ConnectFour::moves(position);
        if (variant == "no-weights") {
            return moves[0];
        }
        if (variant == "greedy") {
            return greedy_move<ConnectFour>(position, moves).move;
        }
        const auto win = win_in_one<ConnectFour>(position);
        if (win && variant == "right") {
            return *win;
        }
        if (win && variant == "stop-first") {
            // The opponent's win is seen only where it could drop at once.
            const Position passed{position.discs, opponent(position.to_move)};
            return win_in_one<ConnectFour>(passed) ? *win_in_one<ConnectFour>(passed) : *win;
        }
        return stop_or_weight(position, moves);
    }
};

} // namespace

int main(int argc, char** argv) {
    constexpr std::array<std::string_view, 5> kVariants{"right", "stop-first", "no-return", "greedy",
                                                        "no-weights"};
    const std::string_view variant = argc == 2 ? argv[1] : "";
    if (std::ranges::find(kVariants, variant) == kVariants.end()) {
        std::fputs("usage: bench_variant_agent right|stop-first|no-return|greedy|no-weights\n", stderr);
        return 2;
    }
    Seeds seeds(0); // there is no chance in it
    return serve(Plays<ConnectFour>(), seeds, [&](ConnectFour) { return Player{variant}; });
}
