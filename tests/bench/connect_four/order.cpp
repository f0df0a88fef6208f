// How many leaves alpha-beta visits by the order of moves.

#include "agents/connect_four/connect_four.hpp"
#include "agents/search/minimax.hpp"
#include "tests/bench/connect_four/measures.hpp"
#include "tests/bench/connect_four/positions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace bench {

using connect_four::Move;
using connect_four::Position;
using search::ConnectFour;
using Count = unsigned long long;

namespace {

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

} // namespace

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

} // namespace bench
