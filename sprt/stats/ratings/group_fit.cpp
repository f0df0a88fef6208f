#include "sprt/stats/ratings/group_fit.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace sprt {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The inverse of a symmetric matrix, of rows that add up to 0, among vectors that do so too.
MatrixXd pseudo_inverse(const MatrixXd& matrix) {
    const auto n = static_cast<double>(matrix.rows());
    const MatrixXd ones = MatrixXd::Constant(matrix.rows(), matrix.cols(), 1 / n);
    return (matrix + ones).ldlt().solve(MatrixXd::Identity(matrix.rows(), matrix.cols())) - ones;
}

/// Sum over edges of weight x x', where x is 1 for agent a and -1 for agent b.
MatrixXd weighed_graph(const std::vector<Edge>& edges, const VectorXd& weights, Eigen::Index size) {
    MatrixXd sum = MatrixXd::Zero(size, size);
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const auto& [pairing, a, b, seen] = edges[k];
        const double weight = weights[static_cast<Eigen::Index>(k)];
        sum(a, a) += weight;
        sum(b, b) += weight;
        sum(a, b) -= weight;
        sum(b, a) -= weight;
    }
    return sum;
}

} // namespace

GroupFit::GroupFit(std::vector<Edge> edges, std::size_t agents, bool has_prior)
    : edges_(std::move(edges))
    , size_(static_cast<Eigen::Index>(agents))
    , has_prior_(has_prior)
    , theta_(VectorXd::Zero(size_))
    , won_(static_cast<Eigen::Index>(edges_.size()))
    , leverage_(won_.size()) {
    solve();
}

MatrixXd GroupFit::covariance(MatrixXd spread) const {
    VectorXd least = VectorXd::Zero(won_.size());
    for (Eigen::Index k = 0; k < won_.size(); ++k) {
        if (has_prior_ || edges_[static_cast<std::size_t>(k)].seen.are_alike()) {
            const double p = won_[k];
            least[k] = leverage_[k] * (p * p + (1 - p) * (1 - p)) / 2;
        }
    }
    spread += weighed_graph(edges_, least, size_);
    const MatrixXd bread = pseudo_inverse(weighed_graph(edges_, information(), size_));
    return bread * spread * bread;
}

MatrixXd GroupFit::spread_by_pair() const {
    VectorXd spread(won_.size());
    for (Eigen::Index k = 0; k < won_.size(); ++k) {
        spread[k] = edges_[static_cast<std::size_t>(k)].seen.spread(won_[k]);
    }
    return weighed_graph(edges_, spread, size_);
}

VectorXd GroupFit::information() const {
    VectorXd weights(won_.size());
    for (Eigen::Index k = 0; k < won_.size(); ++k) {
        const double prior = has_prior_ ? leverage_[k] : 0;
        weights[k] = (edges_[static_cast<std::size_t>(k)].seen.pairs + prior) * won_[k] * (1 - won_[k]);
    }
    return weights;
}

void GroupFit::expect() {
    VectorXd weights(won_.size());
    for (Eigen::Index k = 0; k < won_.size(); ++k) {
        const Edge& edge = edges_[static_cast<std::size_t>(k)];
        won_[k] = 1 / (1 + std::exp(theta_[edge.b] - theta_[edge.a]));
        weights[k] = edge.seen.pairs * won_[k] * (1 - won_[k]);
    }
    const MatrixXd inverse = pseudo_inverse(weighed_graph(edges_, weights, size_));
    for (Eigen::Index k = 0; k < won_.size(); ++k) {
        leverage_[k] = weights[k] * edges_[static_cast<std::size_t>(k)].of_difference(inverse);
    }
}

void GroupFit::solve() {
    constexpr int kMostSteps = 500;
    constexpr double kSmall = 1e-9;
    constexpr double kEnough = 1e-13;
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kMostSteps; ++i) {
        expect();
        VectorXd gradient = VectorXd::Zero(size_);
        for (Eigen::Index k = 0; k < won_.size(); ++k) {
            const Edge& edge = edges_[static_cast<std::size_t>(k)];
            const double prior = has_prior_ ? leverage_[k] : 0;
            const double missing = edge.seen.points - edge.seen.pairs * won_[k] + prior * (0.5 - won_[k]);
            gradient[edge.a] += missing;
            gradient[edge.b] -= missing;
        }
        VectorXd step = pseudo_inverse(weighed_graph(edges_, information(), size_)) * gradient;
        const double size = step.cwiseAbs().maxCoeff();
        theta_ += step / std::fmax(1, size);
        if (size < kEnough || (size < kSmall && size >= before)) {
            break;
        }
        before = size;
    }
    expect();
}

} // namespace sprt
