#pragma once
// Simulated round robins and what ratings say of them.

#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace sprt {

/// A round has one opening. It gives one side `bias` Elo, and moves each agent's strength by a normal number
/// with standard deviation `taste`. A tenth of the games between equals are draws.
struct RoundRobinModel {
    std::vector<double> elo;
    std::size_t rounds = 50;
    double bias = 100;
    double taste = 0;
};

/// Half points of a game, 0 to 2, at an expected score.
inline std::size_t simulated_game(double score, Random& random) {
    const double draw = 0.1 * 4 * score * (1 - score);
    const double drawn = random.uniform();
    return drawn < draw ? 1 : drawn < score + draw / 2 ? 2 : 0;
}

/// One round: the half points of the first agent of each pairing, 0 to 4.
inline std::vector<OpeningResult> simulated_round(const RoundRobinModel& model, std::uint64_t opening,
                                                  Random& random) {
    const double bias = random.uniform() < 0.5 ? model.bias : -model.bias;
    std::vector<double> elo = model.elo;
    for (double& strength : elo) {
        strength += model.taste > 0 ? model.taste * random.normal() : 0;
    }
    std::vector<OpeningResult> results;
    for (std::size_t a = 0; a < elo.size(); ++a) {
        for (std::size_t b = a + 1; b < elo.size(); ++b) {
            const double difference = elo[a] - elo[b];
            results.push_back({opening, simulated_game(expected_score(difference + bias), random) +
                                            simulated_game(expected_score(difference - bias), random)});
        }
    }
    return results;
}

inline Crosstable simulated_round_robin(const RoundRobinModel& model, Random& random) {
    Crosstable results{.agents = model.elo.size(), .pairings = {}};
    for (std::size_t a = 0; a < model.elo.size(); ++a) {
        for (std::size_t b = a + 1; b < model.elo.size(); ++b) {
            results.pairings.push_back(pairing_of(a, b, {}));
        }
    }
    for (std::uint64_t round = 0; round < model.rounds; ++round) {
        const auto scores = simulated_round(model, round, random);
        for (std::size_t k = 0; k < scores.size(); ++k) {
            results.pairings[k].by_opening.push_back(scores[k]);
            ++results.pairings[k].pairs.counts[scores[k].half_points];
        }
    }
    return results;
}

/// What the ratings estimate: those of the expected pair scores. Without taste they are exact; equal agents
/// have 0 with any taste.
inline std::vector<double> true_ratings(const RoundRobinModel& model) {
    constexpr double kPairs = 1e9;
    Crosstable results{.agents = model.elo.size(), .pairings = {}};
    for (std::size_t a = 0; a < model.elo.size(); ++a) {
        for (std::size_t b = a + 1; b < model.elo.size(); ++b) {
            const double difference = model.elo[a] - model.elo[b];
            const double score =
                (expected_score(difference + model.bias) + expected_score(difference - model.bias)) / 2;
            const auto won = static_cast<std::uint64_t>(kPairs * score);
            results.pairings.push_back(
                {a, b, Ptnml{{static_cast<std::uint64_t>(kPairs) - won, 0, 0, 0, won}}});
        }
    }
    std::vector<double> truth;
    for (const auto& elo : rate(results).elo) {
        truth.push_back(*elo);
    }
    return truth;
}

/// Shares of tournaments; of `agents` of agents.
struct Coverage {
    double agents = 0;     ///< intervals that hold the truth
    double joint = 0;      ///< all differences are within their joint intervals
    double order = 0;      ///< no agent is surely above one that is as strong
    double half_width = 0; ///< mean of a difference's
};

inline Coverage coverage_of(const RoundRobinModel& model, int tournaments, Random& random) {
    const std::vector<double> truth = true_ratings(model);
    const std::size_t n = truth.size();
    Coverage seen;
    for (int i = 0; i < tournaments; ++i) {
        const Ratings ratings = rate(simulated_round_robin(model, random));
        bool is_joint = true;
        bool is_order_right = true;
        for (std::size_t a = 0; a < n; ++a) {
            seen.agents += std::abs(*ratings.elo[a] - truth[a]) <= *ratings.half_width[a] ? 1.0 : 0.0;
            for (std::size_t b = 0; b < n; ++b) {
                const double difference = *ratings.elo[a] - *ratings.elo[b];
                const double error = ratings.critical_joint * *ratings.difference_error[a][b];
                is_joint = is_joint && std::abs(difference - (truth[a] - truth[b])) <= error;
                const bool is_sure = a != b && difference > error;
                is_order_right = is_order_right && !(is_sure && model.elo[a] <= model.elo[b]);
                seen.half_width += a != b ? ratings.critical * *ratings.difference_error[a][b] : 0;
            }
        }
        seen.joint += is_joint ? 1 : 0;
        seen.order += is_order_right ? 1 : 0;
    }
    const auto agents = static_cast<double>(n);
    seen.agents /= tournaments * agents;
    seen.joint /= tournaments;
    seen.order /= tournaments;
    seen.half_width /= tournaments * agents * (agents - 1);
    return seen;
}

/// Whether any two agents of a tournament are certified to differ after some round; `bound` is that of the
/// logarithm of the capital.
inline bool claims_at_some_time(const RoundRobinModel& model, double bound, Random& random) {
    const std::size_t n = model.elo.size();
    CertifiedOrder order(n);
    for (std::uint64_t round = 0; round < model.rounds; ++round) {
        std::vector<RoundScore> scores;
        const auto results = simulated_round(model, round, random);
        std::size_t k = 0;
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = a + 1; b < n; ++b) {
                scores.push_back({a, b, static_cast<double>(results[k++].half_points) / 4});
            }
        }
        const auto differences = round_differences(n, scores);
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = a + 1; b < n; ++b) {
                order.add(a, b, differences[a][b]);
                if (order.log_capital(a, b) >= bound || order.log_capital(b, a) >= bound) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace sprt
