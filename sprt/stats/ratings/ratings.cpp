#include "sprt/stats/ratings/ratings.hpp"

#include "sprt/stats/interval.hpp"
#include "sprt/stats/ratings/group_fit.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <set>

namespace sprt {
namespace {

constexpr unsigned kNodes = 20; ///< of Gauss and Legendre, in each piece

template<class Function>
double integral(const Function& function, double from, double to, int pieces) {
    double sum = 0;
    const double width = (to - from) / pieces;
    for (int i = 0; i < pieces; ++i) {
        const double begin = from + i * width;
        sum += boost::math::quadrature::gauss<double, kNodes>::integrate(function, begin, begin + width);
    }
    return sum;
}

/// P(range of `count` standard normal values <= w).
double range_cdf(double w, std::size_t count) {
    constexpr double kTail = 8.5; // less than 1e-16 is beyond
    const auto n = static_cast<double>(count);
    const auto others_within = [&](double least) {
        const double between = normal_cdf(least + w) - normal_cdf(least);
        return normal_density(least) * std::pow(between, n - 1);
    };
    return w > 0 ? n * integral(others_within, -kTail, kTail, 4) : 0;
}

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEloUnit = 400 / std::numbers::ln10; ///< Elo of one unit of the natural parameter

std::vector<Edge> edges_in(const Crosstable& results, const AgentList& group) {
    const auto place = [&](std::size_t agent) -> Eigen::Index {
        return std::ranges::lower_bound(group, agent) - group.begin();
    };
    std::vector<Edge> edges;
    for (std::size_t k = 0; k < results.pairings.size(); ++k) {
        const Pairing& pairing = results.pairings[k];
        if (pairing.pairs.pairs() > 0 && std::ranges::binary_search(group, pairing.a)) {
            edges.push_back({k, place(pairing.a), place(pairing.b), scores_of(pairing.pairs)});
        }
    }
    return edges;
}

/// How many different openings the pairs of these agents have, counted up to `most`; 0 when they are not
/// known.
std::size_t openings_of(const Crosstable& results, const AgentList& agents,
                        std::size_t most = std::numeric_limits<std::size_t>::max()) {
    std::set<std::uint64_t> openings;
    for (const Pairing& pairing : results.pairings) {
        const bool is_theirs =
            std::ranges::binary_search(agents, pairing.a) || std::ranges::binary_search(agents, pairing.b);
        for (std::size_t k = 0; is_theirs && k < pairing.by_opening.size() && openings.size() < most; ++k) {
            openings.insert(pairing.by_opening[k].opening);
        }
    }
    return openings.size();
}

/// The spread of scores when pairs from the same opening depend on each other in any way.
MatrixXd spread_by_opening(const Crosstable& results, const GroupFit& fit, Eigen::Index size) {
    std::map<std::uint64_t, VectorXd> by_opening;
    for (std::size_t k = 0; k < fit.edges().size(); ++k) {
        const auto& [pairing, a, b, seen] = fit.edges()[k];
        for (const auto& [opening, half_points] : results.pairings[pairing].by_opening) {
            VectorXd& sum = by_opening.try_emplace(opening, VectorXd::Zero(size)).first->second;
            const double surplus = static_cast<double>(half_points) / 4 - fit.won(k);
            sum[a] += surplus;
            sum[b] -= surplus;
        }
    }
    MatrixXd spread = MatrixXd::Zero(size, size);
    for (const auto& [opening, sum] : by_opening) {
        spread.noalias() += sum * sum.transpose();
    }
    const auto openings = static_cast<double>(by_opening.size());
    return results.rated() > 2 ? MatrixXd(spread * (openings / (openings - 1))) : spread;
}

struct Zero {
    AgentList agents;                     ///< their mean is it
    std::optional<std::size_t> its_class; ///< that of these agents; empty: they are the whole group
};

Zero zero_of(const AgentList& group, const std::vector<AgentList>& classes,
             const std::optional<Anchor>& anchor) {
    if (anchor && std::ranges::binary_search(group, anchor->agent)) {
        const auto its = std::ranges::find_if(classes, [&](const AgentList& members) {
            return std::ranges::binary_search(members, anchor->agent);
        });
        return {{anchor->agent}, static_cast<std::size_t>(its - classes.begin())};
    }
    const auto largest = std::ranges::max_element(classes, {}, &AgentList::size);
    return largest->size() > 1 ? Zero{*largest, static_cast<std::size_t>(largest - classes.begin())}
                               : Zero{group, std::nullopt};
}

/// Rates one agent after the other group by group into `found`.
class Rater {
  public:
    Rater(const Crosstable& results, Ratings& found)
        : results_(results)
        , found_(found) {}

