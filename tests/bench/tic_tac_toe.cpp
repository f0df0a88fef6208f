// What the article on minimax says of Tic-Tac-Toe, counted, for scripts/experiments/tic-tac-toe.
// `bench_tic_tac_toe MEASURE [WORD ...]` prints one line:
//
//   tree                           NODES GAMES FIRST_WINS SECOND_WINS DRAWS VALUE, of plain minimax
//   positions                      POSITIONS DIFFERENT WRONG, see print_positions()
//   order NAME sign|distance       NODES VALUE of alpha-beta from the empty board
//   pseudo-code                    NODES of alpha-beta whose recursion calls minimax
//   uniform WIDTH DEPTH ORDER      LEAVES BOUND of alpha-beta in a tree of random leaves
//
// NAME is rows, backwards, centre (centre, corners, edges), edges (edges, corners, centre), best or worst. By
// sign values are 1, 0 and -1; by distance the sooner win is worth more. ORDER is best, given or worst; BOUND
// is the least number of leaves after Knuth and Moore.

#include "agents/tic_tac_toe/tic_tac_toe.hpp"

#include "agents/search/minimax.hpp"
#include "referee/base/seed.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/support/printed_alphabeta.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using search::NodeCount;
using search::TicTacToe;
using Position = TicTacToe::Position;
using Move = TicTacToe::Move;
using Count = unsigned long long;

constexpr int kDepth = tic_tac_toe::kSquares;

struct Games {
    Count first = 0;
    Count second = 0;
    Count drawn = 0;
};

void count_games(const Position& position, Games& games) {
    if (TicTacToe::is_finished(position)) {
        const bool is_drawn = !tic_tac_toe::has_line(position.theirs());
        ++(is_drawn ? games.drawn : position.to_move == referee::Side::Second ? games.first : games.second);
        return;
    }
    for (const Move move : TicTacToe::moves(position)) {
        count_games(TicTacToe::after(position, move), games);
    }
}

void print_tree() {
    std::uint64_t nodes = 0;
    const int value = search::max_value<TicTacToe>(Position(), 0, kDepth, NodeCount(nodes));
    Games games;
    count_games(Position(), games);
    std::printf("%llu %llu %llu %llu %llu %d\n", static_cast<Count>(nodes),
                games.first + games.second + games.drawn, games.first, games.second, games.drawn, value);
}

using Boards = std::map<std::pair<unsigned, unsigned>, Position>;

void collect(const Position& position, Boards& boards) {
    if (boards.try_emplace({position.marks[0], position.marks[1]}, position).second) {
        for (const Move move : TicTacToe::moves(position)) {
            collect(TicTacToe::after(position, move), boards);
        }
    }
}

/// The value with best play: 1, 0 or -1 for the side to move.
int value_of(const Position& position) {
    static std::map<std::pair<unsigned, unsigned>, int> known;
    const auto [place, is_new] = known.try_emplace({position.marks[0], position.marks[1]});
    if (is_new) {
        int best =
            TicTacToe::is_finished(position) ? (tic_tac_toe::has_line(position.theirs()) ? -1 : 0) : -1;
        for (const Move move : TicTacToe::moves(position)) {
            best = std::max(best, -value_of(TicTacToe::after(position, move)));
        }
        known[{position.marks[0], position.marks[1]}] = best;
        return best;
    }
    return place->second;
}

/// The positions that are not finished, how many there are where alpha-beta finds another value or move than
/// minimax, and where the move of minimax loses value.
void print_positions() {
    Boards boards;
    collect(Position(), boards);
    Count unfinished = 0;
    Count different = 0;
    Count wrong = 0;
    for (const auto& [marks, position] : boards) {
        if (TicTacToe::is_finished(position)) {
            continue;
        }
        ++unfinished;
        const auto moves = TicTacToe::moves(position);
        const auto slow = search::minimax_move<TicTacToe>(position, moves, kDepth);
        const auto fast = search::alphabeta_move<TicTacToe>(position, moves, kDepth);
        different += slow.value != fast.value || !(slow.move == fast.move) ? 1U : 0U;
        wrong += -value_of(TicTacToe::after(position, slow.move)) != value_of(position) ? 1U : 0U;
    }
    std::printf("%llu %llu %llu\n", unfinished, different, wrong);
}

