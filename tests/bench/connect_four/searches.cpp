// Minimax and alpha-beta, counted and timed.

#include "agents/connect_four/connect_four.hpp"
#include "agents/search/minimax.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/bench/connect_four/measures.hpp"
#include "tests/bench/connect_four/positions.hpp"
#include "tests/bench/processor_time.hpp"
#include "tests/support/connect_four_solved.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace bench {

using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using referee::tests::kSolvedPositions;
using referee::tests::position_after;
using search::ConnectFour;
using search::NodeCount;
using Count = unsigned long long;

namespace {

struct WithoutWeights : ConnectFour {
    [[nodiscard]] static constexpr int evaluation(const Position&) noexcept { return 0; }
};

/// Seconds for a million nodes of minimax, whose tree is the same whatever the evaluation is.
template<class G>
double seconds_of_minimax(int depth) {
    std::uint64_t visited = 0;
    const auto positions = positions_after_7_moves();
    const double seconds = bench::seconds([&] {
        for (const Position& position : positions) {
            static_cast<void>(
                search::minimax_move<G>(position, G::moves(position), depth, NodeCount(visited)));
        }
    });
    return 1e6 * seconds / static_cast<double>(visited);
}

/// Alpha-beta that cuts off for the second player only where its value is beyond the window, not at its edge.
int late_cut_value(const Position& position, int ply, int depth, search::Window window, NodeCount count) {
    count.visit();
    if (ConnectFour::is_finished(position)) {
        return ConnectFour::finished_score(position, ply);
    }
    if (ply == depth) {
        return ConnectFour::evaluation(position);
    }
    for (const Move move : ConnectFour::moves(position)) {
        const int value = -late_cut_value(ConnectFour::after(position, move), ply + 1, depth, -window, count);
        window.alpha = std::max(window.alpha, value);
        const bool is_late = position.to_move == referee::Side::Second;
        if (is_late ? window.alpha > window.beta : window.alpha >= window.beta) {
            break;
        }
    }
    return window.alpha;
}

} // namespace

/// The solved positions, and how many there are where alpha-beta finds another value or move than minimax.
void same(int depth) {
    Count different = 0;
    std::uint64_t slow_nodes = 0;
    std::uint64_t fast_nodes = 0;
    for (const auto& solved : kSolvedPositions) {
        const Position position = position_after(solved.moves);
        const auto moves = ConnectFour::moves(position);
        const auto slow = search::minimax_move<ConnectFour>(position, moves, depth, NodeCount(slow_nodes));
        const auto fast = search::alphabeta_move<ConnectFour>(position, moves, depth, NodeCount(fast_nodes));
        different += slow.value != fast.value || !(slow.move == fast.move) ? 1U : 0U;
    }
    std::printf("%zu %llu %llu %llu\n", kSolvedPositions.size(), different, static_cast<Count>(slow_nodes),
                static_cast<Count>(fast_nodes));
}

/// Nodes and milliseconds of a search, the average of the positions.
void nodes(bool is_minimax, int depth) {
    std::uint64_t visited = 0;
    const NodeCount count(visited);
    const auto positions = positions_after_7_moves();
    const double seconds = bench::seconds([&] {
        for (const Position& position : positions) {
            const auto moves = ConnectFour::moves(position);
            static_cast<void>(is_minimax
                                  ? search::minimax_move<ConnectFour>(position, moves, depth, count)
                                  : search::alphabeta_move<ConnectFour>(position, moves, depth, count));
        }
    });
    const auto number = static_cast<double>(positions.size());
    std::printf("%.0f %.3f\n", static_cast<double>(visited) / number, 1000 * seconds / number);
}

/// The value of each first move for the side that makes it, searched to `depth` by alpha-beta.
void first_moves(int depth) {
    for (const Move move : Rules::moves(Position{})) {
        const Position next = Rules::after(Position{}, move);
        std::printf("%d%s", -search::alphabeta_value<ConnectFour>(next, 1, depth, {}),
                    move.column() + 1 < connect_four::kColumns ? " " : "\n");
    }
}

/// Seconds for a million nodes, with the weights and with an evaluation of 0.
void evaluation(int depth) {
    std::printf("%.4f %.4f\n", seconds_of_minimax<ConnectFour>(depth),
                seconds_of_minimax<WithoutWeights>(depth));
}

/// The solved positions of the end, and how many there are where alpha-beta to the end of the game finds
/// another value.
void end_of_the_game() {
    Count positions = 0;
    Count different = 0;
    for (const auto& solved : kSolvedPositions) {
        if (solved.moves.size() < 22) {
            continue;
        }
        const Position position = position_after(solved.moves);
        const int value =
            search::alphabeta_move<ConnectFour>(position, ConnectFour::moves(position), Rules::kTurns).value;
        ++positions;
        different += sign(value) != sign(solved.score()) ? 1U : 0U;
    }
    std::printf("%llu %llu\n", positions, different);
}

/// Nodes of alpha-beta and of late_cut_value(), and in how many of the positions their values differ.
void late_cut(int depth) {
    std::uint64_t right = 0;
    std::uint64_t late = 0;
    Count different = 0;
    for (const Position& position : positions_after_7_moves()) {
        const int expected = search::alphabeta_value<ConnectFour>(position, 0, depth, {}, NodeCount(right));
        different += late_cut_value(position, 0, depth, {}, NodeCount(late)) != expected ? 1U : 0U;
    }
    std::printf("%llu %llu %llu\n", static_cast<Count>(right), static_cast<Count>(late), different);
}

} // namespace bench
