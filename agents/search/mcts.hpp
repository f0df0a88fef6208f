#pragma once
// Monte Carlo tree search: positions are valued by random games. First the tree, then the random game, then
// the search. Source: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006 (UCT). Flat Monte
// Carlo: the report on a Connect Four program; each candidate gets as many playouts, the best share of wins
// is chosen.

#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"
#include "referee/base/seed.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace search {

// The tree: how often each move was tried, and what that won. The moves come from outside; the tree knows no
// game.

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

/// UCT follows the move for which w/n + c * sqrt(ln t / n) is greatest: w of the n visits of the move were
/// won, and its parent has t visits.
struct MctsSettings {
    double exploration = 0.5; ///< c
    bool is_flat = false;     ///< playouts for the moves of the position only, no tree below them
    /// A playout that is not finished after so many plies is scored by the evaluation. Short playouts are
    /// more accurate in a game where random moves lead nowhere, and there is time for more of them.
    int playout_plies = 8;
    std::size_t tree_bytes = std::size_t{64} << 20; ///< a full tree stops growing; the search continues
};

template<class Move>
struct MctsResult {
    Move move{};
    double win_rate = 0; ///< share of the playouts of `move` that were won; a draw counts half
    std::uint64_t playouts = 0;
    std::size_t tree_nodes = 0;
    std::vector<Move> line{}; ///< the moves visited most, `move` first
};

/// The same seed and the same calls, limited by playouts, give the same moves.
template<Game G>
class Mcts {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Result = MctsResult<Move>;

    Mcts(const MctsSettings& settings, std::uint64_t seed)
        : settings_(settings)
        , random_(seed)
        , tree_(settings.tree_bytes) {}

    /// Ends after as many playouts as `limits` allows nodes, at least one, or at its deadline: the move with
    /// the most visits, among equals the one with the best share of wins; flat: the move with
    /// the best share of wins. `position` must not be finished. Each call builds a new tree.
    [[nodiscard]] Result search(const Position& position, const Limits& limits) {
        tree_.clear();
        list_moves(position);
        tree_.add_children(0, moves_);
        return search_on(position, limits);
    }

    /// The same, choosing among `candidates`, moves of `position`, at least one.
    [[nodiscard]] Result search(const Position& position, const Moves& candidates, const Limits& limits) {
        tree_.clear();
        tree_.add_children(0, candidates);
        return search_on(position, limits);
    }

  private:
    /// Searches the tree, whose root has its children.
    [[nodiscard]] Result search_on(const Position& position, const Limits& limits) {
        std::uint64_t playouts = 0;
        do {
            settings_.is_flat ? try_next_move(position, playouts) : descend(position);
            ++playouts;
        } while (playouts < limits.nodes &&
                 !(limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline));
        const auto& best = tree_[best_child(0)];
        return {best.move, best.win_rate(), playouts, tree_.size(), line()};
    }

    void list_moves(const Position& position) {
        moves_.clear();
        if constexpr (RankedGame<G>) { // so that the greatest gain is tried first
            G::visit_by_gain(position, [this](const Move& move, int) {
                moves_.push_back(move);
                return false;
            });
        } else {
            const Moves moves = G::moves(position);
            moves_.assign(moves.begin(), moves.end());
        }
    }

    void try_next_move(const Position& position, std::uint64_t playouts) {
        const std::size_t child = tree_[0].children + playouts % tree_[0].child_count;
        const Position after = G::after(position, tree_[child].move);
        tree_.count_visit(child, 2 - play_out<G>(after, settings_.playout_plies, random_));
    }

    /// Goes down the tree to a position that was not visited before, makes one playout there, and counts the
    /// result for each position on the way.
    void descend(Position position) {
        path_.assign(1, 0);
        std::size_t node = 0;
        while (tree_[node].has_children()) {
            node = tree_.most_promising_child(node, settings_.exploration);
            path_.push_back(node);
            position = G::after(position, tree_[node].move);
            if (tree_[node].visits == 0) {
                break;
            }
            if (!tree_[node].has_children() && !G::is_finished(position) && !expand(node, position)) {
                break;
            }
        }
        const unsigned half_wins = play_out<G>(position, settings_.playout_plies, random_);
        tree_.count_path(path_, 2 - half_wins); // of the side that has just moved
    }

    /// Gives `node`, whose position is `position`, its children. False when the tree is full.
    bool expand(std::size_t node, const Position& position) {
        list_moves(position);
        return tree_.add_children(node, moves_);
    }

    [[nodiscard]] std::size_t best_child(std::size_t parent) const noexcept {
        const std::size_t first = tree_[parent].children;
        const auto rank = [this](std::size_t child) {
            return std::pair(settings_.is_flat ? 0 : tree_[child].visits, tree_[child].win_rate());
        };
        std::size_t best = first;
        for (std::size_t child = first + 1; child < first + tree_[parent].child_count; ++child) {
            if (rank(child) > rank(best)) {
                best = child;
            }
        }
        return best;
    }

    [[nodiscard]] std::vector<Move> line() const {
        std::vector<Move> moves;
        std::size_t node = 0;
        while (tree_[node].has_children() && moves.size() < kMaxDepth) {
            node = best_child(node);
            if (tree_[node].visits == 0) {
                break;
            }
            moves.push_back(tree_[node].move);
        }
        return moves;
    }

    MctsSettings settings_;
    referee::SplitMix64 random_;
    MctsTree<Move> tree_;
    // Members, so that they are allocated once.
    std::vector<std::size_t> path_; ///< nodes of the current playout, the root first
    std::vector<Move> moves_;       ///< of the node that gets children
};

} // namespace search