    void rate() {
        const std::size_t agents = results_.agents;
        found_.groups = groups_of(results_);
        found_.chains = chains_of_points(results_);
        found_.elo.resize(agents);
        found_.half_width.resize(agents);
        const std::vector<std::optional<double>> row(agents);
        found_.covariance = found_.difference_error = found_.los = AgentTable(agents, row);
        found_.expected_score.assign(results_.pairings.size(), 0.5);
        found_.residual_z.resize(results_.pairings.size());
        leverage_.assign(results_.pairings.size(), 0);
        settle_distribution();
        for (const AgentList& group : found_.groups) {
            rate(group);
        }
        compare();
        check_fit();
    }

  private:
    void settle_distribution() {
        std::set<std::uint64_t> openings;
        for (const Pairing& pairing : results_.pairings) {
            for (const OpeningResult& result : pairing.by_opening) {
                openings.insert(result.opening);
            }
        }
        if (!openings.empty()) {
            found_.openings = openings.size();
        }
        // An agent's error by opening comes of its own openings: its surpluses add up to 0, so with one
        // opening it would be 0.
        const std::size_t needed = std::max<std::size_t>(10, 2 * results_.rated());
        std::size_t fewest = std::numeric_limits<std::size_t>::max(); // of a group
        bool has_enough = !found_.groups.empty();
        for (const AgentList& group : found_.groups) {
            fewest = std::min(fewest, openings_of(results_, group));
            for (std::size_t i = 0; has_enough && i < group.size(); ++i) {
                has_enough = openings_of(results_, {group[i]}, needed) >= needed;
            }
        }
        const bool is_pair_of_agents = results_.rated() == 2;
        if (has_enough) {
            found_.cluster = Cluster::Opening;
            if (!is_pair_of_agents) {
                found_.df = fewest - 1;
            }
        }
        const auto df = found_.df ? std::optional(static_cast<double>(*found_.df)) : std::nullopt;
        found_.critical = df ? quantile(boost::math::students_t(*df), 0.975) : kTwoSided95;
        found_.critical_joint =
            is_pair_of_agents ? found_.critical
                              : studentized_range_quantile(0.95, results_.rated(), df) / std::numbers::sqrt2;
    }

    void rate(const AgentList& group) {
        const std::vector<double> unknown(results_.agents);
        const bool has_prior = classes_of(results_, group, unknown).size() > 1;
        found_.has_prior = found_.has_prior || has_prior;
        const GroupFit fit(edges_in(results_, group), group.size(), has_prior);
        std::vector<double> strength(results_.agents);
        for (std::size_t i = 0; i < group.size(); ++i) {
            strength[group[i]] = fit.theta()[static_cast<Eigen::Index>(i)];
        }
        found_.classes.push_back(classes_of(results_, group, strength));
        for (std::size_t k = 0; k < fit.edges().size(); ++k) {
            found_.expected_score[fit.edges()[k].pairing] = fit.won(k);
            leverage_[fit.edges()[k].pairing] = fit.leverage(k);
        }
        const auto size = static_cast<Eigen::Index>(group.size());
        const MatrixXd natural =
            fit.covariance(found_.cluster == Cluster::Opening ? spread_by_opening(results_, fit, size)
                                                              : fit.spread_by_pair());
        store(group, fit.theta(), natural);
    }

    /// Stores ratings and covariance of a group in Elo, as differences to its zero.
    void store(const AgentList& group, const VectorXd& theta, const MatrixXd& natural) {
        const auto [zero, its_class] = zero_of(group, found_.classes.back(), results_.anchor);
        found_.zero_class.push_back(its_class);
        MatrixXd to_zero = MatrixXd::Identity(natural.rows(), natural.cols());
        for (const std::size_t agent : zero) {
            const auto place = std::ranges::lower_bound(group, agent) - group.begin();
            to_zero.col(place).array() -= 1 / static_cast<double>(zero.size());
        }
        const bool is_anchored = results_.anchor && std::ranges::binary_search(group, results_.anchor->agent);
        const double at_zero = is_anchored ? results_.anchor->elo : 0;
        const VectorXd elo = kEloUnit * (to_zero * theta);
        const MatrixXd covariance = kEloUnit * kEloUnit * (to_zero * natural * to_zero.transpose());
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto row = static_cast<Eigen::Index>(i);
            found_.elo[group[i]] = at_zero + elo[row];
            for (std::size_t j = 0; j < group.size(); ++j) {
                found_.covariance[group[i]][group[j]] = covariance(row, static_cast<Eigen::Index>(j));
            }
            const bool is_zero =
                zero.size() == 1 && zero.front() == group[i]; // it would be so but for rounding
            found_.half_width[group[i]] =
                is_zero ? 0 : found_.critical * std::sqrt(std::fmax(0, covariance(row, row)));
        }
    }

