#pragma once
// Monte Carlo tree search: positions are judged by games played out at random.
// Source: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006 (UCT); flat Monte Carlo as in the
// Connect Four report: as many playouts for each candidate, then the best share of wins.

#include "agents/search/game.hpp"
#include "referee/base/splitmix64.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace search {

/// UCT follows the tree where w/n + c * sqrt(ln t / n) is greatest: w of a move's n visits were won, its
/// parent has t.
struct MctsSettings {
    double exploration = 0.5; ///< c
    bool is_flat = false;     ///< playouts for the moves of the position only, no tree below them
    /// A playout ends after so many plies, won by who looks better then. In a game where random play leads
    /// nowhere short playouts say more, and there are more of them.
    int playout_plies = 8;
    std::size_t tree_bytes = std::size_t{64} << 20; ///< the tree stops growing there, the search goes on
};

/// What the playouts of one move may take. At least one is made.
struct MctsLimits {
    std::uint64_t playouts = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::chrono::steady_clock::time_point> deadline{};
};

template<class Move>
struct MctsResult {
    Move move{};
    double win_rate = 0; ///< of the move's playouts, draws count half
    std::uint64_t playouts = 0;
    std::size_t tree_nodes = 0;
    std::vector<Move> line{}; ///< the moves visited most, the chosen one first
};

/// With the same seed the same calls with a limit of playouts give the same moves.
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
        , most_nodes_(std::min<std::size_t>(settings.tree_bytes / sizeof(Node), kNoChildren)) {
        tree_.reserve(most_nodes_); // no pause later to move it; memory is taken when it is written to
    }

    /// The move visited most, of those the one won most; flat: the one won most. `position` must not be
    /// finished. The tree is built anew.
    [[nodiscard]] Result search(const Position& position, const MctsLimits& limits) {
        tree_.clear();
        tree_.emplace_back();
        add_children(0, position);
        std::uint64_t playouts = 0;
        do {
            settings_.is_flat ? try_next_move(position, playouts) : descend(position);
            ++playouts;
        } while (playouts < limits.playouts &&
                 !(limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline));
        const Node& best = tree_[best_child(0)];
        return {best.move, best.win_rate(), playouts, tree_.size(), line()};
    }

  private:
    static constexpr std::uint32_t kNoChildren = std::numeric_limits<std::uint32_t>::max();

    struct Node {
        Move move{};                          ///< that leads here
        std::uint32_t children = kNoChildren; ///< the first one; they stand side by side
        std::uint32_t child_count = 0;
        std::uint32_t visits = 0;
        std::uint64_t half_wins = 0; ///< of the side that made `move`: 2 for a win, 1 for a draw

        [[nodiscard]] double win_rate() const noexcept {
            return visits == 0 ? 0 : static_cast<double>(half_wins) / (2.0 * visits);
        }
    };

    /// The moves of `position`, which is the node's. False when the tree is full, but for the root.
    bool add_children(std::size_t parent, const Position& position) {
        moves_.clear();
        if constexpr (RankedGame<G>) { // the greatest gain is tried first
            G::visit_by_gain(position, [this](const Move& move, int) {
                moves_.push_back(move);
                return false;
            });
        } else {
            const Moves moves = G::moves(position);
            moves_.assign(moves.begin(), moves.end());
        }
        if (parent != 0 && tree_.size() + moves_.size() > most_nodes_) {
            return false;
        }
        tree_[parent].children = static_cast<std::uint32_t>(tree_.size());
        tree_[parent].child_count = static_cast<std::uint32_t>(moves_.size());
        for (const Move& move : moves_) {
            tree_.push_back(Node{.move = move});
        }
        return true;
    }

    void try_next_move(const Position& position, std::uint64_t playouts) {
        const std::size_t child = tree_[0].children + playouts % tree_[0].child_count;
        count_visit(child, 2 - play_out(G::after(position, tree_[child].move)));
    }

    /// Down the tree to a position that was not visited before, one playout from there, and up again.
    void descend(Position position) {
        path_.assign(1, 0);
        std::size_t node = 0;
        while (tree_[node].children != kNoChildren) {
            node = most_promising_child(node);
            path_.push_back(node);
            position = G::after(position, tree_[node].move);
            if (tree_[node].visits == 0) {
                break;
            }
            if (tree_[node].children == kNoChildren && !G::is_finished(position) &&
                !add_children(node, position)) {
                break;
            }
        }
        unsigned half_wins = 2 - play_out(position); // of the side that has just moved
        for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
            count_visit(*step, half_wins);
            half_wins = 2 - half_wins;
        }
    }

    void count_visit(std::size_t node, unsigned half_wins) noexcept {
        ++tree_[node].visits;
        tree_[node].half_wins += half_wins;
    }

    [[nodiscard]] std::size_t most_promising_child(std::size_t parent) const noexcept {
        const std::size_t first = tree_[parent].children;
        const double log_visits = std::log(static_cast<double>(std::max(tree_[parent].visits, 1U)));
        std::size_t chosen = first;
        double best = -1;
        for (std::size_t child = first; child < first + tree_[parent].child_count; ++child) {
            if (tree_[child].visits == 0) {
                return child;
            }
            const double promise =
                tree_[child].win_rate() + settings_.exploration * std::sqrt(log_visits / tree_[child].visits);
            if (promise > best) {
                best = promise;
                chosen = child;
            }
        }
        return chosen;
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

    /// A random game from `position`: 2 when the side to move wins it, 1 for a draw, 0 for a loss.
    [[nodiscard]] unsigned play_out(Position position) noexcept {
        bool is_other_side = false;
        for (int ply = 0; ply < settings_.playout_plies && !G::is_finished(position); ++ply) {
            const Moves moves = G::moves(position);
            position = G::after(position, moves[random_.below(moves.size())]);
            is_other_side = !is_other_side;
        }
        const int score = G::is_finished(position) ? G::finished_score(position, 0) : G::evaluation(position);
        const unsigned half_wins = score > 0 ? 2 : score == 0 ? 1 : 0;
        return is_other_side ? 2 - half_wins : half_wins;
    }

    [[nodiscard]] std::vector<Move> line() const {
        std::vector<Move> moves;
        std::size_t node = 0;
        while (tree_[node].children != kNoChildren && moves.size() < kMaxDepth) {
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
    std::size_t most_nodes_;
    std::vector<Node> tree_;
    std::vector<std::size_t>
        path_;                ///< of the current playout; this and the next are here to be allocated once
    std::vector<Move> moves_; ///< of the node that gets children
};

} // namespace search
