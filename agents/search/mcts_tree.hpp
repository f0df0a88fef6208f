#pragma once
// The tree of Monte Carlo tree search: how often each move was tried, and what that won. The moves come from
// outside; the tree knows no game.
// Source: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006 (UCT).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace search {

/// Nodes are named by their index. The root is node 0; the children of a node are next to each other.
template<class Move>
class MctsTree {
    static constexpr std::uint32_t kNoChildren = std::numeric_limits<std::uint32_t>::max();

  public:
    struct Node {
        Move move{};                          ///< the move that leads to this node
        std::uint32_t children = kNoChildren; ///< index of the first child; the others follow it
        std::uint32_t child_count = 0;
        std::uint32_t visits = 0;
        std::uint64_t half_wins = 0; ///< of the side that made `move`: 2 for a win, 1 for a draw

        [[nodiscard]] bool has_children() const noexcept { return children != kNoChildren; }
        [[nodiscard]] double win_rate() const noexcept {
            return visits == 0 ? 0 : static_cast<double>(half_wins) / (2.0 * visits);
        }
    };

    /// A root without children. The nodes take `bytes` at most, unless the root alone has more children.
    explicit MctsTree(std::size_t bytes)
        : most_nodes_(std::min<std::size_t>(bytes / sizeof(Node), kNoChildren)) {
        nodes_.reserve(most_nodes_); // never moved; the system gives memory when it is touched
        clear();
    }

    void clear() {
        nodes_.clear();
        nodes_.emplace_back();
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] const Node& operator[](std::size_t node) const noexcept { return nodes_[node]; }

    /// Expansion: gives `parent`, which has no children, one for each of `moves`. False when there is no
    /// room; the root always gets its children.
    template<class Moves>
    bool add_children(std::size_t parent, const Moves& moves) {
        if (parent != 0 && nodes_.size() + moves.size() > most_nodes_) {
            return false;
        }
        nodes_[parent].children = static_cast<std::uint32_t>(nodes_.size());
        nodes_[parent].child_count = static_cast<std::uint32_t>(moves.size());
        for (const Move& move : moves) {
            nodes_.push_back(Node{.move = move});
        }
        return true;
    }

    /// Selection: the first child of `parent` that was not visited, otherwise the one for which
    /// w/n + exploration * sqrt(ln t / n) is greatest: w of its n visits were won, `parent` has t visits.
    [[nodiscard]] std::size_t most_promising_child(std::size_t parent, double exploration) const noexcept {
        const std::size_t first = nodes_[parent].children;
        const double log_visits = std::log(static_cast<double>(std::max(nodes_[parent].visits, 1U)));
        std::size_t chosen = first;
        double best = -1;
        for (std::size_t child = first; child < first + nodes_[parent].child_count; ++child) {
            if (nodes_[child].visits == 0) {
                return child;
            }
            const double promise =
                nodes_[child].win_rate() + exploration * std::sqrt(log_visits / nodes_[child].visits);
            if (promise > best) {
                best = promise;
                chosen = child;
            }
        }
        return chosen;
    }

    /// Backpropagation: counts a visit of each node on `path`, the root first. `half_wins` are those of the
    /// side that made the last move; the sides take turns.
    void count_path(const std::vector<std::size_t>& path, unsigned half_wins) noexcept {
        for (auto node = path.rbegin(); node != path.rend(); ++node) {
            count_visit(*node, half_wins);
            half_wins = 2 - half_wins;
        }
    }

    /// Counts a visit of `node` alone.
    void count_visit(std::size_t node, unsigned half_wins) noexcept {
        ++nodes_[node].visits;
        nodes_[node].half_wins += half_wins;
    }

  private:
    std::size_t most_nodes_;
    std::vector<Node> nodes_;
};

} // namespace search