    /// Errors, likelihood and certainty of all differences, and the ranks that follow.
    void compare() {
        std::vector<std::size_t> above(results_.agents); // surely, how many
        std::vector<std::size_t> below(results_.agents);
        for (const AgentList& group : found_.groups) {
            for (const std::size_t i : group) {
                for (const std::size_t j : group) {
                    const auto& c = found_.covariance;
                    const double variance = i == j ? 0 : *c[i][i] - *c[i][j] - *c[j][i] + *c[j][j];
                    const double error = std::sqrt(std::fmax(0, variance));
                    const double difference = *found_.elo[i] - *found_.elo[j];
                    found_.difference_error[i][j] = error;
                    if (i != j) {
                        found_.los[i][j] = probability_above(difference, error);
                    }
                    if (difference > found_.critical_joint * error) {
                        ++above[j];
                        ++below[i];
                    }
                }
            }
        }
        for (std::size_t i = 0; i < results_.agents; ++i) {
            found_.ranks.push_back({1 + above[i], results_.rated() - below[i]});
        }
    }

    [[nodiscard]] double probability_above(double difference, double error) const {
        if (!(error > 0)) {
            return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
        }
        const double z = difference / error;
        return found_.df ? cdf(boost::math::students_t(static_cast<double>(*found_.df)), z) : normal_cdf(z);
    }

    /// Over the pairings in which the weaker one is expected to make some points.
    void check_fit() {
        constexpr double kFewestPoints = 5;
        std::vector<std::size_t> taken;
        double spread = 0;
        double independent = 0; // the spread of independent games
        for (std::size_t k = 0; k < results_.pairings.size(); ++k) {
            const PairScores seen = scores_of(results_.pairings[k].pairs);
            const double p = found_.expected_score[k];
            if (2 * seen.pairs * std::fmin(p, 1 - p) >= kFewestPoints) {
                taken.push_back(k);
                spread += seen.spread(seen.mean());
                independent += (seen.pairs - 1) * p * (1 - p) / 2;
            }
        }
        if (taken.empty() || !(independent > 0)) {
            return;
        }
        const double f = spread / independent;
        found_.dispersion = f;
        found_.fit.df = taken.size() - rank_of(results_, taken);
        if (found_.fit.df == 0 || !(f > 0)) {
            return;
        }
        double chi2 = 0;
        for (const std::size_t k : taken) {
            const PairScores seen = scores_of(results_.pairings[k].pairs);
            const double p = found_.expected_score[k];
            const double variance = f * p * (1 - p) / (2 * seen.pairs);
            const double surplus = seen.mean() - p;
            chi2 += surplus * surplus / variance;
            const double free = 1 - leverage_[k];
            constexpr double kRounding = 1e-9;
            if (free > kRounding) {
                found_.residual_z[k] = surplus / std::sqrt(variance * free);
            }
        }
        found_.fit.chi2 = chi2;
        const boost::math::chi_squared distribution(static_cast<double>(found_.fit.df));
        found_.fit.p = cdf(complement(distribution, chi2));
    }

    const Crosstable& results_;
    Ratings& found_;
    std::vector<double> leverage_; ///< by pairing
};

} // namespace

double studentized_range_cdf(double q, std::size_t count, std::optional<double> df) {
    if (!df) {
        return range_cdf(q, count);
    }
    // The density of s is proportional to s^(df - 1) exp(-df s^2 / 2); nearly all of it lies within nine
    // standard deviations of 1.
    const double half = *df / 2;
    const double scale = std::log(2.0) + half * std::log(half) - std::lgamma(half);
    const auto weighed = [&](double s) {
        const double density = std::exp(scale + (*df - 1) * std::log(s) - half * s * s);
        return density * range_cdf(q * s, count);
    };
    const double reach = 9 / std::sqrt(2 * *df);
    return integral(weighed, std::fmax(1e-12, 1 - reach), 1 + reach, 2);
}

double studentized_range_quantile(double share, std::size_t count, std::optional<double> df) {
    const auto beyond = [&](double q) { return studentized_range_cdf(q, count, df) - share; };
    double most = 8;
    while (beyond(most) < 0) {
        most *= 2;
    }
    std::uintmax_t steps = 200;
    const auto is_close = [](double low, double high) { return high - low < 1e-10; };
    const auto [low, high] = boost::math::tools::toms748_solve(beyond, 0.0, most, is_close, steps);
    return (low + high) / 2;
}

Ratings rate(const Crosstable& results) {
    Ratings found;
    Rater(results, found).rate();
    return found;
}

} // namespace sprt
