#pragma once
// Ratings of many agents with what is certain about them: maximum likelihood under Bradley and Terry's model
// of pair scores, the covariance by openings, and ranks that hold together.
// Source: Bradley and Terry 1952; Zermelo 1929; Firth, "Bias reduction of maximum likelihood estimates", 1993
// (Jeffreys' prior); Liang and Zeger 1986 (covariance by cluster); docs/statistics.md, "Ratings of many".

#include "sprt/stats/ratings/results.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace sprt {

// How far apart the greatest and the least of N equal estimates lie by chance. Tukey's test stands on it: all
// differences of N agents hold together. Source: Tukey, "The problem of multiple comparisons", 1953; the
// double integral as in Copenhaver and Holland, 1988.

/// P(range of `count` standard normal values / s <= q), where s^2 is chi-squared / `df`; empty: s is 1.
/// count >= 2, q >= 0.
[[nodiscard]] double studentized_range_cdf(double q, std::size_t count, std::optional<double> df);

/// The q at which studentized_range_cdf() is `share`, which is above 0 and below 1; to 1e-10.
[[nodiscard]] double studentized_range_quantile(double share, std::size_t count, std::optional<double> df);

/// A table of agents by agents, or of pairings; empty where nothing can be said.
using AgentTable = std::vector<std::vector<std::optional<double>>>;

/// What of the results are taken for independent of each other.
enum class Cluster : unsigned char { Pair, Opening };

/// Whether one number an agent explains the results.
struct ModelFit {
    std::optional<double> chi2; ///< empty without degrees of freedom or spread
    std::size_t df = 0;
    std::optional<double> p; ///< how likely so great a chi2 is when the model is right
};

/// Agents and pairings in the order of the Crosstable. Elo; errors are standard errors of Elo.
struct Ratings {
    bool has_prior = false;                             ///< a group of several classes needed Jeffreys' prior
    std::vector<AgentList> groups;                      ///< see groups_of()
    std::vector<std::vector<AgentList>> classes;        ///< of each group, see classes_of()
    std::vector<std::optional<std::size_t>> zero_class; ///< of each group: the class whose mean, or whose
                                                        ///< anchor, is the zero; empty: the whole group
    std::vector<std::vector<bool>> chains;              ///< see chains_of_points()
    std::vector<std::optional<double>> elo;             ///< empty: the agent has no counted pairs
    AgentTable covariance;                              ///< of `elo`; empty between groups
    Cluster cluster = Cluster::Pair;                    ///< by which the covariance was computed
    std::optional<std::size_t> openings;                ///< different ones; empty: not known
    std::optional<std::size_t> df;                 ///< degrees of freedom; empty: the normal distribution
    double critical = 0;                           ///< 97.5 % point of the distribution of an error
    double critical_joint = 0;                     ///< the one at which all differences hold together
    std::vector<std::optional<double>> half_width; ///< of the 95 % interval
    AgentTable difference_error;                   ///< of i's rating less j's
    AgentTable los;                                ///< P(i is stronger than j); empty for i = j
    std::vector<std::array<std::size_t, 2>> ranks; ///< best and worst, from 1; all hold together with 95 %
    std::vector<double> expected_score;            ///< of agent a, a pairing; NaN never
    std::vector<std::optional<double>> residual_z; ///< of a pairing: how far it is from that, in its errors
    std::optional<double> dispersion; ///< spread of pairs over that of independent games; empty: too few
    ModelFit fit;
};

/// Rates the agents. Pure. Takes some milliseconds for 64 agents.
[[nodiscard]] Ratings rate(const Crosstable& results);

} // namespace sprt
