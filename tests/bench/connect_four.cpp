// What the report on a Connect Four program says of searches, counted and timed, for
// scripts/experiments/connect-four. `bench_connect_four MEASURE [NUMBER ...]` prints one line:
//
//   same DEPTH                        POSITIONS DIFFERENT MINIMAX_NODES ALPHABETA_NODES
//   nodes minimax|alphabeta DEPTH     NODES MS
//   first-moves DEPTH                 VALUE ...
//   deeper DEPTH MORE COUNT           POSITIONS BOTH LESS_ONLY MORE_ONLY NEITHER [MOVES ...]
//   evaluation DEPTH                  SECONDS SECONDS
//   order DEPTH                       BEST GIVEN WORST BOUND
//   end                               POSITIONS DIFFERENT
//   fours                             NS NS
//   playouts                          NS
//   patterns COUNT                    FIRED WON BY_MOVE DEFENDED OF
//   late-cut DEPTH                    NODES NODES DIFFERENT
//   empty MEGABYTES                   SCORE NODES SECONDS
//   values < LINES_OF_MOVES           a SCORE a line
//
// Above each function is what it measures.

#include "agents/connect_four/connect_four.hpp"

#include "agents/connect_four/solver.hpp"
#include "agents/connect_four/threats.hpp"
#include "agents/search/alphabeta.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"
#include "referee/base/splitmix64.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/bench/processor_time.hpp"
#include "tests/support/connect_four_solved.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

using connect_four::Cells;
using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using referee::tests::kSolvedPositions;
using referee::tests::position_after;
using search::ConnectFour;
using search::ConnectFourSolver;
using search::NodeCount;
using search::Watch;
using Count = unsigned long long;

struct Line {
    Position position;
    std::string moves;
};

/// A random game of `plies` moves that is not over.
Line random_line(referee::SplitMix64& random, std::uint64_t plies) {
    for (;;) {
        Line line;
        while (line.moves.size() < plies && !Rules::ending(line.position)) {
            const auto moves = Rules::moves(line.position);
            const Move move = moves[random.below(moves.size())];
            line.position = Rules::after(line.position, move);
            line.moves += std::to_string(move.column() + 1);
        }
        if (!Rules::ending(line.position)) {
            return line;
        }
    }
}

int sign(int score) {
    return (score > 0) - (score < 0);
}

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

/// Nodes and milliseconds of a search, the average of 20 positions after 7 moves.
void nodes(bool is_minimax, int depth) {
    constexpr int kPositions = 20;
    referee::SplitMix64 random(1);
    std::uint64_t visited = 0;
    double seconds = 0;
    for (int i = 0; i < kPositions; ++i) {
        const Position position = random_line(random, 7).position;
        const auto moves = ConnectFour::moves(position);
        const NodeCount count(visited);
        seconds += bench::seconds([&] {
            static_cast<void>(is_minimax
                                  ? search::minimax_move<ConnectFour>(position, moves, depth, count)
                                  : search::alphabeta_move<ConnectFour>(position, moves, depth, count));
        });
    }
    std::printf("%.0f %.3f\n", static_cast<double>(visited) / kPositions, 1000 * seconds / kPositions);
}

