#pragma once
// The ratings of one group of agents that met each other, and how far they may be wrong, in natural units.
// Source: docs/statistics.md, "Ratings of many".

#include "sprt/stats/ratings/results.hpp"

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

namespace sprt {

/// A pairing of a group, by the places of its agents in the group.
struct Edge {
    std::size_t pairing; ///< in a Crosstable
    Eigen::Index a;
    Eigen::Index b;
    PairScores seen;

    /// The variance of the agents' difference.
    [[nodiscard]] double of_difference(const Eigen::MatrixXd& covariance) const {
        return covariance(a, a) - 2 * covariance(a, b) + covariance(b, b);
    }
};

/// Natural parameters whose mean is 0, by maximum likelihood or with Jeffreys' prior.
class GroupFit {
  public:
    GroupFit(std::vector<Edge> edges, std::size_t agents, bool has_prior);

    [[nodiscard]] const Eigen::VectorXd& theta() const noexcept { return theta_; }
    [[nodiscard]] const std::vector<Edge>& edges() const noexcept { return edges_; }
    /// The expected pair score of agent a of edge k.
    [[nodiscard]] double won(std::size_t k) const { return won_[static_cast<Eigen::Index>(k)]; }
    /// How far the ratings follow edge k alone, 0 to 1.
    [[nodiscard]] double leverage(std::size_t k) const { return leverage_[static_cast<Eigen::Index>(k)]; }

    /// The covariance of theta; `spread` is that of the scores, by agent.
    [[nodiscard]] Eigen::MatrixXd covariance(Eigen::MatrixXd spread) const;

    /// The spread of scores when each pair is independent of all others.
    [[nodiscard]] Eigen::MatrixXd spread_by_pair() const;

  private:
    /// Of each edge: its pairs, those of the prior too, times p q.
    [[nodiscard]] Eigen::VectorXd information() const;
    void expect();
    /// Fisher scoring.
    void solve();

    std::vector<Edge> edges_;
    Eigen::Index size_;
    bool has_prior_;
    Eigen::VectorXd theta_;
    Eigen::VectorXd won_;      ///< p, by edge
    Eigen::VectorXd leverage_; ///< n p q x' S x, by edge
};

} // namespace sprt
