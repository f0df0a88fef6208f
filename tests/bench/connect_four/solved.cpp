// What the solver says of games and of the other searches.

#include "agents/connect_four/connect_four.hpp"
#include "agents/connect_four/solver.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"
#include "referee/base/seed.hpp"
#include "tests/bench/connect_four/measures.hpp"
#include "tests/bench/connect_four/positions.hpp"
#include "tests/bench/processor_time.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace bench {

using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using search::ConnectFour;
using search::ConnectFourSolver;
using search::Watch;
using Count = unsigned long long;

namespace {

/// A position of random games, after 14 to 27 moves, in which `rule` of the rules with patterns answers and
/// the opponent would not win at once if it were to move; and the move of the rule.
struct Fired {
    Position position;
    Move move;
};
Fired next_where(search::Rule rule, referee::SplitMix64& random) {
    for (;;) {
        const Position position = random_line(random, 14 + random.below(14)).position;
        const auto ruled = search::apply_rules<ConnectFour>(position, ConnectFour::pattern_move);
        const auto wins_of_the_other = search::threats(position.theirs(), position.taken());
        if (ruled.rule == rule && (wins_of_the_other & position.free_cells()) == 0) {
            return {position, ruled.candidates[0]};
        }
    }
}

} // namespace

/// In `count` positions where a pattern of the side to move fires: how many are won, and how many by the
/// pattern's move. And in as many that are not lost, where one move alone leaves the opponent no pattern: how
/// often it keeps win or draw.
void patterns(int count) {
    referee::SplitMix64 random(3);
    ConnectFourSolver solver(64);
    Watch watch({});
    int won = 0;
    int by_move = 0;
    for (int fired = 0; fired < count; ++fired) {
        const auto [position, move] = next_where(search::Rule::WinInTwo, random);
        won += solver.score(position, watch) > 0 ? 1 : 0;
        by_move += solver.score_of(position, move, watch) > 0 ? 1 : 0;
    }
    int defended = 0;
    for (int threatened = 0; threatened < count;) {
        const auto [position, move] = next_where(search::Rule::StopWinInTwo, random);
        const int value = sign(solver.score(position, watch));
        if (value >= 0) {
            ++threatened;
            defended += sign(solver.score_of(position, move, watch)) == value ? 1 : 0;
        }
    }
    std::printf("%d %d %d %d %d\n", count, won, by_move, defended, count);
}

/// Where alpha-beta to `depth` and to `depth + more` keep win, draw or loss, in positions after 12 to 25
/// random moves, and three positions where the shallower search alone keeps it.
void deeper(int depth, int more, int positions) {
    referee::SplitMix64 random(2);
    ConnectFourSolver solver(64);
    Count both = 0;
    Count neither = 0;
    Count deep_only = 0;
    std::vector<std::string> shallow_only;
    for (int i = 0; i < positions; ++i) {
        const Line line = random_line(random, 12 + random.below(14));
        Watch watch({});
        const int value = sign(solver.score(line.position, watch));
        const auto keeps = [&](int plies) {
            const auto moves = ConnectFour::moves(line.position);
            const Move move = search::alphabeta_move<ConnectFour>(line.position, moves, plies).move;
            return sign(solver.score_of(line.position, move, watch)) == value;
        };
        const bool shallow = keeps(depth);
        const bool deep = keeps(depth + more);
        both += shallow && deep ? 1U : 0U;
        neither += !shallow && !deep ? 1U : 0U;
        deep_only += !shallow && deep ? 1U : 0U;
        if (shallow && !deep) {
            shallow_only.push_back(line.moves);
        }
    }
    std::printf("%d %llu %zu %llu %llu", positions, both, shallow_only.size(), deep_only, neither);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, shallow_only.size()); ++i) {
        std::printf(" %s", shallow_only[i].c_str());
    }
    std::printf("\n");
}

/// The score of the empty board, and what it took.
void solve_empty(std::size_t megabytes) {
    ConnectFourSolver solver(megabytes);
    Watch watch({});
    int score = 0;
    const double seconds = bench::seconds([&] { score = solver.score(Position{}, watch); });
    std::printf("%d %llu %.1f\n", score, static_cast<Count>(watch.nodes()), seconds);
}

bool values() {
    ConnectFourSolver solver(64);
    for (std::string moves; std::getline(std::cin, moves);) {
        Position position;
        for (const char column : moves) {
            const Move move(column - '1');
            if (column < '1' || column > '7' || Rules::ending(position) || !Rules::is_legal(position, move)) {
                std::fprintf(stderr, "bench_connect_four: no moves: %s\n", moves.c_str());
                return false;
            }
            position = Rules::after(position, move);
        }
        if (Rules::ending(position)) {
            std::fprintf(stderr, "bench_connect_four: the game is over: %s\n", moves.c_str());
            return false;
        }
        Watch watch({});
        std::printf("%d\n", solver.score(position, watch));
    }
    return true;
}

} // namespace bench