/// The moves by a rank of squares, the lowest first.
struct ByRank {
    std::array<int, kDepth> rank;

    void sort(const Position&, TicTacToe::Moves& moves) const {
        std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            return rank[static_cast<std::size_t>(a.square())] < rank[static_cast<std::size_t>(b.square())];
        });
    }
};
constexpr ByRank kRows{{0, 1, 2, 3, 4, 5, 6, 7, 8}};
constexpr ByRank kBackwards{{8, 7, 6, 5, 4, 3, 2, 1, 0}};
constexpr ByRank kCentreFirst{{1, 2, 1, 2, 0, 2, 1, 2, 1}};
constexpr ByRank kEdgesFirst{{1, 0, 1, 0, 2, 0, 1, 0, 1}};

/// The moves by what they are worth.
struct ByValue {
    bool best_first;

    void sort(const Position& position, TicTacToe::Moves& moves) const {
        std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            const int left = value_of(TicTacToe::after(position, a));
            const int right = value_of(TicTacToe::after(position, b));
            return best_first ? left < right : left > right; // values of the opponent
        });
    }
};
constexpr ByValue kBest{true};
constexpr ByValue kWorst{false};

template<const auto& kOrder, bool kIsBySign>
struct Ordered : TicTacToe {
    [[nodiscard]] static Moves moves(const Position& position) {
        auto found = TicTacToe::moves(position);
        kOrder.sort(position, found);
        return found;
    }
    /// By sign a win is 1, far below the end of the window: it cuts off nothing at the root.
    [[nodiscard]] static int finished_score(const Position& position, int ply) {
        const int score = TicTacToe::finished_score(position, ply);
        return kIsBySign ? (score > 0) - (score < 0) : score;
    }
};

/// Alpha-beta from the root on, as one function of the article: the root has the window of an inner node.
template<const auto& kOrder>
void print_order(bool is_by_sign) {
    std::uint64_t nodes = 0;
    const NodeCount count(nodes);
    const search::Window window{};
    const int value =
        is_by_sign ? search::alphabeta_value<Ordered<kOrder, true>>(Position(), 0, kDepth, window, count)
                   : search::alphabeta_value<Ordered<kOrder, false>>(Position(), 0, kDepth, window, count);
    std::printf("%llu %d\n", static_cast<Count>(nodes), value);
}

/// Returns false when there is no order of that name.
bool print_order_named(std::string_view name, bool is_by_sign) {
    if (name == "rows") {
        print_order<kRows>(is_by_sign);
    } else if (name == "backwards") {
        print_order<kBackwards>(is_by_sign);
    } else if (name == "centre") {
        print_order<kCentreFirst>(is_by_sign);
    } else if (name == "edges") {
        print_order<kEdgesFirst>(is_by_sign);
    } else if (name == "best") {
        print_order<kBest>(is_by_sign);
    } else if (name == "worst") {
        print_order<kWorst>(is_by_sign);
    } else {
        return false;
    }
    return true;
}

enum class LeafOrder { Best, Given, Worst };

/// A tree of random leaves, each inner node with `width` children, as a Game. There is one at a time.
struct Uniform {
    struct Node {
        std::size_t level = 0;
        std::size_t place = 0; ///< among the nodes of its level
        bool operator==(const Node&) const = default;
    };
    using Rules = Uniform;
    using Position = Node;
    using Move = std::size_t;
    using Moves = std::vector<std::size_t>;

    inline static std::size_t width = 0;
    inline static std::vector<std::vector<int>> values{}; ///< by level and place, for the side to move
    inline static LeafOrder order = LeafOrder::Given;