/// The value of each first move for the side that makes it, searched to `depth` by alpha-beta.
void first_moves(int depth) {
    for (const Move move : Rules::moves(Position{})) {
        const Position next = Rules::after(Position{}, move);
        std::printf("%d%s", -search::alphabeta_value<ConnectFour>(next, 1, depth, {}),
                    move.column() + 1 < connect_four::kColumns ? " " : "\n");
    }
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

struct WithoutWeights : ConnectFour {
    [[nodiscard]] static constexpr int evaluation(const Position&) noexcept { return 0; }
};

/// Seconds for a million nodes of minimax, whose tree is the same whatever the evaluation is.
template<class G>
double seconds_of_minimax(int depth) {
    referee::SplitMix64 random(1);
    std::uint64_t visited = 0;
    const double seconds = bench::seconds([&] {
        for (int i = 0; i < 20; ++i) {
            const Position position = random_line(random, 7).position;
            static_cast<void>(
                search::minimax_move<G>(position, G::moves(position), depth, NodeCount(visited)));
        }
    });
    return 1e6 * seconds / static_cast<double>(visited);
}

enum class Order { Best, Given, Worst };

/// Connect Four with moves in the order of what they are worth at the depth of the search, and leaves
/// counted.
struct Ordered : ConnectFour {
    inline static Order order = Order::Given;
    inline static int depth = 0;
    inline static std::size_t root_discs = 0;
    inline static Count leaves = 0;

    [[nodiscard]] static Moves moves(const Position& position) {
        Moves found = ConnectFour::moves(position);
        if (order == Order::Given) {
            return found;
        }
        const int ply = static_cast<int>(discs(position) - root_discs);
        std::array<int, connect_four::kColumns> worth{};
        for (const Move move : found) {
            worth[static_cast<std::size_t>(move.column())] =
                search::alphabeta_value<ConnectFour>(ConnectFour::after(position, move), ply + 1, depth, {});
        }
        std::stable_sort(found.begin(), found.end(), [&](const Move& a, const Move& b) {
            const int left = worth[static_cast<std::size_t>(a.column())];
            const int right = worth[static_cast<std::size_t>(b.column())];
            return order == Order::Best ? left < right : left > right; // values of the opponent
        });
        return found;
    }
    [[nodiscard]] static int finished_score(const Position& position, int ply) {
        ++leaves;
        return ConnectFour::finished_score(position, ply);
    }
    [[nodiscard]] static int evaluation(const Position& position) {
        ++leaves;
        return ConnectFour::evaluation(position);
    }
    [[nodiscard]] static std::size_t discs(const Position& position) {
        return static_cast<std::size_t>(std::popcount(position.taken()));
    }
};

/// Leaves of alpha-beta, the average of 5 positions, with the best moves first, in the given order, with the
/// worst first, and the least number for a tree of width 7 after Knuth and Moore.
void order(int depth) {
    constexpr int kPositions = 5;
    for (const Order kind : {Order::Best, Order::Given, Order::Worst}) {
        referee::SplitMix64 random(1);
        Ordered::order = kind;
        Ordered::depth = depth;
        Ordered::leaves = 0;
        for (int i = 0; i < kPositions; ++i) {
            const Position position = random_line(random, 7).position;
            Ordered::root_discs = Ordered::discs(position);
            static_cast<void>(search::alphabeta_value<Ordered>(position, 0, depth, {}));
        }
        std::printf("%llu ", Ordered::leaves / kPositions);
    }
    std::printf("%.0f\n", std::pow(7, depth / 2) + std::pow(7, (depth + 1) / 2) - 1);
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

/// Four in a row as it is written without bitboards: from each cell in four directions.
bool has_four_by_loops(Cells cells) {
    const auto holds = [cells](int column, int row) {
        return column >= 0 && column < connect_four::kColumns && row >= 0 && row < connect_four::kRows &&
               (cells >> (column * connect_four::kStride + row) & 1) != 0;
    };
    constexpr std::array<std::array<int, 2>, 4> kSteps{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int column = 0; column < connect_four::kColumns; ++column) {
        for (int row = 0; row < connect_four::kRows; ++row) {
            for (const auto& [across, up] : kSteps) {
                int length = 0;
                while (length < 4 && holds(column + length * across, row + length * up)) {
                    ++length;
                }
                if (length == 4) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Nanoseconds of a test for four in a row by shifts, and by loops over cells.
void fours() {
    std::vector<Cells> boards(1000);
    referee::SplitMix64 random(1);
    for (Cells& board : boards) {
        board = random_line(random, 10 + random.below(20)).position.theirs();
    }
    const auto ns = [&](int rounds, const auto& has_four) {
        Count found = 0;
        const double seconds = bench::seconds([&] {
            for (int round = 0; round < rounds; ++round) {
                for (const Cells cells : boards) {
                    found += has_four(cells ^ static_cast<Cells>(round & 1)) ? 1U : 0U;
                }
            }
        });
        if (found == 12345678) { // the result is used
            std::puts("");
        }
        return 1e9 * seconds / rounds / static_cast<double>(boards.size());
    };
    std::printf("%.2f %.2f\n", ns(20000, connect_four::has_four), ns(200, has_four_by_loops));
}

/// Nanoseconds of a random game from the empty board.
void playouts() {
    constexpr int kGames = 300'000;
    referee::SplitMix64 random(1);
    Count won = 0;
    const double seconds = bench::seconds([&] {
        for (int i = 0; i < kGames; ++i) {
            Position position;
            while (!ConnectFour::is_finished(position)) {
                const auto moves = ConnectFour::moves(position);
                position = ConnectFour::after(position, moves[random.below(moves.size())]);
            }
            won += connect_four::has_four(position.theirs()) ? 1U : 0U;
        }
    });
    std::printf("%.0f%s\n", 1e9 * seconds / kGames, won == 0 ? "!" : "");
}

/// Whether the opponent would win at once if it were to move.
bool opponent_threatens(const Position& position) {
    return (search::threats(position.theirs(), position.taken()) & position.free_cells()) != 0;
}

/// In `count` positions of random games, after 14 to 27 moves, where no side wins at once: a pattern of the
/// side to move fires; the position is won; the pattern's move wins. And as many where the opponent has a
/// pattern, and the position is not lost: the only move after which there is no pattern keeps that.
void count_patterns(int count) {
    referee::SplitMix64 random(3);
    ConnectFourSolver solver(64);
    int fired = 0;
    int won = 0;
    int by_move = 0;
    while (fired < count) {
        const Line line = random_line(random, 14 + random.below(14));
        const auto ruled = search::apply_rules<ConnectFour>(line.position, ConnectFour::pattern_move);
        if (ruled.rule != search::Rule::WinInTwo || opponent_threatens(line.position)) {
            continue;
        }
        ++fired;
        Watch watch({});
        won += solver.score(line.position, watch) > 0 ? 1 : 0;
        by_move += solver.score_of(line.position, ruled.candidates[0], watch) > 0 ? 1 : 0;
    }
    int defended = 0;
    int threatened = 0;
    while (threatened < count) {
        const Line line = random_line(random, 14 + random.below(14));
        const auto ruled = search::apply_rules<ConnectFour>(line.position, ConnectFour::pattern_move);
        if (ruled.rule != search::Rule::StopWinInTwo || opponent_threatens(line.position)) {
            continue;
        }
        Watch watch({});
        const int value = sign(solver.score(line.position, watch));
        if (value < 0) {
            continue;
        }
        ++threatened;
        defended += sign(solver.score_of(line.position, ruled.candidates[0], watch)) == value ? 1 : 0;
    }
    std::printf("%d %d %d %d %d\n", fired, won, by_move, defended, threatened);
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

/// Nodes of alpha-beta and of late_cut_value() in 20 positions after 7 moves, and where their values differ.
void late_cut(int depth) {
    referee::SplitMix64 random(1);
    std::uint64_t right = 0;
    std::uint64_t late = 0;
    Count different = 0;
    for (int i = 0; i < 20; ++i) {
        const Position position = random_line(random, 7).position;
        const int expected = search::alphabeta_value<ConnectFour>(position, 0, depth, {}, NodeCount(right));
        different += late_cut_value(position, 0, depth, {}, NodeCount(late)) != expected ? 1U : 0U;
    }
    std::printf("%llu %llu %llu\n", static_cast<Count>(right), static_cast<Count>(late), different);
}

/// The score of the empty board, and what it took.
void solve_empty(std::size_t megabytes) {
    ConnectFourSolver solver(megabytes);
    Watch watch({});
    int score = 0;
    const double seconds = bench::seconds([&] { score = solver.score(Position{}, watch); });
    std::printf("%d %llu %.1f\n", score, static_cast<Count>(watch.nodes()), seconds);
}

/// Returns false when a line is no list of moves.
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

/// What to measure; `numbers` are the words after its name.
struct Measure {
    std::size_t arguments;
    std::function<void(const std::vector<int>& numbers)> run;
};

const std::map<std::string_view, Measure> kMeasures{
    {"same", {1, [](const auto& numbers) { same(numbers[0]); }}},
    {"first-moves", {1, [](const auto& numbers) { first_moves(numbers[0]); }}},
    {"deeper", {3, [](const auto& numbers) { deeper(numbers[0], numbers[1], numbers[2]); }}},
    {"evaluation",
     {1,
      [](const auto& numbers) {
          std::printf("%.4f %.4f\n", seconds_of_minimax<ConnectFour>(numbers[0]),
                      seconds_of_minimax<WithoutWeights>(numbers[0]));
      }}},
    {"order", {1, [](const auto& numbers) { order(numbers[0]); }}},
    {"end", {0, [](const auto&) { end_of_the_game(); }}},
    {"fours", {0, [](const auto&) { fours(); }}},
    {"playouts", {0, [](const auto&) { playouts(); }}},
    {"patterns", {1, [](const auto& numbers) { count_patterns(numbers[0]); }}},
    {"late-cut", {1, [](const auto& numbers) { late_cut(numbers[0]); }}},
    {"empty", {1, [](const auto& numbers) { solve_empty(static_cast<std::size_t>(numbers[0])); }}},
};

int usage() {
    std::fputs(
        "usage: bench_connect_four MEASURE [NUMBER ...]; see the head of tests/bench/connect_four.cpp\n",
        stderr);
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words == std::vector<std::string_view>{"values"}) {
        return values() ? 0 : 2;
    }
    if (words.size() == 3 && words[0] == "nodes" && (words[1] == "minimax" || words[1] == "alphabeta")) {
        const auto depth = bench::number(words[2], 1, search::kMaxDepth);
        if (!depth) {
            return usage();
        }
        nodes(words[1] == "minimax", static_cast<int>(*depth));
        return 0;
    }
    const auto measure = kMeasures.find(words.empty() ? "" : words[0]);
    if (measure == kMeasures.end() || measure->second.arguments + 1 != words.size()) {
        return usage();
    }
    std::vector<int> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = bench::number(words[i], 1, 1'000'000);
        if (!number) {
            return usage();
        }
        numbers.push_back(static_cast<int>(*number));
    }
    try {
        measure->second.run(numbers);
    } catch (const std::bad_alloc&) {
        std::fputs("bench_connect_four: there is less memory than that\n", stderr);
        return 2;
    }
    return 0;
}
