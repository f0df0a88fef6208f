#pragma once
// A game of two moves whose whole tree is written in the test.

#include <array>
#include <cstddef>
#include <vector>

namespace search {

/// The root 0 has the nodes 1 and 2, which have two leaves each: 3 and 4, and 5 and 6. kLeaves are the scores
/// of the leaves for the side at the root; kEstimates are the evaluations of 0, 1 and 2 for the side to move
/// there.
template<std::array<int, 4> kLeaves, std::array<int, 3> kEstimates = std::array<int, 3>{}>
struct FourLeaves {
    using Rules = FourLeaves;
    using Position = int;
    using Move = int; ///< the node that it leads to
    using Moves = std::vector<int>;

    inline static std::vector<int> leaves_visited{};

    static Moves moves(const Position& node) {
        return node > 2 ? Moves{} : Moves{2 * node + 1, 2 * node + 2};
    }
    static bool is_legal(const Position&, const Move&) { return true; }
    static Position after(const Position&, const Move& child) { return child; }
    static bool is_finished(const Position& node) { return node > 2; }
    static int finished_score(const Position& leaf, int) {
        leaves_visited.push_back(leaf);
        return kLeaves[static_cast<std::size_t>(leaf - 3)]; // two plies below the root: the same side
    }
    static int evaluation(const Position& node) { return kEstimates[static_cast<std::size_t>(node)]; }
};

} // namespace search