    static void make(std::size_t wide, std::size_t depth) {
        width = wide;
        std::size_t leaves = 1;
        for (std::size_t level = 0; level < depth; ++level) {
            leaves *= width;
        }
        referee::SplitMix64 random(1);
        values.assign(depth + 1, {});
        values[depth].resize(leaves);
        for (int& value : values[depth]) {
            value = static_cast<int>(random.below(1000000000));
        }
        for (std::size_t level = depth; level-- > 0;) {
            leaves /= width;
            for (std::size_t place = 0; place < leaves; ++place) {
                const auto* const first = &values[level + 1][place * width];
                values[level].push_back(-*std::min_element(first, first + width));
            }
        }
    }

    [[nodiscard]] static bool is_finished(const Node& node) { return node.level + 1 == values.size(); }
    [[nodiscard]] static Moves moves(const Node& node) {
        Moves found(width);
        for (std::size_t i = 0; i < width; ++i) {
            found[i] = node.place * width + i;
        }
        const auto& worth = values[node.level + 1];
        if (order != LeafOrder::Given) {
            std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
                return order == LeafOrder::Best ? worth[a] < worth[b] : worth[a] > worth[b];
            });
        }
        return found;
    }
    [[nodiscard]] static bool is_legal(const Node&, Move) { return true; }
    [[nodiscard]] static Node after(const Node& node, Move place) { return {node.level + 1, place}; }
    [[nodiscard]] static int finished_score(const Node& node, int) { return values[node.level][node.place]; }
    [[nodiscard]] static int evaluation(const Node& node) { return values[node.level][node.place]; }
};

constexpr double kMostLeaves = 1e7;

/// Counts the leaves alone.
template<class G>
struct CountLeaves : G {
    inline static Count leaves = 0;
    [[nodiscard]] static int finished_score(const typename G::Position& node, int ply) {
        ++leaves;
        return G::finished_score(node, ply);
    }
};

bool print_uniform(std::uint64_t width, std::uint64_t depth, std::string_view order) {
    if (order != "best" && order != "given" && order != "worst") {
        return false;
    }
    Uniform::make(width, depth);
    Uniform::order = order == "best"    ? LeafOrder::Best
                     : order == "given" ? LeafOrder::Given
                                        : LeafOrder::Worst;
    static_cast<void>(search::alphabeta_value<CountLeaves<Uniform>>({}, 0, static_cast<int>(depth) + 1, {}));
    Count half = 1;
    Count rest = 1;
    for (std::uint64_t level = 0; level < depth; ++level) {
        (level < depth / 2 ? half : rest) *= width;
    }
    std::printf("%llu %llu\n", CountLeaves<Uniform>::leaves, half + half * (depth % 2 == 1 ? width : 1) - 1);
    return true;
}

void print_pseudo_code() {
    std::uint64_t nodes = 0;
    static_cast<void>(search::printed_alphabeta(Position(), {}, NodeCount(nodes)));
    std::printf("%llu\n", static_cast<Count>(nodes));
}

/// Measures what `words` ask for. Returns false when they ask for nothing that there is.
bool measure(const std::vector<std::string_view>& words) {
    const std::string_view what = words.empty() ? "" : words[0];
    if (words.size() == 1 && what == "tree") {
        print_tree();
        return true;
    }
    if (words.size() == 1 && what == "positions") {
        print_positions();
        return true;
    }
    if (words.size() == 1 && what == "pseudo-code") {
        print_pseudo_code();
        return true;
    }
    if (words.size() == 3 && what == "order" && (words[2] == "sign" || words[2] == "distance")) {
        return print_order_named(words[1], words[2] == "sign");
    }
    if (words.size() == 4 && what == "uniform") {
        const auto width = bench::number(words[1], 1, 50);
        const auto depth = bench::number(words[2], 1, 20);
        return width && depth && std::pow(*width, *depth) < kMostLeaves &&
               print_uniform(*width, *depth, words[3]);
    }
    return false;
}

} // namespace

int main(int argc, char** argv) {
    if (!measure({argv + 1, argv + argc})) {
        std::fputs("usage: bench_tic_tac_toe tree | positions | pseudo-code | order NAME sign|distance | "
                   "uniform WIDTH DEPTH best|given|worst (10 million leaves at most)\n",
                   stderr);
        return 2;
    }
    return 0;
}
